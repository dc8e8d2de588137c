package programs

import (
	"fmt"

	"motionseg/hopkins/read/input"
)

// 3DEqualizer exports 2D tracks as the number of tracks, and for each its name, its
// colour, the number of its points and as many lines with frame, x and y in pixels.
// Frames count from 1, y grows upwards.
//
// Source: the scripts that come with 3DEqualizer 4 (export_tracks.py).
var ThreeDE = input.Format{
	Name: "tracks of 3DEqualizer", Types: input.TextTypes,
	Rows: []input.Row{{File: "3DEqualizer, `.txt`", Content: "the number of tracks, and for each its name, " +
		"colour, number of points and lines `frame x y`; frames count from 1, y upwards"}},
	Recognise: is3DE, Read: read3DE, Seems: input.GlanceHead(is3DE),
}

// is3DE reports whether a file begins with a number, a name, two numbers, and three.
func is3DE(head []byte) bool {
	first := input.FirstLines(head, 5)
	if len(first) < 5 || len(first[0]) != 1 || len(first[2]) != 1 || len(first[3]) != 1 || len(first[4]) != 3 {
		return false
	}
	for _, line := range [][]string{first[0], first[2], first[3], first[4][:1]} {
		if v, err := input.Numbers(line); err != nil || !input.IsWhole(v[0], 0) {
			return false
		}
	}
	_, err := input.Numbers(first[4])
	return err == nil
}

func read3DE(in *input.File) (*input.Tracks, error) {
	c := input.Collector{Upwards: true}
	var name string
	state, left, tracks := 0, 0, 0
	err := input.Lines(in, func(_ int, fields []string, line string) error {
		switch state {
		case 1:
			name = line
			if _, twice := c.IDs[name]; twice {
				return fmt.Errorf("expected every name once, found %s twice", input.Quoted([]string{name}))
			}
			state++
			return nil
		case 4:
			v, err := input.Numbers(fields)
			if err != nil || len(v) != 3 || !input.IsWhole(v[0], 1) {
				return fmt.Errorf("expected frame, x and y of %s, found %s", input.Quoted([]string{name}), input.Quoted(fields))
			}
			if left--; left == 0 {
				state = 1
			}
			return c.Add(name, int(v[0])-1, v[1], v[2])
		}
		v, err := input.Numbers(fields)
		if err != nil || len(v) != 1 || !input.IsWhole(v[0], 0) {
			return fmt.Errorf("expected a whole number, found %s", input.Quoted(fields))
		}
		switch state {
		case 0:
			tracks = int(v[0])
		case 3:
			if left = int(v[0]); left == 0 {
				state = 0
			}
		}
		state++
		return nil
	})
	if err != nil {
		return nil, err
	}
	if state != 1 {
		return nil, fmt.Errorf("expected %d tracks, found the end of the file in %s", tracks, input.Quoted([]string{name}))
	}
	return c.Tracks()
}
