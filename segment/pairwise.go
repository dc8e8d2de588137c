package segment

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// pairwise groups tracks by what moves them between pairs of frames: affine
// maps, homographies and fundamental matrices drawn at random between two
// frames, and how alike two tracks rank them, over all pairs of frames in which
// both are seen. A track needs to be seen in two frames only.
//
// pairwise.md beside this file has what was tried and how it was measured.
type pairwise struct{}

const pairwiseCitation = "X. Xu, L.-F. Cheong, Z. Li. Motion Segmentation by Exploiting Complementary Geometric Models. CVPR 2018."

func (pairwise) Describe() Description {
	return Description{
		Name:  "pairwise",
		Title: "Pairwise evidence",
		Summary: "Takes tracks with gaps: affine maps, homographies and fundamental matrices are drawn between pairs of frames, and tracks that prefer the same ones, " +
			"wherever both are seen, belong together.",
		Citation: pairwiseCitation + " Ordered residual kernel: T.-J. Chin, H. Wang, D. Suter. Robust Fitting of Multiple Structures: The Statistical Learning Approach. ICCV 2009.",
		Kinds:    []Kind{Trajectories, TwoFrames},
		Gaps:     true,
	}
}

func (pairwise) Solve(ctx context.Context, in Input) (Solution, error) {
	return solvePairwise(ctx, in)
}

// exponents are those that every kernel is sparsified with.
var exponents = []float64{5, 10, 15}

// evidenceShare is how much of the work is done when all evidence is there.
const evidenceShare = 0.7

// solvePairwise gathers the evidence in several ways, groups the tracks by each
// and keeps the best grouping.
func solvePairwise(ctx context.Context, in Input) (Solution, error) {
	n := in.Data.Points()
	pairs := make([][][2]int, len(drawings))
	var pairCount, done int
	for i, d := range drawings {
		pairs[i] = d.framePairs(in.Data)
		pairCount += len(pairs[i])
	}
	steps := 0
	step := func(share float64) {
		steps++
		in.Report(Iteration{Number: steps, Limit: steps, Share: share})
	}
	total := mat.NewDense(n, n, nil)
	var members []Candidate
	for i, d := range drawings {
		kernels, err := d.kernels(ctx, in.Data, pairs[i], in.Seed, in.Workers, func(batch int) {
			done += batch
			step(evidenceShare * float64(done) / float64(pairCount))
		})
		if err != nil {
			return Solution{}, err
		}
		for _, exponent := range exponents {
			all := mat.NewDense(n, n, nil)
			for m, model := range motionModels {
				w := mat.NewDense(n, n, nil)
				addNormalized(w, sparsified(kernels[m], exponent, in.Workers))
				all.Add(all, w)
				members = append(members, Candidate{Name: fmt.Sprintf("%v, %s, α = %g", model, d.name, exponent), W: w})
			}
			members = append(members, Candidate{Name: fmt.Sprintf("all models, %s, α = %g", d.name, exponent), W: all})
			total.Add(total, all)
		}
	}
	members = append(members, Candidate{Name: "sum of all", W: total})
	best := 0
	for i := range members {
		c := &members[i]
		e, err := embed(ctx, c.W, in.Motions, in.Workers)
		if err != nil {
			return Solution{}, err
		}
		unitRows(e.rows)
		c.Spectrum = e.spectrum
		c.Labels, c.Confidence = cluster(e.rows, in.Motions, in.Seed)
		c.Score = normalizedCut(total, c.Labels, in.Motions)
		if c.Score < members[best].Score {
			best = i
		}
		step(evidenceShare + (1-evidenceShare)*float64(i+1)/float64(len(members)))
	}
	chosen := &members[best]
	chosen.Chosen = true
	s := Solution{W: chosen.W, Fused: total, Labels: chosen.Labels, Confidence: chosen.Confidence, Converged: true}
	s.Warnings = s.withoutEvidence(total)
	return s, nil
}

// withoutEvidence sets the labels of tracks that nothing joins to any other to 0
// and returns a warning about them.
func (s *Solution) withoutEvidence(total *mat.Dense) []Warning {
	var alone []int
	for i := range s.Labels {
		if floats.Sum(total.RawRowView(i)) == 0 {
			alone = append(alone, i)
			s.Labels[i], s.Confidence[i] = 0, 0
		}
	}
	if alone == nil {
		return nil
	}
	return []Warning{{NoEvidence, fmt.Sprintf("%d tracks share no two frames with enough others to compare their motion; they are undecided", len(alone)), alone}}
}
