package write

import (
	"io"
	"strconv"

	"motionseg/hopkins/read"
)

// Tracks are tracks with a label each, as they are written.
type Tracks struct {
	*read.Tracks
	// Labels holds the motion of every track, in the numbers of its file, 0 for none.
	Labels []int
}

// Format is a file in which other programs take tracks with labels: a variable in a
// file of this package, and a line in the registry.
type Format struct {
	Name   string // as the command line has it
	Title  string // as menus have it
	Ending string // of the file's name
	// Content is what the help's table says of it.
	Content string
	write   func(io.Writer, *Tracks) error
}

// eachPoint calls line for every point that is seen, track after track.
func (t *Tracks) eachPoint(line func(track, frame int, x, y string)) {
	for i := range t.Points() {
		for f := range t.Frames() {
			if t.Seen(i, f) {
				line(i, f, number(t.Pixels.At(2*f, i)), number(t.Pixels.At(2*f+1, i)))
			}
		}
	}
}

// number writes v with as many digits as reading it back exactly needs.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
