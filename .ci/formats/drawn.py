"""Draws the scenes from which the programs of these scripts make tracks, matches and films.

Nothing of others is in them: noise of a fixed seed, cut into patches and layers.
"""
import os

import cv2
import numpy as np

N, F, MARGIN, W, H = 12, 7, 40, 720, 560  # tracks, frames, around the 640x480 of place2 in variables_test.go
STEP = np.array([6.0, 3.0])  # by which layer k of pair() moves k + 1 times


def place(i, f):
    return i * 97 % 640 + 1.5 * f, i * 61 % 480 + f * (i % 3)


def noise(seed, width, height):
    """Returns a texture from 0 to 255 that has corners of a few pixels."""
    rough = np.random.default_rng(seed).random((height, width)).astype("f4")
    soft = cv2.GaussianBlur(rough, (0, 0), 1.8)
    return np.clip(128 + 900 * (soft - soft.mean()), 0, 255)


def tracked(f):
    """Returns frame f, from 0: twelve patches, of which patch i is around place(i, f) + MARGIN."""
    picture = np.full((H, W), 90, "f4")
    for i in range(N):
        x, y = place(i, f)
        shift = np.array([[1, 0, x + MARGIN - 17.5], [0, 1, y + MARGIN - 17.5]])
        patch = cv2.warpAffine(noise(i, 36, 36), shift, (W, H), flags=cv2.INTER_LINEAR)
        inside = cv2.warpAffine(np.ones((36, 36), "f4"), shift, (W, H), flags=cv2.INTER_LINEAR)
        picture = picture * (1 - inside) + patch * inside
    return picture.astype("u1")


def pair():
    """Returns two pictures of three layers, which move as things at three depths do when a camera moves aside."""
    pictures = []
    for view in range(2):
        picture = np.zeros((240, 320), "f4")
        for k in range(3):
            x, y = (view * (k + 1) * STEP).astype(int)
            layer = noise(20 + k, 420, 280)[20 - y:260 - y, 40 - x:360 - x]
            picture[80 * k:80 * k + 80] = layer[80 * k:80 * k + 80]
        pictures.append(picture.astype("u1"))
    return pictures


def film(f):
    """Returns frame f of a film of 48x32: a bright square of 8, its corner at (4, 3), that moves by (3, 2) a frame."""
    picture = np.full((32, 48, 3), 40, "u1")
    picture[3 + 2 * f:11 + 2 * f, 4 + 3 * f:12 + 3 * f] = 230
    return picture


def count(folder, name, matches):
    """Notes in matches.txt how many matches the program itself counts in a file."""
    path = os.path.join(folder, "matches.txt")
    counts = {}
    if os.path.exists(path):
        with open(path) as f:
            counts = dict(line.split() for line in f)
    counts[name] = str(matches)
    with open(path, "w") as f:
        f.writelines("%s %s\n" % c for c in sorted(counts.items()))
