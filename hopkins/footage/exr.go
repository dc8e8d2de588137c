package footage

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"math"

	"motionseg/hopkins"
)

// WriteEXR writes the numbers of a picture, row by row, as the one channel Y of an OpenEXR
// file, half floats compressed by ZIP, through ffmpeg. The error names the file, and is
// ctx.Err() when ctx ends first.
func WriteEXR(ctx context.Context, path string, size image.Point, pixels []float32) error {
	program, err := FindFFmpeg()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if size.X < 1 || size.Y < 1 || len(pixels) != size.X*size.Y {
		return fmt.Errorf("%s: expected %d×%d pixels, found %d", path, size.X, size.Y, len(pixels))
	}
	raw := make([]byte, 0, 4*len(pixels))
	for _, v := range pixels {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	err = hopkins.ReplaceFile(path, func(temporary string) error {
		command := child(ctx, program, "-hide_banner", "-v", "error", "-nostats", "-y",
			"-f", "rawvideo", "-pixel_format", "grayf32le", "-video_size", fmt.Sprintf("%dx%d", size.X, size.Y), "-i", "pipe:0",
			"-frames:v", "1", "-c:v", "exr", "-format", "half", "-compression", "zip16", "-f", "image2", "-update", "1",
			"file:"+temporary)
		said := &report{}
		command.Stdin, command.Stderr = bytes.NewReader(raw), said
		wait, err := start(command)
		if err != nil {
			return err
		}
		if failed := wait(); failed != nil {
			return fmt.Errorf("%s: ffmpeg: %s", path, said.reason(failed))
		}
		return nil
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
