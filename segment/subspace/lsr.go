package subspace

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/parallel"
)

// LSR is least squares regression: min ‖X − XC‖²_F + λ‖C‖²_F with diag C = 0,
// which groups correlated points, in closed form.
type LSR struct{}

// Describe implements core.Method.
func (LSR) Describe() core.Description {
	return core.Description{
		Name:    "lsr",
		Title:   "LSR",
		Summary: "Least squares regression: every track is expressed by all others with small coefficients, in closed form.",
		Citation: "C.-Y. Lu, H. Min, Z.-Q. Zhao, L. Zhu, D.-S. Huang, S. Yan. Robust and Efficient Subspace " +
			"Segmentation via Least Squares Regression. ECCV 2012.",
		Kinds: core.EveryKind,
		Params: []core.Param{
			{Name: "lambda", Symbol: "λ", Words: "weight of ‖C‖²", Kind: core.Real, Default: 4.8e-3, Min: 0,
				MinOpen: true, Max: 1e9,
				Help: "Weight of ‖C‖²: larger spreads the coefficients."},
			{Name: "dimension", Symbol: "", Words: "projected to", Kind: core.Integer, Default: 12, Min: 0, Max: 10000,
				Help: "Dimensions that trajectories are projected to first; 0 keeps all."},
			onesParam(1),
		},
		Presets: []core.Preset{
			{Kind: core.Trajectories, Values: core.Values{"lambda": 4.8e-3, "dimension": 12},
				Source: "the authors' program for Hopkins155"},
			{Kind: core.TwoFrames, Values: core.Values{"lambda": 1e-2},
				Source: "tuned on the first and last frames of Hopkins155"},
		},
	}
}

// Solve computes D = (XᵀX + λI)⁻¹ and C_ij = −D_ij/D_jj off the diagonal.
func (LSR) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	v := in.Values
	space, err := RowSpaceOf(ctx, in.Data.X, in.Workers)
	if err != nil {
		return core.Solution{}, err
	}
	n, r := space.V.Dims()
	if d := int(v["dimension"]); d > 0 && in.Data.Kind == core.Trajectories {
		r = min(r, d)
	}
	x := mat.NewDense(r, n, nil)
	for j := range n {
		for i, along := range space.V.RawRowView(j)[:r] {
			x.Set(i, j, along*space.S[i])
		}
	}
	if in.Data.Kind == core.Trajectories && v["ones"] != 0 {
		x = withOnesRow(x, 1)
	}
	if space, err = RowSpaceOf(ctx, x, in.Workers); err != nil {
		return core.Solution{}, err
	}
	// λD = I − V diag(s²/(s² + λ)) Vᵀ
	f := make([]float64, len(space.S))
	for i, s := range space.S {
		f[i] = s * s / (s*s + v["lambda"])
	}
	c := space.filtered(f, in.Workers)
	inverse := make([]float64, n) // 1/(λD_jj)
	it := core.Iteration{Number: 1, Limit: 1, Share: 1}
	for j := range n {
		inverse[j] = 1 / math.Max(1-c.At(j, j), dense.MachineEpsilon)
		c.Set(j, j, 0)
		// What column j costs is the Schur complement 1/D_jj less λ.
		it.Objective += v["lambda"] * (inverse[j] - 1)
	}
	in.Report(it)
	for i := range n {
		row := c.RawRowView(i)
		for j := range row {
			row[j] *= inverse[j]
		}
	}
	w := mat.NewDense(n, n, nil)
	parallel.Blocks(n, in.Workers, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			ci, wi := c.RawRowView(i), w.RawRowView(i)
			for j, v := range ci {
				wi[j] = math.Abs(v) + math.Abs(c.At(j, i))
			}
		}
	})
	return core.Solution{C: c, W: w, PlainRows: true, Converged: true}, nil
}
