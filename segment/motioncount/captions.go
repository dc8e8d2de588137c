package motioncount

import (
	"math"
	"slices"

	"motionseg/segment/core"
)

const (
	// captionStill is how far the tracks of a caption come from where they began, as a share of
	// how far those of the background come: a camera that passes leaves nothing else so still.
	captionStill = 0.05
	// captionShare is the share of a caption's tracks that come no further; single ones slip
	// to what is behind.
	captionShare = 0.9
)

// Captions returns which of the motions in labels, one a track, stand still on the picture
// while the background, see Background, moves: captions, marks and frames laid over a film,
// ascending. Nothing is one where the camera stands still.
func Captions(data core.Data, labels []int, background int) []int {
	if background < 1 || data.Kind != core.Trajectories || len(labels) != data.Points() {
		return nil
	}
	furthest := furthestOf(data)
	ways := map[int][]float64{}
	for i, l := range labels {
		if furthest[i] >= 0 && l > 0 {
			ways[l] = append(ways[l], furthest[i])
		}
	}
	for _, all := range ways {
		slices.Sort(all)
	}
	world := ways[background]
	if len(world) == 0 {
		return nil
	}
	still := captionStill * world[len(world)/2]
	var captions []int
	for l, all := range ways {
		if all[int(captionShare*float64(len(all)-1))] < still {
			captions = append(captions, l)
		}
	}
	slices.Sort(captions)
	return captions
}

// furthestOf returns how far every track comes from where it is first seen, −1 for one that is
// not seen in two frames.
func furthestOf(data core.Data) []float64 {
	rows, n := data.X.Dims()
	first, way := slices.Repeat([]int{-1}, n), slices.Repeat([]float64{-1}, n)
	for frame := range rows / 2 {
		x, y := data.X.RawRowView(2*frame), data.X.RawRowView(2*frame+1)
		for i := range n {
			switch {
			case data.Visible != nil && !data.Visible[i][frame]:
			case first[i] < 0:
				first[i] = frame
			default:
				dx, dy := x[i]-data.X.At(2*first[i], i), y[i]-data.X.At(2*first[i]+1, i)
				way[i] = max(way[i], math.Sqrt(dx*dx+dy*dy))
			}
		}
	}
	return way
}
