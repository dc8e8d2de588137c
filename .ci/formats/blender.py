"""Makes tracks in Blender and takes them out as people's scripts do: blender.json by the
names of its Python, and a folder with a file for each track. Twelve tracks move in seven
frames of 640x480 pixels, as place2 in variables_test.go has them.

usage: blender -b --python blender.py -- FOLDER
"""
import json
import os
import subprocess
import sys

import bpy

N, F, W, H = 12, 7, 640, 480
folder = sys.argv[sys.argv.index("--") + 1]
film = os.path.join(folder, "film.avi")
subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=%dx%d:rate=25" % (W, H), "-frames:v", str(F), "-c:v", "mjpeg", film], check=True)
clip = bpy.data.movieclips.load(film)
for i in range(N):
    track = clip.tracking.tracks.new(name="Track.%03d" % i, frame=1)
    for f in range(F):
        x, y = i * 97 % 640 + 1.5 * f, i * 61 % 480 + f * (i % 3)
        track.markers.insert_frame(f + 1, co=(x / W, 1 - y / H))
tracks = [{"name": t.name, "markers": [{"frame": m.frame, "co": list(m.co), "mute": m.mute} for m in t.markers]} for t in clip.tracking.tracks]
with open(os.path.join(folder, "blender.json"), "w") as out:
    json.dump({"size": list(clip.size), "tracks": tracks}, out)
each = os.path.join(folder, "blender_tracks")
os.makedirs(each, exist_ok=True)
for t in clip.tracking.tracks:
    with open(os.path.join(each, "film_Camera_tr_%s.csv" % t.name), "w") as out:
        for frame in range(clip.frame_duration + 1):
            marker = t.markers.find_frame(frame)
            if marker:
                out.write("{0},{1},{2}\n".format(frame, marker.co.xy[0] * clip.size[0], marker.co.xy[1] * clip.size[1]))
os.remove(film)
