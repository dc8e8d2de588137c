package mask

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"

	"motionseg/hopkins/files"
)

// maxMaskBytes bounds a file of a mask that is read.
const maxMaskBytes = 64 << 20

// ReadPNG reads a mask as the format png writes it: an indexed or a grey picture of 8 bits,
// the motion of every pixel from 1, 0 where it is undecided. The error names the file.
func ReadPNG(path string) (*image.Gray, error) {
	text, err := files.Read(path, maxMaskBytes)
	if err != nil {
		return nil, err
	}
	head, err := png.DecodeConfig(bytes.NewReader(text))
	if err == nil && head.Width*head.Height > maxMaskBytes {
		err = fmt.Errorf("expected at most %d pixels, found %d×%d", maxMaskBytes, head.Width, head.Height)
	}
	var m image.Image
	if err == nil {
		m, err = png.Decode(bytes.NewReader(text))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	switch m := m.(type) {
	case *image.Paletted:
		return &image.Gray{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}, nil
	case *image.Gray:
		return m, nil
	}
	return nil, fmt.Errorf("%s: expected a mask, an indexed or grey PNG of 8 bits, found another kind", path)
}

// folder returns what the masks in the folder Constraints say, under what is known already.
// The error says where there is none for any frame.
func (o *Output) folder(over Known) (Known, error) {
	path := func(frame int) string { return filepath.Join(o.Constraints, o.stem(frame)+".png") }
	found := false
	for f := 0; f < o.frames && !found; f++ {
		info, err := os.Stat(path(f))
		found = err == nil && info.Mode().IsRegular()
	}
	if !found {
		return nil, fmt.Errorf("%s: expected masks with the names of the frames, as %s, found none", o.Constraints,
			filepath.Base(path(0)))
	}
	return func(ctx context.Context, frame int, size image.Point) (*image.Gray, error) {
		m, err := ReadPNG(path(frame))
		if errors.Is(err, fs.ErrNotExist) {
			if over == nil {
				return nil, nil
			}
			return over(ctx, frame, size)
		}
		if err != nil {
			return nil, err
		}
		if err := o.fits(m, size); err != nil {
			return nil, fmt.Errorf("%s: %w", path(frame), err)
		}
		if over == nil {
			return m, nil
		}
		first, err := over(ctx, frame, size)
		if err != nil || first == nil {
			return m, err
		}
		for i, v := range first.Pix {
			if v > 0 {
				m.Pix[i] = v
			}
		}
		return m, nil
	}, nil
}

// fits returns an error that says what of a mask is not of the film.
func (o *Output) fits(m *image.Gray, size image.Point) error {
	if got := m.Rect.Size(); got != size {
		return fmt.Errorf("expected a mask of %d×%d pixels as the frame, found %d×%d", size.X, size.Y, got.X, got.Y)
	}
	for _, v := range m.Pix {
		if int(v) > o.motions {
			return fmt.Errorf("expected motions up to %d, 0 where undecided, found %d", o.motions, v)
		}
	}
	return nil
}
