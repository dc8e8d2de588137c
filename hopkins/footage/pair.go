package footage

import (
	"context"
	"fmt"
	"image"
	"image/draw"

	"motionseg/hopkins/matfile"
)

var _ reader = (*pair)(nil)

// pair is the two pictures in a file of AdelaideRMF.
type pair struct{ pictures [2]*image.RGBA }

// pairNames are the variables of the two pictures.
var pairNames = [2]string{"img1", "img2"}

// openPair reads the two pictures of the correspondences in a MATLAB file. It
// returns an error that wraps ErrNone when there are none.
func openPair(path string) (*Source, error) {
	f, err := matfile.ReadFile(path, pairNames[:]...)
	if err != nil {
		return nil, err
	}
	p := &pair{}
	for i, name := range pairNames {
		a := f.Var(name)
		if a == nil {
			return nil, fmt.Errorf("%s: %w: there is no variable %s", path, ErrNone, name)
		}
		if p.pictures[i], err = fromArray(a); err != nil {
			return nil, fmt.Errorf("%s: variable %s: %w", path, name, err)
		}
	}
	if size := p.pictures[0].Rect.Size(); p.pictures[1].Rect.Size() != size {
		// A point of the second picture is where the first one's pixels are.
		padded := image.NewRGBA(image.Rectangle{Max: size})
		draw.Draw(padded, padded.Rect, image.Black, image.Point{}, draw.Src)
		draw.Draw(padded, padded.Rect, p.pictures[1], image.Point{}, draw.Over)
		p.pictures[1] = padded
	}
	return newSource(Pair, p), nil
}

// fromArray returns the picture in an array: height×width grey values or
// height×width×3 colours of 0…255, or 0…1 where it holds fractions.
func fromArray(a *matfile.Array) (*image.RGBA, error) {
	channels := 1
	if len(a.Dims) == 3 {
		channels = a.Dims[2]
	}
	if len(a.Dims) > 3 || channels != 1 && channels != 3 || a.Class < matfile.Double || a.Class > matfile.Uint64 ||
		a.Complex {
		return nil, fmt.Errorf("expected a picture of height×width or height×width×3 numbers, found %s %s", a.Size(), a.Class)
	}
	h, w := a.Dims[0], a.Dims[1]
	if err := checkSize(w, h); err != nil {
		return nil, err
	}
	scale := 1.0
	if a.Class == matfile.Double || a.Class == matfile.Single {
		scale = 255
	}
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for x := range w {
		for y := range h {
			at := m.PixOffset(x, y)
			for c := range 3 {
				v := a.Data[min(c, channels-1)*w*h+x*h+y] * scale
				m.Pix[at+c] = uint8(min(max(v, 0), 255))
			}
			m.Pix[at+3] = 0xFF
		}
	}
	return m, nil
}

func (p *pair) count() int { return len(p.pictures) }

func (p *pair) gray(ctx context.Context, i int) (*image.Gray, error) {
	return grayFrom(ctx, p, i)
}

func (p *pair) read(_ context.Context, i int, _ func(int, image.Image)) (image.Image, error) {
	return p.pictures[i], nil
}

func (p *pair) Close() error { return nil }
