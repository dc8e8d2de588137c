package segment

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/parallel"
)

// voice is one affinity: the kernel of one model, or of all models together, of
// one drawing, sparse and normalised, with its spectral embedding.
type voice struct {
	name     string
	affinity eigen.Sparse
	// embedding is for embeddedMotions groups, rows not scaled.
	embedding embedding
}

// pairEvidence is what pairs of frames tell of tracks, whatever the number of motions.
type pairEvidence struct {
	order  []int // of the tracks: what is drawn by number is not to depend on theirs
	data   Data  // the tracks in that order
	voices []voice
	all    voice      // the sum of those of all models
	total  *mat.Dense // its affinity
}

const (
	// embeddedMotions is how many leading eigenvectors of every affinity are known
	// beforehand: more groups than that are embedded by themselves.
	embeddedMotions = 10
	// gatheredShare is how much of gathering the evidence is done when the kernels
	// are there, and summedShare when all affinities are.
	gatheredShare = 0.7
	summedShare   = 0.85
)

// evidenceKey names the evidence in an Analysis.
type evidenceKey struct{ seed uint64 }

// pairEvidenceOf returns the evidence of in.Data, worked out once for an Analysis.
func pairEvidenceOf(ctx context.Context, in Input, p progress) (*pairEvidence, error) {
	e, err := in.Analysis.once(ctx, in.Data, evidenceKey{in.Seed}, func() (any, error) {
		return newPairEvidence(ctx, in.Data, in.Seed, in.Workers, p)
	})
	if err != nil {
		return nil, err
	}
	p.advance(1)
	return e.(*pairEvidence), nil
}

// newPairEvidence gathers the evidence. The error is ctx.Err(), or that an affinity
// has no embedding.
func newPairEvidence(ctx context.Context, data Data, seed uint64, workers int, p progress) (*pairEvidence, error) {
	order := placeOrder(data)
	e := &pairEvidence{order: order, data: Data{X: columns(data.X, order), Kind: data.Kind, Visible: rowsOf(data.Visible, order)}}
	kernels, err := drawnKernels(ctx, e.data, seed, workers, p.part(0, gatheredShare))
	if err != nil {
		return nil, err
	}
	e.addVoices(ctx, kernels, workers)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.advance(summedShare)
	return e, e.embed(ctx, workers)
}

// drawnKernels returns the kernels of every drawing and model.
func drawnKernels(ctx context.Context, data Data, seed uint64, workers int, p progress) ([][]*mat.Dense, error) {
	pairs := make([][][2]int, len(drawings))
	var all, done int
	for i, d := range drawings {
		pairs[i] = d.framePairs(data)
		all += len(pairs[i])
	}
	kernels := make([][]*mat.Dense, len(drawings))
	for i, d := range drawings {
		var err error
		kernels[i], err = kernelsOf(ctx, d, data, pairs[i], seed, workers, func(batch int) {
			done += batch
			p.advance(float64(done) / float64(all))
		})
		if err != nil {
			return nil, err
		}
	}
	return kernels, nil
}

// addVoices adds for every drawing and exponent each model's voice and that of all
// models, and the sum of those of all models. It leaves nothing useful when ctx ends.
func (e *pairEvidence) addVoices(ctx context.Context, kernels [][]*mat.Dense, workers int) {
	models := len(motionModels)
	each := models + 1 // voices of one drawing and exponent
	for _, d := range drawings {
		for _, exponent := range exponents {
			for _, model := range motionModels {
				e.voices = append(e.voices, voice{name: fmt.Sprintf("%v, %s, α = %d", model, d.name, exponent)})
			}
			e.voices = append(e.voices, voice{name: fmt.Sprintf("all models, %s, α = %d", d.name, exponent)})
		}
	}
	parallel.Each(len(e.voices)/each*models, workers, func(_, i int) {
		at, model := i/models, i%models
		kernel := kernels[at/len(exponents)][model]
		e.voices[at*each+model].affinity = sparsified(ctx, kernel, exponents[at%len(exponents)])
	})
	parallel.Each(len(e.voices)/each, workers, func(_, at int) {
		if ctx.Err() == nil {
			of := e.voices[at*each:][:each]
			of[models].affinity = sumOf(of[:models])
		}
	})
	n := e.data.Points()
	e.total = mat.NewDense(n, n, nil)
	for v := models; v < len(e.voices) && ctx.Err() == nil; v += each {
		addSparse(e.total, e.voices[v].affinity)
	}
	e.all = voice{name: "all the evidence"}
}

// sumOf returns the sum of the affinities of some voices.
func sumOf(voices []voice) eigen.Sparse {
	n := len(voices[0].affinity.Start) - 1
	sum := eigen.Sparse{Start: make([]int, 1, n+1)}
	row := make([]float64, n)
	for i := range n {
		for _, v := range voices {
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

// embed finds the embeddings of all voices.
func (e *pairEvidence) embed(ctx context.Context, workers int) error {
	k := min(embeddedMotions, e.data.Points())
	failures := make([]error, len(e.voices)+1)
	parallel.Each(len(failures), workers, func(_, i int) {
		i = len(e.voices) - i // all the evidence takes longest
		e.voice(i).embedding, failures[i] = e.embeddingOf(ctx, i, k)
	})
	for _, err := range failures {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// voice returns voice i; the one after the last is all the evidence.
func (e *pairEvidence) voice(i int) *voice {
	if i == len(e.voices) {
		return &e.all
	}
	return &e.voices[i]
}

// embeddingOf finds the embedding of voice i for k groups.
func (e *pairEvidence) embeddingOf(ctx context.Context, i, k int) (embedding, error) {
	if i == len(e.voices) {
		return embed(ctx, e.total, k, 1)
	}
	return embedSparse(ctx, e.voices[i].affinity, nil, k, candidateTolerance, 1)
}

// embedded returns the spectral embedding of voice i for k groups, N×k with unit rows,
// and its spectrum.
func (e *pairEvidence) embedded(ctx context.Context, i, k int) (*mat.Dense, []float64, error) {
	known := e.voice(i).embedding
	if _, d := known.rows.Dims(); k > d {
		var err error
		if known, err = e.embeddingOf(ctx, i, k); err != nil {
			return nil, nil, err
		}
	}
	rows := mat.DenseCopyOf(known.rows.Slice(0, len(e.order), 0, k))
	unitRows(rows)
	return rows, known.spectrum, nil
}

// isolated returns the tracks, as they were given, that voice i joins to no other.
func (e *pairEvidence) isolated(i int) []int {
	var points []int
	for _, place := range e.voice(i).embedding.isolated {
		points = append(points, e.order[place])
	}
	slices.Sort(points)
	return points
}

// whole returns the affinity of voice i over the tracks as they were given.
func (e *pairEvidence) whole(i int) *mat.Dense {
	if i == len(e.voices) {
		return restored(e.total, e.order)
	}
	return restored(denseOf(context.Background(), e.voices[i].affinity), e.order)
}

// group groups the tracks into k motions by the affinity of every voice, and by that
// of all.
func (e *pairEvidence) group(ctx context.Context, k int, seed uint64, workers int, p progress) ([]*voiceGrouping, error) {
	found := make([]*voiceGrouping, len(e.voices)+1)
	failures := make([]error, len(found))
	parallel.Each(len(found), workers, func(_, i int) {
		rows, spectrum, err := e.embedded(ctx, i, k)
		if err != nil {
			failures[i] = err
			return
		}
		labels, _ := cluster(ctx, rows, k, seed)
		found[i] = &voiceGrouping{name: e.voice(i).name, voice: i, rows: rows, spectrum: spectrum, grouping: grouping{labels: labels}}
	})
	for _, err := range failures {
		if err != nil {
			return nil, err
		}
	}
	p.advance(1)
	return found, ctx.Err()
}
