package write

import (
	"fmt"
	"io"
	"strconv"
	"strings"

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

// registry holds all formats, in the order of menus.
var registry = []*Format{
	&table,
	&napari,
	&trackMate,
	&trackMateXML,
	&coTracker,
	&cvat,
	&coco,
	&motChallenge,
	&blender,
	&nuke,
}

// Formats returns all formats.
func Formats() []Format {
	all := make([]Format, len(registry))
	for i, f := range registry {
		all[i] = *f
	}
	return all
}

// Labelled writes tracks in the format of that name. The error says what was expected
// and what was found.
func Labelled(w io.Writer, format string, t *Tracks) error {
	if len(t.Labels) != t.Points() {
		return fmt.Errorf("expected one label for each of %d tracks, found %d", t.Points(), len(t.Labels))
	}
	var names []string
	for _, f := range registry {
		if f.Name == format {
			return f.write(w, t)
		}
		names = append(names, f.Name)
	}
	return fmt.Errorf("format of labelled tracks: expected %s, found %q", strings.Join(names, ", "), format)
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
