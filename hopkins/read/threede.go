package read

import "fmt"

// 3DEqualizer exports 2D tracks as the number of tracks, and for each its name, its
// colour, the number of its points and as many lines with frame, x and y in pixels.
// Frames count from 1, y grows upwards.
//
// Source: the scripts that come with 3DEqualizer 4 (export_tracks.py).
var threeDE = Format{
	Name: "tracks of 3DEqualizer", Types: textTypes,
	Rows:      []Row{{"3DEqualizer, `.txt`", "the number of tracks, and for each its name, colour, number of points and lines `frame x y`; frames count from 1, y upwards"}},
	recognise: is3DE, read: read3DE, glance: glanceHead(is3DE),
}

// is3DE reports whether a file begins with a number, a name, two numbers, and three.
func is3DE(head []byte) bool {
	first := firstLines(head, 5)
	if len(first) < 5 || len(first[0]) != 1 || len(first[2]) != 1 || len(first[3]) != 1 || len(first[4]) != 3 {
		return false
	}
	for _, line := range [][]string{first[0], first[2], first[3], first[4][:1]} {
		if v, err := numbers(line); err != nil || !isWhole(v[0], 0) {
			return false
		}
	}
	_, err := numbers(first[4])
	return err == nil
}

func read3DE(in *input) (*Tracks, error) {
	c := collector{upwards: true}
	var name string
	state, left, tracks := 0, 0, 0
	err := lines(in, func(_ int, fields []string, line string) error {
		switch state {
		case 1:
			name = line
			if _, twice := c.ids[name]; twice {
				return fmt.Errorf("expected every name once, found %s twice", quoted([]string{name}))
			}
			state++
			return nil
		case 4:
			v, err := numbers(fields)
			if err != nil || len(v) != 3 || !isWhole(v[0], 1) {
				return fmt.Errorf("expected frame, x and y of %s, found %s", quoted([]string{name}), quoted(fields))
			}
			if left--; left == 0 {
				state = 1
			}
			return c.add(name, int(v[0])-1, v[1], v[2])
		}
		v, err := numbers(fields)
		if err != nil || len(v) != 1 || !isWhole(v[0], 0) {
			return fmt.Errorf("expected a whole number, found %s", quoted(fields))
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
		return nil, fmt.Errorf("expected %d tracks, found the end of the file in %s", tracks, quoted([]string{name}))
	}
	return c.tracks()
}
