package geometry

import "motionseg/segment/core"

// SamplingScheme is one way of drawing hypotheses between frames.
type SamplingScheme struct {
	Name string
	// gaps are how many frames lie between the two of a pair, their own
	// difference counted: 1 for neighbours.
	gaps  []int
	Count int     // hypotheses per pair of frames and model
	Share float64 // of the points among which a sample is drawn, see motionModel.Draw
}

// SamplingSchemes are the ways of sampling; all are drawn, and each gives a kernel a model. Samples from a point's
// surroundings find small motions that samples from everywhere miss, and miss those that only a whole
// picture tells apart; longer gaps see slow motions.
var SamplingSchemes = []SamplingScheme{
	{"neighbouring frames", []int{1}, 500, 1},
	{"neighbouring frames, samples nearby", []int{1}, 500, 0.15},
	WideScheme,
}

// WideScheme draws between frames up to four apart, by which slow motions are told.
var WideScheme = SamplingScheme{"gaps of 1, 2 and 4 frames", []int{1, 2, 4}, 300, 1}

const (
	// pairLimit is how many pairs of frames with one gap are drawn from; of
	// more, as many are taken evenly. As many more at most are drawn from for tracks
	// that are seen in none of these.
	pairLimit = 25
	// SparePoints is how many points more than determine a model must be seen
	// in both frames, so that a hypothesis says something about other points.
	SparePoints = 4
)

// FirstScheme is what a first look at tracks draws.
var FirstScheme = SamplingScheme{"first pairs", []int{1, 4}, 100, 1}

// EvenPairs returns for every gap up to limit pairs of frames, spread evenly.
func (d SamplingScheme) EvenPairs(data core.Data, limit int) [][2]int {
	if data.Kind == core.TwoFrames {
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

// FramePairs returns the pairs of frames that a drawing looks at: even ones,
// then such that as many tracks as possible take part in one.
func (d SamplingScheme) FramePairs(data core.Data) [][2]int { return d.pairs(data, pairLimit) }

// EveryPair returns all pairs of frames with the gaps, then others as FramePairs.
func (d SamplingScheme) EveryPair(data core.Data) [][2]int {
	rows, _ := data.X.Dims()
	return d.pairs(data, rows/2)
}

// pairs returns for every gap up to limit pairs of frames, then such that as many tracks as possible take
// part in one.
func (d SamplingScheme) pairs(data core.Data, limit int) [][2]int {
	pairs := d.EvenPairs(data, limit)
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
	for range pairLimit {
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
