package lowrank

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"motionseg/segment/internal/scenes"
)

// undecided returns the number of tracks without a motion.
func undecided(a *Assignment) int {
	n := 0
	for _, l := range a.Labels {
		if l == 0 {
			n++
		}
	}
	return n
}

// TestAssignTracks: of three rigid bodies with 0.2 pixels of noise, tracks with
// gaps come to their own body, also those that are not seen in the segmented
// frames at all; a track that moves like none of them, and one that is seen once,
// are not decided.
func TestAssignTracks(t *testing.T) {
	const frames, each = 24, 60
	x, truth := scenes.RigidTracks(3, each, frames, 0.2, 11)
	_, n := x.Dims()
	seen := scenes.WithGaps(n, frames, 0.5, 11)
	segmented := []int{8, 9, 10, 11, 12, 13, 14, 15, 16, 17}
	labels := make([]int, n)
	var ask []int
	elsewhere := 0
	for i := range n {
		missing := slices.ContainsFunc(segmented, func(f int) bool { return !seen[i][f] })
		if !missing {
			labels[i] = truth[i]
			continue
		}
		ask = append(ask, i)
		if !slices.ContainsFunc(segmented, func(f int) bool { return seen[i][f] }) {
			elsewhere++
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	odd, once := ask[0], ask[1]
	for f := range frames {
		x.Set(2*f, odd, 320+30*r.NormFloat64())
		x.Set(2*f+1, odd, 240+30*r.NormFloat64())
		seen[once][f] = f == 9
	}
	a, err := AssignTracks(t.Context(), x, seen, labels, ask, segmented, 0)
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for k, i := range ask {
		if i != odd && i != once && a.Labels[k] != 0 && a.Labels[k] != truth[i] {
			wrong++
		}
		if l := a.Labels[k]; l != 0 && !(a.Residuals[k] < 1) || l == 0 && !math.IsNaN(a.Residuals[k]) {
			t.Errorf("track %d: label %d, %v pixels from its motion", i, l, a.Residuals[k])
		}
	}
	t.Logf("%d asked, %d not seen in the segmented frames, %d undecided, %d wrong", len(ask), elsewhere,
		undecided(a), wrong)
	if len(ask) < 50 || elsewhere < 5 {
		t.Fatalf("%d tracks to assign, %d of them elsewhere", len(ask), elsewhere)
	}
	if a.Labels[0] != 0 || a.Labels[1] != 0 {
		t.Errorf("a track like none is given to %d, one seen once to %d", a.Labels[0], a.Labels[1])
	}
	if wrong != 0 || undecided(a) > len(ask)/10 {
		t.Errorf("%d of %d tracks wrong, %d undecided", wrong, len(ask), undecided(a))
	}
}

// TestAssignTracksOfAScarceMotion: where a motion has too few tracks to be
// compared with, short tracks of it are rather left undecided than given to the
// other motion.
func TestAssignTracksOfAScarceMotion(t *testing.T) {
	const frames, each, kept = 20, 60, 5
	x, truth := scenes.RigidTracks(2, each, frames, 3, 4)
	_, n := x.Dims()
	seen := make([][]bool, n)
	labels := make([]int, n)
	var ask []int
	for i := range n {
		short := truth[i] == 2 && i%each >= kept
		seen[i] = make([]bool, frames)
		for f := range frames {
			seen[i][f] = !short || f >= 6 && f < 12
		}
		if short {
			ask = append(ask, i)
		} else {
			labels[i] = truth[i]
		}
	}
	all := make([]int, frames)
	for f := range all {
		all[f] = f
	}
	a, err := AssignTracks(t.Context(), x, seen, labels, ask, all, 0)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := len(ask) - undecided(a); wrong > len(ask)/5 {
		t.Errorf("%d of %d tracks of the scarce motion are given to the other", wrong, len(ask))
	}
}

func TestAssignTracksErrors(t *testing.T) {
	x, labels := scenes.RigidTracks(1, 10, 6, 0, 1)
	seen := scenes.WithGaps(10, 6, 0.4, 1)
	if _, err := AssignTracks(t.Context(), x, seen, labels[:9], nil, []int{0, 1}, 0); err == nil {
		t.Error("too few labels are taken")
	}
	if _, err := AssignTracks(t.Context(), x, seen, labels, []int{10}, []int{0, 1}, 0); err == nil {
		t.Error("a column that is not there is taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := AssignTracks(ctx, x, seen, labels, []int{1}, []int{0, 1}, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
	// No motion has enough tracks to be fitted.
	few := []int{1, 1, 2, 2, 0, 0, 0, 0, 0, 0}
	a, err := AssignTracks(t.Context(), x, seen, few, []int{9}, []int{0, 1, 2, 3, 4, 5}, 0)
	if err != nil || a.Labels[0] != 0 {
		t.Errorf("%v, %v", a, err)
	}
}
