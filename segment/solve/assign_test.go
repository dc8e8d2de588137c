package solve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// TestAssignByMotionLooksAtEveryFrame: tracks of a long film that are no landmarks go to the body that they
// move with, which does so between two frames alone; one that is never seen stays undecided.
func TestAssignByMotionLooksAtEveryFrame(t *testing.T) {
	const frames, n, moves = 100, 60, 51 // frames 50 and 51 are none of 25 pairs, evenly
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(2*frames, n, nil)
	truth := make([]int, n)
	r := &core.Result{Motions: 2}
	for i := range n {
		truth[i] = 1 + i%2
		if i < n/2 {
			r.Landmarks, r.Labels = append(r.Landmarks, i), append(r.Labels, truth[i])
			r.Confidence = append(r.Confidence, 1)
		}
		px, py := 2*rng.Float64()-1, 2*rng.Float64()-1
		for f := range frames {
			if f == moves && truth[i] == 2 {
				px += 0.2
			}
			x.Set(2*f, i, px+0.0001*rng.NormFloat64())
			x.Set(2*f+1, i, py+0.0001*rng.NormFloat64())
		}
	}
	data := core.Data{X: x}
	data.Visible = core.AllSeen(data)
	for i := n / 2; i < n; i++ { // seen in eight frames
		data.Visible[i] = make([]bool, frames)
		for f := moves - 4; i < n-1 && f < moves+4; f++ {
			data.Visible[i][f] = true
		}
	}
	truth[n-1] = 0
	one := *r
	if err := AssignRest(t.Context(), r, data, 3, core.Progress{}); err != nil {
		t.Fatal(err)
	}
	if err := AssignRest(t.Context(), &one, data, 1, core.Progress{}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(one.Labels, r.Labels) || !slices.Equal(one.Confidence, r.Confidence) {
		t.Error("one worker gives other labels or confidences")
	}
	for i, l := range r.Labels {
		if l != truth[i] {
			t.Errorf("track %d: group %d, expected %d", i, l, truth[i])
		}
	}
}

// TestAssignByMotionToOne: where there is one motion, a track that is seen in no pair of frames stays undecided too.
func TestAssignByMotionToOne(t *testing.T) {
	const n, unseen = 40, 30
	data, _ := scenes.MovingBodies(1, 1, n, 10, 0.0001)
	data.Visible = core.AllSeen(data)
	data.Visible[unseen] = make([]bool, 10)
	r := &core.Result{Motions: 1, Confidence: make([]float64, 20)}
	for i := range 20 {
		r.Landmarks, r.Labels = append(r.Landmarks, i), append(r.Labels, 1)
	}
	if err := AssignRest(t.Context(), r, data, 0, core.Progress{}); err != nil {
		t.Fatal(err)
	}
	for i, l := range r.Labels {
		if undecided := l == 0; undecided != (i == unseen) {
			t.Errorf("track %d: group %d", i, l)
		}
	}
	if c := r.Confidence[unseen]; c != 0 {
		t.Errorf("a track that is never seen has the confidence %g", c)
	}
}
