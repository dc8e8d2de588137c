package subspace

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/spectral"
)

// RSIM is the shape interaction matrix, revisited: the products of the points'
// directions in the leading row space of the data, raised to a power, with the
// rank chosen by the cut that it leads to.
type RSIM struct{}

// Describe implements core.Method.
func (RSIM) Describe() core.Description {
	return core.Description{
		Name:  "rsim",
		Title: "RSIM",
		Summary: "Shape interaction matrix, revisited: angles between the tracks in the leading row space of the " +
			"data, sharpened by a power, the rank chosen by the quality of the cut.",
		Citation: "P. Ji, M. Salzmann, H. Li. Shape Interaction Matrix Revisited and Robustified: Efficient Subspace " +
			"Clustering with Corrupted and Incomplete Data. ICCV 2015.",
		Kinds: core.EveryKind,
		Params: []core.Param{
			{Name: "gamma", Symbol: "γ", Words: "power", Kind: core.Real, Default: 3.5, Min: 0, MinOpen: true, Max: 100,
				Help: "Power of the affinity; larger keeps small angles only."},
			{Name: "rank", Symbol: "r", Words: "rank", Kind: core.Integer, Default: 0, Min: 0, Max: 10000,
				Help: "Rank of the row space; 0 tries K to 4K and keeps the best."},
		},
		Presets: []core.Preset{
			{Kind: core.Trajectories, Values: core.Values{"gamma": 3.8},
				Source: "a note in the authors' program, better on Hopkins155 than the paper's 3.5"},
			{Kind: core.Trajectories, Name: "paper", Values: core.Values{"gamma": 3.5}, Source: "Ji et al. (2015), Hopkins155"},
			{Kind: core.TwoFrames, Values: core.Values{"gamma": 8}, Source: "tuned on the first and last frames of Hopkins155"},
		},
	}
}

// Solve tries the ranks K…4K and keeps the one with the smallest cut over the gap between the K-th and the next
// eigenvalue of D⁻¹W.
func (RSIM) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	x := in.Data.X
	if in.Data.Kind == core.Trajectories {
		// A one under every frame, F in all.
		rows, _ := x.Dims()
		x = withOnesRow(x, math.Sqrt(float64(rows/2)))
	}
	space, err := RowSpaceOf(ctx, x, in.Workers)
	if err != nil {
		return core.Solution{}, err
	}
	n, available := space.V.Dims()
	low, high := in.Motions, 4*in.Motions
	if rank := int(in.Values["rank"]); rank > 0 {
		low, high = rank, rank
	}
	low, high = min(low, available), min(high, available)
	best := core.Solution{Converged: true}
	bestScore := math.Inf(1)
	for rank := low; rank <= high; rank++ {
		if err := ctx.Err(); err != nil {
			return core.Solution{}, err
		}
		w := unitRowAffinity(mat.DenseCopyOf(space.V.Slice(0, n, 0, rank)), in.Values["gamma"], true, in.Workers)
		labels, err := spectral.RegularizedCut(ctx, w, in.Motions, in.Workers)
		if err != nil {
			return core.Solution{}, err
		}
		e, err := spectral.Embed(ctx, w, in.Motions, in.Workers)
		if err != nil {
			return core.Solution{}, err
		}
		next := min(in.Motions, len(e.Spectrum)-1)
		score := spectral.CutWeight(w, labels) / (e.Spectrum[next] - e.Spectrum[next-1])
		in.Report(core.Iteration{Number: rank - low + 1, Limit: high - low + 1,
			Share: float64(rank-low+1) / float64(high-low+1), Objective: score, Rank: rank})
		if best.Labels == nil || score < bestScore {
			best.W, best.Labels, bestScore = w, labels, score
		}
	}
	return best, nil
}
