package session

import (
	"slices"
	"testing"

	"motionseg/hopkins"
)

func TestFilters(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	b.Sides.Run()
	b.settle()
	shown := func(side Side) (tracks []int) {
		for i := range 6 {
			if b.View.Shown(side, i) {
				tracks = append(tracks, i)
			}
		}
		return tracks
	}
	b.View.SetOnlyWrong(true)
	if l, r := shown(Left), shown(Right); !slices.Equal(l, []int{5}) || r != nil {
		t.Errorf("only misclassified shows %v and %v", l, r)
	}
	b.View.SetOnlyWrong(false)
	b.View.SetOnlyDiffering(true)
	if r := shown(Right); !slices.Equal(r, []int{5}) {
		t.Errorf("only differing shows %v", r)
	}
	b.View.ShowAll()
	b.View.Solo(2)
	if l, r := shown(Left), shown(Right); !slices.Equal(l, []int{3, 4}) || !slices.Equal(r, []int{3, 4, 5}) {
		t.Errorf("solo shows %v and %v", l, r)
	}
	b.View.Solo(2)
	b.View.ToggleLabel(1)
	b.View.ToggleTruth()
	if l := shown(Left); !slices.Equal(l, []int{3, 4, 5}) {
		t.Errorf("with the truth drawn, %v are shown", l)
	}
	b.View.ToggleLabel(9)
	b.Selection.Select([]int{0, 3}, false)
	b.View.SetOnlySelected(true)
	if l := shown(Left); !slices.Equal(l, []int{3}) {
		t.Errorf("only selected shows %v", l)
	}
}

func TestUnlabelledTracksHide(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := sixTracks("example")
			s.Truth = []int{1, 1, 0, 2, 2, 2}
			return s, nil
		}
	})
	b.OpenExample()
	b.settle()
	if p := b.View.Present(); len(p) != 2 || p[0] != (Presence{Label: 1}) {
		t.Errorf("before a run the labels of the truth are there, without tracks: %v", p)
	}
	b.View.ToggleTruth()
	b.View.ToggleLabel(0)
	if p := b.View.Present(); len(p) != 3 || p[0] != (Presence{0, [2]int{1, 1}}) || p[1].Tracks != [2]int{2, 2} ||
		b.View.Shown(Left, 2) || !b.View.Shown(Left, 1) {
		t.Error("the track without a label is to be hidden alone")
	}
	b.View.Solo(1)
	if b.View.Shown(Left, 2) || b.View.Shown(Left, 3) || !b.View.Shown(Left, 0) {
		t.Error("one motion is to be shown alone")
	}
}

// TestHugeLabels: labels of a file may be any whole numbers; what is done for each
// must not be done for all below them.
func TestHugeLabels(t *testing.T) {
	const huge = 1<<31 - 1
	b := newBench(t, func(c *Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := sixTracks("example")
			s.Truth = []int{1, 1, huge, huge, 7, 7}
			return s, nil
		}
	})
	b.OpenExample()
	b.settle()
	b.View.ToggleTruth()
	b.View.Solo(7)
	if f := b.View.Filters(); len(f.Hidden) != 2 || !f.Hidden[huge] || b.View.Shown(Left, 0) || !b.View.Shown(Left, 4) {
		t.Errorf("hidden are %v", f.Hidden)
	}
	b.View.ShowAll()
	b.View.ToggleLabel(huge - 1)
	if b.View.Filters().Any() {
		t.Error("a label that no track has was hidden")
	}
}
