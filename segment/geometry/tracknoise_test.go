package geometry

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
)

// The noise of tracks is measured whatever their motions and those of the camera are,
// and however a few are lost.
func TestTrackNoise(t *testing.T) {
	const n, frames, noise = 200, 15, 0.3
	rng := rand.New(rand.NewPCG(1, 1))
	x := mat.NewDense(2*frames, n, nil)
	shake := make([]float64, 2*frames)
	for r := range shake {
		shake[r] = 8 * rng.NormFloat64()
	}
	visible := make([][]bool, n)
	for i := range n {
		a, b := 600*rng.Float64(), 400*rng.Float64()
		visible[i] = make([]bool, frames)
		for f := range frames {
			at := float64(f)
			visible[i][f] = f >= i%5
			x.Set(2*f, i, a+float64(i%3)*at+0.05*at*at+shake[2*f]+noise*rng.NormFloat64())
			x.Set(2*f+1, i, b-2*float64(i%2)*at+shake[2*f+1]+noise*rng.NormFloat64())
			if i%10 == 0 && f > 7 {
				x.Set(2*f, i, 1000*rng.Float64())
			}
			if !visible[i][f] {
				x.Set(2*f, i, math.Inf(1))
			}
		}
	}
	if got := TrackNoise(core.Data{X: x, Visible: visible}); got < 0.9*noise || got > 1.15*noise {
		t.Errorf("noise %.3f, expected %.3f", got, noise)
	}
	if got := TrackNoise(core.Data{X: dense.Columns(x, []int{5, 6, 7}), Visible: nil}); got != 0 {
		t.Errorf("noise %.3f of three tracks", got)
	}
	if got := TrackNoise(core.Data{X: x, Kind: core.TwoFrames}); got != 0 {
		t.Errorf("noise %.3f of two frames", got)
	}
}

// TestExactTracks: tracks without noise are exact, and those of which too few are seen in four frames in a row to
// tell are not.
func TestExactTracks(t *testing.T) {
	for _, c := range []struct {
		frames int
		want   bool
	}{{3, false}, {30, true}} {
		data, _ := scenes.MovingBodies(1, 2, 100, c.frames, 0)
		data.Visible = core.AllSeen(data)
		if got := ExactTracks(data); got != c.want {
			t.Errorf("%d frames: exact %t, expected %t", c.frames, got, c.want)
		}
	}
}
