package subspace

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
)

// LRSC is low-rank subspace clustering (Vidal & Favaro): a self-expression of
// least nuclear norm in closed form, from the singular values of the data.
type LRSC struct{}

// The models of LRSC, in the order of the model parameter's choices.
const (
	lrscNoiseFree = iota // min ‖C‖* + τ/2 ‖X − XC‖²_F
	lrscNoisy            // min ‖C‖* + τ/2 ‖A − AC‖²_F + α/2 ‖X − A‖²_F
	lrscOutliers         // min ‖C‖* + τ/2 ‖A − AC‖²_F + α/2 ‖X − A − E‖²_F + γ‖E‖₁
)

// Describe implements core.Method.
func (LRSC) Describe() core.Description {
	return core.Description{
		Name:  "lrsc",
		Title: "LRSC",
		Summary: "Low-rank subspace clustering: low-rank self-expression in closed form, of the data as they are, " +
			"cleaned of noise, or of outliers too.",
		Citation: "R. Vidal, P. Favaro. Low Rank Subspace Clustering (LRSC). Pattern Recognition Letters 43, 2014.",
		Kinds:    core.EveryKind,
		Params: []core.Param{
			{Name: "model", Symbol: "", Words: "model", Kind: core.Choice, Default: lrscNoisy, Min: 0, Max: 2,
				Choices: []string{"noise-free", "noisy", "outliers"},
				Help:    "What the data are taken for: exact, with Gaussian noise, or with sparse gross errors too."},
			{Name: "tau", Symbol: "τ", Words: "weight of the data", Kind: core.Real, Default: 420, Min: 0,
				MinOpen: true, Max: 1e12,
				Help: "Weight of self-expression; singular values below 1/√τ are dropped."},
			{Name: "alpha", Symbol: "α", Words: "weight of noise", Kind: core.Real, Default: 3000, Min: 0,
				MinOpen: true, Max: 1e12,
				Help: "Weight of the noise; larger trusts the data more."},
			{Name: "gamma", Symbol: "γ", Words: "weight of outliers", Kind: core.Real, Default: 5, Min: 0,
				MinOpen: true, Max: 1e12,
				Help: "Weight of the sparse errors; errors below γ/α count as noise."},
			onesParam(1),
			{Name: "tolerance", Symbol: "ε", Words: "tolerance", Kind: core.Real, Default: 1e-7, Min: 0, MinOpen: true, Max: 1,
				Help: "The model with outliers stops when no entry of A changes by more."},
			{Name: "iterations", Symbol: "", Words: "iterations at most", Kind: core.Integer, Default: 150, Min: 1, Max: 100000,
				Help: "Iteration limit of the model with outliers."},
		},
		Presets: []core.Preset{
			{Kind: core.Trajectories, Values: core.Values{"model": lrscNoiseFree, "tau": 420},
				Source: "Vidal & Favaro (2014), Hopkins155"},
			{Kind: core.TwoFrames, Values: core.Values{"model": lrscNoisy, "tau": 420, "alpha": 3000},
				Source: "Vidal & Favaro (2014), Hopkins155"},
		},
	}
}

// Solve implements core.Method.
func (LRSC) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	v := in.Values
	x := in.Data.X
	switch {
	case in.Data.Kind == core.Trajectories && v["ones"] != 0:
		x = withOnesRow(x, 1)
	case in.Data.Kind == core.TwoFrames:
		x = mat.DenseCopyOf(x)
		x.Scale(math.Sqrt(core.TwoFrameRepeat), x)
	}
	space, err := RowSpaceOf(ctx, x, in.Workers)
	if err != nil {
		return core.Solution{}, err
	}
	converged := true
	clean := space.S
	switch int(v["model"]) {
	case lrscNoisy:
		clean = shrunkValues(space.S, v["alpha"], v["tau"])
		fallthrough
	case lrscNoiseFree:
		in.Report(core.Iteration{Number: 1, Limit: 1, Share: 1, Objective: lrscCost(space.S, clean, v["alpha"], v["tau"])})
	case lrscOutliers:
		if space, clean, converged, err = lrscWithOutliers(ctx, x, in); err != nil {
			return core.Solution{}, err
		}
	}
	c := space.filtered(expressionValues(clean, v["tau"]), in.Workers)
	return core.Solution{C: c, W: dense.Absolute(c), PlainRows: true, Converged: converged}, nil
}

// expressionValues returns the eigenvalues of C, one for each singular value of
// A: 1 − 1/(τσ²) where σ > 1/√τ, else 0.
func expressionValues(sigma []float64, tau float64) []float64 {
	f := make([]float64, len(sigma))
	for i, s := range sigma {
		if s*s*tau > 1 {
			f[i] = 1 - 1/(tau*s*s)
		}
	}
	return f
}

// lrscCost returns ‖C‖* + τ/2 ‖A − AC‖²_F + α/2 ‖X − A‖²_F for X and A with the
// same singular vectors and the singular values sigma and clean.
func lrscCost(sigma, clean []float64, alpha, tau float64) float64 {
	var cost float64
	for i, f := range expressionValues(clean, tau) {
		cut, noise := clean[i]*(1-f), sigma[i]-clean[i]
		cost += f + tau/2*cut*cut + alpha/2*noise*noise
	}
	return cost
}

// shrunkValues returns the singular values of the clean data A for those of X:
// the minimisers of LRSC's cost in λ, which is 1 − 1/(2τλ²) + α/2 (σ − λ)²
// above 1/√τ and τ/2 λ² + α/2 (σ − λ)² below.
func shrunkValues(sigma []float64, alpha, tau float64) []float64 {
	limit := polynomialCutoff(alpha, tau)
	shrunk := make([]float64, len(sigma))
	for i, s := range sigma {
		if s <= limit {
			shrunk[i] = alpha * s / (alpha + tau)
			continue
		}
		// The largest root of λ + 1/(ατλ³) = σ, from the right by Newton's
		// method, which stays there as the left side is convex.
		x := s
		for range 60 {
			cube := alpha * tau * x * x * x
			step := (x + 1/cube - s) / (1 - 3/(cube*x))
			x -= step
			if math.Abs(step) <= 1e-15*x {
				break
			}
		}
		shrunk[i] = x
	}
	return shrunk
}

// polynomialCutoff is the singular value of X above which the polynomial
// thresholding of Vidal & Favaro keeps a direction.
func polynomialCutoff(alpha, tau float64) float64 {
	if 3*tau < alpha {
		return (alpha + tau) / (alpha * math.Sqrt(tau))
	}
	return math.Sqrt((alpha+tau)/(alpha*tau) + math.Sqrt((alpha+tau)/(alpha*alpha*tau)))
}

// lrscWithOutliers alternates between the sparse errors E and the clean data A
// of X − E. It returns the singular vectors and values of A.
func lrscWithOutliers(ctx context.Context, x *mat.Dense, in core.Input) (rowSpace, []float64, bool, error) {
	v := in.Values
	d, n := x.Dims()
	a := mat.NewDense(d, n, nil)
	rest := mat.DenseCopyOf(x) // X − E
	next := mat.NewDense(d, n, nil)
	limit := int(v["iterations"])
	var space rowSpace
	var clean []float64
	shares := core.ResidualShares(v["tolerance"], limit)
	for iteration := 1; ; iteration++ {
		if err := ctx.Err(); err != nil {
			return rowSpace{}, nil, false, err
		}
		var err error
		if space, err = RowSpaceOf(ctx, rest, in.Workers); err != nil {
			return rowSpace{}, nil, false, err
		}
		clean = shrunkValues(space.S, v["alpha"], v["tau"])
		// A = (X − E) V diag(λ/σ) Vᵀ
		r := len(clean)
		left, scaled := mat.NewDense(d, r, nil), mat.NewDense(n, r, nil)
		dense.Multiply(left, rest, space.V, false, false, in.Workers)
		for j := range n {
			from, to := space.V.RawRowView(j), scaled.RawRowView(j)
			for i, s := range space.S {
				to[i] = from[i] * clean[i] / s
			}
		}
		dense.Multiply(next, left, scaled, false, true, in.Workers)
		it := core.Iteration{Number: iteration, Limit: limit, Objective: lrscCost(space.S, clean, v["alpha"], v["tau"])}
		for i := range d {
			ai, ni, xi, ri := a.RawRowView(i), next.RawRowView(i), x.RawRowView(i), rest.RawRowView(i)
			for j, value := range ni {
				it.Residual = max(it.Residual, math.Abs(value-ai[j]))
				ai[j] = value
				it.Objective += v["gamma"] * math.Abs(xi[j]-ri[j])
				ri[j] = xi[j] - dense.SoftThreshold(xi[j]-value, v["gamma"]/v["alpha"])
			}
		}
		converged := it.Residual < v["tolerance"]
		if it.Share = shares(it); converged {
			it.Share = 1
		}
		in.Report(it)
		if converged || iteration == limit {
			return space, clean, converged, nil
		}
	}
}
