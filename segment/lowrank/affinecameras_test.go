package lowrank

import (
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// TestOfAffineCameras: tracks before a driving camera are not those of affine cameras, those of rigid
// bodies before one are, but for fewer bodies than there are.
func TestOfAffineCameras(t *testing.T) {
	street, _ := scenes.Street(1)
	rigid, _ := scenes.RigidTracks(3, 60, 20, 0, 1)
	for _, c := range []struct {
		data    core.Data
		motions int
		affine  bool
	}{{street, 2, false}, {core.Data{X: rigid}, 3, true}, {core.Data{X: rigid}, 2, false}} {
		if found := OfAffineCameras(c.data, c.motions); found != c.affine {
			t.Errorf("%d motions: affine %v", c.motions, found)
		}
	}
}
