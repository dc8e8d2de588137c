package segment

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// rsim is the shape interaction matrix, revisited: the products of the points'
// directions in the leading row space of the data, raised to a power, with the
// rank chosen by the cut that it leads to.
type rsim struct{}

func (rsim) Describe() Description {
	return Description{
		Name:     "rsim",
		Title:    "RSIM",
		Summary:  "Shape interaction matrix, revisited: angles between the tracks in the leading row space of the data, sharpened by a power, the rank chosen by the quality of the cut.",
		Citation: "P. Ji, M. Salzmann, H. Li. Shape Interaction Matrix Revisited and Robustified: Efficient Subspace Clustering with Corrupted and Incomplete Data. ICCV 2015.",
		Kinds:    everyKind,
		Params: []Param{
			{Name: "gamma", Symbol: "γ", Words: "power", Kind: Real, Default: 3.5, Min: 0, MinOpen: true, Max: 100,
				Help: "Power of the affinity; larger keeps small angles only."},
			{Name: "rank", Symbol: "r", Words: "rank", Kind: Integer, Default: 0, Min: 0, Max: 10000,
				Help: "Rank of the row space; 0 tries K to 4K and keeps the best."},
		},
		Presets: []Preset{
			{Kind: Trajectories, Values: Values{"gamma": 3.8}, Source: "a note in the authors' program, better on Hopkins155 than the paper's 3.5"},
			{Kind: Trajectories, Name: "paper", Values: Values{"gamma": 3.5}, Source: "Ji et al. (2015), Hopkins155"},
			{Kind: TwoFrames, Values: Values{"gamma": 8}, Source: "tuned on the first and last frames of Hopkins155"},
		},
	}
}

// Solve tries the ranks K…4K and keeps the one with the smallest cut over the gap between the K-th and the next eigenvalue of D⁻¹W.
func (rsim) Solve(ctx context.Context, in Input) (Solution, error) {
	x := in.Data.X
	if in.Data.Kind == Trajectories {
		// A one under every frame, F in all.
		rows, _ := x.Dims()
		x = withOnesRow(x, math.Sqrt(float64(rows/2)))
	}
	space, err := rowSpaceOf(ctx, x, in.Workers)
	if err != nil {
		return Solution{}, err
	}
	n, available := space.v.Dims()
	low, high := in.Motions, 4*in.Motions
	if rank := int(in.Values["rank"]); rank > 0 {
		low, high = rank, rank
	}
	low, high = min(low, available), min(high, available)
	best := Solution{Converged: true}
	bestScore := math.Inf(1)
	for rank := low; rank <= high; rank++ {
		if err := ctx.Err(); err != nil {
			return Solution{}, err
		}
		w := unitRowAffinity(mat.DenseCopyOf(space.v.Slice(0, n, 0, rank)), in.Values["gamma"], true, in.Workers)
		labels, err := regularizedCut(ctx, w, in.Motions, in.Workers)
		if err != nil {
			return Solution{}, err
		}
		spectrum, err := normalizedSpectrum(ctx, w, in.Motions+1, in.Workers)
		if err != nil {
			return Solution{}, err
		}
		score := cutWeight(w, labels) / (spectrum[len(spectrum)-2] - spectrum[len(spectrum)-1])
		in.Report(Iteration{Number: rank - low + 1, Limit: high - low + 1, Share: float64(rank-low+1) / float64(high-low+1), Objective: score, Rank: rank})
		if best.Labels == nil || score < bestScore {
			best.W, best.Labels, bestScore = w, labels, score
		}
	}
	return best, nil
}
