#!/usr/bin/env python3
"""Makes files of tracks and of matches by OpenCV, saved as people save them: tracks that
calcOpticalFlowPyrLK follows through the drawn frames of drawn.py, matches of ORB by
BFMatcher in its drawn pair.

usage: opencv.py FOLDER   (needs python3-opencv)
"""
import os
import sys

import cv2
import numpy as np

import drawn


def tracks():
    """Returns F×N×2 positions and F×N whether they were found, LK's own."""
    first = np.array([drawn.place(i, 0) for i in range(drawn.N)], "f4")[:, None] + drawn.MARGIN
    all_, status = [first], [np.ones(drawn.N, bool)]
    for f in range(1, drawn.F):
        p, found, _ = cv2.calcOpticalFlowPyrLK(drawn.tracked(f - 1), drawn.tracked(f), all_[-1], None, winSize=(15, 15))
        all_.append(p)
        status.append(found[:, 0] == 1)
    return np.stack(all_)[:, :, 0] - drawn.MARGIN, np.stack(status)


def matches():
    """Returns the keypoints of both pictures and the matches, as BFMatcher has them."""
    orb = cv2.ORB_create(300, nlevels=1, edgeThreshold=20)
    (k0, d0), (k1, d1) = (orb.detectAndCompute(p, None) for p in drawn.pair())
    found = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(d0, d1)
    found = [m for m in found if m.distance < 20]
    return np.float32([k.pt for k in k0]), np.float32([k.pt for k in k1]), np.array([(m.queryIdx, m.trainIdx) for m in found])


def save_tracks():
    t, seen = tracks()
    np.savez("opencv_lk.npz", tracks=t, visibility=seen)
    np.savez("opencv_lk_turned.npz", tracks=t.transpose(1, 0, 2), occluded=~seen.T)
    rows = [(i, f, *t[f, i]) for i in range(drawn.N) for f in range(drawn.F)]
    np.savetxt("opencv_lk.csv", rows, delimiter=",", header="id,frame,x,y", comments="", fmt=["%d", "%d", "%.3f", "%.3f"])
    for name in ("opencv_lk.yml", "opencv_lk.xml", "opencv_lk.json"):
        storage = cv2.FileStorage(name, cv2.FILE_STORAGE_WRITE)
        storage.write("tracks", t.transpose(0, 2, 1).reshape(2 * drawn.F, drawn.N).copy())
        storage.release()


def save_matches():
    k0, k1, m = matches()
    p0, p1 = k0[m[:, 0]], k1[m[:, 1]]
    np.savez("opencv_pair_points.npz", pts1=p0, pts2=p1)
    np.savez("opencv_pair_channels.npz", pts1=p0[:, None], pts2=p1[:, None])
    np.savez("opencv_pair_keypoints.npz", keypoints0=k0, keypoints1=k1, matches=m)
    np.save("opencv_pair_n22.npy", np.stack([p0, p1], axis=1))
    np.save("opencv_pair_2n2.npy", np.stack([p0, p1]))
    np.savetxt("opencv_pair.csv", np.hstack([p0, p1]), delimiter=",", header="x1,y1,x2,y2", comments="", fmt="%.2f")
    for name in ("opencv_pair.csv", "opencv_pair_points.npz", "opencv_pair_channels.npz", "opencv_pair_keypoints.npz", "opencv_pair_n22.npy", "opencv_pair_2n2.npy"):
        drawn.count(".", name, len(m))


os.chdir(sys.argv[1])
save_tracks()
save_matches()
