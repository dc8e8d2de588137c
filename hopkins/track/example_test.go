package track_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/synthetic"
	"motionseg/hopkins/track"
	"motionseg/segment"
)

// A film, or a folder of pictures, is opened, points are followed through it, and their
// motions found, their number as well.
func Example() {
	folder, err := os.MkdirTemp("", "film")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	scene, err := synthetic.New(synthetic.Config{Seed: 7, Bodies: 1, Frames: 8, Tracks: 60, Width: 320, Height: 240})
	if err != nil {
		fmt.Println(err)
		return
	}
	for f := range scene.Frames() {
		if err := synthetic.SavePicture(filepath.Join(folder, fmt.Sprintf("%04d.jpg", f+1)), scene.Render(f)); err != nil {
			fmt.Println(err)
			return
		}
	}

	ctx := context.Background()
	sequence, err := track.Open(ctx, folder, footage.Range{}, track.Default(track.Sparse), nil) // or "film.mp4"
	if err != nil {
		fmt.Println(err)
		return
	}
	method, err := segment.Lookup("lrksc-auto")
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := sequence.Segment(ctx, hopkins.Task{Method: segment.Spec{Method: method}, Motions: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sequence.Frames(), "frames,", len(found.Labels) == sequence.Points())
	// Output: 8 frames, true
}
