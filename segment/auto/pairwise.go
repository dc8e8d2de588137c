package auto

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/spectral"
)

// Pairwise groups tracks by what moves them between pairs of frames: affine
// maps, homographies and fundamental matrices drawn at random between two
// frames, and how alike two tracks rank them, over all pairs of frames in which
// both are seen. A track needs to be seen in two frames only.
//
// pairwise.md beside this file has what was tried and how it was measured.
type Pairwise struct{}

const pairwiseCitation = "X. Xu, L.-F. Cheong, Z. Li. Motion Segmentation by Exploiting Complementary Geometric " +
	"Models. CVPR 2018."

// Describe implements core.Method.
func (Pairwise) Describe() core.Description {
	return core.Description{
		Name:  "pairwise",
		Title: "Pairwise evidence",
		Summary: "Takes tracks with gaps: affine maps, homographies and fundamental matrices are drawn between pairs " +
			"of frames, and tracks that prefer the same ones, " +
			"wherever both are seen, belong together.",
		Citation: pairwiseCitation +
			" Ordered residual kernel: T.-J. Chin, H. Wang, D. Suter. Robust Fitting of Multiple Structures: The " +
			"Statistical Learning Approach. ICCV 2009.",
		Kinds: []core.Kind{core.Trajectories, core.TwoFrames},
		Gaps:  true,
	}
}

// Solve implements core.Method.
func (Pairwise) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	in.Data = geometry.Pooled(in.Data)
	return solvePairwise(ctx, in)
}

const (
	// refinedGroupings is how many different groupings are refined, those
	// merged from more groups apart.
	refinedGroupings = 12
	// mergedGroupings is how many groupings are merged from more groups.
	mergedGroupings = 6
	// keptCandidates is how many groupings are shown with their affinities.
	keptCandidates = 8
)

// solvePairwise gathers evidence in several ways, groups the tracks by every
// kind of it alone and by all kinds together, refines the most promising
// groupings by the motion of their groups, and keeps the one that describes the
// tracks' motion shortest at the least cut in all the evidence.
func solvePairwise(ctx context.Context, in core.Input) (core.Solution, error) {
	progress, laps := in.Progress(), core.NewLaps()
	evidence, err := PairEvidenceOf(ctx, in, progress.Part(0, 2, 6))
	if err != nil {
		return core.Solution{}, err
	}
	laps.Lap("evidence")
	given, order := in.Data, evidence.Order
	found, g, err := evidence.groupings(ctx, in, progress, laps)
	if err != nil {
		return core.Solution{}, err
	}
	var w, total *mat.Dense
	parallel.Both(in.Workers, func() { total = evidence.whole(len(evidence.Sources)) },
		func() { w = evidence.whole(found[0].source) })
	s := core.Solution{Refinement: g, Stages: laps.Stages}
	for _, f := range found[:min(keptCandidates, len(found))] {
		c := core.Candidate{
			Name: f.name, W: func() *mat.Dense { return evidence.whole(f.source) }, Spectrum: f.spectrum,
			Bits: f.Motion / math.Ln2, Cut: f.Cuts / math.Ln2,
			Labels:     spectral.InOrderOfAppearance(core.Spread(f.Labels, order, len(order))),
			Confidence: core.Spread(spectral.LabelConfidences(f.rows, f.Labels, in.Motions), order, len(order)),
		}
		c.Score = c.Bits + c.Cut
		s.Candidates = append(s.Candidates, c)
	}
	s.Candidates[0].Chosen = true
	best := s.Candidates[0]
	s.W, s.Fused, s.Labels, s.Confidence, s.Converged = w, total, slices.Clone(best.Labels),
		slices.Clone(best.Confidence), true
	s.Embedding = &spectral.Embedding{Spectrum: best.Spectrum, Isolated: evidence.isolated(found[0].source)}
	withoutEvidence(&s, total)
	if apart := separateTracks(ctx, given); apart != nil {
		s.Warnings = append(s.Warnings, core.Warning{Code: core.SeparateTracks, Points: apart,
			Text: fmt.Sprintf("%d tracks share no frames, not even through others, with the rest; which of their "+
				"motions is which of the rest's is a guess", len(apart))})
	}
	return s, ctx.Err()
}

// groupingsKey names the groupings into so many motions in an Analysis.
type groupingsKey struct {
	seed    uint64
	motions int
}

// refinedGroupingsOf are groupings in the order of their scores, and what the best were
// refined with.
type refinedGroupingsOf struct {
	found []*sourceGrouping
	g     *geometry.Scorer
}

// groupings groups the tracks by the evidence, refines the most promising groupings and
// returns all in the order of their scores, labels in the order of the evidence, and what they
// were refined with, tracks as they were given. It is worked out once for an Analysis.
func (e *pairEvidence) groupings(
	ctx context.Context, in core.Input, p core.Progress, laps *core.Laps,
) ([]*sourceGrouping, *geometry.Scorer, error) {
	known, err := in.Analysis.Once(ctx, e.data, groupingsKey{in.Seed, in.Motions}, func() (any, error) {
		return e.newGroupings(ctx, in, p, laps)
	})
	if err != nil {
		return nil, nil, err
	}
	p.Advance(1)
	of := known.(*refinedGroupingsOf)
	return of.found, of.g.Copy(), nil
}

// newGroupings is groupings, worked out.
func (e *pairEvidence) newGroupings(
	ctx context.Context, in core.Input, p core.Progress, laps *core.Laps,
) (*refinedGroupingsOf, error) {
	found, err := e.group(ctx, in.Motions, in.Seed, in.Workers, p.Part(2, 3, 6))
	if err != nil {
		return nil, err
	}
	laps.Lap("groupings")
	in.Data = e.data
	if interim := in.Interim; interim != nil {
		in.Interim = func(labels []int) {
			interim(spectral.InOrderOfAppearance(core.Spread(labels, e.Order, len(e.Order))))
		}
		in.Interim(found[len(found)-1].Labels) // by all the evidence
	}
	found, from, r, err := judgeGroupings(ctx, in, e, found, p, laps)
	if err != nil {
		return nil, err
	}
	found, best, err := e.kindred(ctx, in, found, r, func() ([]*sourceGrouping, error) {
		return e.besideHandfuls(ctx, r, from)
	})
	if err != nil {
		return nil, err
	}
	putFirst(found, best)
	if found, err = e.contracted(ctx, r, found); err != nil {
		return nil, err
	}
	laps.Lap("kinship of groups")
	r.g.Restore(e.Order)
	return &refinedGroupingsOf{found, r.g}, nil
}

// judgeGroupings judges the groupings found by different sources, adds some that are merged from more groups,
// refines the best and returns all in the order of their scores, the best one first, see choose; those by whose
// sources some were merged, none where the views tell too little for that; and what refined them. Groupings that
// are the same are judged and refined once, see refining. The error is as of groupings.
func judgeGroupings(
	ctx context.Context, in core.Input, evidence *pairEvidence, found []*sourceGrouping, p core.Progress,
	laps *core.Laps,
) (all, from []*sourceGrouping, r *refining, err error) {
	total := evidence.total
	if r, err = newRefining(ctx, in, total); err != nil {
		return nil, nil, nil, err
	}
	g := r.g
	byScore := func() {
		slices.SortStableFunc(found, func(a, b *sourceGrouping) int { return cmp.Compare(a.Score(), b.Score()) })
	}
	if err := judgeAll(ctx, in, g, found, total, p.Part(3, 4, 6)); err != nil {
		return nil, nil, nil, err
	}
	laps.Lap("scores")
	chosen := promising(found)
	byScore()
	r.announce(found[0].Grouping)
	if r.fine && g.Mergeable(in.Motions) {
		from = slices.Clone(found[:min(mergedGroupings, len(found))])
		merged, err := mergeGroupings(ctx, in, evidence.cut, total, from, g, p.Part(4, 5, 6))
		if err != nil {
			return nil, nil, nil, err
		}
		found, chosen = append(found, merged...), append(chosen, merged...)
	}
	laps.Lap("merged groupings")
	if err := r.refineAll(ctx, chosen, p.Part(5, 6, 6)); err != nil {
		return nil, nil, nil, err
	}
	for _, f := range found {
		if better, ok := r.refined[spectral.LabelKey(f.Labels)]; ok {
			f.Grouping = better
		}
	}
	byScore()
	if err := evidence.choose(ctx, in, g, found); err != nil {
		return nil, nil, nil, err
	}
	laps.Lap("refinement")
	return found, from, r, nil
}

// judgeAll judges groupings, side by side and those that are the same once.
func judgeAll(
	ctx context.Context, in core.Input, g *geometry.Scorer, found []*sourceGrouping, total *mat.Dense, p core.Progress,
) error {
	same := map[string][]*sourceGrouping{}
	var first []string
	for _, f := range found {
		key := spectral.LabelKey(f.Labels)
		if same[key] == nil {
			first = append(first, key)
		}
		same[key] = append(same[key], f)
	}
	failures := make([]error, len(first))
	parallel.EachInOrder(len(first), in.Workers, func(_, i int) {
		of := same[first[i]]
		var known geometry.Grouping
		known, failures[i] = g.Judge(ctx, of[0].Labels, in.Motions, total)
		for _, f := range of {
			f.Grouping = known
		}
	}, func(i int) { p.Advance(float64(i+1) / float64(len(first))) })
	return cmp.Or(failures...)
}

// mergeGroupings divides the tracks by the sources of some groupings into more
// groups than there are motions, merges these by what their motions take to
// describe, see geometry.Scorer.MergeDown, and returns the groupings, not judged. total is all the evidence.
func mergeGroupings(
	ctx context.Context, in core.Input, divide func(ctx context.Context, in core.Input, source int) (division, error),
	total *mat.Dense, from []*sourceGrouping, g *geometry.Scorer, p core.Progress,
) ([]*sourceGrouping, error) {
	k := in.Motions
	if k < 2 || in.Data.Points() <= k+geometry.SpareGroups {
		return nil, nil
	}
	divided, failures := make([]division, len(from)), make([]error, len(from))
	parallel.Each(len(from), in.Workers, func(_, i int) { divided[i], failures[i] = divide(ctx, in, from[i].source) })
	if err := cmp.Or(failures...); err != nil {
		return nil, err
	}
	var merged []*sourceGrouping
	var groups []int // of each of them, before
	seen := map[string]bool{}
	for i, f := range from {
		if key := spectral.LabelKey(divided[i].labels); !seen[key] {
			seen[key] = true
			merged = append(merged, &sourceGrouping{
				name:   fmt.Sprintf("%s, merged from %d groups", f.name, divided[i].groups),
				source: f.source, rows: f.rows, spectrum: f.spectrum, Grouping: geometry.Grouping{Labels: divided[i].labels},
			})
			groups = append(groups, divided[i].groups)
		}
	}
	parallel.EachInOrder(len(merged), in.Workers, func(_, i int) {
		m := merged[i]
		m.Labels, failures[i] = g.MergeDown(ctx, m.Labels, groups[i], k, total)
	}, func(i int) { p.Advance(float64(i+1) / float64(len(merged))) })
	return merged, cmp.Or(failures...)
}

// promising returns the groupings to refine, each once: in turns the best by
// their score, by their motion and by their cut that are not among them.
func promising(found []*sourceGrouping) []*sourceGrouping {
	var chosen []*sourceGrouping
	taken := map[string]bool{}
	var orders [][]*sourceGrouping
	for _, by := range []func(f *sourceGrouping) float64{
		func(f *sourceGrouping) float64 { return f.Score() },
		func(f *sourceGrouping) float64 { return f.Motion },
		func(f *sourceGrouping) float64 { return f.Cuts },
	} {
		order := slices.Clone(found)
		slices.SortStableFunc(order, func(a, b *sourceGrouping) int { return cmp.Compare(by(a), by(b)) })
		orders = append(orders, order)
	}
	for rank := range found {
		for _, order := range orders {
			f := order[rank]
			if key := spectral.LabelKey(f.Labels); !taken[key] && len(chosen) < refinedGroupings {
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
func separateTracks(ctx context.Context, data core.Data) []int {
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
	for _, d := range geometry.SamplingSchemes {
		for _, pair := range d.FramePairs(data) {
			if ctx.Err() != nil {
				return nil
			}
			points := data.SeenIn(pair)
			if len(points) < geometry.AffineModel.Points()+geometry.SparePoints {
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
func withoutEvidence(s *core.Solution, total *mat.Dense) {
	var alone []int
	for i := range s.Labels {
		if floats.Sum(total.RawRowView(i)) == 0 {
			alone = append(alone, i)
			s.Labels[i], s.Confidence[i] = 0, 0
		}
	}
	if alone != nil {
		s.Warnings = append(s.Warnings, core.Warning{Code: core.NoEvidence, Points: alone,
			Text: fmt.Sprintf("%d tracks share no two frames with enough others to compare their motion; they stay "+
				"undecided", len(alone))})
	}
}
