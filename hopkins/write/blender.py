# Tracks with their motions, for Blender 2.80 and later. Open the film in the Movie Clip
# Editor and run this in the Text Editor, or let Blender load the film:
#
#     blender --python THIS.py -- FILM
#
# Every track has the colour of its motion, which its name says too.

import sys

import bpy

# The width and the height of the pictures in pixels, 0 where they are those of the film.
SIZE = {{SIZE}}

# Name and colour of every track, and where it is seen: frame from 1, x, and y
# downwards in pixels.
TRACKS = [
{{TRACKS}}]


def film():
    if "--" in sys.argv and sys.argv.index("--") + 1 < len(sys.argv):
        return bpy.data.movieclips.load(sys.argv[sys.argv.index("--") + 1])
    clip = getattr(bpy.context, "edit_movieclip", None)
    if clip is None and len(bpy.data.movieclips) > 0:
        clip = bpy.data.movieclips[0]
    if clip is None:
        raise SystemExit("expected a film that is open in the Movie Clip Editor, found none")
    return clip


def add(clip, width, height):
    for name, colour, points in TRACKS:
        track = clip.tracking.tracks.new(name=name, frame=points[0][0])
        track.use_custom_color = True
        track.color = colour
        last = None
        for frame, x, y in points:
            if last is not None and frame > last + 1:
                track.markers.insert_frame(last + 1, co=place).mute = True
            place = (x / width, 1 - y / height)
            track.markers.insert_frame(frame, co=place).mute = False
            last = frame
        track.markers.insert_frame(last + 1, co=place).mute = True


clip = film()
add(clip, SIZE[0] or clip.size[0], SIZE[1] or clip.size[1])
print("%d tracks in %s" % (len(TRACKS), clip.name))
