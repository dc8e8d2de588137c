#!/usr/bin/env python3
"""Makes files as NumPy, pandas, SciPy and tifffile write them, for the tests of
hopkins/read: twelve tracks move in seven frames, as place2 in variables_test.go has them.

usage: numpy_pandas.py FOLDER   (needs python3-numpy, python3-pandas, python3-scipy)
"""
import os
import sys

import numpy as np
import pandas as pd
import scipy.io

N, F = 12, 7
TRACKS = np.array([[(i * 97 % 640 + 1.5 * f, i * 61 % 480 + f * (i % 3)) for i in range(N)] for f in range(F)])
W = np.transpose(TRACKS, (0, 2, 1)).reshape(2 * F, N)


def pandas_tables():
    rows = [(i + 1, f + 1, *TRACKS[f, i]) for f in range(F) for i in range(N)]
    d = pd.DataFrame(rows, columns=["particle", "frame", "x", "y"])
    d.to_csv("pandas_index.csv")
    d.to_csv("pandas.csv", index=False)
    d.to_csv("pandas.tsv", index=False, sep="\t")
    d.to_csv("pandas_utf16.csv", index=False, encoding="utf-16")
    d.to_csv("pandas_semicolon.csv", index=False, sep=";", decimal=",")
    hidden = d.copy()
    hidden.loc[(d.particle == 6) & (d.frame == 4), ["x", "y"]] = np.nan
    hidden.to_csv("pandas_na.csv", index=False, na_rep="NA")
    d.to_json("pandas_records.json", orient="records")
    d.to_pickle("pandas.pkl")


def numpy_files():
    np.save("numpy_fortran.npy", np.asfortranarray(W))
    np.save("numpy_f4.npy", TRACKS.astype("f4"))
    np.save("numpy_i2.npy", np.round(TRACKS * 2).astype("i2"))
    np.save("numpy_be.npy", TRACKS.astype(">f8"))
    np.save("opencv_flow.npy", TRACKS[:, :, None, :].astype("f4"))  # points of calcOpticalFlowPyrLK, stacked
    np.savez("numpy.npz", tracks=TRACKS)
    np.savez_compressed("numpy_compressed.npz", tracks=TRACKS.astype("f4"), visibility=np.ones((F, N), bool))
    np.savetxt("numpy_savetxt.txt", W)
    np.savetxt("numpy_savetxt.csv", W, delimiter=",", fmt="%.4f")
    np.save("numpy_object.npy", np.array([{"a": 1}, None], dtype=object), allow_pickle=True)
    np.save("numpy_record.npy", np.array([(1, 2.0)], dtype=[("track", "i4"), ("x", "f8")]))


def matlab_files():
    y = np.ones((3, N, F))
    y[:2] = np.transpose(TRACKS, (2, 1, 0))
    v = dict(y=y, x=y / 100, s=np.array([[1.0 + i % 3] for i in range(N)]), width=640.0, height=480.0)
    v["x"][2] = 1
    scipy.io.savemat("scipy_truth.mat", v)
    scipy.io.savemat("scipy_compressed_truth.mat", v, do_compression=True)
    scipy.io.savemat("scipy4.mat", {"W": W}, format="4")


os.chdir(sys.argv[1])
pandas_tables()
numpy_files()
matlab_files()
