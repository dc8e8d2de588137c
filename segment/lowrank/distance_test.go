package lowrank

import (
	"context"
	"errors"
	"math"
	"testing"

	"motionseg/segment/internal/scenes"
)

// Every track is near its own motion and far from the others, also where it has
// been given to another, and with gaps.
func TestMotionDistances(t *testing.T) {
	const frames = 12
	x, truth := scenes.RigidTracks(3, 60, frames, 0.2, 11)
	_, n := x.Dims()
	for _, seen := range [][][]bool{nil, scenes.WithGaps(n, frames, 0.2, 5)} {
		compared := 0
		for i := 0; i < n; i += 7 {
			labels := append([]int(nil), truth...)
			labels[i] = truth[i]%3 + 1 // its own label says nothing
			d, err := MotionDistances(t.Context(), x, seen, labels, i)
			if err != nil || len(d) != 3 {
				t.Fatal(d, err)
			}
			own := d[truth[i]-1]
			for k, other := range d {
				if k == truth[i]-1 || math.IsNaN(own) || math.IsNaN(other) {
					continue
				}
				compared++
				if own > 1 || other < 2*own {
					t.Errorf("track %d of motion %d: distances %v", i, truth[i], d)
				}
			}
		}
		if compared < 20 {
			t.Errorf("%d distances were compared, expected 20", compared)
		}
	}
	// Four tracks fit no motion.
	few := make([]int, n)
	for i := range 5 {
		few[i] = 2
	}
	if d, err := MotionDistances(t.Context(), x, nil, few, 0); err != nil || len(d) != 2 || !math.IsNaN(d[0]) ||
		!math.IsNaN(d[1]) {
		t.Errorf("distances to motions of none and four tracks are %v (%v)", d, err)
	}
	if _, err := MotionDistances(t.Context(), x, nil, truth, n); err == nil {
		t.Error("a column that there is not was taken")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := MotionDistances(ended, x, nil, truth, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
