package hopkins

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment"
)

// TestCaption: a result says which motion stands still on the picture while the background
// moves, also where a user made it; and not of two frames.
func TestCaption(t *testing.T) {
	const frames, each = 10, 20
	pixels := mat.NewDense(2*frames, 2*each, nil)
	labels, tracks := make([]int, 2*each), make([]int, 2*each)
	for i := range labels {
		tracks[i], labels[i] = i, 1+i/each
		for frame := range frames {
			x := float64(100 + 5*(i%each))
			if labels[i] == 1 {
				x = float64(15*(i%each)) + 4*float64(frame)
			}
			pixels.Set(2*frame, i, x)
			pixels.Set(2*frame+1, i, float64(100+20*labels[i]))
		}
	}
	s := NewSequence("film", 400, 300, pixels, nil)
	said := func() []segment.Warning {
		var found []segment.Warning
		for _, w := range Labelled(SourceOf(s), Task{Motions: 2}, tracks, labels).Warnings() {
			if w.Code == StandsStill {
				found = append(found, w)
			}
		}
		return found
	}
	const want = "motion 2, 20 tracks, stands still on the picture while the background moves, as a caption or a mark " +
		"laid over the film does"
	if w := said(); len(w) != 1 || w[0].Text != want || !slices.Equal(w[0].Points, tracks[each:]) {
		t.Errorf("warnings %+v, want %q", w, want)
	}
	s.TwoFrame = true
	if w := said(); w != nil {
		t.Errorf("of two frames it says %v", w)
	}
}
