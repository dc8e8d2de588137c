package subspace

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/spectral"
)

// EDSC is efficient dense subspace clustering: min ½‖C‖²_F + λ/2 ‖X − XC‖²_F,
// when affine with 1ᵀC = 1ᵀ, in closed form.
type EDSC struct{}

// Describe implements core.Method.
func (EDSC) Describe() core.Description {
	return core.Description{
		Name:  "edsc",
		Title: "EDSC",
		Summary: "Efficient dense subspace clustering: ridge-regularised self-expression in closed form, cut to the " +
			"rank that the motions allow.",
		Citation: "P. Ji, M. Salzmann, H. Li. Efficient Dense Subspace Clustering. WACV 2014.",
		Kinds:    core.EveryKind,
		Params: []core.Param{
			{Name: "lambda", Symbol: "λ", Words: "weight of the data", Kind: core.Real, Default: 120, Min: 0,
				MinOpen: true, Max: 1e12,
				Help: "Weight of self-expression: larger follows the data more closely."},
			{Name: "power", Symbol: "", Words: "power of cosines", Kind: core.Real, Default: 4, Min: 0, MinOpen: true, Max: 100,
				Help: "Power of the cosines in the affinity; larger keeps small angles only."},
			{Name: "dimension", Symbol: "d", Words: "of a subspace", Kind: core.Integer, Default: 4, Min: 1, Max: 1000,
				Help: "Dimension of one motion's subspace; the affinity keeps rank dK + 1."},
			AffineParam,
		},
		Presets: []core.Preset{
			{Kind: core.Trajectories, Values: core.Values{"lambda": 120}, Source: "Ji et al. (2014), Hopkins155"},
			{Kind: core.TwoFrames, Values: core.Values{"lambda": 10},
				Source: "tuned on the first and last frames of Hopkins155"},
		},
	}
}

// Solve computes C in the basis Q = (V, 1) of the row space and the ones. With
// M = (I + λXᵀX)⁻¹ and m = M1, C = I − M + m mᵀ/1ᵀm.
func (EDSC) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	v := in.Values
	scale := 1.0
	if in.Data.Kind == core.TwoFrames {
		scale = core.TwoFrameRepeat
	}
	space, err := RowSpaceOf(ctx, in.Data.X, in.Workers)
	if err != nil {
		return core.Solution{}, err
	}
	q, ones := space.V, []float64(nil)
	if v["affine"] != 0 {
		q, ones = WithOnes(space.V, nil)
	}
	n, p := q.Dims()
	small := edscCoefficients(space.S, p, ones, v["lambda"]*scale)
	in.Report(core.Iteration{Number: 1, Limit: 1, Share: 1, Objective: edscCost(small, space.S, v["lambda"]*scale),
		Rank: p})
	values, vectors, err := eigen.Symmetric(ctx, p, small.RawMatrix().Data, in.Workers)
	if err != nil {
		return core.Solution{}, err
	}
	turned, root := mat.NewDense(p, p, nil), mat.NewDense(p, p, nil)
	for i := range p {
		value := math.Max(values[p-1-i], 0)
		for j, x := range vectors[(p-1-i)*p:][:p] {
			turned.Set(i, j, x*value)
			root.Set(i, j, x*math.Sqrt(value))
		}
	}
	rank := min(int(v["dimension"])*in.Motions+1, p)
	u := mat.NewDense(n, rank, nil)
	dense.Multiply(u, q, root.Slice(0, rank, 0, p).(*mat.Dense), false, true, in.Workers)
	full := mat.NewDense(n, p, nil)
	dense.Multiply(full, q, root, false, true, in.Workers)
	w := unitRowAffinity(u, v["power"], false, in.Workers)
	labels, err := spectral.RegularizedCut(ctx, w, in.Motions, in.Workers)
	if err != nil {
		return core.Solution{}, err
	}
	return core.Solution{C: dense.Outer(full, false, in.Workers), W: w, Labels: labels, Converged: true}, nil
}

// edscCoefficients returns QᵀCQ, p×p: C by the singular values s, and where ones, the
// coordinates of 1 in Q, are not nil with affine combinations.
func edscCoefficients(s []float64, p int, ones []float64, weight float64) *mat.Dense {
	small := mat.NewDense(p, p, nil)
	along := make([]float64, p) // Qᵀm
	var total float64           // 1ᵀm
	for i := range p {
		f := 0.0
		if i < len(s) {
			g := weight * s[i] * s[i]
			f = g / (1 + g)
		}
		small.Set(i, i, f)
		if ones != nil {
			along[i] = (1 - f) * ones[i]
			total += along[i] * ones[i]
		}
	}
	if ones != nil && total > 0 {
		for i := range p {
			dense.Axpy(along[i]/total, along, small.RawRowView(i))
		}
	}
	return small
}

// edscCost returns ½‖C‖²_F + λ/2 ‖X − XC‖²_F for C = QBQᵀ, where the first
// columns of Q are right singular vectors of X with the singular values s.
func edscCost(b *mat.Dense, s []float64, lambda float64) float64 {
	var cost float64
	p, _ := b.Dims()
	for i := range p {
		for j, v := range b.RawRowView(i) {
			cost += v * v / 2
			if i < len(s) {
				if i == j {
					v--
				}
				cost += lambda / 2 * s[i] * s[i] * v * v
			}
		}
	}
	return cost
}
