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
	// refinedGroupings is how many different groupings are refined.
	refinedGroupings = 12
	// evidenceShare is how much of the work is done when all evidence is there,
	// votedShare when the tracks are grouped by it, and judgedShare how much of
	// the rest when the groupings are judged but not refined.
	evidenceShare = 0.4
	votedShare    = 0.6
	judgedShare   = 0.5
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

// voiceGrouping is how the affinity of a voice groups the tracks.
type voiceGrouping struct {
	name     string
	rows     *mat.Dense // the spectral embedding, N×K
	spectrum []float64
	grouping
}

// solvePairwise gathers evidence in several ways, groups the tracks by every
// kind of it alone and by all kinds together, refines the most promising
// groupings by the motion of their groups, and keeps the one that describes the
// tracks' motion shortest at the least cut in all the evidence.
func solvePairwise(ctx context.Context, in Input) (Solution, error) {
	progress := in.progress()
	voices, err := gather(ctx, in, progress.part(0, evidenceShare))
	if err != nil {
		return Solution{}, err
	}
	found, total, err := groupByVoices(ctx, in, voices, progress.part(evidenceShare, votedShare))
	if err != nil {
		return Solution{}, err
	}
	refined, err := judgeGroupings(ctx, in, found, total, progress.part(votedShare, 1))
	if err != nil {
		return Solution{}, err
	}
	s := Solution{refinement: refined}
	for _, f := range found[:min(keptCandidates, len(found))] {
		c := Candidate{
			Name: f.name, W: total, Spectrum: f.spectrum, Labels: f.labels, Confidence: labelConfidences(f.rows, f.labels, in.Motions),
			Bits: f.motion / math.Ln2, Cut: f.cuts / math.Ln2,
		}
		c.Score = c.Bits + c.Cut
		if i := slices.IndexFunc(voices, func(v voice) bool { return v.name == f.name }); i >= 0 {
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

// groupByVoices groups the tracks by the affinity of every voice, and by the sum
// of those of all models, which it returns.
func groupByVoices(ctx context.Context, in Input, voices []voice, p progress) ([]*voiceGrouping, *mat.Dense, error) {
	n := in.Data.Points()
	total := mat.NewDense(n, n, nil)
	var found []*voiceGrouping
	var sum *mat.Dense // of the models that all models follow
	for i := range len(voices) + 1 {
		name, w := "all the evidence", total
		if i < len(voices) {
			v := voices[i]
			name = v.name
			if len(v.kernels) > 1 {
				w = sum
				total.Add(total, sum)
				sum = nil
			} else {
				var err error
				if w, err = v.affinity(ctx, in.Workers); err != nil {
					return nil, nil, err
				}
				if sum == nil {
					sum = mat.NewDense(n, n, nil)
				}
				sum.Add(sum, w)
			}
		}
		e, err := embed(ctx, w, in.Motions, in.Workers)
		if err != nil {
			return nil, nil, err
		}
		unitRows(e.rows)
		labels, _ := cluster(ctx, e.rows, in.Motions, in.Seed)
		found = append(found, &voiceGrouping{name: name, rows: e.rows, spectrum: e.spectrum, grouping: grouping{labels: labels}})
		p.advance(float64(i+1) / float64(len(voices)+1))
	}
	return found, total, nil
}

// judgeGroupings judges the groupings found by different voices, refines the
// best of them and sorts all by their scores. Groupings that are the same are
// judged and refined once. It returns what they were refined with and came to.
func judgeGroupings(ctx context.Context, in Input, found []*voiceGrouping, total *mat.Dense, p progress) (*refinement, error) {
	g, err := geometryOf(ctx, in.Data, in.Workers)
	if err != nil {
		return nil, err
	}
	byScore := func() {
		slices.SortStableFunc(found, func(a, b *voiceGrouping) int { return cmp.Compare(a.score(), b.score()) })
	}
	judging := p.part(0, judgedShare)
	judged := map[string]grouping{}
	for i, f := range found {
		key := fmt.Sprint(f.labels)
		known, ok := judged[key]
		if !ok {
			known = grouping{labels: f.labels, cuts: g.cutCost(normalizedCut(total, f.labels, in.Motions))}
			if known.motion, err = g.cost(ctx, f.labels, in.Motions); err != nil {
				return nil, err
			}
			judged[key] = known
		}
		f.grouping = known
		judging.advance(float64(i+1) / float64(len(found)))
	}
	refining := p.part(judgedShare, 1)
	r := &refinement{geometry: g}
	refined := map[string]grouping{}
	for _, f := range promising(found) {
		key := fmt.Sprint(f.labels)
		if refined[key], err = g.refine(ctx, f.labels, in.Motions, total); err != nil {
			return nil, err
		}
		r.groupings = append(r.groupings, refined[key])
		refining.advance(float64(len(refined)) / refinedGroupings)
	}
	for _, f := range found {
		if better, ok := refined[fmt.Sprint(f.labels)]; ok {
			f.grouping = better
		}
	}
	byScore()
	refining.advance(1)
	return r, nil
}

// promising returns the groupings to refine, each once: in turns the best by
// their score, by their motion and by their cut that are not among them.
func promising(found []*voiceGrouping) []*voiceGrouping {
	var chosen []*voiceGrouping
	taken := map[string]bool{}
	var orders [][]*voiceGrouping
	for _, by := range []func(f *voiceGrouping) float64{
		func(f *voiceGrouping) float64 { return f.score() },
		func(f *voiceGrouping) float64 { return f.motion },
		func(f *voiceGrouping) float64 { return f.cuts },
	} {
		order := slices.Clone(found)
		slices.SortStableFunc(order, func(a, b *voiceGrouping) int { return cmp.Compare(by(a), by(b)) })
		orders = append(orders, order)
	}
	for rank := range found {
		for _, order := range orders {
			f := order[rank]
			if key := fmt.Sprint(f.labels); !taken[key] && len(chosen) < refinedGroupings {
				taken[key] = true
				chosen = append(chosen, f)
			}
		}
	}
	return chosen
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
func gather(ctx context.Context, in Input, p progress) ([]voice, error) {
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
			p.advance(float64(done) / float64(all))
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
