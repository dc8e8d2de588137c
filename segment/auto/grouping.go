package auto

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/coding"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/lrksc"
	"motionseg/segment/spectral"
)

const (
	// candidateTolerance bounds the residual of the eigenvectors that points are
	// grouped by, of which k-means tells what is near from what is far.
	candidateTolerance = 1e-5
	// perspectiveNoise is the noise that the last refinement of two-frame data
	// allows for in its 9 rows, in units of their spread.
	perspectiveNoise = 0.004
	// leastPiece is how many points a piece has on average at least.
	leastPiece = 4
)

// group groups the points by what was gathered, and keeps the best grouping.
func (r *Run) group(ctx context.Context, g gathered) (core.Solution, error) {
	in := r.In
	var err error
	if r.where, err = coding.CoordinatesOf(ctx, in.Data, in.Motions, in.Workers); err != nil {
		return core.Solution{}, err
	}
	tried := make([][]attempt, len(g.Affinities))
	choosing := in.Progress().Part(3, 5, 5)
	for i, w := range g.Affinities {
		if tried[i], err = r.attempts(ctx, g.names[i], w); err != nil {
			return core.Solution{}, err
		}
		choosing.Advance(float64(i+1) / float64(len(g.Affinities)+1))
	}
	if err := r.compareRivals(ctx); err != nil {
		return core.Solution{}, err
	}
	best := 0
	for i, attempts := range tried {
		r.candidates = append(r.candidates, r.candidateOf(attempts, r.embeddings[i]))
		if r.candidates[i].Score < r.candidates[best].Score {
			best = i
		}
	}
	choosing.Advance(1)
	chosen := &r.candidates[best]
	chosen.Chosen = true
	s := core.Solution{Labels: chosen.Labels, Confidence: chosen.Confidence, Converged: g.converged,
		Candidates: r.candidates, Embedding: &r.embeddings[best]}
	if best < len(r.Coefficients) {
		s.C = r.ownCoefficients(best)
		dense.Transpose(s.C)
	}
	r.Coefficients = nil // not to be kept beside the affinities
	if err := ctx.Err(); err != nil {
		return core.Solution{}, err
	}
	for i, w := range g.Affinities {
		if i == best || in.Data.Points() <= affinitiesLimit {
			r.candidates[i].W = func() *mat.Dense { return spectral.DenseOf(context.Background(), w, in.Workers) }
		}
	}
	n := in.Data.Points()
	lrksc.Collect(n) // what grouping left, before the largest matrices
	s.W, s.Fused = r.workspace.TakeZero(n), r.workspace.TakeZero(n)
	spectral.DenseIn(ctx, s.W, g.Affinities[best], in.Workers)
	spectral.DenseIn(ctx, s.Fused, r.Fused, in.Workers)
	if in.Data.Kind == core.TwoFrames && r.refines() {
		s.Labels = coding.RefineLabels(ctx, in.Data.X, s.Labels, in.Motions, perspectiveNoise*coding.RMS(in.Data.X))
		s.Confidence = spectral.LabelConfidences(r.embeddings[best].Rows, s.Labels, in.Motions)
	}
	return s, nil
}

// attempts groups the points by an affinity in several ways, and keeps the embedding.
func (r *Run) attempts(ctx context.Context, name string, w eigen.Sparse) ([]attempt, error) {
	k, n := r.In.Motions, r.In.Data.Points()
	var pieces []int
	largest := k
	if r.In.Values["merge"] != 0 && r.where.Unit > 0 && r.retained == nil {
		for _, factor := range r.family.pieces {
			if m := min(factor*k, n/leastPiece); m > largest {
				pieces = append(pieces, m)
				largest = m
			}
		}
	}
	e, err := spectral.EmbedSparse(ctx, w, r.start, largest, candidateTolerance, r.In.Workers)
	if err != nil {
		return nil, err
	}
	r.start, e.Start = e.Start, nil
	rows := spectral.LeadingRows(e.Rows, k)
	labels, _ := spectral.Cluster(ctx, rows, k, r.In.Seed)
	r.ways = append(r.ways, labels)
	j, err := r.judge(ctx, labels)
	if err != nil {
		return nil, err
	}
	r.meet(j)
	tried := []attempt{{name, j}}
	for _, m := range pieces {
		assigned, _ := spectral.Kmeans(ctx, spectral.LeadingRows(e.Rows, m), m, r.In.Seed, spectral.PieceRestarts)
		assigned = spectral.InOrderOfAppearance(assigned)
		merged := coding.MergePieces(r.where.All, assigned, m, k, r.family.mergeNoise*r.where.Unit)
		r.ways = append(r.ways, merged)
		j, err := r.judge(ctx, merged)
		if err != nil {
			return nil, err
		}
		r.meet(j)
		tried = append(tried, attempt{fmt.Sprintf("%s; merged from %d pieces", name, m), j})
	}
	e.Rows, e.Spectrum = rows, e.Spectrum[:min(len(e.Spectrum), max(k+1, spectral.SpectrumLength))]
	r.embeddings = append(r.embeddings, e)
	return tried, nil
}

// candidateOf returns the best of the groupings by one affinity, with its embedding.
func (r *Run) candidateOf(tried []attempt, e spectral.Embedding) core.Candidate {
	best := tried[0]
	for _, a := range tried[1:] {
		if a.score() < best.score() {
			best = a
		}
	}
	return core.Candidate{
		Name: best.name, Score: best.score(), Bits: best.bits, Cut: best.cut, Motion: best.motion, Labels: best.labels,
		Spectrum: e.Spectrum, Confidence: spectral.LabelConfidences(e.Rows, best.labels, r.In.Motions),
	}
}

// Groupings returns the different groupings into k motions that the affinities
// give, refined, and what every way gave before.
func (r *Run) Groupings(ctx context.Context, k int, affinities []eigen.Sparse) (refined, ways [][]int, err error) {
	n := r.In.Data.Points()
	if k == 1 {
		one := make([]int, n)
		for i := range one {
			one[i] = 1
		}
		return [][]int{one}, nil, nil
	}
	search := *r
	search.In.Motions = k
	search.judged, search.scores = map[string]*judgement{}, map[string]*judgement{}
	search.embeddings, search.ways, search.met = nil, nil, nil
	if search.where, err = coding.CoordinatesOf(ctx, r.In.Data, k, r.In.Workers); err != nil {
		return nil, nil, err
	}
	for _, w := range affinities {
		if _, err := search.attempts(ctx, "", w); err != nil {
			return nil, nil, err
		}
	}
	// In an order that does not depend on the map's.
	for _, key := range slices.Sorted(maps.Keys(search.scores)) {
		refined = append(refined, search.scores[key].labels)
	}
	return refined, search.ways, nil
}
