package auto

import (
	"context"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/lrksc"
	"motionseg/segment/subspace"
)

// LRKSCAuto is LRKSC with its kernel chosen without labels. It solves
// Algorithm 1 for a few kernels that share one Gram matrix and adds the sum of
// their normalised affinities. Every affinity is clustered by its spectrum, and
// also divided into more pieces than there are motions, which are merged by
// coding length. Every grouping is refined in the picture coordinates, and the
// one with the least score is kept: how many bits the points' motion takes,
// how much affinity it cuts, and between those that these hardly tell apart how
// well motions between pairs of frames explain it (see compareRivals).
//
// Points of tracks that lie anywhere, and tracks that move with no others, are
// kept from all that, see solveCorrupted.
// Tracks before other than affine cameras are grouped by pairs of frames too, see
// solveComplete, and those with gaps are, see solveGaps.
//
// lrksc_auto.md beside this file has what was tried and how it was measured.
type LRKSCAuto struct{}

// Describe implements core.Method.
func (LRKSCAuto) Describe() core.Description {
	return core.Description{
		Name:  "lrksc-auto",
		Title: "LRKSC auto",
		Summary: "LRKSC with the kernel chosen without labels: several kernels and their fusions are solved, their " +
			"affinities are grouped in several ways, " +
			"the groups are refined geometrically, and the grouping is kept whose motions are coded shortest at the least cut.",
		Citation: lrksc.Citation +
			" Merging, choice and refinement by coding length: Y. Ma, H. Derksen, W. Hong, J. Wright. " +
			"Segmentation of Multivariate Mixed Data via Lossy Data Coding and Compression. IEEE TPAMI 29(9), 2007.",
		Kinds: []core.Kind{core.Trajectories, core.TwoFrames},
		Gaps:  true,
		Params: []core.Param{
			{Name: "noise", Symbol: "σ", Words: "noise", Kind: core.Real, Default: 0.02, Min: 1e-6, Max: 1,
				Help: "Noise of the coordinates that the choice allows for, in units of their spread."},
			{Name: "merge", Symbol: "", Words: "merged groups too", Kind: core.Boolean, Default: 1, Min: 0, Max: 1,
				Help: "Beside the spectral groups of every affinity, try groups merged from smaller spectral pieces " +
					"by coding length."},
			{Name: "refine", Symbol: "", Words: "refine by geometry", Kind: core.Boolean, Default: 1, Min: 0, Max: 1,
				Help: "Move points to the group whose geometry in the picture fits them best. Off leaves the groups " +
					"that the affinities give."},
			{Name: "refine-noise", Symbol: "σr", Words: "noise in refining", Kind: core.Real, Default: 0.015, Min: 1e-6, Max: 1,
				Help: "Noise of the coordinates that the refinement allows for, in units of their spread."},
			{Name: "lambda2", Symbol: "λ2", Words: "weight of the data", Kind: core.Real, Default: 12.6, Min: 0,
				MinOpen: true, Max: 1e9,
				Help: "Weight of self-expression in feature space, for every kernel."},
			{Name: "lambda3", Symbol: "λ3", Words: "kernel near K", Kind: core.Real, Default: 1e5, Min: 0,
				MinOpen: true, Max: 1e12,
				Help: "Weight of ‖K_G − K‖², for every kernel."},
			subspace.RatioParam(0.6),
		},
		Presets: []core.Preset{
			{Kind: core.Trajectories, Values: core.Values{"lambda2": 12.6, "noise": 0.02, "refine-noise": 0.015},
				Source: "fixed on half of the base clips of Hopkins155"},
			{Kind: core.TwoFrames, Values: core.Values{"lambda2": 5.5, "noise": 0.006, "refine-noise": 0.008},
				Source: "fixed on half of the base clips of Hopkins155"},
		},
	}
}

// Solve implements core.Method.
func (LRKSCAuto) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	in.Data = geometry.Pooled(in.Data)
	if in.Data.Visible != nil {
		return solveGaps(ctx, in)
	}
	return solveComplete(ctx, in)
}
