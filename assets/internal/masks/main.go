// Command masks draws masks.png of the help in the folder help of the current one: a
// frame of the embedded example with its tracks, and under it the same frame under
// its masks.
package main

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"log"
	"path/filepath"

	xdraw "golang.org/x/image/draw"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
	"motionseg/hopkins/synthetic"
)

const (
	frame = 12
	width = 480 // of the picture
)

func main() {
	log.SetFlags(0)
	if err := paint(filepath.Join("help", "masks.png")); err != nil {
		log.Fatal(err)
	}
}

// paint draws the picture.
func paint(path string) error {
	scene, err := synthetic.New(synthetic.Example())
	if err != nil {
		return err
	}
	s, err := scene.Sequence()
	if err != nil {
		return err
	}
	colours := mask.Palette(256)
	ground := mask.Background(s, s.Truth)
	colour := func(motion uint8) color.RGBA {
		if int(motion) == ground {
			return color.RGBA{}
		}
		return colours[motion].(color.RGBA)
	}
	film := mask.Film{Sequence: s, Labels: s.Truth, Picture: func(_ context.Context, f int) (image.Image, error) { return scene.Render(f), nil }}
	var both *image.RGBA
	err = film.Range(context.Background(), frame, frame+1, func(m *mask.Mask) error {
		size := m.Labels.Rect.Size()
		both = image.NewRGBA(image.Rect(0, 0, size.X, 2*size.Y))
		draw.Draw(both, m.Labels.Rect, m.Picture, image.Point{}, draw.Src)
		draw.Draw(both, m.Labels.Rect.Add(image.Pt(0, size.Y)), mask.Overlay(m, colour), image.Point{}, draw.Src)
		return nil
	})
	if err != nil {
		return err
	}
	for i := range s.Points() {
		x, y := int(s.Pixels.At(2*frame, i)+0.5), int(s.Pixels.At(2*frame+1, i)+0.5)
		draw.Draw(both, image.Rect(x-3, y-3, x+4, y+4), image.NewUniform(colours[s.Truth[i]]), image.Point{}, draw.Src)
	}
	small := image.NewRGBA(image.Rect(0, 0, width, width*both.Rect.Dy()/both.Rect.Dx()))
	xdraw.CatmullRom.Scale(small, small.Rect, both, both.Rect, draw.Src, nil)
	return hopkins.WriteFile(path, func(w io.Writer) error { return png.Encode(w, small) })
}
