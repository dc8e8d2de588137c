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
	"strings"

	"motionseg/hopkins/files"
	"motionseg/hopkins/internal/pgm"
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

// decodePGM reads a portable grey map with one byte a pixel, whose values are labels.
func decodePGM(content []byte) (*image.Gray, error) {
	p, err := pgm.Read(bufio.NewReader(bytes.NewReader(content)), maxPixels)
	if err != nil {
		return nil, err
	}
	if p.Largest > 255 {
		return nil, fmt.Errorf("largest value: expected at most 255, found %d", p.Largest)
	}
	m := image.NewGray(image.Rect(0, 0, p.Width, p.Height))
	for i, v := range p.Values {
		if v > 255 {
			return nil, fmt.Errorf("pixel %d: expected at most 255, found %d", i+1, v)
		}
		m.Pix[i] = uint8(v)
	}
	return m, nil
}
