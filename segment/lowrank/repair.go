package lowrank

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
)

const (
	// grossJump is how far, as a share of the extent, a point must lie from
	// everything that its track says for trajectories to count as corrupted: farther
	// than anything in tracks as trackers give them. Then points are taken out
	// that are suspectJump off.
	grossJump   = 1.0 / 8
	suspectJump = 1.0 / 40
	// smoothJump is how far a point of most frames may lie off for tracks to count
	// as moving smoothly, without which nothing is looked for.
	smoothJump = suspectJump / 2
	// frameAllowance is how many times the median in its frame a point's distance
	// is lessened by: what moves all of a frame is no fault of a track.
	frameAllowance = 3
	// jumpReach is how many frames before and behind a point speak about it.
	jumpReach = 2
	// leastFrames is how many frames trajectories need for that.
	leastFrames = 2*jumpReach + 1
	// misfit is how many times the median distance from the low-rank completion,
	// and misfitLeast how much of the extent, a point must be off to be a gross error.
	misfit      = 10
	misfitLeast = 1.0 / 100
	// repairRounds is how often gross errors and the completion are renewed in
	// turn.
	repairRounds = 3
	// repairLimit bounds the iterations of a completion, and robustLimit those of
	// the fit of a track.
	repairLimit = 25
	robustLimit = 10
	// trialShare is one over the share of points that are hidden to choose the
	// rank.
	trialShare = 20
)

// RepairTracks finds the points of trajectories without gaps that lie anywhere in
// the picture, and puts them where a low rank completes them; data.X is returned
// itself where there are none. No label is needed.
//
// A point is suspect that lies far from every line through two points of its
// track nearby in time, the motion that all tracks share taken off. Where none is
// grossly off, nothing is done. Otherwise tracks without the suspects are
// completed as CompleteTracks does, every track then fitted anew so that points far
// off count little. A point is a gross error, suspect or not, that is far from its
// completion, or from the lines through others of its track as completed; that is
// repeated with the gross errors so far.
//
// It returns ctx.Err() when ctx ends first. outliers.md of package outliers has what was measured.
func RepairTracks(
	ctx context.Context, data core.Data, seed uint64, workers int,
) (repaired *mat.Dense, corrupted []Cell, err error) {
	x := data.X
	rows, n := x.Dims()
	if data.Kind != core.Trajectories || data.Visible != nil {
		return x, nil, nil
	}
	extent := extentOf(x)
	if rows < 2*leastFrames || extent == 0 {
		return x, nil, nil
	}
	jumps, usual := jumpsOf(ctx, x, x)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if usual > smoothJump*extent {
		return x, nil, nil // no line tells where a point should be
	}
	seen, gross := withoutSuspects(jumps, n, rows/2, extent)
	if !gross {
		return x, nil, nil
	}
	rank, err := trialRank(ctx, x, seen, suspectJump*extent, seed, workers)
	if err != nil {
		return nil, nil, err
	}
	var c *completer
	for range repairRounds {
		if c, err = newCompleter(ctx, x, seen, workers); err != nil {
			return nil, nil, err
		}
		c.start(rank)
		if _, err := c.run(ctx, repairLimit); err != nil {
			return nil, nil, err
		}
		distances := c.distancesOfAll(x)
		limit := max(misfit*dense.Median(distances), misfitLeast*extent)
		c.robustV(x, seen, limit/2)
		distances = c.distancesOfAll(x)
		repaired = c.filled(x, seen)
		jumps, _ = jumpsOf(ctx, x, repaired)
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		for i := range seen {
			for f := range seen[i] {
				seen[i][f] = distances[f*n+i] <= limit && jumps[f*n+i] <= suspectJump*extent
			}
			keepSome(seen[i])
		}
	}
	if corrupted = unseenOf(seen); corrupted == nil {
		return x, nil, nil
	}
	return c.filled(x, seen), corrupted, nil
}

// distancesOfAll returns how far every point is from where the completion has it, by frames.
func (c *completer) distancesOfAll(x *mat.Dense) []float64 {
	rows, n := x.Dims()
	distances := make([]float64, n*rows/2)
	for i := range n {
		for f := range rows / 2 {
			distances[f*n+i] = c.distance(x, Cell{i, f})
		}
	}
	return distances
}

// withoutSuspects returns which points of n tracks in so many frames lie where the line
// of their neighbours in time says, and whether any lies grossly off. jumps are n a frame.
func withoutSuspects(jumps []float64, n, frames int, extent float64) (seen [][]bool, gross bool) {
	seen = make([][]bool, n)
	for i := range seen {
		seen[i] = make([]bool, frames)
		for f := range seen[i] {
			jump := jumps[f*n+i]
			gross = gross || jump > grossJump*extent
			seen[i][f] = jump <= suspectJump*extent
		}
		keepSome(seen[i])
	}
	return seen, gross
}

// unseenOf returns the points that are not seen; nil for none.
func unseenOf(seen [][]bool) (unseen []Cell) {
	for i := range seen {
		for f, ok := range seen[i] {
			if !ok {
				unseen = append(unseen, Cell{i, f})
			}
		}
	}
	return unseen
}

// keepSome marks everything as seen where hardly anything is: nothing would say
// where the rest belongs.
func keepSome(seen []bool) {
	count := 0
	for _, s := range seen {
		if s {
			count++
		}
	}
	if count < leastFrames && count < len(seen)/2 {
		for f := range seen {
			seen[f] = true
		}
	}
}

// extentOf returns the side of a square as large as the box around trajectories.
func extentOf(x *mat.Dense) float64 {
	rows, _ := x.Dims()
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for r := range rows {
		low[r%2], high[r%2] = min(low[r%2], slices.Min(x.RawRowView(r))), max(high[r%2], slices.Max(x.RawRowView(r)))
	}
	return math.Sqrt((high[0] - low[0]) * (high[1] - low[1]))
}

// jumpsOf returns, frame by frame for every track of x, how far the point is from
// the nearest of the lines that two other points of the track in others give, at
// most jumpReach frames away, or at either end as many frames as in the middle.
// The median motion of all tracks from frame to frame is taken off first, and
// frameAllowance times the median in its frame from every distance; usual is the
// median of these medians. It returns nothing useful once ctx has ended.
func jumpsOf(ctx context.Context, x, others *mat.Dense) (jumps []float64, usual float64) {
	rows, n := x.Dims()
	frames := rows / 2
	still := mat.DenseCopyOf(others)
	steps := make([]float64, n)
	common := make([]float64, rows)
	for r := 2; r < rows && ctx.Err() == nil; r++ {
		row, before := others.RawRowView(r), others.RawRowView(r-2)
		for i := range steps {
			steps[i] = row[i] - before[i]
		}
		common[r] = common[r-2] + dense.Ordered(steps, n/2)
		for i := range n {
			still.Set(r, i, row[i]-common[r])
		}
	}
	jumps = make([]float64, frames*n)
	medians := make([]float64, frames)
	for f := range frames {
		if ctx.Err() != nil {
			break
		}
		from := min(max(0, f-jumpReach), frames-leastFrames)
		to := max(min(frames-1, f+jumpReach), leastFrames-1)
		own := jumps[f*n:][:n]
		for i := range own {
			own[i] = math.Inf(1)
		}
		for a := from; a <= to; a++ {
			for b := a + 1; b <= to; b++ {
				along := float64(f-a) / float64(b-a)
				if a == f || b == f || along < -1 || along > 2 {
					continue
				}
				ax, ay, bx, by := still.RawRowView(2*a), still.RawRowView(2*a+1), still.RawRowView(2*b), still.RawRowView(2*b+1)
				px, py := x.RawRowView(2*f), x.RawRowView(2*f+1)
				for i, least := range own {
					dx := ax[i] + along*(bx[i]-ax[i]) - px[i] + common[2*f]
					dy := ay[i] + along*(by[i]-ay[i]) - py[i] + common[2*f+1]
					own[i] = min(least, dx*dx+dy*dy)
				}
			}
		}
		for i, square := range own {
			own[i] = math.Sqrt(square)
		}
		medians[f] = dense.Median(own)
		for i, jump := range own {
			own[i] = jump - frameAllowance*medians[f]
		}
	}
	return jumps, dense.Median(medians)
}

// trialRank returns the rank that completes hidden points best, by the mean
// of their distances, each most at most: some of them may be gross errors.
func trialRank(ctx context.Context, x *mat.Dense, seen [][]bool, most float64, seed uint64, workers int) (int, error) {
	r := rand.New(rand.NewPCG(seed, 0x77696c64))
	trial := make([][]bool, len(seen))
	var hidden []Cell
	for i := range trial {
		trial[i] = slices.Clone(seen[i])
		for f, ok := range trial[i] {
			if ok && r.IntN(trialShare) == 0 {
				trial[i][f] = false
				hidden = append(hidden, Cell{i, f})
			}
		}
	}
	best, _, err := bestRank(ctx, x, trial, hidden, repairLimit, most, workers)
	return best, err
}

// distance returns how far a completed point is from that of x.
func (c *completer) distance(x *mat.Dense, p Cell) float64 {
	return math.Hypot(c.value(2*p.frame, p.track)-x.At(2*p.frame, p.track),
		c.value(2*p.frame+1, p.track)-x.At(2*p.frame+1, p.track))
}

// robustV solves for every column again, with points that are far off by more
// than scale counting little (Geman & McClure 1987), from the solution for those
// that are seen.
func (c *completer) robustV(x *mat.Dense, seen [][]bool, scale float64) {
	r := c.rank
	a, b := make([]float64, r*r), make([]float64, r)
	for i := range c.n {
		v := c.v.RawRowView(i)
		for range robustLimit {
			clear(a)
			clear(b)
			for f := range seen[i] {
				d := c.distance(x, Cell{i, f}) / scale
				w := 1 / ((1 + d*d) * (1 + d*d))
				for row := 2 * f; row < 2*f+2; row++ {
					u := c.u.RawRowView(row)
					rest := w * (x.At(row, i) - u[r])
					for p := range r {
						for q := range p + 1 {
							a[p*r+q] += w * u[p] * u[q]
						}
						b[p] += rest * u[p]
					}
				}
			}
			for p := range r {
				a[p*r+p] += c.ridge
			}
			dense.SolvePositive(a, b, c.ridge)
			copy(v, b)
		}
	}
}

// filled returns x with what is not seen completed.
func (c *completer) filled(x *mat.Dense, seen [][]bool) *mat.Dense {
	filled := mat.DenseCopyOf(x)
	for i := range seen {
		for f, ok := range seen[i] {
			if !ok {
				filled.Set(2*f, i, c.value(2*f, i))
				filled.Set(2*f+1, i, c.value(2*f+1, i))
			}
		}
	}
	return filled
}

// CorruptedWarning tells of points that were completed, of total in all.
func CorruptedWarning(corrupted []Cell, total int) core.Warning {
	var tracks []int
	for _, c := range corrupted {
		if len(tracks) == 0 || tracks[len(tracks)-1] != c.track {
			tracks = append(tracks, c.track)
		}
	}
	return core.Warning{Code: core.CorruptedTracks, Points: tracks, Text: fmt.Sprintf("%d of %d points lie far from "+
		"where their tracks must be, and were completed from the others", len(corrupted), total)}
}
