// Command example makes the embedded example of the given name in the folder
// example of the current one, in the layout of Hopkins155: tracks, pictures of
// all frames, a preview of the first frame with the tracks drawn in, and a
// description.
package main

import (
	"image"
	"image/color"
	"log"
	"os"
	"path/filepath"

	"motionseg/hopkins"
	"motionseg/hopkins/synthetic"
)

// inks are the colours of the motions in the preview, from the palette of Okabe
// and Ito.
var inks = []color.RGBA{
	{0xE6, 0x9F, 0x00, 0xFF}, {0x56, 0xB4, 0xE9, 0xFF}, {0x00, 0x9E, 0x73, 0xFF},
	{0xF0, 0xE4, 0x42, 0xFF}, {0xD5, 0x5E, 0x00, 0xFF}, {0xCC, 0x79, 0xA7, 0xFF},
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: example NAME")
	}
	if err := generate("example", os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// generate writes the example of that name to the folder, in place of one that
// was there.
func generate(folder, name string) error {
	scene, err := synthetic.New(synthetic.Example())
	if err != nil {
		return err
	}
	sequence, err := scene.Sequence()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
		return err
	}
	if err := scene.Save(folder, name, hopkins.Corruption{}, true); err != nil {
		return err
	}
	preview := scene.Render(0)
	mark(preview, sequence)
	return synthetic.SavePicture(filepath.Join(folder, name, "preview.jpg"), preview)
}

// mark draws a cross at every track of the first frame in the colour of its
// motion.
func mark(picture *image.RGBA, s *hopkins.Sequence) {
	for i := range s.Points() {
		x, y := int(s.Pixels.At(0, i)+0.5), int(s.Pixels.At(1, i)+0.5)
		ink := inks[(s.Truth[i]-1)%len(inks)]
		const arm = 4
		for d := -arm; d <= arm; d++ {
			picture.SetRGBA(x+d, y, ink)
			picture.SetRGBA(x, y+d, ink)
		}
	}
}
