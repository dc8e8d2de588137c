package subspace

import (
	"context"
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/parallel"
)

// OMP is sparse subspace clustering by orthogonal matching pursuit: every
// point is expressed by a few others that are picked greedily.
type OMP struct{}

// Describe implements core.Method.
func (OMP) Describe() core.Description {
	return core.Description{
		Name:  "ssc-omp",
		Title: "SSC-OMP",
		Summary: "Sparse subspace clustering by orthogonal matching pursuit: every track is expressed by a few " +
			"others, picked greedily.",
		Citation: "C. You, D. P. Robinson, R. Vidal. Scalable Sparse Subspace Clustering by Orthogonal Matching " +
			"Pursuit. CVPR 2016.",
		Kinds: core.EveryKind,
		Params: []core.Param{
			{Name: "atoms", Symbol: "k", Words: "points at most", Kind: core.Integer, Default: 8, Min: 1, Max: 1000,
				Help: "Points that express one point at most."},
			{Name: "tolerance", Symbol: "ε", Words: "residual", Kind: core.Real, Default: 1e-6, Min: 0, Max: 1,
				Help: "Residual, relative to the point, at which no further points are picked."},
			{Name: "normalize", Symbol: "", Words: "scale to length 1", Kind: core.Boolean, Default: 1, Min: 0, Max: 1,
				Help: "Scale the points to unit length first, as published; trajectories do better without."},
			onesParam(0),
		},
		Presets: []core.Preset{
			{Kind: core.Trajectories, Values: core.Values{"atoms": 10, "normalize": 0},
				Source: "tuned on Hopkins155; the setting of the published tables is not printed"},
			{Kind: core.TwoFrames, Values: core.Values{"atoms": 7, "normalize": 0}, Source: "tuned on the first and " +
				"last frames of Hopkins155; the setting of the published tables is not printed"},
			{Kind: core.Images, Values: core.Values{"atoms": 5, "normalize": 1}, Source: "You et al. (2016), Extended Yale B"},
		},
	}
}

// Solve implements core.Method.
func (OMP) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	x := mat.DenseCopyOf(in.Data.X)
	if in.Data.Kind == core.Trajectories && in.Values["ones"] != 0 {
		x = withOnesRow(x, 1)
	}
	if in.Values["normalize"] != 0 {
		unitColumns(x)
	}
	g := dense.Outer(x, true, in.Workers)
	n, _ := g.Dims()
	c := mat.NewDense(n, n, nil) // transposed: row j expresses point j
	residuals := make([]float64, n)
	var cancelled atomic.Bool
	parallel.Blocks(n, in.Workers, func(_, lo, hi int) {
		p := newPursuit(g, int(in.Values["atoms"]), in.Values["tolerance"])
		for j := lo; j < hi; j++ {
			if ctx.Err() != nil {
				cancelled.Store(true)
				return
			}
			residuals[j] = p.express(j, c.RawRowView(j))
		}
	})
	if cancelled.Load() {
		return core.Solution{}, ctx.Err()
	}
	it := core.Iteration{Number: 1, Limit: 1, Share: 1}
	for _, v := range residuals {
		it.Objective += v
	}
	in.Report(it)
	return core.Solution{C: mat.DenseCopyOf(c.T()), Ratio: 1, Converged: true}, nil
}

// unitColumns scales the columns of x to unit length; zero columns stay zero.
func unitColumns(x *mat.Dense) {
	d, n := x.Dims()
	lengths := make([]float64, n)
	for i := range d {
		for j, v := range x.RawRowView(i) {
			lengths[j] += v * v
		}
	}
	for i := range d {
		row := x.RawRowView(i)
		for j, square := range lengths {
			if square > 0 {
				row[j] /= math.Sqrt(square)
			}
		}
	}
}

// pursuit is orthogonal matching pursuit on a Gram matrix.
type pursuit struct {
	g           *mat.Dense // XᵀX, N×N
	atoms       int
	tolerance   float64
	correlation []float64 // of the residual with every point
	picked      []int
	factor      *mat.Dense // lower Cholesky factor of the picked points' Gram matrix
	forward     []float64  // factor⁻¹ times their correlation with the point
	weights     []float64
}

func newPursuit(g *mat.Dense, atoms int, tolerance float64) *pursuit {
	n, _ := g.Dims()
	atoms = min(atoms, n-1)
	return &pursuit{g: g, atoms: atoms, tolerance: tolerance, correlation: make([]float64, n),
		factor: mat.NewDense(atoms, atoms, nil), forward: make([]float64, atoms), weights: make([]float64, atoms)}
}

// express writes the coefficients of point j into c, which is zero, and returns
// the squared length of the residual.
func (p *pursuit) express(j int, c []float64) float64 {
	point := p.g.RawRowView(j)
	copy(p.correlation, point)
	p.picked = p.picked[:0]
	residual := point[j]
	for len(p.picked) < p.atoms && residual > p.tolerance*p.tolerance*point[j] {
		best, largest := -1, 0.0
		for i, v := range p.correlation {
			if a := math.Abs(v); a > largest && i != j {
				best, largest = i, a
			}
		}
		if best < 0 || !p.pick(best, point) {
			break
		}
		last := p.forward[len(p.picked)-1]
		residual -= last * last
		p.solve()
		copy(p.correlation, point)
		for t, i := range p.picked {
			dense.Axpy(-p.weights[t], p.g.RawRowView(i), p.correlation)
		}
		for _, i := range p.picked {
			p.correlation[i] = 0
		}
	}
	for t, i := range p.picked {
		c[i] = p.weights[t]
	}
	return max(residual, 0)
}

// dependent is the squared part of a point, relative to its length, below which
// it lies in the span of the points picked before.
const dependent = 1e-14

// pick adds a point to the Cholesky factor; false when it depends on those
// picked before.
func (p *pursuit) pick(atom int, point []float64) bool {
	t := len(p.picked)
	row := p.factor.RawRowView(t)
	pivot := p.g.At(atom, atom)
	value := point[atom]
	for s, earlier := range p.picked {
		v := p.g.At(atom, earlier)
		for q, w := range p.factor.RawRowView(s)[:s] {
			v -= w * row[q]
		}
		v /= p.factor.At(s, s)
		row[s] = v
		pivot -= v * v
		value -= v * p.forward[s]
	}
	if pivot <= dependent*p.g.At(atom, atom) {
		return false
	}
	row[t] = math.Sqrt(pivot)
	p.forward[t] = value / row[t]
	p.picked = append(p.picked, atom)
	return true
}

// solve computes the weights of the picked points by back substitution.
func (p *pursuit) solve() {
	for t := len(p.picked) - 1; t >= 0; t-- {
		v := p.forward[t]
		for s := t + 1; s < len(p.picked); s++ {
			v -= p.factor.At(s, t) * p.weights[s]
		}
		p.weights[t] = v / p.factor.At(t, t)
	}
}
