package lrksc

import (
	"context"

	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/subspace"
)

// Citation names the paper of LRKSC.
const Citation = "P. Ji, I. Reid, R. Garg, H. Li, M. Salzmann. Adaptive Low-Rank Kernel Subspace Clustering. " +
	"arXiv:1707.04974, 2017."

// The penalty schedule and stopping rule of LRKSC's authors' program.
const (
	AdmmRho        = 1e-8
	AdmmRhoMax     = 1e10
	AdmmGrowth     = 20 // η
	admmTolerance  = 1e-6
	AdmmIterations = 1000
)

// admmParams describes the penalty schedule and stopping rule that LRKSC and
// KSSC share.
func admmParams() []core.Param {
	return []core.Param{
		{Name: "eta", Symbol: "η", Words: "growth of ρ", Kind: core.Real, Default: AdmmGrowth, Min: 1, MinOpen: true,
			Max:  1e3,
			Help: "Growth of the penalty ρ in every iteration; smaller is slower and, for LRKSC, less accurate."},
		{Name: "rho", Symbol: "ρ", Words: "penalty", Kind: core.Real, Default: AdmmRho, Min: 0, MinOpen: true, Max: 1e10,
			Help: "Penalty at the start."},
		{Name: "rho-max", Symbol: "ρmax", Words: "largest penalty", Kind: core.Real, Default: AdmmRhoMax, Min: 0,
			MinOpen: true, Max: 1e15,
			Help: "Largest penalty."},
		{Name: "tolerance", Symbol: "ε", Words: "tolerance", Kind: core.Real, Default: admmTolerance, Min: 0,
			MinOpen: true, Max: 1,
			Help: "The solver stops when every constraint holds to this."},
		{Name: "iterations", Symbol: "", Words: "iterations at most", Kind: core.Integer, Default: AdmmIterations,
			Min: 1, Max: 100000,
			Help: "Iteration limit; a run that hits it is reported as not converged."},
	}
}

// params lists the parameters of both algorithms of LRKSC; help3 explains λ3.
func params(help3 string) []core.Param {
	p := []core.Param{
		{Name: "lambda1", Symbol: "λ1", Words: "weight of ‖C‖₁", Kind: core.Real, Default: 1.1, Min: 0,
			MinOpen: true, Max: 1e9,
			Help: "Weight of ‖C‖₁: larger gives sparser coefficients."},
		{Name: "lambda2", Symbol: "λ2", Words: "weight of the data", Kind: core.Real, Default: 12.6, Min: 0,
			MinOpen: true, Max: 1e9,
			Help: "Weight of self-expression in feature space: larger follows the data more closely."},
		{Name: "lambda3", Symbol: "λ3", Words: "kernel near K", Kind: core.Real, Default: 1e5, Min: 0,
			MinOpen: true, Max: 1e12, Help: help3},
	}
	p = append(p, kernelParams...)
	p = append(p, subspace.AffineParam, subspace.RatioParam(0.6))
	return append(p, admmParams()...)
}

// imagePresets are the settings of Algorithm 2 for the paper's three image
// sets. Algorithm 1 takes them too: their λ3 leaves the error E at zero. The
// ratio is published for Extended Yale B only.
var imagePresets = []core.Preset{
	{Kind: core.Images, Name: "yale", Values: imageValues(1.1e3, 2e-2), Source: "Extended Yale B (Algorithm 2)"},
	{Kind: core.Images, Name: "orl", Values: imageValues(1e3, 6e-2),
		Source: "ORL (Algorithm 2); ratio as for Extended Yale B"},
	{Kind: core.Images, Name: "coil", Values: imageValues(1.4e3, 6e-2),
		Source: "COIL-100 (Algorithm 2); ratio as for Extended Yale B"},
}

func imageValues(lambda1, lambda2 float64) core.Values {
	return core.Values{"lambda1": lambda1, "lambda2": lambda2, "lambda3": 1e5, "a": 12, "b": 2, "ratio": 0.2}
}

// LRKSC is Algorithm 1 of LRKSC: adaptive low-rank kernel subspace clustering
// under Gaussian noise. It minimises over K = BᵀB and C
//
//	‖B‖* + λ1‖C‖₁ + λ2/2 tr((I−C)ᵀK(I−C)) + λ3/2‖K_G − K‖²_F
//
// subject to 1ᵀC = 1ᵀ and diag C = 0.
type LRKSC struct{}

// Describe implements core.Method.
func (LRKSC) Describe() core.Description {
	p := params("Weight of ‖K_G − K‖²: smaller lets the kernel adapt and lose rank.")
	p = append(p,
		core.Param{Name: "exact", Symbol: "", Words: "in full, slow", Kind: core.Boolean, Default: 0, Min: 0, Max: 1,
			Help: "Decompose the kernel in full in every iteration: the slow reference, taken by itself when the kernel " +
				"adapts strongly."})
	return core.Description{
		Name:  "lrksc",
		Title: "LRKSC",
		Summary: "Adaptive low-rank kernel subspace clustering: sparse self-expression in the feature space of a " +
			"kernel that is learnt with low rank.",
		Citation: Citation,
		Kinds:    core.EveryKind,
		Params:   p,
		Presets: append([]core.Preset{
			{Kind: core.Trajectories, Values: core.Values{"lambda1": 1.1, "lambda2": 12.6, "lambda3": 1e5, "a": 2.2,
				"b": 3, "ratio": 0.6}, Source: "Table 1; λ1 from the authors' program"},
			{Kind: core.TwoFrames, Values: core.Values{"lambda1": 0.23, "lambda2": 5.5, "lambda3": 1e5, "a": 2, "b": 2,
				"ratio": 0.6}, Source: "Table 2"},
		}, imagePresets...),
	}
}

// Solve implements core.Method.
func (LRKSC) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	solve := solve
	if in.Values["exact"] != 0 {
		solve = SolveExactly
	}
	c, converged, err := solve(ctx, kernelMatrix(in.Data, in.Values, in.Workers), settingsOf(in))
	if err != nil {
		return core.Solution{}, err
	}
	return core.Solution{C: c, Ratio: in.Values["ratio"], Converged: converged}, nil
}

// Robust is Algorithm 2 of LRKSC, for gross corruption: the kernel of the
// data is K plus a sparse error E, and λ3‖E‖₁ stands in place of the quadratic
// term.
type Robust struct{}

// Describe implements core.Method.
func (Robust) Describe() core.Description {
	return core.Description{
		Name:     "lrksc-robust",
		Title:    "LRKSC robust",
		Summary:  "LRKSC for grossly corrupted data: the kernel is split into a low-rank part and a sparse error.",
		Citation: Citation,
		Kinds:    core.EveryKind,
		Params:   params("Weight of ‖E‖₁: smaller lets more of the kernel be explained as error."),
		Presets: append([]core.Preset{
			{Kind: core.Trajectories, Values: core.Values{"lambda1": 1.1, "lambda2": 12.6, "lambda3": 1e5, "a": 2.2,
				"b": 3, "ratio": 0.6}, Source: "Algorithm 1's setting; none is published"},
			{Kind: core.TwoFrames, Values: core.Values{"lambda1": 0.23, "lambda2": 5.5, "lambda3": 1e5, "a": 2, "b": 2,
				"ratio": 0.6}, Source: "Algorithm 1's setting; none is published"},
		}, imagePresets...),
	}
}

// Solve implements core.Method.
func (Robust) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	s := settingsOf(in)
	s.robust = true
	c, converged, err := SolveExactly(ctx, kernelMatrix(in.Data, in.Values, in.Workers), s)
	if err != nil {
		return core.Solution{}, err
	}
	return core.Solution{C: c, Ratio: in.Values["ratio"], Converged: converged}, nil
}

// Settings are the parameters of a solver for LRKSC or KSSC.
type Settings struct {
	Lambda1, Lambda2, Lambda3 float64
	Affine                    bool
	robust                    bool // Algorithm 2
	frozen                    bool // K = K_G throughout (KSSC)
	measured                  bool // report A − C of every iteration, not a bound above it
	Rho, RhoMax, Eta          float64
	Tolerance                 float64
	Cholesky                  float64 // in place of choleskyShare, where it is not 0
	Iterations                int
	Workers                   int
	Progress                  core.Progress
	Workspace                 *dense.Workspace // matrices to use, N×N; may be nil
}

func settingsOf(in core.Input) Settings {
	v := in.Values
	return Settings{
		Lambda1: v["lambda1"], Lambda2: v["lambda2"], Lambda3: v["lambda3"],
		Affine: v["affine"] != 0,
		Rho:    v["rho"], RhoMax: v["rho-max"], Eta: v["eta"],
		Tolerance: v["tolerance"], Iterations: int(v["iterations"]), measured: true,
		Workers: in.Workers, Progress: in.Progress(),
	}
}

// shares returns the share of the work that is done after an iteration.
func (s Settings) shares() func(iteration int) float64 {
	return core.PenaltyShares(s.Rho, s.Eta, s.Lambda1, s.Tolerance, s.Iterations)
}
