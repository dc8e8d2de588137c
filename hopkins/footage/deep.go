package footage

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"io"
	"strconv"
	"strings"
)

// Pictures in OpenEXR and DPX, as film scanners and renderers write them, are decoded by
// ffmpeg, one by one: what it gets is the content through a pipe, and no name of a file.
// EXR holds light, which is brought to sRGB.
//
// Sources: the OpenEXR file layout, and SMPTE 268M for DPX.

const (
	exrMagic = "\x76\x2f\x31\x01"
	// maxHeader bounds the header of an EXR in bytes.
	maxHeader = 1 << 20
	// minProbe is the least that ffmpeg takes for how many bytes it may look at.
	minProbe = 1 << 12
)

func init() {
	decode := func(io.Reader) (image.Image, error) { return nil, fmt.Errorf("decoded by ffmpeg alone") }
	image.RegisterFormat("exr", exrMagic, decode, exrConfig)
	image.RegisterFormat("dpx", "SDPX", decode, dpxConfig)
	image.RegisterFormat("dpx", "XPDS", decode, dpxConfig)
}

// exrConfig reads the display window, which is what ffmpeg decodes.
func exrConfig(r io.Reader) (image.Config, error) {
	b := bufio.NewReader(io.LimitReader(r, maxHeader))
	if _, err := b.Discard(8); err != nil {
		return image.Config{}, noEOF(err)
	}
	for {
		name, err := b.ReadString(0)
		if err != nil || name == "\x00" {
			return image.Config{}, fmt.Errorf("OpenEXR: expected a displayWindow, found none")
		}
		kind, err := b.ReadString(0)
		if err != nil {
			return image.Config{}, noEOF(err)
		}
		var size uint32
		if err := binary.Read(b, binary.LittleEndian, &size); err != nil {
			return image.Config{}, noEOF(err)
		}
		if name != "displayWindow\x00" || kind != "box2i\x00" {
			if _, err := io.CopyN(io.Discard, b, int64(size)); err != nil {
				return image.Config{}, noEOF(err)
			}
			continue
		}
		var window struct{ X0, Y0, X1, Y1 int32 }
		err = binary.Read(b, binary.LittleEndian, &window)
		return image.Config{Width: int(window.X1) - int(window.X0) + 1, Height: int(window.Y1) - int(window.Y0) + 1},
			noEOF(err)
	}
}

// dpxConfig reads pixels per line and lines, at byte 772.
func dpxConfig(r io.Reader) (image.Config, error) {
	head := make([]byte, 780)
	if _, err := io.ReadFull(r, head); err != nil {
		return image.Config{}, noEOF(err)
	}
	order := binary.ByteOrder(binary.BigEndian)
	if head[0] == 'X' {
		order = binary.LittleEndian
	}
	width, height := order.Uint32(head[772:]), order.Uint32(head[776:])
	return image.Config{Width: int(width), Height: int(height)}, nil
}

// decodeDeep has ffmpeg decode a picture in OpenEXR or DPX, which format says.
func decodeDeep(ctx context.Context, content []byte, format string) (image.Image, error) {
	program, err := FindFFmpeg()
	if err != nil {
		return nil, fmt.Errorf("a picture in %s %w", strings.ToUpper(format), err)
	}
	size := strconv.Itoa(max(len(content), minProbe))
	arguments := []string{"-v", "error", "-protocol_whitelist", "pipe", "-format_whitelist", format + "_pipe", "-f",
		format + "_pipe", "-frame_size", size, "-probesize", size}
	if format == "exr" {
		arguments = append(arguments, "-apply_trc", "iec61966_2_1")
	}
	command := child(ctx, program, append(arguments, "-i", "pipe:0", "-frames:v", "1", "-pix_fmt", "rgb24", "-f",
		"image2pipe", "-c:v", "png", "pipe:1")...)
	var out, said bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(content), &out, &said
	wait, err := start(command)
	if err != nil {
		return nil, err
	}
	err = wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	m, decodeErr := png.Decode(&out)
	if err == nil {
		err = decodeErr
	}
	if err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("expected a picture in %s: %w: %q", strings.ToUpper(format), err, line)
	}
	return opaque(m), nil
}
