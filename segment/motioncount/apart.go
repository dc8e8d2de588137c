package motioncount

import (
	"context"
	"fmt"
	"math"
	"slices"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/kinship"
	"motionseg/segment/solve"
)

// How sure a number is that what moves apart tells: the logarithm of its odds is treeWeight times that of the odds
// that merging gives it, and apartWeight times that by which the tracks of the two most alike groups move apart,
// kinship.Apart.Alike, of which mostApartOdds is as much as counts. Fitted to 133 drawn films, see motions.md.
const (
	treeWeight    = 0.7
	apartWeight   = 0.8
	mostApartOdds = 3
)

// estimateByApart estimates the number of motions of tracks with gaps by the pairwise evidence: what moves apart tells
// the best, see byApart, of which oneAlike is.
func estimateByApart(
	ctx context.Context, data core.Data, cfg MotionsConfig, oneAlike float64,
) (*MotionsEstimate, error) {
	if cfg.Analysis == nil {
		cfg.Analysis = new(core.Analysis) // the evidence is asked for again
	}
	n := data.Points()
	var landmarks []int
	if count := solve.LandmarkCount(solve.Config{}, n, true); count < n {
		landmarks = solve.DrawLandmarks(n, count, cfg.Seed)
		data = data.Columns(landmarks)
		if err := core.CheckData(data); err != nil {
			return nil, fmt.Errorf("landmarks: %w", err)
		}
		cfg.High = min(cfg.High, count-1)
	}
	in := core.Input{Data: data, Seed: cfg.Seed, Workers: cfg.Workers, Analysis: cfg.Analysis}
	tree, err := auto.KinshipOf(ctx, in, core.SharesTo(cfg.half(0).Progress))
	if err != nil {
		return nil, err
	}
	e := newEstimate(cfg.Low, cfg.High)
	if err := e.byApart(ctx, in, tree, core.SharesTo(cfg.half(1).Progress), oneAlike); err != nil {
		return nil, err
	}
	e.spread(landmarks, n)
	return e, nil
}

// byApart makes the best number of the tracks of in the largest for which all groups, by the
// method, move apart and none is scattered among another, see kinship.Apart. Two may
// be guessed by oneAlike, see guessed. Numbers are asked for from one more than merging tells down, which
// seldom tells two motions too few, and where the groups of one move apart no smaller one is asked for. It is as sure
// as such numbers are of drawn films, see sure, where pairs of tracks are heard, there are as many tracks as merging
// was learnt from, and what that tells is within the range; of others nothing is known. The other numbers are as
// credible as merging, tree, has them, see rank. The error is ctx.Err(), or that an affinity has no embedding.
func (e *MotionsEstimate) byApart(
	ctx context.Context, in core.Input, tree *kinship.Tree, p core.Progress, oneAlike float64,
) error {
	high := e.Low + len(e.Scores) - 1
	most := high
	var merged int // the number that merging tells, 0 for none
	learnt := tree != nil && kinship.Learnt(in.Data.Points())
	if learnt {
		merged = tree.Number()
		most = min(max(merged+1, e.Low), high)
	}
	of := func(k int) core.Input {
		own := in
		own.Motions = k
		return own
	}
	most, err := mostApart(max(e.Low, 2), most, func(k int) (bool, error) { return auto.MayMoveApart(ctx, of(k)) })
	if err != nil {
		return err
	}
	ask := func(k int) (*auto.MovesApart, error) { // each takes half of what is left: the last is not known
		found, err := auto.MovesApartOf(ctx, of(k), p.Part(0, 1, 2))
		p = p.Part(1, 2, 2)
		if err == nil {
			e.Labels[k-e.Low] = found.Labels
		}
		return found, err
	}
	best, found, err := largestApart(e.Low, most, oneAlike, ask)
	if err != nil {
		return err
	}
	labels := slices.Repeat([]int{1}, in.Data.Points())
	if found != nil {
		labels = found.Labels
		e.alike, e.MayBeOne = found.Alike, mayBeOne(best, found, merged)
	}
	e.merged = merged == best
	if learnt && merged <= high && found != nil && known(found) {
		e.Confidence = sure(tree.Credible(best), found.Alike)
	}
	if tree != nil {
		e.rank(tree, best)
	}
	e.Scores[best-e.Low], e.Labels[best-e.Low] = 0, labels
	e.choose(best)
	p.Advance(1)
	return nil
}

// rank scores all numbers beside the best as merging has them: they share what Confidence, or merging where
// that is 0, leaves to them, each as much as it is credible. None is more credible than the best.
func (e *MotionsEstimate) rank(tree *kinship.Tree, best int) {
	sure := e.Confidence
	if sure == 0 {
		sure = tree.Credible(best)
	}
	var others float64
	for k := range tree.Labels {
		if k+1 != best {
			others += tree.Credible(k + 1)
		}
	}
	for i := range e.Scores {
		k := e.Low + i
		if k > len(tree.Labels) {
			break
		}
		times := (1 - sure) / sure * tree.Credible(k) / max(others, math.SmallestNonzeroFloat64)
		e.Scores[i] = min(math.Log(max(times, math.SmallestNonzeroFloat64)), 0)
		if e.Labels[i] == nil { // the number was not asked for
			e.Labels[i] = tree.Labels[k-1]
		}
	}
}

// known reports whether something is known of how sure a number with these groups is: they move apart, and pairs of
// tracks are heard, as of all films that it was learnt from.
func known(groups *auto.MovesApart) bool { return bodies(groups) && groups.Heard }

// sure returns how sure a number is that merging says is so credible, and whose most alike groups are so alike, see
// treeWeight.
func sure(credible, alike float64) float64 {
	odds := float64(treeWeight*math.Log(credible/(1-credible))) +
		float64(apartWeight*min(max(-alike, 0), mostApartOdds))
	return 1 / (1 + math.Exp(-odds))
}

// largestApart returns the largest number from most down to 2, or low, whose groups all move apart, by
// what ask tells of them, and the groups; one motion, without groups, where none do. Groups that pairs of
// tracks contradict, so that they were not heard, are bad ones where two are as alike as one in any case,
// kinship.OneAlike, and pairs speak for fewer. The lowest number need not move apart, nor two groups, see
// guessed. The error is of ask.
func largestApart(
	low, most int, oneAlike float64, ask func(k int) (*auto.MovesApart, error),
) (best int, groups *auto.MovesApart, err error) {
	for k := most; k >= max(low, 2); k-- {
		found, err := ask(k)
		if err != nil {
			return 0, nil, err
		}
		if found.Heard {
			groups = nil
		}
		if groups == nil && (bodies(found) || k == low || k == 2 && guessed(found, oneAlike)) {
			best, groups = k, found
		}
		if groups != nil && (found.Heard || groups.Alike < kinship.OneAlike) {
			break
		}
	}
	if groups == nil {
		return 1, nil, nil
	}
	return best, groups, nil
}

// guessed reports whether two groups that do not move apart are two all the same: they are less alike
// than oneAlike, and than kinship.OneAlike by the odds of groups, and neither has few tracks.
func guessed(a *auto.MovesApart, oneAlike float64) bool {
	return a.Alike < oneAlike && a.Kin < kinship.OneAlike && !a.Few
}

// mayBeOne reports whether the best number is two and a guess: its groups are no bodies, or merging
// tells one.
func mayBeOne(best int, groups *auto.MovesApart, merged int) bool {
	return best == 2 && (!bodies(groups) || merged == 1)
}

// bodies reports whether groups all move apart, and none is scattered among another.
func bodies(a *auto.MovesApart) bool { return a.All && !a.Scattered }

// mostApart returns the largest number of groups up to most that may move apart, least where none may. A number takes
// as long as a run, and whether its groups may a fraction of that. The error is of may.
func mostApart(least, most int, may func(k int) (bool, error)) (int, error) {
	for ; most > least; most-- {
		if apart, err := may(most); err != nil || apart {
			return most, err
		}
	}
	return most, nil
}
