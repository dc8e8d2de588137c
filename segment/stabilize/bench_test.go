package stabilize

import (
	"testing"

	"motionseg/segment/internal/scenes"
)

// BenchmarkTracks times 999 tracks with gaps in 50 frames, which a camera held steady saw.
func BenchmarkTracks(b *testing.B) {
	data, _ := scenes.MovingBodies(1, 3, 333, 50, 0.0001)
	for b.Loop() {
		Tracks(data)
	}
}
