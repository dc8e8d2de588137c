package segment

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

const lrkscCitation = "P. Ji, I. Reid, R. Garg, H. Li, M. Salzmann. Adaptive Low-Rank Kernel Subspace Clustering. arXiv:1707.04974, 2017."

// The penalty schedule and stopping rule of LRKSC's authors' program.
const (
	admmRho        = 1e-8
	admmRhoMax     = 1e10
	admmGrowth     = 20 // η
	admmTolerance  = 1e-6
	admmIterations = 1000
)

// admmParams describes the penalty schedule and stopping rule that LRKSC and
// KSSC share.
func admmParams() []Param {
	return []Param{
		{Name: "eta", Symbol: "η", Words: "growth of ρ", Kind: Real, Default: admmGrowth, Min: 1, MinOpen: true, Max: 1e3,
			Help: "Growth of the penalty ρ in every iteration; smaller is slower and, for LRKSC, less accurate."},
		{Name: "rho", Symbol: "ρ", Words: "penalty", Kind: Real, Default: admmRho, Min: 0, MinOpen: true, Max: 1e10,
			Help: "Penalty at the start."},
		{Name: "rho-max", Symbol: "ρmax", Words: "largest penalty", Kind: Real, Default: admmRhoMax, Min: 0, MinOpen: true, Max: 1e15,
			Help: "Largest penalty."},
		{Name: "tolerance", Symbol: "ε", Words: "tolerance", Kind: Real, Default: admmTolerance, Min: 0, MinOpen: true, Max: 1,
			Help: "The solver stops when every constraint holds to this."},
		{Name: "iterations", Symbol: "", Words: "iterations at most", Kind: Integer, Default: admmIterations, Min: 1, Max: 100000,
			Help: "Iteration limit; a run that hits it is reported as not converged."},
	}
}

// ratioParam describes the threshold ratio of the affinity step.
func ratioParam(ratio float64) Param {
	return Param{Name: "ratio", Symbol: "t", Words: "share kept", Kind: Real, Default: ratio, Min: 0, MinOpen: true, Max: 1,
		Help: "Share of every column's ℓ1 norm that the affinity keeps, largest coefficients first; 1 keeps all."}
}

var affineParam = Param{Name: "affine", Symbol: "1ᵀC = 1ᵀ", Words: "affine subspaces", Kind: Boolean, Default: 1, Min: 0, Max: 1,
	Help: "Constrain every column of C to sum to one: affine rather than linear subspaces."}

// lrkscParams lists the parameters of both algorithms of LRKSC.
func lrkscParams(lambda1, lambda2, lambda3 float64, help3 string) []Param {
	p := []Param{
		{Name: "lambda1", Symbol: "λ1", Words: "weight of ‖C‖₁", Kind: Real, Default: lambda1, Min: 0, MinOpen: true, Max: 1e9,
			Help: "Weight of ‖C‖₁: larger gives sparser coefficients."},
		{Name: "lambda2", Symbol: "λ2", Words: "weight of the data", Kind: Real, Default: lambda2, Min: 0, MinOpen: true, Max: 1e9,
			Help: "Weight of self-expression in feature space: larger follows the data more closely."},
		{Name: "lambda3", Symbol: "λ3", Words: "kernel near K", Kind: Real, Default: lambda3, Min: 0, MinOpen: true, Max: 1e12, Help: help3},
	}
	p = append(p, kernelParams...)
	p = append(p, affineParam, ratioParam(0.6))
	return append(p, admmParams()...)
}

// lrkscImagePresets are the settings of Algorithm 2 for the paper's three image
// sets. Algorithm 1 takes them too: their λ3 leaves the error E at zero. The
// ratio is published for Extended Yale B only.
var lrkscImagePresets = []Preset{
	{Kind: Images, Name: "yale", Values: lrkscImageValues(1.1e3, 2e-2), Source: "Extended Yale B (Algorithm 2)"},
	{Kind: Images, Name: "orl", Values: lrkscImageValues(1e3, 6e-2), Source: "ORL (Algorithm 2); ratio as for Extended Yale B"},
	{Kind: Images, Name: "coil", Values: lrkscImageValues(1.4e3, 6e-2), Source: "COIL-100 (Algorithm 2); ratio as for Extended Yale B"},
}

func lrkscImageValues(lambda1, lambda2 float64) Values {
	return Values{"lambda1": lambda1, "lambda2": lambda2, "lambda3": 1e5, "a": 12, "b": 2, "ratio": 0.2}
}

// lrksc is Algorithm 1 of LRKSC: adaptive low-rank kernel subspace clustering
// under Gaussian noise. It minimises over K = BᵀB and C
//
//	‖B‖* + λ1‖C‖₁ + λ2/2 tr((I−C)ᵀK(I−C)) + λ3/2‖K_G − K‖²_F
//
// subject to 1ᵀC = 1ᵀ and diag C = 0.
type lrksc struct{}

func (lrksc) Describe() Description {
	p := lrkscParams(1.1, 12.6, 1e5, "Weight of ‖K_G − K‖²: smaller lets the kernel adapt and lose rank.")
	p = append(p, Param{Name: "exact", Symbol: "", Words: "in full, slow", Kind: Boolean, Default: 0, Min: 0, Max: 1,
		Help: "Decompose the kernel in full in every iteration: the slow reference, taken by itself when the kernel adapts strongly."})
	return Description{
		Name:     "lrksc",
		Title:    "LRKSC",
		Summary:  "Adaptive low-rank kernel subspace clustering: sparse self-expression in the feature space of a kernel that is learnt with low rank.",
		Citation: lrkscCitation,
		Kinds:    everyKind,
		Params:   p,
		Presets: append([]Preset{
			{Kind: Trajectories, Values: Values{"lambda1": 1.1, "lambda2": 12.6, "lambda3": 1e5, "a": 2.2, "b": 3, "ratio": 0.6}, Source: "Table 1; λ1 from the authors' program"},
			{Kind: TwoFrames, Values: Values{"lambda1": 0.23, "lambda2": 5.5, "lambda3": 1e5, "a": 2, "b": 2, "ratio": 0.6}, Source: "Table 2"},
		}, lrkscImagePresets...),
	}
}

func (lrksc) Solve(ctx context.Context, in Input) (Solution, error) {
	solve := solveLRKSC
	if in.Values["exact"] != 0 {
		solve = solveLRKSCExactly
	}
	c, converged, err := solve(ctx, kernelMatrix(in.Data, in.Values, in.Workers), lrkscSettingsOf(in))
	if err != nil {
		return Solution{}, err
	}
	return Solution{C: c, Ratio: in.Values["ratio"], Converged: converged}, nil
}

// lrkscRobust is Algorithm 2 of LRKSC, for gross corruption: the kernel of the
// data is K plus a sparse error E, and λ3‖E‖₁ stands in place of the quadratic
// term.
type lrkscRobust struct{}

func (lrkscRobust) Describe() Description {
	return Description{
		Name:     "lrksc-robust",
		Title:    "LRKSC robust",
		Summary:  "LRKSC for grossly corrupted data: the kernel is split into a low-rank part and a sparse error.",
		Citation: lrkscCitation,
		Kinds:    everyKind,
		Params:   lrkscParams(1.1, 12.6, 1e5, "Weight of ‖E‖₁: smaller lets more of the kernel be explained as error."),
		Presets: append([]Preset{
			{Kind: Trajectories, Values: Values{"lambda1": 1.1, "lambda2": 12.6, "lambda3": 1e5, "a": 2.2, "b": 3, "ratio": 0.6}, Source: "Algorithm 1's setting; none is published"},
			{Kind: TwoFrames, Values: Values{"lambda1": 0.23, "lambda2": 5.5, "lambda3": 1e5, "a": 2, "b": 2, "ratio": 0.6}, Source: "Algorithm 1's setting; none is published"},
		}, lrkscImagePresets...),
	}
}

func (lrkscRobust) Solve(ctx context.Context, in Input) (Solution, error) {
	s := lrkscSettingsOf(in)
	s.robust = true
	c, converged, err := solveLRKSCExactly(ctx, kernelMatrix(in.Data, in.Values, in.Workers), s)
	if err != nil {
		return Solution{}, err
	}
	return Solution{C: c, Ratio: in.Values["ratio"], Converged: converged}, nil
}

// lrkscSettings are the parameters of a solver for LRKSC or KSSC.
type lrkscSettings struct {
	lambda1, lambda2, lambda3 float64
	affine                    bool
	robust                    bool // Algorithm 2
	frozen                    bool // K = K_G throughout (KSSC)
	rho, rhoMax, eta          float64
	tolerance                 float64
	cholesky                  float64 // see choleskyShare
	iterations                int
	leftOut                   float64 // what directions left out may add to C, see lrkscSolver.narrow; 0 keeps all
	workers                   int
	progress                  progress
	spares                    *spares // matrices to use, N×N; may be nil
}

func lrkscSettingsOf(in Input) lrkscSettings {
	v := in.Values
	return lrkscSettings{
		lambda1: v["lambda1"], lambda2: v["lambda2"], lambda3: v["lambda3"],
		affine: v["affine"] != 0,
		rho:    v["rho"], rhoMax: v["rho-max"], eta: v["eta"],
		tolerance: v["tolerance"], cholesky: choleskyShare, iterations: int(v["iterations"]),
		workers: in.Workers, progress: in.progress(),
	}
}

// shares returns the share of the work that is done after an iteration.
func (s lrkscSettings) shares() func(iteration int) float64 {
	return penaltyShares(s.rho, s.eta, s.lambda1, s.tolerance, s.iterations)
}

// softThreshold is S_t(x): x moved towards zero by t.
func softThreshold(x, t float64) float64 {
	switch {
	case x > t:
		return x - t
	case x < -t:
		return x + t
	}
	return 0
}

// maxAbs returns the largest absolute entry of a.
func maxAbs(a *mat.Dense) float64 {
	var m float64
	rows, _ := a.Dims()
	for i := range rows {
		for _, v := range a.RawRowView(i) {
			m = max(m, math.Abs(v))
		}
	}
	return m
}
