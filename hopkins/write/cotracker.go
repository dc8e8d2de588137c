package write

import (
	"io"

	"motionseg/hopkins/numpy"
)

var coTracker = Format{
	Name: "cotracker", Title: "CoTracker .npz", Ending: ".npz",
	Content: "the arrays of CoTracker, `tracks` and `visibility`, with `labels`",
	write:   writeCoTracker,
}

// writeCoTracker writes the arrays of Arrays and labels, N whole numbers.
func writeCoTracker(w io.Writer, t *Tracks) error {
	values := make([]float64, len(t.Labels))
	for i, l := range t.Labels {
		values[i] = float64(l)
	}
	members := append(t.arrays(),
		numpy.Member{Name: "labels", Array: numpy.Array{Shape: []int{len(values)}, Type: "<i8", Data: values}})
	return numpy.WriteArchive(w, members...)
}

// Arrays writes the arrays of CoTracker: tracks, F×N×2 in pixels, and visibility,
// F×N.
func Arrays(w io.Writer, t *Tracks) error { return numpy.WriteArchive(w, t.arrays()...) }

// arrays returns the arrays of CoTracker.
func (t *Tracks) arrays() []numpy.Member {
	frames, n := t.Frames(), t.Points()
	tracks := numpy.Member{Name: "tracks", Array: numpy.Array{Shape: []int{frames, n, 2}, Type: "<f8"}}
	visible := numpy.Member{Name: "visibility", Array: numpy.Array{Shape: []int{frames, n}, Type: "|b1"}}
	for f := range frames {
		for i := range n {
			seen := 0.0
			if t.Seen(i, f) {
				seen = 1
			}
			tracks.Data = append(tracks.Data, t.Pixels.At(2*f, i), t.Pixels.At(2*f+1, i))
			visible.Data = append(visible.Data, seen)
		}
	}
	return []numpy.Member{tracks, visible}
}
