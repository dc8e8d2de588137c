package auto

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/evidence"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/spectral"
)

// affinitySource is one affinity: the kernel of one model, or of all models together, of
// one drawing, sparse and normalised, with its spectral embedding.
type affinitySource struct {
	name     string
	affinity eigen.Sparse
	// Embedding is for as many groups as its spectrum tells of (spectral.SpectrumLength), rows
	// not scaled: more groups are embedded by themselves.
	Embedding spectral.Embedding
}

// pairEvidence is what pairs of frames tell of tracks, whatever the number of motions.
type pairEvidence struct {
	Order   []int     // of the tracks: what is drawn by number is not to depend on theirs
	data    core.Data // the tracks in that order
	Sources []affinitySource
	All     affinitySource // the sum of those of all models
	total   *mat.Dense     // its affinity
}

// evidenceKey names the evidence in an Analysis.
type evidenceKey struct{ seed uint64 }

// PairEvidenceOf returns the evidence of in.Data, worked out once for an Analysis.
func PairEvidenceOf(ctx context.Context, in core.Input, p core.Progress) (*pairEvidence, error) {
	e, err := in.Analysis.Once(ctx, in.Data, evidenceKey{in.Seed}, func() (any, error) {
		return newPairEvidence(ctx, in.Data, in.Seed, in.Workers, p)
	})
	if err != nil {
		return nil, err
	}
	p.Advance(1)
	return e.(*pairEvidence), nil
}

// newPairEvidence gathers the evidence. The error is ctx.Err(), or that an affinity
// has no embedding.
func newPairEvidence(
	ctx context.Context, data core.Data, seed uint64, workers int, p core.Progress,
) (*pairEvidence, error) {
	order := core.PlaceOrder(data)
	e := &pairEvidence{Order: order, data: data.Columns(order)}
	e.total, e.All = mat.NewDense(len(order), len(order), nil), affinitySource{name: "all the evidence"}
	if err := e.addSchemes(ctx, seed, workers, p.Part(0, 5, 6)); err != nil {
		return nil, err
	}
	return e, e.embed(ctx, workers)
}

// addSchemes adds the sources of every drawing. The kernels of one are let go of before
// the next is drawn.
func (e *pairEvidence) addSchemes(ctx context.Context, seed uint64, workers int, p core.Progress) error {
	pairs := make([][][2]int, len(geometry.SamplingSchemes))
	var all, done int
	for i, d := range geometry.SamplingSchemes {
		pairs[i] = d.FramePairs(e.data)
		all += len(pairs[i])
	}
	for i, d := range geometry.SamplingSchemes {
		kernels, err := evidence.Kernels(ctx, d, e.data, pairs[i], seed, workers, func() {
			done++
			p.Advance(float64(done) / float64(all))
		})
		if err != nil {
			return err
		}
		e.addSources(ctx, d.Name, kernels, workers)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// addSources adds for every exponent the source of every kernel of a drawing, one of each
// model, and that of all models, which it adds to the sum of all. It leaves nothing useful
// when ctx ends.
func (e *pairEvidence) addSources(ctx context.Context, drawing string, kernels []*mat.Dense, workers int) {
	models := len(kernels)
	each := models + 1 // sources of one exponent
	sources := make([]affinitySource, len(exponents)*each)
	parallel.Each(len(exponents)*models, workers, func(_, i int) {
		at, model := i/models, i%models
		sources[at*each+model] = affinitySource{
			name:     fmt.Sprintf("%v, %s, α = %d", geometry.MotionModels[model], drawing, exponents[at]),
			affinity: spectral.Sparsified(ctx, kernels[model], exponents[at]),
		}
	})
	parallel.Each(len(exponents), workers, func(_, at int) {
		if ctx.Err() == nil {
			of := sources[at*each:][:each]
			of[models] = affinitySource{name: fmt.Sprintf("all models, %s, α = %d", drawing, exponents[at]),
				affinity: sumOf(of[:models])}
		}
	})
	for at := models; at < len(sources) && ctx.Err() == nil; at += each {
		addSparse(e.total, sources[at].affinity)
	}
	e.Sources = append(e.Sources, sources...)
}

// sumOf returns the sum of the affinities of some sources.
func sumOf(sources []affinitySource) eigen.Sparse {
	n := len(sources[0].affinity.Start) - 1
	sum := eigen.Sparse{Start: make([]int, 1, n+1)}
	row := make([]float64, n)
	for i := range n {
		for _, v := range sources {
			column, value := v.affinity.Row(i)
			for t, j := range column {
				row[j] += value[t]
			}
		}
		for j, v := range row {
			if v != 0 {
				sum.Column, sum.Value = append(sum.Column, int32(j)), append(sum.Value, v)
				row[j] = 0
			}
		}
		sum.Start = append(sum.Start, len(sum.Value))
	}
	return sum
}

// addSparse adds w to sum.
func addSparse(sum *mat.Dense, w eigen.Sparse) {
	for i := range len(w.Start) - 1 {
		to := sum.RawRowView(i)
		column, value := w.Row(i)
		for t, j := range column {
			to[j] += value[t]
		}
	}
}

// embed finds the embeddings of all sources.
func (e *pairEvidence) embed(ctx context.Context, workers int) error {
	k := min(spectral.SpectrumLength, e.data.Points())
	failures := make([]error, len(e.Sources)+1)
	parallel.Each(len(failures), workers, func(_, i int) {
		i = len(e.Sources) - i // all the evidence takes longest
		e.source(i).Embedding, failures[i] = e.EmbeddingOf(ctx, i, k)
	})
	return cmp.Or(append(failures, ctx.Err())...)
}

// source returns source i; the one after the last is all the evidence.
func (e *pairEvidence) source(i int) *affinitySource {
	if i == len(e.Sources) {
		return &e.All
	}
	return &e.Sources[i]
}

// EmbeddingOf finds the embedding of source i for k groups.
func (e *pairEvidence) EmbeddingOf(ctx context.Context, i, k int) (spectral.Embedding, error) {
	if i == len(e.Sources) {
		return spectral.Embed(ctx, e.total, k, 1)
	}
	return spectral.EmbedSparse(ctx, e.Sources[i].affinity, nil, k, candidateTolerance, 1)
}

// embedded returns the spectral embedding of source i for k groups, N×k with unit rows,
// and its spectrum.
func (e *pairEvidence) embedded(ctx context.Context, i, k int) (*mat.Dense, []float64, error) {
	known := e.source(i).Embedding
	if _, d := known.Rows.Dims(); k > d {
		var err error
		if known, err = e.EmbeddingOf(ctx, i, k); err != nil {
			return nil, nil, err
		}
	}
	return spectral.LeadingRows(known.Rows, k), known.Spectrum, nil
}

// isolated returns the tracks, as they were given, that source i joins to no other.
func (e *pairEvidence) isolated(i int) []int {
	var points []int
	for _, place := range e.source(i).Embedding.Isolated {
		points = append(points, e.Order[place])
	}
	slices.Sort(points)
	return points
}

// whole returns the affinity of source i over the tracks as they were given.
func (e *pairEvidence) whole(i int) *mat.Dense {
	w := mat.NewDense(len(e.Order), len(e.Order), nil)
	for place, point := range e.Order {
		to := w.RawRowView(point)
		if i == len(e.Sources) {
			for j, v := range e.total.RawRowView(place) {
				to[e.Order[j]] = v
			}
			continue
		}
		column, value := e.Sources[i].affinity.Row(place)
		for t, j := range column {
			to[e.Order[j]] = value[t]
		}
	}
	return w
}

// group groups the tracks into k motions by the affinity of every source, and by that
// of all.
func (e *pairEvidence) group(
	ctx context.Context, k int, seed uint64, workers int, p core.Progress,
) ([]*sourceGrouping, error) {
	found := make([]*sourceGrouping, len(e.Sources)+1)
	failures := make([]error, len(found))
	parallel.Each(len(found), workers, func(_, i int) {
		rows, spectrum, err := e.embedded(ctx, i, k)
		if err != nil {
			failures[i] = err
			return
		}
		labels, _ := spectral.Cluster(ctx, rows, k, seed)
		found[i] = &sourceGrouping{name: e.source(i).name, source: i, rows: rows, spectrum: spectrum,
			Grouping: geometry.Grouping{Labels: labels}}
	})
	if err := cmp.Or(failures...); err != nil {
		return nil, err
	}
	p.Advance(1)
	return found, ctx.Err()
}

// exponents are those that every kernel is sparsified with.
var exponents = []int{5, 10, 15}

// sourceGrouping is how the affinity of a source groups the tracks.
type sourceGrouping struct {
	name     string
	source   int        // its number; the one after the last is all the evidence
	rows     *mat.Dense // the spectral embedding, N×K
	spectrum []float64
	geometry.Grouping
}
