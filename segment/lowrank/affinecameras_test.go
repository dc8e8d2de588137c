package lowrank

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
)

// TestOfAffineCameras: tracks before a driving camera are not those of affine cameras, those of rigid
// bodies before one are, but for fewer bodies than there are; and noise alone is of none, be it in one
// dimension beyond those of the motions, where its median is less.
func TestOfAffineCameras(t *testing.T) {
	street, _ := scenes.Street(1)
	rigid, _ := scenes.RigidTracks(3, 60, 20, 0, 1)
	noise, r := mat.NewDense(12, 400, nil), rand.New(rand.NewPCG(1, 1))
	for i := range noise.RawMatrix().Data {
		noise.RawMatrix().Data[i] = r.NormFloat64()
	}
	for _, c := range []struct {
		data    core.Data
		motions int
		affine  bool
	}{{street, 2, false}, {core.Data{X: rigid}, 3, true}, {core.Data{X: rigid}, 2, false},
		{core.Data{X: noise}, 1, false}, {core.Data{X: noise}, 2, false}, {core.Data{X: noise}, 3, false}} {
		if found := OfAffineCameras(c.data, c.motions); found != c.affine {
			t.Errorf("%d motions: affine %v", c.motions, found)
		}
	}
}

// TestBeyondAffineCameras: pairs of frames tell what affine cameras do not see, and what is taken for noise
// before a camera that shakes, not what is noisy; nor what so few frames leave nothing of.
func TestBeyondAffineCameras(t *testing.T) {
	street, _ := scenes.Street(2)
	shaken, _ := scenes.Street(2)
	shaken = scenes.Shaken(shaken, 0.006, 2)
	_, n := shaken.X.Dims()
	begin := core.Data{X: mat.DenseCopyOf(shaken.X.Slice(0, 16, 0, n)), Kind: shaken.Kind}
	noisy := core.Data{X: mat.DenseCopyOf(street.X), Kind: street.Kind}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range noisy.X.RawMatrix().Data {
		noisy.X.RawMatrix().Data[i] += 0.01 * r.NormFloat64()
	}
	rigid, _ := scenes.RigidTracks(3, 60, 20, 0, 1)
	for _, c := range []struct {
		name    string
		data    core.Data
		motions int
		beyond  bool
	}{
		{"driving", street, 2, true},
		{"affine", core.Data{X: rigid}, 3, false},
		{"noisy", noisy, 2, false},
		{"shaken", shaken, 2, true},
		{"shaken, few frames", begin, 2, true},
		{"shaken, too few frames", begin, 4, false},
	} {
		if found := BeyondAffineCameras(c.data, c.motions); found != c.beyond {
			t.Errorf("%s, %d motions: beyond %v, noisy %v, affine %v", c.name, c.motions, found,
				geometry.NoisyTracks(c.data), OfAffineCameras(c.data, c.motions))
		}
	}
}
