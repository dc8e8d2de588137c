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
	// refinedGroupings is how many different groupings are refined, those
	// merged from more groups apart.
	refinedGroupings = 12
	// mergedGroupings is how many groupings are merged from more groups.
	mergedGroupings = 6
	// evidenceShare is how much of the work is done when all evidence is there,
	// votedShare when the tracks are grouped by it, judgedShare when the groupings
	// are judged, and mergedShare when some are merged from more groups, but none is
	// refined.
	evidenceShare = 0.35
	votedShare    = 0.5
	judgedShare   = 0.65
	mergedShare   = 0.8
	// keptCandidates is how many groupings are shown with their affinities.
	keptCandidates = 8
)

// voiceGrouping is how the affinity of a voice groups the tracks.
type voiceGrouping struct {
	name     string
	voice    int        // its number; the one after the last is all the evidence
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
	evidence, err := pairEvidenceOf(ctx, in, progress.part(0, evidenceShare))
	if err != nil {
		return Solution{}, err
	}
	found, err := evidence.group(ctx, in.Motions, in.Seed, in.Workers, progress.part(evidenceShare, votedShare))
	if err != nil {
		return Solution{}, err
	}
	given, order := in.Data, evidence.order
	in.Data = evidence.data
	found, refined, err := judgeGroupings(ctx, in, evidence, found, progress)
	if err != nil {
		return Solution{}, err
	}
	refined.Restore(order)
	total := evidence.whole(len(evidence.voices))
	s := Solution{refinement: refined}
	for _, f := range found[:min(keptCandidates, len(found))] {
		c := Candidate{
			Name: f.name, W: func() *mat.Dense { return evidence.whole(f.voice) }, Spectrum: f.spectrum, Bits: f.motion / math.Ln2, Cut: f.cuts / math.Ln2,
			Labels: make([]int, len(order)), Confidence: make([]float64, len(order)),
		}
		confidence := labelConfidences(f.rows, f.labels, in.Motions)
		for i, point := range order {
			c.Labels[point], c.Confidence[point] = f.labels[i], confidence[i]
		}
		c.Labels = inOrderOfAppearance(c.Labels)
		c.Score = c.Bits + c.Cut
		s.Candidates = append(s.Candidates, c)
	}
	s.Candidates[0].Chosen = true
	best := s.Candidates[0]
	s.W, s.Fused, s.Labels, s.Confidence, s.Converged = best.W(), total, slices.Clone(best.Labels), slices.Clone(best.Confidence), true
	s.embedding = &embedding{spectrum: best.Spectrum, isolated: evidence.isolated(found[0].voice)}
	withoutEvidence(&s, total)
	if apart := separateTracks(ctx, given); apart != nil {
		s.Warnings = append(s.Warnings, Warning{Code: SeparateTracks, Points: apart,
			Text: fmt.Sprintf("%d tracks share no frames, not even through others, with the rest; which of their motions is which of the rest's is a guess", len(apart))})
	}
	return s, ctx.Err()
}

// placeOrder returns the columns of data in the order of their coordinates where they
// are seen, one that does not depend on the order in which they are.
func placeOrder(data Data) []int {
	rows, n := data.X.Dims()
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		for r := range rows {
			if data.Visible != nil {
				seen, other := data.Visible[i][r/2], data.Visible[j][r/2]
				if !seen && !other {
					continue
				}
				if seen != other {
					if seen {
						return -1
					}
					return 1
				}
			}
			if c := cmp.Compare(data.X.At(r, i), data.X.At(r, j)); c != 0 {
				return c
			}
		}
		return 0
	})
	return order
}

// restored returns a matrix over points in an order as one over the points in theirs.
func restored(w *mat.Dense, order []int) *mat.Dense {
	back := mat.NewDense(len(order), len(order), nil)
	for i, point := range order {
		to := back.RawRowView(point)
		for j, v := range w.RawRowView(i) {
			to[order[j]] = v
		}
	}
	return back
}

// judgeGroupings judges the groupings found by different voices, adds some that
// are merged from more groups, refines the best and returns all in the order of
// their scores, the best one settled, and what they were refined with and came to.
// Groupings that are the same are judged and refined once.
func judgeGroupings(ctx context.Context, in Input, evidence *pairEvidence, found []*voiceGrouping, p progress) ([]*voiceGrouping, *refinement, error) {
	total := evidence.total
	coarse, err := geometryOf(ctx, in.Data, coarseScale(in.Data).among(in.Data.Points(), in.Motions), in.Workers)
	if err != nil {
		return nil, nil, err
	}
	g := coarse
	scale, fine := fineScale(in.Data, in.Motions)
	if fine {
		if g, err = geometryOf(ctx, in.Data, scale, in.Workers); err != nil {
			return nil, nil, err
		}
	}
	byScore := func() {
		slices.SortStableFunc(found, func(a, b *voiceGrouping) int { return cmp.Compare(a.score(), b.score()) })
	}
	judging := p.part(votedShare, judgedShare)
	judged := map[string]grouping{}
	for i, f := range found {
		key := labelKey(f.labels)
		known, ok := judged[key]
		if !ok {
			known = grouping{labels: f.labels, cuts: g.cutCost(normalizedCut(total, f.labels, in.Motions))}
			if known.motion, err = g.cost(ctx, f.labels, in.Motions); err != nil {
				return nil, nil, err
			}
			judged[key] = known
		}
		f.grouping = known
		judging.advance(float64(i+1) / float64(len(found)))
	}
	r := &refinement{geometry: g}
	refined, fromCoarse := map[string]grouping{}, map[string]grouping{}
	refine := func(chosen []*voiceGrouping, p progress) error {
		for i, f := range chosen {
			key := labelKey(f.labels)
			if _, ok := refined[key]; !ok {
				best, err := g.refine(ctx, f.labels, in.Motions, total)
				if err != nil {
					return err
				}
				if fine {
					// By the coarse scale tracks get farther from where they begin.
					begun, err := coarse.refine(ctx, f.labels, in.Motions, total)
					if err != nil {
						return err
					}
					at := labelKey(begun.labels)
					other, ok := fromCoarse[at]
					if !ok {
						if other, err = g.refine(ctx, begun.labels, in.Motions, total); err != nil {
							return err
						}
						fromCoarse[at] = other
					}
					if other.score() < best.score() {
						best = other
					}
				}
				refined[key] = best
				r.groupings = append(r.groupings, best)
			}
			p.advance(float64(i+1) / float64(len(chosen)))
		}
		return nil
	}
	chosen := promising(found)
	byScore()
	var merged []*voiceGrouping
	if fine && g.mergeable(in.Motions) {
		if merged, err = mergeGroupings(ctx, in, evidence, found, g, p.part(judgedShare, mergedShare)); err != nil {
			return nil, nil, err
		}
		found = append(found, merged...)
	}
	if err := refine(append(chosen, merged...), p.part(mergedShare, 1)); err != nil {
		return nil, nil, err
	}
	for _, f := range found {
		if better, ok := refined[labelKey(f.labels)]; ok {
			f.grouping = better
		}
	}
	byScore()
	best := found[0].grouping
	settled, err := g.settle(ctx, best, in.Motions, total)
	if err != nil {
		return nil, nil, err
	}
	for i := range r.groupings {
		if slices.Equal(r.groupings[i].labels, best.labels) {
			r.groupings[i] = settled
		}
	}
	found[0].grouping = settled
	return found, r, nil
}

// mergeGroupings divides the tracks by the voices of the first groupings into more
// groups than there are motions, merges these by what their motions take to
// describe, see mergeDown, and returns the groupings, not judged.
func mergeGroupings(ctx context.Context, in Input, evidence *pairEvidence, found []*voiceGrouping, g *geometry, p progress) ([]*voiceGrouping, error) {
	k := in.Motions
	if k < 2 || in.Data.Points() <= k+spareGroups {
		return nil, nil
	}
	var merged []*voiceGrouping
	seen := map[string]bool{}
	for i, f := range found[:min(mergedGroupings, len(found))] {
		rows, _, err := evidence.embedded(ctx, f.voice, k+spareGroups)
		if err != nil {
			return nil, err
		}
		labels, _ := cluster(ctx, rows, k+spareGroups, in.Seed)
		p.advance(float64(i+1) / mergedGroupings)
		key := labelKey(labels)
		if seen[key] {
			continue
		}
		seen[key] = true
		if labels, err = g.mergeDown(ctx, labels, k+spareGroups, k, evidence.total); err != nil {
			return nil, err
		}
		merged = append(merged, &voiceGrouping{
			name: fmt.Sprintf("%s, merged from %d groups", f.name, k+spareGroups), voice: f.voice, rows: f.rows, spectrum: f.spectrum, grouping: grouping{labels: labels},
		})
	}
	return merged, nil
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
			if key := labelKey(f.labels); !taken[key] && len(chosen) < refinedGroupings {
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

// withoutEvidence sets the labels of tracks that nothing joins to any other to
// 0 and warns about them.
func withoutEvidence(s *Solution, total *mat.Dense) {
	var alone []int
	for i := range s.Labels {
		if floats.Sum(total.RawRowView(i)) == 0 {
			alone = append(alone, i)
			s.Labels[i], s.Confidence[i] = 0, 0
		}
	}
	if alone != nil {
		s.Warnings = append(s.Warnings, Warning{Code: NoEvidence, Points: alone,
			Text: fmt.Sprintf("%d tracks share no two frames with enough others to compare their motion; they stay undecided", len(alone))})
	}
}
