package segment

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/eigen"
)

// edsc is efficient dense subspace clustering: min ½‖C‖²_F + λ/2 ‖X − XC‖²_F,
// when affine with 1ᵀC = 1ᵀ, in closed form.
type edsc struct{}

func (edsc) Describe() Description {
	return Description{
		Name:     "edsc",
		Title:    "EDSC",
		Summary:  "Efficient dense subspace clustering: ridge-regularised self-expression in closed form, cut to the rank that the motions allow.",
		Citation: "P. Ji, M. Salzmann, H. Li. Efficient Dense Subspace Clustering. WACV 2014.",
		Kinds:    everyKind,
		Params: []Param{
			{Name: "lambda", Symbol: "λ", Words: "weight of the data", Kind: Real, Default: 120, Min: 0, MinOpen: true, Max: 1e12,
				Help: "Weight of self-expression: larger follows the data more closely."},
			{Name: "power", Symbol: "", Words: "power of cosines", Kind: Real, Default: 4, Min: 0, MinOpen: true, Max: 100,
				Help: "Power of the cosines in the affinity; larger keeps small angles only."},
			{Name: "dimension", Symbol: "d", Words: "of a subspace", Kind: Integer, Default: 4, Min: 1, Max: 1000,
				Help: "Dimension of one motion's subspace; the affinity keeps rank dK + 1."},
			affineParam,
		},
		Presets: []Preset{
			{Kind: Trajectories, Values: Values{"lambda": 120}, Source: "Ji et al. (2014), Hopkins155"},
			{Kind: TwoFrames, Values: Values{"lambda": 10}, Source: "tuned on the first and last frames of Hopkins155"},
		},
	}
}

// Solve computes C in the basis Q = (V, 1) of the row space and the ones. With
// M = (I + λXᵀX)⁻¹ and m = M1, C = I − M + m mᵀ/1ᵀm.
func (edsc) Solve(ctx context.Context, in Input) (Solution, error) {
	v := in.Values
	scale := 1.0
	if in.Data.Kind == TwoFrames {
		scale = twoFrameRepeat
	}
	space, err := rowSpaceOf(ctx, in.Data.X, in.Workers)
	if err != nil {
		return Solution{}, err
	}
	q, ones := space.v, []float64(nil)
	if v["affine"] != 0 {
		q, ones = withOnes(space.v, nil)
	}
	n, p := q.Dims()
	small := mat.NewDense(p, p, nil) // QᵀCQ
	along := make([]float64, p)      // Qᵀm
	var total float64                // 1ᵀm
	for i := range p {
		f := 0.0
		if i < len(space.s) {
			g := v["lambda"] * scale * space.s[i] * space.s[i]
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
			axpy(along[i]/total, along, small.RawRowView(i))
		}
	}
	in.Report(Iteration{Number: 1, Limit: 1, Share: 1, Objective: edscCost(small, space.s, v["lambda"]*scale), Rank: p})
	values, vectors, err := eigen.Symmetric(ctx, p, small.RawMatrix().Data, in.Workers)
	if err != nil {
		return Solution{}, err
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
	multiply(u, q, root.Slice(0, rank, 0, p).(*mat.Dense), false, true, in.Workers)
	full := mat.NewDense(n, p, nil)
	multiply(full, q, root, false, true, in.Workers)
	c := outer(full, false, in.Workers)
	w := unitRowAffinity(u, v["power"], false, in.Workers)
	labels, err := regularizedCut(ctx, w, in.Motions, in.Workers)
	if err != nil {
		return Solution{}, err
	}
	return Solution{C: c, W: w, Labels: labels, Converged: true}, nil
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
