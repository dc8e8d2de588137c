package motioncount

import (
	"math"

	"motionseg/segment/core"
)

// rim is how wide the border of the picture is, as a share of what points span along
// either axis, that tells the background.
const rim = 0.1

// Background returns which of the motions 1…K in labels, one a track, is the still
// world: the one that most points near the border of the picture belong to, counted
// in every frame in which they are seen. Bodies that move are rather looked at, and a
// world that is still reaches the border on all sides, however the camera moves; the
// number of points alone says little, as a body near the camera has more texture. The
// border is that of what the points span over all frames. Points with the label 0 don't
// count; without any other, and for data that are no trajectories, it returns 0.
func Background(data core.Data, labels []int) int {
	if data.Kind != core.Trajectories || len(labels) != data.Points() {
		return 0
	}
	rows, n := data.X.Dims()
	seen := func(i, frame int) bool { return data.Visible == nil || data.Visible[i][frame] }
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for r := range rows {
		for i, v := range data.X.RawRowView(r) {
			if seen(i, r/2) {
				low[r%2], high[r%2] = min(low[r%2], v), max(high[r%2], v)
			}
		}
	}
	near := func(axis int, v float64) bool {
		width := rim * (high[axis] - low[axis])
		return v <= low[axis]+width || v >= high[axis]-width
	}
	rimOf, framesOf := make([]int, n), make([]int, n) // of every point
	for frame := range rows / 2 {
		x, y := data.X.RawRowView(2*frame), data.X.RawRowView(2*frame+1)
		for i := range n {
			if labels[i] < 1 || !seen(i, frame) {
				continue
			}
			framesOf[i]++
			if near(0, x[i]) || near(1, y[i]) {
				rimOf[i]++
			}
		}
	}
	onRim, all := map[int]int{}, map[int]int{}
	for i, l := range labels {
		if framesOf[i] > 0 {
			onRim[l] += rimOf[i]
			all[l] += framesOf[i]
		}
	}
	best := 0
	for l := range all {
		switch {
		case best == 0 || onRim[l] > onRim[best]:
			best = l
		case onRim[l] < onRim[best]:
		case all[l] > all[best] || all[l] == all[best] && l < best:
			best = l
		}
	}
	return best
}
