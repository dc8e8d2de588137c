package read

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"

	"motionseg/hopkins/read/input"
)

// A format for the example: "TRAX", the numbers of tracks and frames as bytes,
// and for every track and frame x and y as bytes, 255 for what is not seen.

func readTrax(in *input.File) (*Tracks, error) {
	var head [6]byte
	if _, err := io.ReadFull(in.Head, head[:]); err != nil {
		return nil, fmt.Errorf("expected 6 bytes of header, found the end of the file")
	}
	tracks, frames := int(head[4]), int(head[5])
	if tracks < 2 {
		return nil, fmt.Errorf("expected at least 2 tracks, found %d", tracks)
	}
	var points []input.Point
	for i := range tracks {
		for f := range frames {
			var at [2]uint8
			if err := binary.Read(in.Head, binary.LittleEndian, &at); err != nil {
				return nil, fmt.Errorf("track %d, frame %d: expected x and y, found the end of the file", i+1, f+1)
			}
			if at[0] != 255 {
				points = append(points, input.Point{Track: i, Frame: f, X: float64(at[0]), Y: float64(at[1])})
			}
		}
	}
	return input.SequenceOf(points, tracks, frames)
}

// Example adds a format and reads it.
func Example() {
	before := registry
	defer func() { registry = before }()
	// It is found before text, which it looks like.
	registry = slices.Insert(slices.Clone(registry), 0, &Format{
		Name: "a file of TRAX", Extensions: []string{".trax"}, Types: []string{"application/x-trax"},
		Recognise: func(head []byte) bool { return bytes.HasPrefix(head, []byte("TRAX")) },
		Read:      readTrax,
	})

	s, err := From(context.Background(), strings.NewReader("TRAX\x02\x02\x0a\x14\x0b\x15\x1e\x28\xff\x00"), "walk.trax",
		Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Points(), s.Frames(), s.Pixels.At(2, 0), s.Seen(1, 1))
	_, err = From(context.Background(), strings.NewReader("TRAX\x02\x02\x0a"), "short.trax", Options{})
	fmt.Println(err)
	// Output:
	// 2 2 11 false
	// track 1, frame 1: expected x and y, found the end of the file
}
