package filmset

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"motionseg/hopkins/files"
)

// The largest truth pictures that are read.
const (
	maxFileBytes = 256 << 20
	maxPixels    = 64 << 20
)

// readTruth reads a truth picture. The error names the file.
func readTruth(path string) (*image.Gray, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(content) > maxFileBytes {
		return nil, fmt.Errorf("%s: expected a picture of at most %d bytes, found more", path, maxFileBytes)
	}
	decode := decodePGM
	if strings.EqualFold(filepath.Ext(path), ".png") {
		decode = decodePNG
	}
	picture, err := decode(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return picture, nil
}

// decodePNG reads a picture that shows one object brighter than half of white, as 255,
// and all else as 0.
func decodePNG(content []byte) (*image.Gray, error) {
	c, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxPixels/c.Height {
		return nil, fmt.Errorf("expected at most %d pixels, found %d×%d", maxPixels, c.Width, c.Height)
	}
	decoded, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	corner := decoded.Bounds().Min
	picture := image.NewGray(image.Rect(0, 0, c.Width, c.Height))
	for y := range c.Height {
		for x := range c.Width {
			if color.GrayModel.Convert(decoded.At(corner.X+x, corner.Y+y)).(color.Gray).Y > 127 {
				picture.Pix[picture.PixOffset(x, y)] = 255
			}
		}
	}
	return picture, nil
}

// decodePGM reads a picture in the format PGM with one byte a pixel: "P5",
// width, height and largest value as text, and the pixels row by row.
func decodePGM(content []byte) (*image.Gray, error) {
	r := bufio.NewReader(bytes.NewReader(content))
	magic, err := word(r)
	if err != nil {
		return nil, err
	}
	if magic != "P5" {
		return nil, fmt.Errorf("expected a PGM picture (P5), found %q", magic)
	}
	var numbers [3]int
	for i, name := range [...]string{"width", "height", "largest value"} {
		text, err := word(r)
		if err != nil {
			return nil, err
		}
		if numbers[i], err = strconv.Atoi(text); err != nil || numbers[i] < 1 {
			return nil, fmt.Errorf("%s: expected a whole number from 1, found %q", name, text)
		}
	}
	width, height, most := numbers[0], numbers[1], numbers[2]
	if width > maxPixels/height {
		return nil, fmt.Errorf("expected at most %d pixels, found %d×%d", maxPixels, width, height)
	}
	if most > 255 {
		return nil, fmt.Errorf("largest value: expected at most 255, found %d", most)
	}
	if rest := r.Buffered(); len(content) < width*height {
		return nil, fmt.Errorf("expected %d×%d pixels, found %d bytes", width, height, rest)
	}
	picture := image.NewGray(image.Rect(0, 0, width, height))
	if n, err := io.ReadFull(r, picture.Pix); err != nil {
		return nil, fmt.Errorf("expected %d×%d pixels, found %d", width, height, n)
	}
	return picture, nil
}

// word reads up to a white space, which it takes. Before it, white spaces and
// comments, from # to the end of the line, are passed over.
func word(r *bufio.Reader) (string, error) {
	var text []byte
	comment := false
	for {
		b, err := r.ReadByte()
		if err != nil {
			return "", fmt.Errorf("expected the header of a PGM picture, found its end")
		}
		switch {
		case comment:
			comment = b != '\n'
		case b == '#' && len(text) == 0:
			comment = true
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			if len(text) > 0 {
				return string(text), nil
			}
		case len(text) == 16:
			return "", fmt.Errorf("expected the header of a PGM picture, found %q", text)
		default:
			text = append(text, b)
		}
	}
}
