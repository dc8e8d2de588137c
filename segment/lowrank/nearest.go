package lowrank

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/parallel"
)

// Assignment is the motions of tracks that were left out of a segmentation.
type Assignment struct {
	// Labels holds the motion of every track asked for, 0 for one that could
	// not be decided.
	Labels []int
	// Residuals holds how far each of them is from its motion, as the root mean
	// square over its coordinates in the units of X; NaN where undecided.
	Residuals []float64
}

// Settings of AssignTracks.
const (
	// leastDimension is that of the affine subspace of the trajectories of a rigid
	// motion before an affine camera. Perspective bends it; up to mostDimension
	// are fitted, no more than frames and a quarter of the tracks.
	leastDimension, mostDimension = AffineDimensions - 1, 5
	// fitTracks is how many tracks of every motion must be seen in the frames
	// that a motion is fitted on, and fitFrames how many frames are looked for.
	fitTracks = 2 * (leastDimension + 1)
	fitFrames = 6
	// outlying is how many times the scatter of its own tracks a track may be
	// away from a motion. Where there is a motion that it cannot be compared with
	// it may be alone times: at 2, fewer than 5 % of the tracks with Gaussian noise
	// are farther from their own motion, whatever the number of coordinates.
	// ambiguous is how many times nearer the best motion must be than the next.
	// nearestsubspace.md beside this file has what else was tried.
	outlying, alone = 8, 2
	ambiguous       = 1.2
)

// AssignTracks gives tracks that were left out of a segmentation to its
// motions. x is 2F×N and seen as for CompleteTracks; labels holds the motion of
// every column that was segmented, from 1, and 0 for all others; ask lists the
// columns to assign; frames are those that were segmented.
//
// A track is compared with the motions over the segmented frames in which it is
// seen; where these are fewer than six, the frames around them are added in which
// most tracks of the scarcest motion are still seen throughout, as long as these
// are at least eight. On these frames every motion is the affine subspace that
// fits its tracks best, of dimension 3 as before an affine camera, and up to 5 for
// perspective where there are as many frames and four times as many tracks. The
// distance of the track from it counts in units of the scatter of the motion's own
// tracks. The track belongs to the nearest motion, unless it is more than eight
// times the scatter away (twice where another motion has too few tracks to be
// compared with), or less than 1.2 times nearer than to the next, or seen in fewer
// than two usable frames: it is then undecided.
//
// Workers is the number of goroutines to use; 0 takes all cores. The error is ctx.Err()
// when ctx ends first, otherwise it says what is wrong with the arguments.
func AssignTracks(
	ctx context.Context, x *mat.Dense, seen [][]bool, labels, ask, frames []int, workers int,
) (*Assignment, error) {
	rows, n := x.Dims()
	if rows%2 != 0 || len(seen) != n || len(labels) != n {
		return nil, fmt.Errorf("expected two rows a frame, visibility and label of every column, found %d rows, %d "+
			"and %d of %d columns", rows, len(seen), len(labels), n)
	}
	a := assigner{x: x, seen: seen, members: core.Members(labels, max(slices.Max(labels), 0))}
	// Motions are fitted once to the frames that many tracks share.
	places := map[string]int{}
	var shared []together
	for k, i := range ask {
		if i < 0 || i >= n {
			return nil, fmt.Errorf("expected columns from 0 to %d, found %d", n-1, i)
		}
		over := a.framesFor(i, frames)
		key := fmt.Sprint(over)
		place, ok := places[key]
		if !ok {
			place = len(shared)
			places[key] = place
			shared = append(shared, together{frames: over})
		}
		shared[place].asked = append(shared[place].asked, k)
	}
	result := &Assignment{Labels: make([]int, len(ask)), Residuals: make([]float64, len(ask))}
	parallel.Each(len(shared), workers, func(_, place int) {
		if ctx.Err() != nil {
			return
		}
		t := shared[place]
		var fits []motionFit
		if len(t.frames) >= 2 {
			fits = a.fitted(t.frames)
		}
		for _, k := range t.asked {
			result.Labels[k], result.Residuals[k] = a.assign(ask[k], t.frames, fits)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return result, nil
}

// together is tracks that are compared over the same frames, by their places among those asked for.
type together struct{ frames, asked []int }

// assigner compares tracks with motions.
type assigner struct {
	x       *mat.Dense
	seen    [][]bool
	members [][]int // columns of every motion
}

// motionFit is the affine subspace of the 2f coordinates in some frames.
type motionFit struct {
	ok      bool
	space   AffineSubspace
	scatter float64 // root mean square distance of its own tracks
}

// assign decides on one track by the motions fitted to these frames.
func (a *assigner) assign(i int, frames []int, fits []motionFit) (label int, residual float64) {
	best, second, nearest := math.Inf(1), math.Inf(1), 0.0
	point := a.coordinates(i, frames)
	limit := float64(outlying)
	for k, f := range fits {
		if !f.ok {
			if len(a.members[k]) > 0 {
				limit = alone
			}
			continue
		}
		distance := f.distance(point)
		switch score := distance / f.scatter; {
		case score < best:
			best, second, label, nearest = score, best, k+1, distance
		case score < second:
			second = score
		}
	}
	if label == 0 || best > limit || second < ambiguous*best {
		return 0, math.NaN()
	}
	return label, nearest
}

// framesFor chooses the frames to compare a track over.
func (a *assigner) framesFor(i int, segmented []int) []int {
	var frames []int
	for _, f := range segmented {
		if a.seen[i][f] {
			frames = append(frames, f)
		}
	}
	if len(frames) >= fitFrames {
		return frames
	}
	// Who is seen in all frames so far, by motion.
	left := make([][]int, len(a.members))
	for k, m := range a.members {
		for _, j := range m {
			if a.seenIn(j, frames) {
				left[k] = append(left[k], j)
			}
		}
	}
	for len(frames) < fitFrames {
		bestFrame, most := -1, fitTracks-1
		for f, s := range a.seen[i] {
			if !s || slices.Contains(frames, f) {
				continue
			}
			if n := a.scarcest(left, f); n > most {
				bestFrame, most = f, n
			}
		}
		if bestFrame < 0 {
			break
		}
		frames = append(frames, bestFrame)
		for k := range left {
			left[k] = slices.DeleteFunc(left[k], func(j int) bool { return !a.seen[j][bestFrame] })
		}
	}
	slices.Sort(frames)
	return frames
}

// scarcest returns how many of the tracks left of the motion with the fewest are
// seen in a frame. Motions that never had enough do not count.
func (a *assigner) scarcest(left [][]int, f int) int {
	least := math.MaxInt
	for k, tracks := range left {
		if len(a.members[k]) < fitTracks {
			continue
		}
		n := 0
		for _, j := range tracks {
			if a.seen[j][f] {
				n++
			}
		}
		least = min(least, n)
	}
	if least == math.MaxInt {
		return 0
	}
	return least
}

func (a *assigner) seenIn(i int, frames []int) bool {
	for _, f := range frames {
		if !a.seen[i][f] {
			return false
		}
	}
	return true
}

// coordinates returns x and y of a track in some frames.
func (a *assigner) coordinates(i int, frames []int) []float64 {
	p := make([]float64, 0, 2*len(frames))
	for _, f := range frames {
		p = append(p, a.x.At(2*f, i), a.x.At(2*f+1, i))
	}
	return p
}

// fitted returns the fits of all motions over some frames.
func (a *assigner) fitted(frames []int) []motionFit {
	fits := make([]motionFit, len(a.members))
	for k, m := range a.members {
		var tracks []int
		for _, j := range m {
			if a.seenIn(j, frames) {
				tracks = append(tracks, j)
			}
		}
		fits[k] = a.fit(tracks, frames)
	}
	return fits
}

// fit fits one motion; it is not ok with too few tracks.
func (a *assigner) fit(tracks, frames []int) motionFit {
	n, d := len(tracks), 2*len(frames)
	dimension := min(mostDimension, max(leastDimension, min(len(frames), n/4)), d-1)
	if n < fitTracks {
		return motionFit{}
	}
	points := mat.NewDense(n, d, nil)
	for r, j := range tracks {
		points.SetRow(r, a.coordinates(j, frames))
	}
	f := motionFit{ok: true, space: FitAffineSubspace(points, dimension)}
	// As many numbers are free as points and coordinates leave.
	f.scatter = math.Sqrt(f.space.beyond / float64((n-dimension-1)*(d-dimension)))
	// That of noiseless tracks is kept above rounding.
	f.scatter = max(f.scatter, dense.Rounding*math.Sqrt(f.space.within/float64(n)), math.SmallestNonzeroFloat32)
	return f
}

// distance returns how far a point is from the subspace, as the root mean square
// over the coordinates that the subspace leaves.
func (f *motionFit) distance(point []float64) float64 {
	return f.space.Distance(point) / math.Sqrt(float64(len(point)-f.space.dimension()))
}
