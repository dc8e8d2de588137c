package lowrank

import (
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
)

// TestFillingOfNoisyTracks: tracks that come back within two and a half times their noise are filled where it is noise,
// and not where a camera that drives along a street shakes.
func TestFillingOfNoisyTracks(t *testing.T) {
	boxes, _ := scenes.PerspectiveBodies(10, 3, 60, 24, 0.003)
	boxes.Visible = scenes.WithGaps(boxes.Points(), 24, 0.8, 10)
	street, _ := scenes.Street(2)
	street = scenes.Shaken(street, 0.004, 2)
	street.Visible = scenes.WithGaps(street.Points(), 16, 0.5, 2)
	for _, c := range []struct {
		name  string
		data  core.Data
		fills bool
	}{{"boxes", boxes, true}, {"street", street, false}} {
		if !geometry.NoisyTracks(c.data) {
			t.Fatalf("%s: the tracks are not taken for noisy ones", c.name)
		}
		_, fills, err := FillingOf(t.Context(), c.data, 0, 2, nil)
		if err != nil || fills != c.fills {
			t.Errorf("%s: filled %v, want %v (%v)", c.name, fills, c.fills, err)
		}
	}
}
