package lowrank

import (
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// BenchmarkFilling times the trial whether gaps can be filled, and filling them: tracks of
// which some are lost in the same frame, as those of films, over many frames.
func BenchmarkFilling(b *testing.B) {
	const n, frames = 600, 80
	x, _ := scenes.RigidTracks(3, n/3, frames, 0.2, 5)
	seen := scenes.WithGaps(n/4, frames, 0.3, 5)
	for len(seen) < n {
		seen = append(seen, seen[len(seen)%(n/4)])
	}
	data := core.Data{X: x, Visible: seen}
	var f Filling
	b.Run("trial", func(b *testing.B) {
		for b.Loop() {
			var err error
			if f, _, err = FillingOf(b.Context(), data, 0, 0, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("all tracks", func(b *testing.B) {
		for b.Loop() {
			if _, err := f.Fill(b.Context(), data, 0, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
