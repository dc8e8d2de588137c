package lowrank

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
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
