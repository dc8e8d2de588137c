package motioncount

import (
	"context"
	"math"
	"slices"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/kinship"
)

// How sure a number is that what moves apart tells: the logarithm of its odds is treeWeight times that of the odds
// that merging gives it, and apartWeight times that by which the tracks of the two most alike groups move apart,
// kinship.Apart.Alike, of which mostApartOdds is as much as counts. Fitted to 133 drawn films, see motions.md.
const (
	treeWeight    = 0.7
	apartWeight   = 0.8
	mostApartOdds = 3
)

// byApart makes the best number of tracks with gaps the largest for which all groups, by the
// method, move apart and none is scattered among another, see kinship.Apart: low at least. Two may
// be guessed by oneAlike, see guessed. Numbers are asked for from one more than merging tells down, which
// seldom tells two motions too few, and where the groups of one move apart no smaller one is asked for. It is as sure
// as such numbers are of drawn films, see sure, where pairs of tracks are heard, there are as many tracks as merging
// was learnt from, see kinship.Tree, and what that tells is within the range; of others nothing is known. The error is
// ctx.Err(), or that an affinity has no embedding.
func (e *MotionsEstimate) byApart(
	ctx context.Context, data core.Data, low int, cfg MotionsConfig, oneAlike float64,
) error {
	in := core.Input{Data: data, Seed: cfg.Seed, Workers: cfg.Workers, Analysis: cfg.Analysis}
	high := e.Low + len(e.Scores) - 1
	p := core.SharesTo(cfg.Progress) // each number takes half of what is left: the last is not known
	tree, err := auto.KinshipOf(ctx, in, p.Part(0, 1, 4))
	if err != nil {
		return err
	}
	p = p.Part(1, 4, 4)
	most := high
	var merged int // the number that merging tells, 0 for none
	if tree != nil {
		merged = tree.Number()
		most = min(max(merged+1, low), high)
	}
	of := func(k int) core.Input {
		own := in
		own.Motions = k
		return own
	}
	most, err = mostApart(max(low, 2), most, func(k int) (bool, error) { return auto.MayMoveApart(ctx, of(k)) })
	if err != nil {
		return err
	}
	ask := func(k int) (*auto.MovesApart, error) {
		found, err := auto.MovesApartOf(ctx, of(k), p.Part(0, 1, 2))
		p = p.Part(1, 2, 2)
		return found, err
	}
	best, found, err := largestApart(low, most, oneAlike, ask)
	if err != nil {
		return err
	}
	p.Advance(1)
	e.merged = merged == best
	if found == nil {
		e.take(best, slices.Repeat([]int{1}, data.Points()))
		return nil
	}
	e.take(best, found.Labels)
	e.alike, e.MayBeOne = found.Alike, mayBeOne(best, found, merged)
	if tree != nil && merged <= high && known(found) {
		e.Confidence = sure(tree.Credible(best), found.Alike)
	}
	return nil
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

// take makes k the number, e times as credible as the one before, without a confidence.
func (e *MotionsEstimate) take(k int, labels []int) {
	if k < e.Low { // one motion
		e.Low = k
		e.Scores, e.Labels = slices.Insert(e.Scores, 0, math.Inf(-1)), slices.Insert(e.Labels, 0, nil)
	}
	top := slices.Max(e.Scores)
	e.Scores[k-e.Low] = top + 1
	e.Labels[k-e.Low] = labels
	e.decide(nil)
	e.Confidence = 0
}
