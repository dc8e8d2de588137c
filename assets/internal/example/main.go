// Command example makes the embedded example of the given name in the folder
// example of the current one, in the layout of Hopkins155: tracks, pictures of
// all frames, a preview of the first frame with the tracks drawn in, and a
// description.
package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"log"
	"os"
	"path/filepath"

	"motionseg/hopkins"
	"motionseg/hopkins/synthetic"
)

// quality is that of the JPEG pictures, chosen so that all files together stay
// below two megabytes.
const quality = 68

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
	name := os.Args[1]
	if err := generate(filepath.Join("example", name), name); err != nil {
		log.Fatal(err)
	}
}

// generate writes the example of that name into a folder, in place of what was
// there.
func generate(folder, name string) error {
	scene, err := synthetic.New(synthetic.Example())
	if err != nil {
		return err
	}
	sequence, err := scene.Sequence()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	frames := filepath.Join(folder, "frames")
	if err := os.MkdirAll(frames, 0o755); err != nil {
		return err
	}
	if err := hopkins.WriteTruth(sequence, filepath.Join(folder, name+"_truth.mat")); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "description.txt"), []byte(sequence.Description), 0o644); err != nil {
		return err
	}
	for f := range scene.Frames() {
		picture := scene.Render(f)
		if err := write(filepath.Join(frames, fmt.Sprintf("%04d.jpg", f+1)), picture); err != nil {
			return err
		}
		if f == 0 {
			mark(picture, sequence)
			if err := write(filepath.Join(folder, "preview.jpg"), picture); err != nil {
				return err
			}
		}
	}
	return nil
}

// write writes a picture as JPEG.
func write(path string, picture image.Image) error {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture, &jpeg.Options{Quality: quality}); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
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
