// Command masks draws masks.png of the help in the folder help of the current one: the
// masks of a frame of the embedded example, and its tracks.
package main

import (
	"context"
	"image"
	"image/color"
	"image/png"
	"io"
	"log"
	"path/filepath"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
	"motionseg/hopkins/synthetic"
)

const (
	frame = 12
	width = 400 // of the picture
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
	// Background, its points, and the masks and points of two motions.
	palette := color.Palette{
		color.RGBA{0xE4, 0xE4, 0xE4, 0xFF}, color.RGBA{0x70, 0x70, 0x70, 0xFF}, color.RGBA{0xF2, 0xC0, 0x60, 0xFF},
		color.RGBA{0x90, 0x50, 0x00, 0xFF}, color.RGBA{0x8C, 0xCC, 0xF0, 0xFF}, color.RGBA{0x00, 0x50, 0x90, 0xFF},
	}
	film := mask.Film{Sequence: s, Labels: s.Truth, Picture: func(_ context.Context, f int) (image.Image, error) {
		return scene.Render(f), nil
	}}
	return film.Range(context.Background(), frame, frame+1, func(m *mask.Mask) error {
		size := m.Labels.Rect.Size()
		flat := image.NewPaletted(image.Rect(0, 0, width, width*size.Y/size.X), palette)
		for y := range flat.Rect.Dy() {
			for x := range width {
				flat.SetColorIndex(x, y, 2*(m.Labels.GrayAt(x*size.X/width, y*size.X/width).Y-1))
			}
		}
		for i := range s.Points() {
			x, y := int(s.Pixels.At(2*frame, i))*width/size.X, int(s.Pixels.At(2*frame+1, i))*width/size.X
			for dy := range 3 {
				for dx := range 3 {
					flat.SetColorIndex(x+dx-1, y+dy-1, uint8(2*s.Truth[i]-1))
				}
			}
		}
		return hopkins.WriteFile(path, func(w io.Writer) error {
			return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, flat)
		})
	})
}
