"""Counts, of COLMAP models without and with masks, the points of the model that are seen on moving things by most of
their observations, and fails unless masks take nine of ten of them away."""
import collections
import sys

import numpy as np
from PIL import Image


def count(model, masks):
    """Returns images, points, and points that most observations see where the mask is black."""
    images, seen, moving = 0, collections.Counter(), collections.Counter()
    lines = [line for line in open(model + "/images.txt") if not line.startswith("#")]
    for head, points in zip(lines[::2], lines[1::2]):
        images += 1
        mask = np.array(Image.open(masks + "/" + head.split()[9] + ".png"))
        values = points.split()
        for x, y, point in zip(values[::3], values[1::3], values[2::3]):
            if point != "-1":
                row, column = min(int(float(y)), mask.shape[0] - 1), min(int(float(x)), mask.shape[1] - 1)
                seen[point] += 1
                moving[point] += mask[row, column] == 0
    return images, len(seen), sum(2 * moving[p] > seen[p] for p in seen)


found = []
for name, model in zip(("without", "with"), sys.argv[1:3]):
    images, points, outliers = count(model, sys.argv[3])
    found.append(outliers)
    print(f"COLMAP {name} masks: {images} images, {points} points, {outliers} of them on moving things")
if found[1] * 10 > found[0]:
    sys.exit("expected masks to take nine of ten points on moving things away")
