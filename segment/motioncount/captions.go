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
	ways := map[int][]float64{}
	for i, l := range labels {
		if way, ok := furthest(data, i); ok && l > 0 {
			ways[l] = append(ways[l], way)
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

// furthest returns how far a track comes from where it is first seen, and whether it is seen
// in two frames.
func furthest(data core.Data, i int) (way float64, ok bool) {
	rows, _ := data.X.Dims()
	first := -1
	for frame := range rows / 2 {
		switch {
		case data.Visible != nil && !data.Visible[i][frame]:
		case first < 0:
			first = frame
		default:
			ok = true
			way = max(way, math.Hypot(data.X.At(2*frame, i)-data.X.At(2*first, i),
				data.X.At(2*frame+1, i)-data.X.At(2*first+1, i)))
		}
	}
	return way, ok
}
