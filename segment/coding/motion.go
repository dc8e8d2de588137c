package coding

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"motionseg/segment/core"
	"motionseg/segment/epipolar"
	"motionseg/segment/lowrank"
	"motionseg/segment/subspace"
)

// Coordinates are picture coordinates of points, as their motion is coded.
type Coordinates struct {
	// All is all coordinates of the chosen frames, one point a column: for two
	// frames the rows x, y, x′, y′; for trajectories the principal components
	// that stand out of the noise.
	All *mat.Dense
	// first is x and y in the first frame, 2×N.
	first *mat.Dense
	// rows is how many coordinates a point has: 4 or 2F.
	rows int
	pair bool    // of two frames
	Unit float64 // root mean square of the coordinates around their means
}

const (
	// negligible is the standard deviation, in units of the coordinates' spread,
	// of principal components that are left out: far below any noise that is
	// allowed for.
	negligible = 0.002
	// noiseMargin is how many times the median singular value of pure noise a
	// component must have to count as signal (Gavish & Donoho, The Optimal Hard
	// Threshold for Singular Values is 4/√3, IEEE Transactions on Information
	// Theory 60(8), 2014, for a square matrix and unknown noise).
	noiseMargin = 2.858
)

// CoordinatesOf returns the coordinates in data, of which motions say how many
// components can be signal. It returns ctx.Err() soon after ctx ends.
func CoordinatesOf(ctx context.Context, data core.Data, motions, workers int) (Coordinates, error) {
	n := data.Points()
	if data.Kind == core.TwoFrames {
		c := Coordinates{All: mat.NewDense(4, n, nil), first: mat.NewDense(2, n, nil), rows: 4, pair: true}
		for to, from := range []int{2, 5, 6, 7} {
			copy(c.All.RawRowView(to), data.X.RawRowView(from))
		}
		c.first.Copy(c.All)
		c.Unit = RMS(c.All)
		return c, nil
	}
	rows, _ := data.X.Dims()
	c := Coordinates{first: mat.NewDense(2, n, nil), rows: rows, Unit: RMS(data.X)}
	c.first.Copy(data.X)
	if c.Unit == 0 {
		c.All = data.X
		return c, nil
	}
	around := mat.DenseCopyOf(data.X)
	for i := range rows {
		row := around.RawRowView(i)
		floats.AddConst(-stat.Mean(row, nil), row)
	}
	space, err := subspace.RowSpaceOf(ctx, around, workers)
	if err != nil {
		return Coordinates{}, err
	}
	// The many directions of a long video that hold nothing but noise would
	// code shortest in groups of very unequal size, so they are left out.
	least := negligible * c.Unit * math.Sqrt(float64(n))
	if tail := lowrank.AffineDimensions * motions; tail < min(rows, n) {
		if median := (tail + min(rows, n)) / 2; median < len(space.S) {
			least = max(least, noiseMargin*space.S[median])
		}
	}
	kept := 1
	for kept < len(space.S) && space.S[kept] > least {
		kept++
	}
	c.All = mat.NewDense(kept, n, nil)
	for j := range n {
		if err := ctx.Err(); err != nil {
			return Coordinates{}, err
		}
		for i, along := range space.V.RawRowView(j)[:kept] {
			c.All.Set(i, j, along*space.S[i])
		}
	}
	return c, nil
}

// MotionBits returns the bits that it takes to code how a point moves, given
// where it is in the first frame, per point and coordinate, up to a noise of
// standard deviation noise in every coordinate, when every group 1…K of labels
// is coded on its own: the coding length of all coordinates (see Length)
// less that of the first frame's. Where the groups are in the picture thus
// costs nothing, and what separates them is motion alone.
//
// Two pictures of a rigid motion lie on a curved surface, that of the epipolar
// constraint, of which a Gaussian knows the tangent plane only. So the variance
// across the plane is replaced there by the mean squared Sampson distance to
// the group's epipolar constraint, where that is less.
func (c Coordinates) MotionBits(labels []int, k int, noise float64) float64 {
	cost := float64(c.rows)
	var constraints []float64
	if c.pair {
		cost = epipolar.Terms
		constraints = c.epipolarVariances(labels, k)
	}
	var bits float64
	first := ScatterOf(c.first, labels, k)
	for g, s := range ScatterOf(c.All, labels, k) {
		if s.N == 0 {
			continue
		}
		scale := 1 / (s.N * noise * noise)
		length := logDeterminant(s.S, scale, len(s.Mean))
		if c.pair {
			if across, ok := leastEigenvalue(s.S, len(s.Mean)); ok {
				across = max(across, 0) / s.N
				length += math.Log1p(min(constraints[g], across)/(noise*noise)) - math.Log1p(across/(noise*noise))
			}
		}
		bits += (s.N + cost) / 2 * length
		bits -= (s.N + 2) / 2 * logDeterminant(first[g].S, scale, 2)
	}
	return bits / math.Ln2 / float64(len(labels)*c.rows)
}

// epipolarVariances returns for every group 1…k the mean squared distance of
// its points to its epipolar constraint, infinite for a group without one.
func (c Coordinates) epipolarVariances(labels []int, k int) []float64 {
	points := correspondencesOf(c.All)
	variances := make([]float64, k)
	for g, m := range core.Members(labels, k) {
		e, ok := fitConstraint(points, m)
		if !ok {
			variances[g] = math.Inf(1)
			continue
		}
		for _, i := range m {
			variances[g] += e.SquaredDistance(&points[i]) / float64(len(m))
		}
	}
	return variances
}

// correspondencesOf returns the columns of x, 4×N.
func correspondencesOf(x *mat.Dense) []epipolar.Correspondence {
	_, n := x.Dims()
	points := make([]epipolar.Correspondence, n)
	for i := range points {
		for r := range points[i] {
			points[i][r] = x.At(r, i)
		}
	}
	return points
}

// epipolarRounds is how often the weights of the fit are renewed.
const epipolarRounds = 4

// fitConstraint fits the epipolar constraint to some points. It reports whether there are
// enough, and not all in one place of a picture.
func fitConstraint(points []epipolar.Correspondence, members []int) (e epipolar.Constraint, ok bool) {
	if len(members) < epipolar.Terms {
		return e, false
	}
	e.Camera = epipolar.FreeRank
	weights := slices.Repeat([]float64{1}, len(members))
	for round := range epipolarRounds {
		if !e.Fit(points, members, weights, round > 0) {
			return e, false
		}
	}
	return e, true
}

// leastEigenvalue returns the smallest eigenvalue of a symmetric s, d×d.
func leastEigenvalue(s []float64, d int) (float64, bool) {
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(d, append([]float64(nil), s...)), false) {
		return 0, false
	}
	return e.Values(nil)[0], true
}
