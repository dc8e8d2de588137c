package lowrank

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
)

// TestNoiseOf: the noise of tracks is what it is where a camera drives and shakes, or nothing but noise moves; and of
// filled tracks that of what is seen.
func TestNoiseOf(t *testing.T) {
	shaken, _ := scenes.Street(2)
	shaken = scenes.Shaken(shaken, 0.006, 2)
	if !geometry.NoisyTracks(shaken) {
		t.Fatal("the tracks are not taken for noisy ones")
	}
	rigid, _ := scenes.RigidTracks(3, 60, 20, 0.3, 1)
	span := FitAffineSubspace(mat.DenseCopyOf(rigid.T()), 11)
	filled := core.Data{X: mat.DenseCopyOf(rigid), Kind: core.Trajectories}
	_, n := rigid.Dims()
	for i := range n {
		seen, rest := make([]bool, 20), span.rest(mat.Col(nil, i, rigid))
		for f := range seen {
			if seen[f] = (f+i/2)%10 < 7; !seen[f] { // on the subspace
				filled.X.Set(2*f, i, rigid.At(2*f, i)-rest[2*f])
				filled.X.Set(2*f+1, i, rigid.At(2*f+1, i)-rest[2*f+1])
			}
		}
		filled.Visible = append(filled.Visible, seen)
	}
	alone, r := mat.NewDense(24, 400, nil), rand.New(rand.NewPCG(1, 1))
	for i := range alone.RawMatrix().Data {
		alone.RawMatrix().Data[i] = r.NormFloat64()
	}
	for _, c := range []struct {
		name    string
		data    core.Data
		motions int
		noise   float64
		within  float64 // of a fit to noise the largest of it is taken for motion, and fits what is filled
	}{
		{"shaken", shaken, 2, 0.0004, 0.05}, {"rigid", core.Data{X: rigid}, 3, 0.3, 0.07},
		{"filled", filled, 3, 0.3, 0.16}, {"noise alone", core.Data{X: alone}, 1, 1, 0.07},
	} {
		if noise := noiseOf(c.data, c.motions); math.Abs(noise/c.noise-1) > c.within {
			t.Errorf("%s: a noise of %.5f, expected %.5f", c.name, noise, c.noise)
		}
	}
}

// TestMayBeTorn: two halves of a still world by their depth that a camera drives into may be pieces of one motion; the
// world whole and a body that it sees as an affine one does may not, nor may rigid bodies before an affine camera,
// whatever the noise, nor pieces of fewer tracks than are judged.
func TestMayBeTorn(t *testing.T) {
	street, truth := scenes.Street(1)
	rigid, bodies := scenes.RigidTracks(3, 60, 20, 0.3, 1)
	depth := make([]int, len(truth))
	few := make([]int, len(truth))
	for i := range depth {
		// What comes nearer moves faster: from the first frame to the last.
		x, y := street.X.At(0, i), street.X.At(1, i)
		grown := math.Hypot(street.X.At(30, i), street.X.At(31, i)) / math.Hypot(x, y)
		depth[i], few[i] = 1, 1
		if grown > 1.5 {
			depth[i] = 2
		}
		if i < geometry.LeastJudged-1 {
			few[i] = 2
		}
	}
	for _, c := range []struct {
		name   string
		data   core.Data
		labels []int
		count  int
		torn   bool
	}{
		{"by depth", street, depth, 2, true},
		{"whole", street, truth, 2, false},
		{"few", street, few, 2, false},
		{"rigid", core.Data{X: rigid, Kind: core.Trajectories}, bodies, 3, false},
	} {
		if torn := MayBeTorn(c.data, c.labels, c.count); torn != c.torn {
			t.Errorf("%s: torn %v", c.name, torn)
		}
	}
}

// TestNoisy: where a camera shakes third differences take its motion for noise, which it is not.
func TestNoisy(t *testing.T) {
	street, _ := scenes.Street(2)
	noisy := core.Data{X: mat.DenseCopyOf(street.X), Kind: street.Kind}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range noisy.X.RawMatrix().Data {
		noisy.X.RawMatrix().Data[i] += 0.01 * r.NormFloat64()
	}
	shaken := scenes.Shaken(core.Data{X: mat.DenseCopyOf(street.X), Kind: street.Kind}, 0.006, 2)
	for _, c := range []struct {
		name  string
		data  core.Data
		noisy bool
	}{{"driving", street, false}, {"shaken", shaken, false}, {"noisy", noisy, true}} {
		if found := Noisy(c.data, 2); found != c.noisy {
			t.Errorf("%s: noisy %v", c.name, found)
		}
	}
}
