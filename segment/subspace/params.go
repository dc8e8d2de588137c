package subspace

import "motionseg/segment/core"

// RatioParam describes the threshold ratio of the affinity step.
func RatioParam(ratio float64) core.Param {
	return core.Param{Name: "ratio", Symbol: "t", Words: "share kept", Kind: core.Real, Default: ratio, Min: 0,
		MinOpen: true, Max: 1,
		Help: "Share of every column's ℓ1 norm that the affinity keeps, largest coefficients first; 1 keeps all."}
}

// AffineParam describes the parameter affine, which several methods have.
var AffineParam = core.Param{Name: "affine", Symbol: "1ᵀC = 1ᵀ", Words: "affine subspaces", Kind: core.Boolean,
	Default: 1, Min: 0, Max: 1,
	Help: "Constrain every column of C to sum to one: affine rather than linear subspaces."}

// onesParam describes the row of ones for methods in the input space that are
// not affine by themselves; on is the default.
func onesParam(on float64) core.Param {
	return core.Param{Name: "ones", Symbol: "", Words: "row of ones", Kind: core.Boolean, Default: on, Min: 0, Max: 1,
		Help: "Append a row of ones to trajectories: affine rather than linear subspaces."}
}
