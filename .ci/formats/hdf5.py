#!/usr/bin/env python3
"""Makes the files in HDF5 of hopkins/read/testdata: those of DeepLabCut by pandas, as the
program does, those of SLEAP and MATLAB 7.3 by h5py in their layouts. Twelve tracks move
in seven frames, as place in variables_test.go has them; one point is hidden.

usage: hdf5.py FOLDER   (needs python3-h5py, python3-pandas and python3-tables)
"""
import gzip
import os
import sys

import h5py
import numpy as np
import pandas as pd

N, F = 12, 7


def place(i, f):
    return i * 97 % 640 + 1.5 * f, i * 61 % 480 + f * (i % 3)


TRACKS = np.array([[place(i, f) for i in range(N)] for f in range(F)])  # F×N×2


def sleap(path):
    with h5py.File(path, "w") as h:
        t = np.transpose(TRACKS.reshape(F, 3, 4, 2), (1, 3, 2, 0)).copy()
        t[1, :, 1, 3] = np.nan
        h.create_dataset("tracks", data=t, compression="gzip", shuffle=True, fletcher32=True)
        h["track_names"] = np.array([b"a", b"b", b"c"])
        h["node_names"] = np.array([b"n0", b"n1", b"n2", b"n3"])
        h["track_occupancy"] = np.ones((F, 3), bool)


def matlab(path, variables):
    with h5py.File(path, "w", userblock_size=512) as h:
        for name, v in variables.items():
            d = h.create_dataset(name, data=v.T, chunks=True, compression="gzip")
            d.attrs["MATLAB_class"] = np.bytes_("double")
    head = b"MATLAB 7.3 MAT-file, Platform: GLNXA64, Created on: Mon Jan  1 00:00:00 2024 HDF5 schema 1.00 ."
    with open(path, "r+b") as f:
        f.write(head.ljust(116) + b"\0" * 8 + b"\x00\x02IM")


def hopkins(path):
    y = np.ones((3, N, F))
    y[:2] = np.transpose(TRACKS, (2, 1, 0))
    s = np.array([[1.0 + i % 3] for i in range(N)])
    matlab(path, {"y": y, "x": y / np.array([100, 100, 1]).reshape(3, 1, 1), "s": s, "width": np.array([[640.0]]), "height": np.array([[480.0]])})


def deeplabcut(path, levels, **how):
    columns = pd.MultiIndex.from_product([["DLC"]] + [v for _, v in levels] + [["x", "y", "likelihood"]],
                                         names=["scorer"] + [k for k, _ in levels] + ["coords"])
    d = np.ones((F, N, 3))
    d[:, :, :2] = TRACKS
    d[3, 5, 2] = 0.2
    pd.DataFrame(d.reshape(F, -1), columns=columns).to_hdf(path, key="df_with_missing", mode="w", **how)


def main(folder):
    os.chdir(folder)
    sleap("sleap.h5")
    hopkins("hopkins73_truth.mat")
    matlab("W73.mat", {"W": np.transpose(TRACKS, (0, 2, 1)).reshape(2 * F, N)})
    points = [("bodyparts", ["p%d" % i for i in range(N)])]
    deeplabcut("deeplabcut.h5", points, format="table")
    deeplabcut("deeplabcut_fixed.h5", points)
    deeplabcut("deeplabcut_animals.h5", [("individuals", ["m1", "m2"]), ("bodyparts", ["p%d" % i for i in range(N // 2)])], format="table")
    with h5py.File("named.h5", "w", libver="latest") as h:
        h["group/mine"] = TRACKS.astype("f4")
        h["other"] = np.arange(5)
    for name in os.listdir("."):
        if name.endswith((".h5", "73_truth.mat", "73.mat")):
            with open(name, "rb") as plain, gzip.GzipFile(name + ".gz", "wb", mtime=0) as packed:
                packed.write(plain.read())
            os.remove(name)


main(sys.argv[1])
