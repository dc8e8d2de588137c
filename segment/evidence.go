package segment

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/parallel"
)

// drawing is one way of drawing hypotheses between frames.
type drawing struct {
	name string
	// gaps are how many frames lie between the two of a pair, their own
	// difference counted: 1 for neighbours.
	gaps  []int
	count int     // hypotheses per pair of frames and model
	share float64 // of the points among which a sample is drawn, see draw
}

// drawings are the ways tried. Samples from a point's surroundings find small
// motions that samples from everywhere miss, and miss those that only a whole
// picture tells apart; longer gaps see slow motions.
var drawings = []drawing{
	{"neighbouring frames", []int{1}, 500, 1},
	{"neighbouring frames, samples nearby", []int{1}, 500, 0.15},
	{"gaps of 1, 2 and 4 frames", []int{1, 2, 4}, 300, 1},
}

const (
	// pairLimit is how many pairs of frames with one gap are drawn from; of
	// more, as many are taken evenly.
	pairLimit = 25
	// rescuePairs is how many more pairs are drawn from for tracks that are seen
	// in none of these.
	rescuePairs = 25
	// sparePoints is how many points more than determine a model must be seen
	// in both frames, so that a hypothesis says something about other points.
	sparePoints = 4
)

// evenPairs returns for every gap up to limit pairs of frames, spread evenly.
func (d drawing) evenPairs(data Data, limit int) [][2]int {
	if data.Kind == TwoFrames {
		return [][2]int{{0, 1}}
	}
	rows, _ := data.X.Dims()
	var pairs [][2]int
	for _, gap := range d.gaps {
		last := rows/2 - 1 - gap // the last frame that such a pair begins with
		if last < 0 {
			continue
		}
		count := min(last+1, limit)
		for i := range count {
			first := 0
			if count > 1 {
				first = i * last / (count - 1)
			}
			pairs = append(pairs, [2]int{first, first + gap})
		}
	}
	return pairs
}

// framePairs returns the pairs of frames that a drawing looks at: even ones,
// then such that as many tracks as possible take part in one.
func (d drawing) framePairs(data Data) [][2]int {
	pairs := d.evenPairs(data, pairLimit)
	if data.Visible == nil {
		return pairs
	}
	var left []int // tracks seen in no pair
	for i, seen := range data.Visible {
		inPair := false
		for _, p := range pairs {
			inPair = inPair || seen[p[0]] && seen[p[1]]
		}
		if !inPair {
			left = append(left, i)
		}
	}
	rows, _ := data.X.Dims()
	frames := rows / 2
	count := make([]int, frames*frames) // of those seen in both frames of a pair
	for range rescuePairs {
		// The pair of frames in which most of them are seen, one after the other.
		clear(count)
		for _, i := range left {
			before := -1
			for f, seen := range data.Visible[i] {
				if !seen {
					continue
				}
				if before >= 0 {
					count[before*frames+f]++
				}
				before = f
			}
		}
		place := 0
		for p, c := range count {
			if c > count[place] {
				place = p
			}
		}
		if count[place] == 0 {
			break
		}
		most := [2]int{place / frames, place % frames}
		pairs = append(pairs, most)
		rest := left[:0]
		for _, i := range left {
			if seen := data.Visible[i]; !seen[most[0]] || !seen[most[1]] {
				rest = append(rest, i)
			}
		}
		left = rest
	}
	return pairs
}

// kernelsOf draws between the pairs of frames and returns the ordered residual
// kernel of every model of motionModels. Pair and model seed what is drawn, so
// that the number of workers does not matter. done is called after every batch
// of pairs with how many there were.
func kernelsOf(ctx context.Context, d drawing, data Data, pairs [][2]int, seed uint64, workers int, done func(pairs int)) ([]*mat.Dense, error) {
	votes := make([]*preferences, len(motionModels))
	for m := range votes {
		votes[m] = newPreferences(data.Points(), len(pairs), d.count)
	}
	for from := 0; from < len(pairs); from += pairBatch {
		batch := pairs[from:min(from+pairBatch, len(pairs))]
		parallel.Each(len(batch), workers, func(_, i int) {
			w := twoViewOf(data, batch[i][0], batch[i][1])
			for m, model := range motionModels {
				if w.len() < model.points()+sparePoints || ctx.Err() != nil {
					continue
				}
				votes[m].vote(ctx, from+i, w, model.draw(ctx, w, d.count, d.share, pairSeed(seed, batch[i])))
			}
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		done(len(batch))
	}
	kernels := make([]*mat.Dense, len(motionModels))
	for m, v := range votes {
		k, err := v.kernel(ctx, workers)
		if err != nil {
			return nil, err
		}
		kernels[m] = k
	}
	return kernels, nil
}

// pairBatch is how many pairs of frames are drawn from between two reports.
const pairBatch = 8

// pairSeed returns a seed for a pair of frames (the mixing function of
// SplitMix64; Steele, Lea & Flood 2014).
func pairSeed(seed uint64, pair [2]int) uint64 {
	z := seed + 0x9e3779b97f4a7c15*(uint64(pair[0])<<32+uint64(pair[1])+1)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
