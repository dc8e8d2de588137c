package segment

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

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
var exponents = []int{5, 10, 15}

const (
	// pairwiseCutWeight weighs the logarithm of the normalised cut against a nat per
	// point and view.
	pairwiseCutWeight = 1.0 / 12
	// evidenceShare is how much of the work is done when all evidence is there.
	evidenceShare = 0.5
	// keptCandidates is how many groupings are shown with their affinities.
	keptCandidates = 8
)

// voice is one affinity: the kernel of one model, or of all models together, of
// one drawing.
type voice struct {
	name     string
	kernels  []*mat.Dense
	exponent int
}

// affinity returns the sum of the voice's normalised sparse kernels. The error
// is ctx.Err().
func (v voice) affinity(ctx context.Context, workers int) (*mat.Dense, error) {
	n, _ := v.kernels[0].Dims()
	w := mat.NewDense(n, n, nil)
	for _, k := range v.kernels {
		kept, err := sparsified(ctx, k, v.exponent, workers)
		if err != nil {
			return nil, err
		}
		addNormalized(w, kept)
	}
	return w, nil
}

// solvePairwise gathers evidence in several ways, groups the tracks by every
// kind of it alone and by all kinds together, and keeps the grouping that
// describes the tracks' motion shortest at the least cut in all the evidence.
func solvePairwise(ctx context.Context, in Input) (Solution, error) {
	n := in.Data.Points()
	voices, err := gather(ctx, in)
	if err != nil {
		return Solution{}, err
	}
	total := mat.NewDense(n, n, nil)
	for _, v := range voices {
		if len(v.kernels) == len(motionModels) {
			w, err := v.affinity(ctx, in.Workers)
			if err != nil {
				return Solution{}, err
			}
			total.Add(total, w)
		}
	}
	geometry := geometryOf(in.Data, in.Workers)
	costs := map[string]float64{} // of groupings already judged
	choosing := in.progress().part(evidenceShare, 1)
	candidates := make([]Candidate, 0, len(voices)+1)
	var single []*mat.Dense // the affinities of the models that all models follow
	for i := range len(voices) + 1 {
		c := Candidate{Name: "all the evidence"}
		w := total
		if i < len(voices) {
			c.Name = voices[i].name
			if len(voices[i].kernels) == 1 {
				if w, err = voices[i].affinity(ctx, in.Workers); err != nil {
					return Solution{}, err
				}
				single = append(single, w)
			} else {
				w = mat.NewDense(n, n, nil)
				for _, s := range single {
					w.Add(w, s)
				}
				single = nil
			}
		}
		e, err := embed(ctx, w, in.Motions, in.Workers)
		if err != nil {
			return Solution{}, err
		}
		unitRows(e.rows)
		c.Spectrum = e.spectrum
		c.Labels, c.Confidence = cluster(ctx, e.rows, in.Motions, in.Seed)
		key := fmt.Sprint(c.Labels)
		cost, judged := costs[key]
		if !judged {
			if cost, err = geometry.cost(ctx, c.Labels, in.Motions); err != nil {
				return Solution{}, err
			}
			costs[key] = cost
		}
		c.Bits = cost / math.Ln2
		c.Cut = pairwiseCutWeight * math.Log2(smallCut+normalizedCut(total, c.Labels, in.Motions))
		c.Score = c.Bits + c.Cut
		candidates = append(candidates, c)
		choosing.advance(float64(i+1) / float64(len(voices)+1))
	}
	order := make([]int, len(candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(candidates[a].Score, candidates[b].Score) })
	var s Solution
	for _, i := range order[:min(keptCandidates, len(order))] {
		c := candidates[i]
		c.W = total
		if i < len(voices) {
			if c.W, err = voices[i].affinity(ctx, in.Workers); err != nil {
				return Solution{}, err
			}
		}
		s.Candidates = append(s.Candidates, c)
	}
	s.Candidates[0].Chosen = true
	best := s.Candidates[0]
	s.W, s.Fused, s.Labels, s.Confidence, s.Converged = best.W, total, slices.Clone(best.Labels), slices.Clone(best.Confidence), true
	s.withoutEvidence(total)
	if apart := separateTracks(ctx, in.Data); apart != nil {
		s.Warnings = append(s.Warnings, Warning{SeparateTracks,
			fmt.Sprintf("%d tracks share no frames, not even through others, with the rest; which of their motions is which of the rest's is a guess", len(apart)), apart})
	}
	return s, ctx.Err()
}

// separateTracks returns the tracks outside the largest set of tracks that
// pairs of frames join, directly or through others, ascending; tracks in no
// pair with enough others are not counted. It is nil where there is one set, and
// where ctx ends.
func separateTracks(ctx context.Context, data Data) []int {
	leader := make([]int, data.Points()) // −1 for tracks in no pair
	for i := range leader {
		leader[i] = -1
	}
	find := func(i int) int {
		for leader[i] != i {
			leader[i] = leader[leader[i]]
			i = leader[i]
		}
		return i
	}
	for _, d := range drawings {
		for _, pair := range d.framePairs(data) {
			if ctx.Err() != nil {
				return nil
			}
			points := data.seenIn(pair)
			if len(points) < affineModel.points()+sparePoints {
				continue
			}
			for _, i := range points {
				if leader[i] < 0 {
					leader[i] = i
				}
				leader[find(i)] = find(points[0])
			}
		}
	}
	size := map[int]int{}
	for i, l := range leader {
		if l >= 0 {
			size[find(i)]++
		}
	}
	largest := -1 // of sets of the same size that of the first track
	for i, l := range leader {
		if l >= 0 && (largest < 0 || size[find(i)] > size[largest]) {
			largest = find(i)
		}
	}
	var apart []int
	for i, l := range leader {
		if l >= 0 && find(i) != largest {
			apart = append(apart, i)
		}
	}
	return apart
}

// gather returns the voices: for every drawing and exponent each model's and
// that of all models.
func gather(ctx context.Context, in Input) ([]voice, error) {
	progress := in.progress().part(0, evidenceShare)
	pairs := make([][][2]int, len(drawings))
	var all, done int
	for i, d := range drawings {
		pairs[i] = d.framePairs(in.Data)
		all += len(pairs[i])
	}
	var voices []voice
	for i, d := range drawings {
		kernels, err := d.kernels(ctx, in.Data, pairs[i], in.Seed, in.Workers, func(batch int) {
			done += batch
			progress.advance(float64(done) / float64(all))
		})
		if err != nil {
			return nil, err
		}
		for _, exponent := range exponents {
			for m, model := range motionModels {
				voices = append(voices, voice{fmt.Sprintf("%v, %s, α = %d", model, d.name, exponent), kernels[m : m+1], exponent})
			}
			voices = append(voices, voice{fmt.Sprintf("all models, %s, α = %d", d.name, exponent), kernels, exponent})
		}
	}
	return voices, nil
}

// withoutEvidence sets the labels of tracks that nothing joins to any other to
// 0 and warns about them.
func (s *Solution) withoutEvidence(total *mat.Dense) {
	var alone []int
	for i := range s.Labels {
		if floats.Sum(total.RawRowView(i)) == 0 {
			alone = append(alone, i)
			s.Labels[i], s.Confidence[i] = 0, 0
		}
	}
	if alone != nil {
		s.Warnings = append(s.Warnings, Warning{NoEvidence,
			fmt.Sprintf("%d tracks share no two frames with enough others to compare their motion; they stay undecided", len(alone)), alone})
	}
}
