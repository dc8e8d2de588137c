package segment

import "context"

// kssc is kernel sparse subspace clustering: LRKSC with the kernel left as it
// is.
type kssc struct{}

func (kssc) Describe() Description {
	p := []Param{
		{Name: "lambda1", Symbol: "λ1", Words: "weight of ‖C‖₁", Kind: Real, Default: 1.1, Min: 0, MinOpen: true, Max: 1e9,
			Help: "Weight of ‖C‖₁: larger gives sparser coefficients."},
		{Name: "lambda2", Symbol: "λ2", Words: "weight of the data", Kind: Real, Default: 12.6, Min: 0, MinOpen: true, Max: 1e9,
			Help: "Weight of self-expression in feature space: larger follows the data more closely."},
	}
	p = append(p, kernelParams...)
	p = append(p, affineParam, ratioParam(0.7))
	return Description{
		Name:     "kssc",
		Title:    "KSSC",
		Summary:  "Kernel sparse subspace clustering: sparse self-expression in the feature space of a fixed kernel.",
		Citation: "V. M. Patel, R. Vidal. Kernel Sparse Subspace Clustering. ICIP 2014.",
		Kinds:    everyKind,
		Params:   append(p, admmParams()...),
		Presets: []Preset{
			{Kind: Trajectories, Values: Values{"lambda1": 1.1, "lambda2": 12.6, "a": 2.2, "b": 3, "ratio": 0.7}, Source: "the weights and the penalty's growth of LRKSC; those of the published tables are not printed"},
			{Kind: TwoFrames, Values: Values{"lambda1": 0.23, "lambda2": 5.5, "a": 2, "b": 2, "ratio": 0.7, "eta": 3}, Source: "the weights of LRKSC; those of the published tables are not printed, and η = 3 is the better of two tried"},
			{Kind: Images, Name: "yale", Values: ksscImageValues(1.1e3, 2e-2), Source: "the weights of LRKSC for Extended Yale B; those of the published figures are not printed"},
			{Kind: Images, Name: "orl", Values: ksscImageValues(1e3, 6e-2), Source: "the weights of LRKSC for ORL"},
			{Kind: Images, Name: "coil", Values: ksscImageValues(1.4e3, 6e-2), Source: "the weights of LRKSC for COIL-100"},
		},
	}
}

func ksscImageValues(lambda1, lambda2 float64) Values {
	return Values{"lambda1": lambda1, "lambda2": lambda2, "a": 12, "b": 2, "ratio": 0.2}
}

func (kssc) Solve(ctx context.Context, in Input) (Solution, error) {
	s := lrkscSettingsOf(in)
	s.frozen = true
	c, converged, err := solveLRKSC(ctx, kernelMatrix(in.Data, in.Values, in.Workers), s)
	if err != nil {
		return Solution{}, err
	}
	return Solution{C: c, Ratio: in.Values["ratio"], Converged: converged}, nil
}
