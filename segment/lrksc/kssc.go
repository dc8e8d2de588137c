package lrksc

import (
	"context"

	"motionseg/segment/core"
	"motionseg/segment/subspace"
)

// KSSC is kernel sparse subspace clustering: LRKSC with the kernel left as it
// is.
type KSSC struct{}

// Describe implements core.Method.
func (KSSC) Describe() core.Description {
	p := []core.Param{
		{Name: "lambda1", Symbol: "λ1", Words: "weight of ‖C‖₁", Kind: core.Real, Default: 1.1, Min: 0, MinOpen: true,
			Max:  1e9,
			Help: "Weight of ‖C‖₁: larger gives sparser coefficients."},
		{Name: "lambda2", Symbol: "λ2", Words: "weight of the data", Kind: core.Real, Default: 12.6, Min: 0,
			MinOpen: true, Max: 1e9,
			Help: "Weight of self-expression in feature space: larger follows the data more closely."},
	}
	p = append(p, kernelParams...)
	p = append(p, subspace.AffineParam, subspace.RatioParam(0.7))
	return core.Description{
		Name:     "kssc",
		Title:    "KSSC",
		Summary:  "Kernel sparse subspace clustering: sparse self-expression in the feature space of a fixed kernel.",
		Citation: "V. M. Patel, R. Vidal. Kernel Sparse Subspace Clustering. ICIP 2014.",
		Kinds:    core.EveryKind,
		Params:   append(p, admmParams()...),
		Presets: []core.Preset{
			{Kind: core.Trajectories,
				Values: core.Values{"lambda1": 1.1, "lambda2": 12.6, "a": 2.2, "b": 3, "ratio": 0.7},
				Source: "the weights and the penalty's growth of LRKSC; those of the published tables are not printed"},
			{Kind: core.TwoFrames,
				Values: core.Values{"lambda1": 0.23, "lambda2": 5.5, "a": 2, "b": 2, "ratio": 0.7, "eta": 3},
				Source: "the weights of LRKSC; those of the published tables are not printed, and η = 3 is the " +
					"better of two tried"},
			{Kind: core.Images, Name: "yale", Values: ksscImageValues(1.1e3, 2e-2),
				Source: "the weights of LRKSC for Extended Yale B; those of the published figures are not printed"},
			{Kind: core.Images, Name: "orl", Values: ksscImageValues(1e3, 6e-2), Source: "the weights of LRKSC for ORL"},
			{Kind: core.Images, Name: "coil", Values: ksscImageValues(1.4e3, 6e-2), Source: "the weights of LRKSC for COIL-100"},
		},
	}
}

func ksscImageValues(lambda1, lambda2 float64) core.Values {
	return core.Values{"lambda1": lambda1, "lambda2": lambda2, "a": 12, "b": 2, "ratio": 0.2}
}

// Solve implements core.Method.
func (KSSC) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	s := settingsOf(in)
	s.frozen = true
	c, converged, err := solve(ctx, kernelMatrix(in.Data, in.Values, in.Workers), s)
	if err != nil {
		return core.Solution{}, err
	}
	return core.Solution{C: c, Ratio: in.Values["ratio"], Converged: converged}, nil
}
