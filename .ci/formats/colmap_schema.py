#!/usr/bin/env python3
"""Makes colmap.db of hopkins/read/testdata, a database in COLMAP's schema (its
scripts/python/database.py): three pictures, of which a.jpg and b.jpg have 40 raw matches
and 12 verified ones, those of the scene of variables_test.go in its frames 1 and 2; a.jpg
and c.jpg have 9 verified ones.

usage: colmap_schema.py FOLDER
"""
import gzip
import os
import sqlite3
import struct
import sys


def place(i, f):
    return i * 97 % 640 + 1.5 * f, i * 61 % 480 + f * (i % 3)


def main(folder):
    path = os.path.join(folder, "colmap.db")
    if os.path.exists(path):
        os.remove(path)
    db = sqlite3.connect(path)
    db.executescript("""
CREATE TABLE IF NOT EXISTS cameras (camera_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, model INTEGER NOT NULL,
    width INTEGER NOT NULL, height INTEGER NOT NULL, params BLOB, prior_focal_length INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS images (image_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT NOT NULL UNIQUE,
    camera_id INTEGER NOT NULL, prior_qw REAL, CONSTRAINT image_id_check CHECK(image_id >= 0 and image_id < 2147483647),
    FOREIGN KEY(camera_id) REFERENCES cameras(camera_id));
CREATE TABLE IF NOT EXISTS keypoints (image_id INTEGER PRIMARY KEY NOT NULL, rows INTEGER NOT NULL, cols INTEGER NOT NULL,
    data BLOB, FOREIGN KEY(image_id) REFERENCES images(image_id) ON DELETE CASCADE);
CREATE TABLE IF NOT EXISTS matches (pair_id INTEGER PRIMARY KEY NOT NULL, rows INTEGER NOT NULL, cols INTEGER NOT NULL, data BLOB);
CREATE TABLE IF NOT EXISTS two_view_geometries (pair_id INTEGER PRIMARY KEY NOT NULL, rows INTEGER NOT NULL,
    cols INTEGER NOT NULL, data BLOB, config INTEGER NOT NULL, F BLOB, E BLOB, H BLOB);
""")
    db.execute("INSERT INTO cameras VALUES (1, 2, 640, 480, NULL, 0)")
    for k, name in enumerate(["a.jpg", "b.jpg", "c.jpg"]):
        db.execute("INSERT INTO images VALUES (?, ?, 1, NULL)", (k + 1, name))
        rows = []
        for i in range(1000):  # so many that they go on on other pages
            # Keypoint i of the first picture is keypoint 999 − i of the others.
            x, y = place(i if k == 0 else 999 - i, k)
            rows.append(struct.pack("<6f", x + 0.5, y + 0.5, 1, 0, 0, 1))
        db.execute("INSERT INTO keypoints VALUES (?, ?, 6, ?)", (k + 1, len(rows), b"".join(rows)))

    def pairs(n):
        return b"".join(struct.pack("<2I", i, 999 - i) for i in range(n))

    number = lambda a, b: a * 2147483647 + b
    db.execute("INSERT INTO matches VALUES (?, 40, 2, ?)", (number(1, 2), pairs(40)))
    db.execute("INSERT INTO two_view_geometries VALUES (?, 9, 2, ?, 2, NULL, NULL, NULL)", (number(1, 3), pairs(9)))
    db.execute("INSERT INTO two_view_geometries VALUES (?, 12, 2, ?, 3, NULL, NULL, NULL)", (number(1, 2), pairs(12)))
    db.execute("INSERT INTO two_view_geometries VALUES (?, 0, 2, NULL, 1, NULL, NULL, NULL)", (number(2, 3),))
    db.commit()
    db.close()
    with open(path, "rb") as plain, gzip.GzipFile(path + ".gz", "wb", mtime=0) as packed:
        packed.write(plain.read())
    os.remove(path)


main(sys.argv[1])
