#!/usr/bin/env python3
"""Makes films, stacks and folders of pictures of the drawn film of drawn.py by ffmpeg,
ImageMagick, tifffile and OpenCV: five frames of 48x32.

usage: films.py FOLDER   (needs python3-opencv, python3-tifffile, ffmpeg and imagemagick)
"""
import os
import subprocess
import sys
import tempfile

import cv2
import numpy as np
import tifffile

import drawn

FRAMES = 5
FILM = [drawn.film(f) for f in range(FRAMES)]
GREY = np.stack(FILM)[..., 0]
# What ffmpeg is told, of the formats that people's films have.
FILMS = {
    "ffmpeg_mjpeg.avi": "-c:v mjpeg -q:v 2", "ffmpeg_h264.mp4": "-c:v libx264 -pix_fmt yuv420p", "ffmpeg_h264.mov": "-c:v libx264 -pix_fmt yuv420p",
    "ffmpeg_h265.mkv": "-c:v libx265 -pix_fmt yuv420p", "ffmpeg_mpeg4.avi": "-c:v mpeg4 -q:v 2", "ffmpeg_mpeg2.mpg": "-c:v mpeg2video -q:v 2",
    "ffmpeg_vp9.webm": "-c:v libvpx-vp9", "ffmpeg_vp8.webm": "-c:v libvpx", "ffmpeg_prores.mov": "-c:v prores_ks", "ffmpeg_ffv1.mkv": "-c:v ffv1",
    "ffmpeg_theora.ogv": "-c:v libtheora -q:v 8", "ffmpeg_wmv2.wmv": "-c:v wmv2 -q:v 2", "ffmpeg.gif": "", "ffmpeg.apng": "-plays 0",
    "ffmpeg_animated.png": "-f apng -plays 0",
}
FOLDERS = {
    "ffmpeg_tiff/f%03d.tiff": "", "ffmpeg_bmp/f%03d.bmp": "", "ffmpeg_webp/f%03d.webp": "-c:v libwebp -lossless 1", "ffmpeg_png/f%03d.png": "",
    "ffmpeg_jpg/f%03d.jpg": "-q:v 2", "ffmpeg_exr/f%03d.exr": "-pix_fmt gbrpf32le -compression zip16 -format half", "ffmpeg_dpx/f%03d.dpx": "-pix_fmt rgb24",
    "ffmpeg_ppm/f%03d.ppm": "",
}


def ffmpeg(folder):
    with tempfile.TemporaryDirectory() as work:
        for f, picture in enumerate(FILM):
            cv2.imwrite(os.path.join(work, "%d.png" % f), picture)
        for name, options in {**FILMS, **FOLDERS}.items():
            out = os.path.join(folder, name)
            os.makedirs(os.path.dirname(out), exist_ok=True)
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-framerate", "10", "-i", os.path.join(work, "%d.png")] + options.split()
                           + ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1", out], check=True)
        fractions = "-depth 32 -define quantum:format=floating-point -define tiff:predictor=3 -compress zip"
        pictures = [os.path.join(work, "%d.png" % f) for f in range(FRAMES)]
        for name, options in {"magick_pages.tif": "-compress none", "magick_lzw.tif": "-compress lzw", "magick.gif": "-loop 0 -delay 10",
                              "magick_float_predictor.tif": fractions, "magick_float_rgb_predictor.tif": "-type TrueColor " + fractions,
                              "magick_uint32_predictor.tif": "-depth 32 -define tiff:predictor=2 -compress lzw"}.items():
            subprocess.run(["convert", *pictures, *options.split(), os.path.join(folder, name)], check=True)


def stacks(folder):
    os.chdir(folder)
    tifffile.imwrite("tifffile_uint8.tif", GREY, photometric="minisblack", metadata=None)
    tifffile.imwrite("tifffile_uint16_be.tif", GREY.astype(">u2") * 20, photometric="minisblack", metadata=None, byteorder=">")
    tifffile.imwrite("tifffile_deflate.tif", GREY, photometric="minisblack", metadata=None, compression="zlib")
    tifffile.imwrite("tifffile_big.tif", GREY, photometric="minisblack", metadata=None, bigtiff=True)
    tifffile.imwrite("tifffile_big_be.tif", GREY.astype(">u2"), photometric="minisblack", metadata=None, bigtiff=True, byteorder=">")
    tifffile.imwrite("tifffile_big_rgb_deflate.tif", np.stack(FILM), photometric="rgb", metadata=None, bigtiff=True, compression="zlib")
    tifffile.imwrite("tifffile_float32.tif", GREY.astype("f4") / 255 - 0.5, photometric="minisblack", metadata=None)
    tifffile.imwrite("tifffile_float32_deflate.tif", GREY.astype("f4"), photometric="minisblack", metadata=None, compression="zlib")
    tifffile.imwrite("tifffile_float64_big.tif", GREY.astype("f8"), photometric="minisblack", metadata=None, bigtiff=True, compression="zlib")
    tifffile.imwrite("tifffile_float32_tiles.tif", GREY.astype("f4"), photometric="minisblack", metadata=None, tile=(16, 16), compression="zlib")
    tifffile.imwrite("tifffile_int32.tif", GREY.astype("i4") * 100, photometric="minisblack", metadata=None, compression="zlib")
    tifffile.imwrite("tifffile_int16.tif", GREY.astype("i2") * 100 - 15000, photometric="minisblack", metadata=None, compression="zlib")
    tifffile.imwrite("tifffile_white.tif", -GREY.astype("f4"), photometric="miniswhite", metadata=None, compression="zlib")
    tifffile.imwrite("tifffile_imagej.tif", np.stack([GREY, 255 - GREY], axis=1), imagej=True, metadata={"axes": "TCYX"})
    tifffile.imwrite("tifffile_imagej_float.tif", GREY.astype("f4"), imagej=True, metadata={"axes": "TYX"})
    tifffile.imwrite("tifffile.ome.tif", np.stack([GREY, 255 - GREY], axis=1), metadata={"axes": "TCYX"}, photometric="minisblack")
    tifffile.imwrite("tifffile_truncated.tif", GREY, photometric="minisblack", metadata=None)
    os.truncate("tifffile_truncated.tif", 400)
    writer = cv2.VideoWriter("opencv.avi", cv2.VideoWriter_fourcc(*"MJPG"), 10, (48, 32))
    for picture in FILM:
        writer.write(picture)
    writer.release()
    cv2.imwritemulti("opencv_float.tif", list(GREY.astype("f4")))


ffmpeg(sys.argv[1])
stacks(sys.argv[1])
