package solve

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/lrksc"
)

const (
	// landmarkRidge weighs the length of the coefficients by which a point is
	// assigned, in units of the mean of the kernel's diagonal.
	landmarkRidge = 1e-5
	// assignedBetween is how many points are assigned between two steps of the
	// progress.
	assignedBetween = 20 * parallel.BlockRows
)

// LandmarkCount returns how many points of n, with or without gaps, to solve
// for; n means all.
func LandmarkCount(cfg Config, n int, gaps bool) int {
	limit := core.LandmarkLimit
	if gaps {
		limit = core.DefaultLandmarks // the evidence from pairs of frames holds a dozen matrices
	}
	switch {
	case cfg.Landmarks < 0:
		return n
	case cfg.Landmarks > 0:
		return min(max(cfg.Landmarks, cfg.Motions, 2), n)
	case n > limit:
		return min(max(core.DefaultLandmarks, cfg.Motions), n)
	}
	return n
}

// runLandmarks solves for count landmarks, drawn evenly by the seed, and gives
// every other point to the group whose landmarks express it best in feature
// space, by ridge regression: with the kernel blocks K_gg of the group's
// landmarks and k_g of the point to them, the group with the least residual
// k(x, x) − k_gᵀ(K_gg + εI)⁻¹k_g. Its cost grows with N·count². Tracks with gaps
// go to the group whose motion between pairs of frames describes them shortest.
func runLandmarks(ctx context.Context, data core.Data, cfg Config, count int, p core.Progress) (*core.Result, error) {
	n := data.Points()
	landmarks := DrawLandmarks(n, count, cfg.Seed)
	subset := cfg
	subset.Landmarks, subset.Trimmed = -1, nil
	subset.Interim = interimOf(cfg.Interim, landmarks, n)
	few := data.Columns(landmarks)
	if err := core.CheckData(few); err != nil {
		return nil, fmt.Errorf("landmarks: %w", err)
	}
	r, err := RunPart(ctx, few, subset, p.Part(0, 1, 2))
	if err != nil {
		return nil, fmt.Errorf("landmarks: %w", err)
	}
	r.Landmarks = landmarks
	for _, w := range r.Warnings {
		for i, p := range w.Points {
			w.Points[i] = landmarks[p]
		}
	}
	start := time.Now()
	best := "that expresses them best"
	if data.Visible != nil {
		best = "whose motion describes them shortest"
	}
	r.Warn(core.Approximated, nil, "solved for %d of the %d points; the others were given to the group %s", count, n, best)
	if err := AssignRest(ctx, r, data, cfg.Workers, p.Part(1, 2, 2)); err != nil {
		return nil, err
	}
	r.Stages = append(r.Stages, core.Stage{Name: "assignment", Time: time.Since(start)})
	return r, ctx.Err()
}

// interimOf returns what is to be called with labels of some of n points; nil for nil.
func interimOf(interim func(labels []int), some []int, n int) func(labels []int) {
	if interim == nil {
		return nil
	}
	return func(labels []int) { interim(core.Spread(labels, some, n)) }
}

// DrawLandmarks returns count of the numbers 0…n−1, drawn evenly, ascending.
func DrawLandmarks(n, count int, seed uint64) []int {
	landmarks := slices.Clone(rand.New(rand.NewPCG(seed, 1)).Perm(n)[:count])
	slices.Sort(landmarks)
	return landmarks
}

// group is the landmarks of one group, ready to express other points.
type group struct {
	label   int
	x       dense.Factor // D×m
	squared []float64
	// whiten is L⁻ᵀ for the Cholesky factor L of K_gg + εI, in strips of columns
	// down to the diagonal: k_gᵀ(K_gg + εI)⁻¹k_g is the squared length of k_gᵀL⁻ᵀ.
	// A product takes a fraction of the time that solving takes.
	whiten []dense.Factor
}

// whitenStrip is the width of the strips of L⁻ᵀ. Narrower ones leave out more of
// the zeros below the diagonal, wider ones are faster products: on one core (AVX2)
// 96 points and 700 landmarks take 7.0 ms in strips of 48, 96 or 192, 8.9 in
// strips of 384 and 11.2 as a whole.
const whitenStrip = 192

// newGroup prepares the landmarks members, columns of x, of a group.
func newGroup(
	label int, x *mat.Dense, members []int, lift func(g *mat.Dense, rows, cols []float64), workers int,
) (*group, error) {
	own, m := dense.Columns(x, members), len(members)
	g := &group{label: label, x: dense.NewFactor(own, false), squared: dense.ColumnNorms(own)}
	k := dense.Outer(own, true, workers)
	lift(k, g.squared, g.squared)
	ridge := landmarkRidge * mat.Trace(k) / float64(m)
	for i := range m {
		k.Set(i, i, k.At(i, i)+ridge)
	}
	var chol mat.Cholesky
	var lower mat.TriDense
	if !chol.Factorize(mat.NewSymDense(m, k.RawMatrix().Data)) {
		return nil, fmt.Errorf("landmarks: the kernel of group %d is not positive definite within rounding", label)
	}
	chol.LTo(&lower)
	if err := lower.InverseTri(&lower); err != nil {
		return nil, fmt.Errorf("landmarks: expressing points by group %d: %w", label, err)
	}
	k.Copy(&lower)
	for from := 0; from < m; from += whitenStrip {
		to := min(from+whitenStrip, m)
		g.whiten = append(g.whiten, dense.NewFactor(k.Slice(from, to, 0, to).(*mat.Dense), true))
	}
	return g, nil
}

// explained returns k_gᵀ(K_gg + εI)⁻¹k_g for points with these rows k_gᵀ.
func (g *group) explained(k *mat.Dense) []float64 {
	points, m := k.Dims()
	sums := make([]float64, points)
	z := make([]float64, points*whitenStrip)
	for _, strip := range g.whiten {
		strip.MultiplyInto(z, strip.Cols, k.RawMatrix().Data, m, points)
		for i := range sums {
			for _, v := range z[i*strip.Cols:][:strip.Cols] {
				sums[i] += v * v
			}
		}
	}
	return sums
}

// AssignRest extends the labels and confidences of the landmarks to all points: to the group
// that expresses them best, with gaps to that whose motion describes them shortest.
func AssignRest(ctx context.Context, r *core.Result, data core.Data, workers int, p core.Progress) error {
	if data.Visible != nil {
		return assignByMotion(ctx, r, data, workers, p)
	}
	return assignByExpression(ctx, r, data, workers, p)
}

// assignByExpression extends the labels and confidences of the landmarks to all points, see
// runLandmarks.
func assignByExpression(ctx context.Context, r *core.Result, data core.Data, workers int, p core.Progress) error {
	x := lrksc.Normalized(data)
	lift := featureKernel(r, data.Kind)
	var groups []*group
	for label := 1; label <= r.Motions; label++ {
		var members []int
		for i, l := range r.Labels {
			if l == label {
				members = append(members, r.Landmarks[i])
			}
		}
		if members == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		g, err := newGroup(label, x, members, lift, workers)
		if err != nil {
			return err
		}
		groups = append(groups, g)
	}
	n := data.Points()
	labels, confidence := core.Spread(r.Labels, r.Landmarks, n), core.Spread(r.Confidence, r.Landmarks, n)
	var rest []int
	for j, l := range labels {
		if l == 0 {
			rest = append(rest, j)
		}
	}
	for done := 0; done < len(rest); done += assignedBetween {
		p.Advance(float64(done) / float64(len(rest)))
		points := rest[done:min(done+assignedBetween, len(rest))]
		if err := assignPoints(ctx, x, points, groups, lift, labels, confidence, workers); err != nil {
			return err
		}
	}
	p.Advance(1)
	r.Labels, r.Confidence = labels, confidence
	return nil
}

// assignPoints gives each of these points of x to the group that expresses it
// best.
func assignPoints(
	ctx context.Context, x *mat.Dense, points []int, groups []*group, lift func(g *mat.Dense, rows, cols []float64),
	labels []int, confidence []float64, workers int,
) error {
	parallel.Blocks(len(points), workers, func(_, lo, hi int) {
		if ctx.Err() != nil {
			return
		}
		block := dense.Columns(x, points[lo:hi])
		squared := dense.ColumnNorms(block)
		block = mat.DenseCopyOf(block.T())
		best, second := make([]float64, hi-lo), make([]float64, hi-lo)
		for i := range best {
			best[i], second[i] = math.Inf(1), math.Inf(1)
		}
		for _, g := range groups {
			if ctx.Err() != nil {
				return
			}
			k := mat.NewDense(hi-lo, len(g.squared), nil)
			g.x.MultiplyBlock(k.RawMatrix().Data, block, 0, hi-lo)
			lift(k, squared, g.squared)
			own := selfKernel(lift, squared)
			for i, explained := range g.explained(k) {
				residual := max(own[i]-explained, 0)
				switch {
				case residual < best[i]:
					best[i], second[i] = residual, best[i]
					labels[points[lo+i]] = g.label
				case residual < second[i]:
					second[i] = residual
				}
			}
		}
		for i, p := range points[lo:hi] {
			confidence[p] = 1
			if second[i] > 0 && !math.IsInf(second[i], 1) {
				confidence[p] = 1 - math.Sqrt(best[i]/second[i])
			}
		}
	})
	return ctx.Err()
}

// featureKernel returns what lifts a block of a Gram matrix into the feature
// space of the method: its kernel where it has one, otherwise xᵀy + 1, which
// stands for affine self-expression.
func featureKernel(r *core.Result, kind core.Kind) func(g *mat.Dense, squaredRows, squaredCols []float64) {
	values := core.Values{"kernel": lrksc.LinearKernel, "a": 1}
	if _, ok := r.Values["kernel"]; ok {
		values = r.Values
	}
	return func(g *mat.Dense, squaredRows, squaredCols []float64) {
		lrksc.Lift(g, squaredRows, squaredCols, kind, values)
	}
}

// selfKernel returns k(x, x) for points of these squared lengths.
func selfKernel(lift func(g *mat.Dense, rows, cols []float64), squared []float64) []float64 {
	own := make([]float64, len(squared))
	for i, s := range squared {
		one := mat.NewDense(1, 1, []float64{s})
		lift(one, squared[i:i+1], squared[i:i+1])
		own[i] = one.At(0, 0)
	}
	return own
}
