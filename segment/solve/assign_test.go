package solve

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
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
	if err := AssignRest(t.Context(), r, data, 0, core.Progress{}); err != nil {
		t.Fatal(err)
	}
	for i, l := range r.Labels {
		if l != truth[i] {
			t.Errorf("track %d: group %d, expected %d", i, l, truth[i])
		}
	}
}
