package geometry

import (
	"slices"

	"motionseg/segment/core"
)

// LeastSteps is how many steps a film has at least where a step is more than a frame: as many as the drawn scenes, of
// 12 to 26 frames, that odds of tracks and groups were learnt from.
const LeastSteps = 20

// StepOf returns how many frames apart two are that count as neighbours where motions between frames are told: one, but
// in a long film of noisy tracks so many that LeastSteps are left, and that half of the tracks are seen in both frames
// of the widest pairs drawn, see WideScheme. From one frame of such a film to the next tracks move apart little more
// than their noise lets them, which stays the same however far apart frames are.
func StepOf(data core.Data) int {
	rows, n := data.X.Dims()
	longest := rows / 2 / LeastSteps
	if data.Kind != core.Trajectories || data.Visible == nil || longest < 2 || !NoisyTracks(data) {
		return 1
	}
	seen := make([]int, n)
	for i, frames := range data.Visible {
		for _, s := range frames {
			if s {
				seen[i]++
			}
		}
	}
	slices.Sort(seen)
	return max(1, min(longest, seen[n/2]/slices.Max(WideScheme.gaps)))
}
