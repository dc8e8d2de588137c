package footage

import (
	"context"
	"image"
	"image/color"

	"golang.org/x/image/draw"
)

// grayFrom returns the brightness of a picture that is read in colour.
func grayFrom(ctx context.Context, r reader, i int) (*image.Gray, error) {
	m, err := r.read(ctx, i, func(int, image.Image) {})
	if err != nil {
		return nil, err
	}
	return GrayOf(m), nil
}

// GrayOf returns the brightness of a picture, with its origin at (0, 0): the Y
// of pictures that have it, otherwise 0.299 R + 0.587 G + 0.114 B. It may share
// its pixels with the picture.
func GrayOf(m image.Image) *image.Gray {
	r := m.Bounds()
	size := image.Rectangle{Max: r.Size()}
	switch m := m.(type) {
	case *image.Gray:
		return &image.Gray{Pix: m.Pix[m.PixOffset(r.Min.X, r.Min.Y):], Stride: m.Stride, Rect: size}
	case *image.YCbCr:
		return &image.Gray{Pix: m.Y[m.YOffset(r.Min.X, r.Min.Y):], Stride: m.YStride, Rect: size}
	case *image.RGBA:
		g := image.NewGray(size)
		for y := range size.Max.Y {
			row, out := m.Pix[m.PixOffset(r.Min.X, r.Min.Y+y):], g.Pix[y*g.Stride:]
			for x := range size.Max.X {
				// The weights of color.GrayModel.
				out[x] = uint8((19595*uint32(row[4*x]) + 38470*uint32(row[4*x+1]) + 7471*uint32(row[4*x+2]) + 1<<15) >> 16)
			}
		}
		return g
	}
	g := image.NewGray(size)
	for y := range size.Max.Y {
		for x := range size.Max.X {
			g.Pix[y*g.Stride+x] = color.GrayModel.Convert(m.At(r.Min.X+x, r.Min.Y+y)).(color.Gray).Y
		}
	}
	return g
}

// reducedSize returns the size of a picture of which the longer side has at
// most maxSide pixels, in the same proportions.
func reducedSize(size image.Point, maxSide int) image.Point {
	longer := max(size.X, size.Y)
	if maxSide <= 0 || longer <= maxSide {
		return size
	}
	by := func(side int) int { return max(1, (2*side*maxSide+longer)/(2*longer)) }
	return image.Pt(by(size.X), by(size.Y))
}

// reduce makes a picture smaller as reducedSize says. Every pixel is a mean of
// those that it stands for.
func reduce(m image.Image, maxSide int) image.Image {
	size := reducedSize(m.Bounds().Size(), maxSide)
	if size == m.Bounds().Size() {
		return m
	}
	var to draw.Image = image.NewRGBA(image.Rectangle{Max: size})
	if _, ok := m.(*image.Gray); ok {
		to = image.NewGray(image.Rectangle{Max: size})
	}
	draw.BiLinear.Scale(to, to.Bounds(), m, m.Bounds(), draw.Src, nil)
	return to
}
