package lowrank

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/parallel"
)

// Completion is trajectories whose gaps were filled.
type Completion struct {
	// X is 2F×N: the given numbers where a track is seen, the completed ones
	// where it is not.
	X *mat.Dense
	// Rank is the dimension of the subspace beside the mean.
	Rank int
	// HeldOut are the distances, in the units of X, between points that were
	// seen but hidden for a trial and what was completed in their place,
	// ascending; empty when too few points could be hidden.
	HeldOut []float64
	// Iterations of the last run.
	Iterations int
}

// Quantile returns the distance below which the share q of the hidden points
// was completed, NaN without any.
func (c *Completion) Quantile(q float64) float64 {
	if len(c.HeldOut) == 0 {
		return math.NaN()
	}
	return c.HeldOut[min(int(q*float64(len(c.HeldOut))), len(c.HeldOut)-1)]
}

// Settings of CompleteTracks.
const (
	// completionRidge is λ as a share of the largest singular value.
	completionRidge = 1e-5
	// completionLimit and completionTolerance end the iteration: when the
	// completed numbers change by less than this share of the spread of X.
	completionLimit     = 100
	completionTolerance = 1e-6
	// maxHidden is how many tracks are cut for a trial, and one of hiddenShare
	// complete ones at most. A trial of filling is made with as many.
	maxHidden   = 200
	hiddenShare = 4
	// rankGain is the share of the mean distance of the best rank so far that a
	// larger rank must stay below: it has to be better by more than chance.
	// completion.md beside this file has what other values do.
	rankGain = 0.98
)

// completionRanks are tried in turn.
var completionRanks = []int{3, 4, 5, 6, 7, 8, 10, 12, 15}

// CompleteTracks fills the gaps of trajectories by a low rank: the tracks of a
// rigid motion, seen by an affine camera, span an affine subspace of dimension
// 3, those of K motions one of at most 4K − 1 and mostly less. x is 2F×N, rows 2f
// and 2f+1 being x and y in frame f; seen[i][f] reports whether column i is seen
// in frame f, and numbers of points that are not seen are not read. Every track
// must be seen in some frame.
//
// With W the seen numbers, it minimises
//
//	½‖W∘(X − μ1ᵀ − UVᵀ)‖² + ½λ(‖U‖² + ‖V‖²)
//
// by alternating ridge regressions (soft-impute by alternating least squares),
// from the leading singular vectors of X with its gaps interpolated in time. λ
// is 10⁻⁵ of the largest singular value. The rank is the one of 3, 4, 5, 6, 7,
// 8, 10, 12 and 15 that completes hidden points best: up to 200 tracks without
// gaps, at most every fourth, are given the gaps of other tracks for a trial,
// and the mean distance counts. seed chooses these tracks.
//
// The error says what is wrong with the data, or is ctx.Err() when ctx ends
// first.
//
// Source: T. Hastie, R. Mazumder, J. Lee, R. Zadeh, Matrix Completion and
// Low-Rank SVD via Fast Alternating Least Squares, JMLR 16, 2015; for
// trajectories, R. Vidal, R. Tron, R. Hartley, Multiframe Motion Segmentation
// with Missing Data Using PowerFactorization and GPCA, IJCV 79, 2008.
func CompleteTracks(ctx context.Context, x *mat.Dense, seen [][]bool, seed uint64, workers int) (*Completion, error) {
	rows, n := x.Dims()
	if rows%2 != 0 || len(seen) != n {
		return nil, fmt.Errorf("expected two rows a frame and visibility of every column, found %d rows and %d of "+
			"%d columns", rows, len(seen), n)
	}
	for i, s := range seen {
		if len(s) != rows/2 || !slices.Contains(s, true) {
			return nil, fmt.Errorf("expected column %d to be seen in one of %d frames, found none", i+1, rows/2)
		}
	}
	best, held, err := completionRank(ctx, x, seen, seed, workers)
	if err != nil {
		return nil, err
	}
	c, err := newCompleter(ctx, x, seen, workers)
	if err != nil {
		return nil, err
	}
	c.start(best)
	iterations, err := c.run(ctx, completionLimit)
	if err != nil {
		return nil, err
	}
	return &Completion{X: c.filled(x, seen), Rank: best, HeldOut: held, Iterations: iterations}, nil
}

// completionRank tries the ranks of CompleteTracks and returns the best with the
// distances of its trial, none where no points could be hidden.
func completionRank(
	ctx context.Context, x *mat.Dense, seen [][]bool, seed uint64, workers int,
) (best int, held []float64, err error) {
	trial, hidden := hide(seen, seed)
	return bestRank(ctx, x, trial, hidden, completionLimit, math.Inf(1), workers)
}

// bestRank tries the ranks, each for so many iterations at most, on tracks of which some
// points are hidden, and returns the one that completes these best, by the mean of their
// distances, each most at most, with the distances, ascending.
func bestRank(
	ctx context.Context, x *mat.Dense, trial [][]bool, hidden []Cell, limit int, most float64, workers int,
) (best int, held []float64, err error) {
	rows, n := x.Dims()
	best = min(completionRanks[0], n-1, rows-1)
	if len(hidden) == 0 {
		return best, nil, nil
	}
	c, err := newCompleter(ctx, x, trial, workers)
	if err != nil {
		return 0, nil, err
	}
	tried := completionRanks
	for k, rank := range tried {
		if rank > min(n, rows)/2 {
			tried = tried[:k]
			break
		}
	}
	distances, means, failures := make([][]float64, len(tried)), make([]float64, len(tried)), make([]error, len(tried))
	parallel.Each(len(tried), workers, func(_, k int) {
		k = len(tried) - 1 - k // the largest rank, which takes longest, first
		own := *c              // start makes what a run changes
		own.workers = 1
		own.start(tried[k])
		if _, failures[k] = own.run(ctx, limit); failures[k] != nil {
			return
		}
		for _, p := range hidden {
			d := own.distance(x, p)
			distances[k] = append(distances[k], d)
			means[k] += min(d, most) / float64(len(hidden))
		}
		slices.Sort(distances[k])
	})
	least := math.Inf(1)
	for k, mean := range means {
		if failures[k] != nil {
			return 0, nil, failures[k]
		}
		if mean < rankGain*least {
			best, least, held = tried[k], mean, distances[k]
		}
	}
	return best, held, nil
}

// Cell is a point: a track in a frame.
type Cell struct{ track, frame int }

// hide cuts the gaps of tracks with gaps into tracks without, which come back as
// a new visibility, with the points that were hidden.
func hide(seen [][]bool, seed uint64) (trial [][]bool, hidden []Cell) {
	var whole, gaps []int
	for i, s := range seen {
		if slices.Contains(s, false) {
			gaps = append(gaps, i)
		} else {
			whole = append(whole, i)
		}
	}
	trial = slices.Clone(seen)
	if len(gaps) == 0 {
		return trial, nil
	}
	r := rand.New(rand.NewPCG(seed, 0x67617073))
	r.Shuffle(len(whole), func(i, j int) { whole[i], whole[j] = whole[j], whole[i] })
	r.Shuffle(len(gaps), func(i, j int) { gaps[i], gaps[j] = gaps[j], gaps[i] })
	for k, i := range whole[:min(len(whole)/hiddenShare, maxHidden)] {
		trial[i] = seen[gaps[k%len(gaps)]]
		for f, s := range trial[i] {
			if !s {
				hidden = append(hidden, Cell{i, f})
			}
		}
	}
	return trial, hidden
}

// completer alternates between U with μ and V. Vectors of rank numbers stand
// behind one another.
type completer struct {
	rows, n       int
	byColumn      dense.Factor // x with zeros in the gaps, 2F×N
	byRow         dense.Factor // its transpose
	gapsOf        [][]int      // of every column, the frames in which it is not seen
	gapsIn        [][]int      // of every frame, the columns that are not seen in it
	alike         [][]int      // columns with the same gaps, which have the same equations
	ridge, spread float64
	workers       int

	// Of x with its gaps interpolated: the mean of every row, the squares of the
	// singular values, ascending, and the left singular vectors in rows.
	mean, squares []float64
	vectors       *mat.Dense

	rank int
	u    *mat.Dense // 2F×(rank+1): U and, last, μ
	v    *mat.Dense // N×(rank+1): V and, last, 1
}

// newCompleter interpolates the gaps in time and takes the singular vectors of
// what comes out.
func newCompleter(ctx context.Context, x *mat.Dense, seen [][]bool, workers int) (*completer, error) {
	rows, n := x.Dims()
	c := &completer{rows: rows, n: n, workers: workers, mean: make([]float64, rows), gapsOf: make([][]int, n),
		gapsIn: make([][]int, rows/2)}
	filled, known := mat.NewDense(rows, n, nil), mat.NewDense(rows, n, nil)
	for i, s := range seen {
		for f := range s {
			if !s[f] {
				c.gapsOf[i], c.gapsIn[f] = append(c.gapsOf[i], f), append(c.gapsIn[f], i)
			}
		}
		interpolate(filled, known, x, i, s)
	}
	c.byColumn, c.byRow = dense.NewFactor(known, false), dense.NewFactor(known, true)
	c.alike = alikeOf(seen)
	for d := range rows {
		row := filled.RawRowView(d)
		sum := 0.0
		for _, v := range row {
			sum += v
		}
		for i := range row {
			row[i] -= sum / float64(n)
		}
		c.mean[d] = sum / float64(n)
	}
	c.spread = mat.Norm(filled, 2) / math.Sqrt(float64(rows*n))
	var err error
	if c.squares, c.vectors, err = leftVectors(ctx, filled, workers); err != nil {
		return nil, err
	}
	largest := math.Sqrt(max(c.squares[len(c.squares)-1], 0))
	c.ridge = completionRidge * largest
	if !(c.ridge > 0) {
		c.ridge = math.SmallestNonzeroFloat32
	}
	return c, nil
}

// alikeOf returns the columns that are seen in the same frames, in the order of the first.
func alikeOf(seen [][]bool) (alike [][]int) {
	at := map[string]int{}
	for i, s := range seen {
		key := make([]byte, len(s))
		for f, v := range s {
			if v {
				key[f] = 1
			}
		}
		group, ok := at[string(key)]
		if !ok {
			group = len(alike)
			at[string(key)] = group
			alike = append(alike, nil)
		}
		alike[group] = append(alike[group], i)
	}
	return alike
}

// start begins with the leading singular vectors.
func (c *completer) start(rank int) {
	c.rank = rank
	c.u, c.v = mat.NewDense(c.rows, rank+1, nil), mat.NewDense(c.n, rank+1, nil)
	for i := range c.n {
		c.v.Set(i, rank, 1)
	}
	for d, mean := range c.mean {
		c.u.Set(d, rank, mean)
	}
	for k := range min(rank, len(c.squares)) {
		at := len(c.squares) - 1 - k
		scale := math.Sqrt(math.Sqrt(max(c.squares[at], 0)))
		for d := range c.rows {
			c.u.Set(d, k, scale*c.vectors.At(at, d))
		}
	}
}

// leftVectors returns the eigenvalues of the smaller of AAᵀ and AᵀA, ascending,
// and in rows the left singular vectors of A that belong to them.
func leftVectors(ctx context.Context, a *mat.Dense, workers int) (values []float64, vectors *mat.Dense, err error) {
	rows, n := a.Dims()
	gram, order := dense.Outer(a, rows > n, workers), min(rows, n)
	values, rowVectors, err := eigen.Symmetric(ctx, order, gram.RawMatrix().Data, workers)
	if err != nil {
		return nil, nil, err
	}
	vectors = mat.NewDense(order, order, rowVectors)
	if rows <= n {
		return values, vectors, nil
	}
	var left mat.Dense
	left.Mul(vectors, a.T())
	for k, v := range values {
		if v > 0 {
			floats.Scale(1/math.Sqrt(v), left.RawRowView(k))
		}
	}
	return values, &left, nil
}

// interpolate copies column i of x to known with zeros in the gaps, and to
// filled with the gaps interpolated in time; before the first and behind the
// last point that is seen, the track stands still.
func interpolate(filled, known, x *mat.Dense, i int, seen []bool) {
	last := -1
	for f := range seen {
		if !seen[f] {
			continue
		}
		for a := range 2 {
			v := x.At(2*f+a, i)
			known.Set(2*f+a, i, v)
			from := v
			if last >= 0 {
				from = x.At(2*last+a, i)
			}
			for g := last + 1; g <= f; g++ {
				filled.Set(2*g+a, i, from+(v-from)*float64(g-last)/float64(f-last))
			}
		}
		last = f
	}
	for g := last + 1; g < len(seen); g++ {
		for a := range 2 {
			filled.Set(2*g+a, i, x.At(2*last+a, i))
		}
	}
}

// value returns the completed number in row d of column i.
func (c *completer) value(d, i int) float64 {
	u, v := c.u.RawRowView(d), c.v.RawRowView(i)
	sum := 0.0
	for k := range u {
		sum += u[k] * v[k]
	}
	return sum
}

// run alternates until the completed numbers stand still, or limit times.
func (c *completer) run(ctx context.Context, limit int) (iterations int, err error) {
	var gaps []Cell
	for f, columns := range c.gapsIn {
		for _, i := range columns {
			gaps = append(gaps, Cell{i, f})
		}
	}
	before := make([]float64, 2*len(gaps))
	for iterations = 1; ; iterations++ {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		c.updateV()
		c.updateU()
		change := 0.0
		for k, g := range gaps {
			for a := range 2 {
				v := c.value(2*g.frame+a, g.track)
				change += (v - before[2*k+a]) * (v - before[2*k+a])
				before[2*k+a] = v
			}
		}
		if iterations == limit || math.Sqrt(change/float64(max(1, len(before)))) <= completionTolerance*c.spread {
			return iterations, nil
		}
	}
}

// updateV solves for every column: (UᵀU + λI)v = Uᵀ(x − μ) over the rows in which
// it is seen.
func (c *completer) updateV() {
	r := c.rank
	product, gram := mat.NewDense(r+1, c.n, nil), dense.Outer(c.u, true, c.workers)
	c.byColumn.MultiplyTransposed(product, c.u, c.workers)
	parallel.Blocks(len(c.alike), c.workers, func(_, lo, hi int) {
		a, b := make([]float64, r*r), make([]float64, r)
		var hidden [][]float64
		for _, columns := range c.alike[lo:hi] {
			for p := range r {
				copy(a[p*r:][:p+1], gram.RawRowView(p))
				a[p*r+p] += c.ridge
			}
			gaps := c.gapsOf[columns[0]]
			hidden = hidden[:0]
			for _, f := range gaps {
				hidden = append(hidden, c.u.RawRowView(2 * f)[:r], c.u.RawRowView(2*f + 1)[:r])
			}
			takeOuters(a, hidden)
			dense.FactorPositive(a, r, c.ridge)
			for _, i := range columns {
				for p := range r {
					b[p] = product.At(p, i) - gram.At(p, r)
				}
				for _, f := range gaps {
					for d := 2 * f; d < 2*f+2; d++ {
						u := c.u.RawRowView(d)
						for p, v := range u[:r] {
							b[p] += v * u[r]
						}
					}
				}
				dense.SolveFactored(a, b)
				copy(c.v.RawRowView(i), b)
			}
		}
	})
}

// takeOuters takes vvᵀ of each of some vectors from the lower triangle of a, which is all
// that is looked at: of four vectors at a time, one after the other at every entry.
func takeOuters(a []float64, vectors [][]float64) {
	for ; len(vectors) >= 4; vectors = vectors[4:] {
		n := len(vectors[0])
		v0, v1, v2, v3 := vectors[0][:n], vectors[1][:n], vectors[2][:n], vectors[3][:n]
		for p := range n {
			a0, a1, a2, a3 := v0[p], v1[p], v2[p], v3[p]
			row := a[p*n:][:p+1]
			b0, b1, b2, b3 := v0[:len(row)], v1[:len(row)], v2[:len(row)], v3[:len(row)]
			for q, value := range row {
				row[q] = value - a0*b0[q] - a1*b1[q] - a2*b2[q] - a3*b3[q]
			}
		}
	}
	for _, v := range vectors {
		for p, at := range v {
			row := a[p*len(v):][:p+1]
			for q, other := range v[:p+1] {
				row[q] -= at * other
			}
		}
	}
}

// updateU solves for every row: (VᵀV + λI)u = Vᵀx over the columns that are seen
// in its frame, with μ as the last of u, to which λ does not apply.
func (c *completer) updateU() {
	r := c.rank + 1
	product, gram := mat.NewDense(r, c.rows, nil), dense.Outer(c.v, true, c.workers)
	c.byRow.MultiplyTransposed(product, c.v, c.workers)
	parallel.Each(len(c.gapsIn), c.workers, func(_, f int) {
		full := make([]float64, r*r)
		copy(full, gram.RawMatrix().Data)
		hidden := make([][]float64, len(c.gapsIn[f]))
		for k, i := range c.gapsIn[f] {
			hidden[k] = c.v.RawRowView(i)
		}
		takeOuters(full, hidden)
		for p := range r - 1 {
			full[p*r+p] += c.ridge
		}
		dense.FactorPositive(full, r, c.ridge)
		for d := 2 * f; d < 2*f+2; d++ {
			dense.SolveFactored(full, mat.Col(c.u.RawRowView(d), d, product))
		}
	})
}
