package kinship

import (
	"math"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/dense"
)

const (
	// kinStep is over how many frames displacements are taken where tracks move as in the scenes
	// that the odds were learnt from.
	kinStep = 3
	// clearMove is how far tracks must move apart in a third of a step, in units of
	// geometry.MotionNoise: about as far as from one frame to the next in the scenes that the odds
	// were learnt from, 1.4 to 8 times that noise.
	clearMove = 3
	// leastThirds is how many thirds of a step a film must have, as the scenes that the odds were
	// learnt from have.
	leastThirds = 20
	// paceMoments is in how many moments it is looked at how far tracks move apart.
	paceMoments = 25
)

// stepOf returns over how many frames displacements are taken: of a long film in which little
// happens from frame to frame so many more than kinStep that tracks move apart as far as in others:
// a film taken at twice the rate tells the same.
func stepOf(data core.Data) int {
	rows, _ := data.X.Dims()
	frames := rows / 2
	enough := clearMove * geometry.MotionNoise * geometry.RMSOfSeen(data)
	third := 1
	for third < frames/leastThirds && movesApart(data, third) < enough {
		third++
	}
	return min(kinStep*third, frames-1)
}

// movesApart returns how far tracks move over so many frames in the mean, the median of all
// moves taken off, in the data's units; infinity where none are seen.
func movesApart(data core.Data, step int) float64 {
	rows, _ := data.X.Dims()
	var sum, count float64
	for _, from := range evenStarts(rows/2, step, paceMoments) {
		seen := data.SeenIn([2]int{from, from + step})
		if len(seen) == 0 {
			continue
		}
		var moves, ordered [2][]float64
		for axis := range moves {
			before, after := data.X.RawRowView(2*from+axis), data.X.RawRowView(2*(from+step)+axis)
			for _, i := range seen {
				moves[axis] = append(moves[axis], after[i]-before[i])
			}
			ordered[axis] = append(ordered[axis], moves[axis]...)
		}
		x, y := dense.Ordered(ordered[0], len(seen)/2), dense.Ordered(ordered[1], len(seen)/2)
		for k := range seen {
			sum += math.Hypot(moves[0][k]-x, moves[1][k]-y)
		}
		count += float64(len(seen))
	}
	if count == 0 {
		return math.Inf(1)
	}
	return sum / count
}

// evenStarts returns the first frames of pairs of frames so far apart: spread evenly, and the same,
// in reverse, for tracks reversed in time.
func evenStarts(frames, step, most int) []int {
	last := frames - step - 1
	starts := make([]int, min(last+1, most))
	for i := range starts {
		if len(starts) == 1 {
			break
		}
		starts[i] = i * last / (len(starts) - 1)
		if mirror := len(starts) - 1 - i; mirror < i {
			starts[i] = last - mirror*last/(len(starts)-1)
		}
	}
	return starts
}
