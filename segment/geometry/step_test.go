package geometry_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
)

// bent returns 40 tracks that bend slowly, off by so much of what is allowed for as noise in every frame, each seen
// in so many frames in a row.
func bent(frames, seen int, noise float64) core.Data {
	r := rand.New(rand.NewPCG(1, 2))
	data := core.Data{X: mat.NewDense(2*frames, 40, nil), Kind: core.Trajectories, Visible: make([][]bool, 40)}
	for i := range 40 {
		data.Visible[i] = make([]bool, frames)
		first := r.IntN(frames - seen + 1)
		for f := range frames {
			time := float64(f) / float64(frames)
			data.X.Set(2*f, i, float64(i%8)+time+noise*geometry.MotionNoise*4*r.NormFloat64())
			data.X.Set(2*f+1, i, float64(i/8)+math.Sin(time)+noise*geometry.MotionNoise*4*r.NormFloat64())
			data.Visible[i][f] = f >= first && f < first+seen
		}
	}
	return data
}

// TestStepOf: only in a long film of noisy tracks are frames that count as neighbours further apart than one, so far
// that there are twenty steps and that half of the tracks are seen over four. Pairs keep their gaps in steps.
func TestStepOf(t *testing.T) {
	complete := bent(120, 120, 1)
	complete.Visible = nil
	for _, c := range []struct {
		name string
		data core.Data
		want int
	}{
		{"noisy", bent(120, 40, 1), 6},
		{"exact", bent(120, 40, 0.1), 1},
		{"39 frames", bent(39, 20, 1), 1},
		{"40 frames", bent(40, 20, 1), 2},
		{"seen for 19 frames", bent(120, 19, 1), 4},
		{"seen for three frames", bent(240, 4, 1), 1},
		{"complete", complete, 1},
	} {
		if got := geometry.StepOf(c.data); got != c.want {
			t.Errorf("%s: %d frames, want %d", c.name, got, c.want)
		}
		for _, p := range geometry.WideScheme.EvenPairs(c.data, 3) {
			if gap := p[1] - p[0]; gap != c.want && gap != 2*c.want && gap != 4*c.want {
				t.Errorf("%s: a pair %d frames apart for steps of %d", c.name, gap, c.want)
			}
		}
	}
}
