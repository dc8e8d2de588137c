#!/usr/bin/env python3
"""Makes colmap_real.db.gz by COLMAP and hugin.pto by hugin's programs, both of the drawn pair
of drawn.py. What is not installed is passed over.

usage: colmap.py FOLDER   (needs python3-opencv, and colmap or hugin-tools)
"""
import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import cv2

import drawn


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, QT_QPA_PLATFORM="offscreen"))


def colmap(pictures, out):
    database = os.path.join(pictures, "..", "database.db")
    run("colmap", "feature_extractor", "--database_path", database, "--image_path", pictures, "--SiftExtraction.use_gpu", "0",
        "--SiftExtraction.num_threads", "1", "--SiftExtraction.max_num_features", "150", "--random_seed", "1")
    run("colmap", "exhaustive_matcher", "--database_path", database, "--SiftMatching.use_gpu", "0", "--SiftMatching.num_threads", "1",
        "--random_seed", "1")
    db = sqlite3.connect(database)
    drawn.count(out, "colmap_real.db", db.execute("SELECT rows FROM two_view_geometries").fetchall()[0][0])
    db.execute("DELETE FROM descriptors")  # which are most of the file
    db.commit()
    db.execute("VACUUM")
    db.close()
    with open(database, "rb") as plain, gzip.GzipFile(os.path.join(out, "colmap_real.db.gz"), "wb", mtime=0) as packed:
        packed.write(plain.read())


def hugin(pictures, out):
    project = os.path.join(out, "hugin.pto")
    run("pto_gen", "-f", "50", "-o", project, *sorted(os.path.join(pictures, p) for p in os.listdir(pictures)))
    run("cpfind", "--multirow", "--ncores", "1", "-o", project, project)
    run("autooptimiser", "-a", "-l", "-s", "-o", project, project)
    with open(project) as f:
        text = f.read().replace(pictures + os.sep, "")
    with open(project, "w") as f:
        f.write(text)
    drawn.count(out, "hugin.pto", sum(line.startswith("c ") for line in text.splitlines()))


def main(out):
    with tempfile.TemporaryDirectory() as work:
        pictures = os.path.join(work, "pictures")
        os.mkdir(pictures)
        for k, p in enumerate(drawn.pair()):
            cv2.imwrite(os.path.join(pictures, "view%d.png" % k), p)
        for program, make in (("colmap", colmap), ("cpfind", hugin)):
            if shutil.which(program):
                make(pictures, out)


main(sys.argv[1])
