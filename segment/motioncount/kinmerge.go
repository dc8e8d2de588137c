package motioncount

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/spectral"
)

const (
	// kinPieces is how many pieces tracks are divided into before those that move as one
	// are put together again: many more than there are motions, so that small ones are
	// among them.
	kinPieces = 12
	// leastKinTracks is how many tracks there must be: as many as the scenes had that this
	// was learnt from.
	leastKinTracks = 300
	// kinCredible is the confidence from which the number that merging tells is taken: it
	// is more credible than all others together, with something to spare.
	kinCredible = 0.55
	// oneCredible is the same for a single motion, which is seldom what a film is looked
	// at for, and which spoils everything where it is wrong.
	oneCredible = 0.9
	// kinAfter is the share of the work that is done when there is evidence to merge by.
	kinAfter = 0.6
)

// kinTree is how pieces are put together: labels with every number of groups from one
// on, and at [k−1] the logarithm of the odds that the two most alike of k + 1 groups,
// whose union makes k of them, move as one.
type kinTree struct {
	labels [][]int
	odds   []float64
}

// number returns with how many groups nothing more is to be merged, and the scores of all
// numbers: a number of groups is as much less credible than that as the unions are from
// one to the other, those that are too many, or left out, added up.
func (t kinTree) number() (k int, scores []float64) {
	k = len(t.labels)
	for k > 1 && t.odds[k-2] > 0 {
		k--
	}
	scores = make([]float64, len(t.labels))
	for at := k; at < len(t.odds)+1; at++ {
		scores[at] = scores[at-1] - t.odds[at-1]/scoreTrust
	}
	for at := k - 2; at >= 0; at-- {
		scores[at] = scores[at+1] + t.odds[at]/scoreTrust
	}
	return k, scores
}

// kinOdds returns the logarithm of the odds that two groups with these traits move as
// one.
func kinOdds(t traits) float64 {
	sum := kinBias
	for i, v := range t {
		sum += kinWeights[i] * v
	}
	return sum
}

// piecesOf divides tracks into pieces by the spectrum of all the evidence, each
// ascending.
func piecesOf(ctx context.Context, w *mat.Dense, seed uint64, workers int) ([][]int, error) {
	found, err := spectral.Embed(ctx, w, kinPieces, workers)
	if err != nil {
		return nil, err
	}
	spectral.UnitRows(found.Rows)
	labels, _ := spectral.Cluster(ctx, found.Rows, kinPieces, seed)
	pieces := make([][]int, kinPieces)
	for i, l := range labels {
		pieces[l-1] = append(pieces[l-1], i)
	}
	return slices.DeleteFunc(pieces, func(p []int) bool { return len(p) == 0 }), ctx.Err()
}

// reordered returns a matrix over points as one over the points in an order.
func reordered(w *mat.Dense, order []int) *mat.Dense {
	to := mat.NewDense(len(order), len(order), nil)
	for i, point := range order {
		row, from := to.RawRowView(i), w.RawRowView(point)
		for j, other := range order {
			row[j] = from[other]
		}
	}
	return to
}

// kinMerge is groups that are being put together.
type kinMerge struct {
	k      *kinship
	groups []*kin
	odds   map[[2]*kin]float64
	added  int // groups so far, of all that will be
	moved  func(share float64)
}

// newKinMerge prepares to put pieces together.
func newKinMerge(ctx context.Context, k *kinship, pieces [][]int, moved func(share float64)) (*kinMerge, error) {
	m := &kinMerge{k: k, odds: map[[2]*kin]float64{}, moved: moved}
	for _, p := range pieces {
		if err := m.add(ctx, p); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// add adds a group and compares it with all others.
func (m *kinMerge) add(ctx context.Context, members []int) error {
	g, err := m.k.group(ctx, members)
	if err != nil {
		return err
	}
	for _, other := range m.groups {
		t, err := m.k.traits(ctx, other, g)
		if err != nil {
			return err
		}
		m.odds[[2]*kin{other, g}] = kinOdds(t)
	}
	m.groups = append(m.groups, g)
	if m.added++; m.moved != nil {
		m.moved(kinAfter + (1-kinAfter)*float64(m.added)/(2*kinPieces-1))
	}
	return nil
}

// closest returns the places of the two groups that most likely move as one.
func (m *kinMerge) closest() (first, second int, odds float64) {
	odds = math.Inf(-1)
	for j, b := range m.groups {
		for i, a := range m.groups[:j] {
			if v := m.odds[[2]*kin{a, b}]; v > odds {
				first, second, odds = i, j, v
			}
		}
	}
	return first, second, odds
}

// labels returns the group of every track, from 1; track i is that at order[i].
func (m *kinMerge) labels(order []int) []int {
	labels := make([]int, m.k.n)
	for g, of := range m.groups {
		for _, i := range of.members {
			labels[order[i]] = g + 1
		}
	}
	return spectral.InOrderOfAppearance(labels)
}

// kinTreeOf puts pieces of the tracks together, two at a time, those that most likely
// move as one. w is all the evidence. There are no labels where tracks are too few.
func kinTreeOf(ctx context.Context, data core.Data, w *mat.Dense, cfg MotionsConfig) (kinTree, error) {
	var t kinTree
	if data.Points() < leastKinTracks {
		return t, nil
	}
	// What is drawn by number is not to depend on the order of the tracks.
	order := core.PlaceOrder(data)
	data, w = data.Columns(order), reordered(w, order)
	pieces, err := piecesOf(ctx, w, cfg.Seed, cfg.Workers)
	if err != nil || len(pieces) < 2 {
		return t, err
	}
	k, err := newKinship(ctx, data, w, cfg.Workers)
	if err != nil {
		return t, err
	}
	m, err := newKinMerge(ctx, k, pieces, cfg.Progress)
	if err != nil {
		return t, err
	}
	t.labels, t.odds = make([][]int, len(m.groups)), make([]float64, len(m.groups)-1)
	for {
		t.labels[len(m.groups)-1] = m.labels(order)
		if len(m.groups) == 1 {
			return t, ctx.Err()
		}
		i, j, odds := m.closest()
		t.odds[len(m.groups)-2] = odds
		union := mergedMembers(m.groups[i].members, m.groups[j].members)
		m.groups = slices.Delete(m.groups, j, j+1)
		m.groups = slices.Delete(m.groups, i, i+1)
		if err := m.add(ctx, union); err != nil {
			return t, err
		}
	}
}

// estimateByKinship estimates the number of motions of tracks with gaps by what was
// learnt of groups that move as one, see motions.md. It returns nil where that is not
// credible, as on many roads, and where the number is out of range.
func estimateByKinship(ctx context.Context, data core.Data, w *mat.Dense, cfg MotionsConfig) (*MotionsEstimate, error) {
	tree, err := kinTreeOf(ctx, data, w, cfg)
	if err != nil || tree.labels == nil {
		return nil, err
	}
	k, scores := tree.number()
	if k < cfg.Low || k > cfg.High {
		return nil, nil
	}
	e := newEstimate(cfg.Low, cfg.High)
	credibility := make([]float64, len(e.Scores))
	for at := range e.Scores {
		if number := cfg.Low + at; number <= len(scores) {
			e.Labels[at], e.Scores[at] = tree.labels[number-1], scores[number-1]
			credibility[at] = math.Exp(scores[number-1])
		}
	}
	e.decide(credibility)
	if e.Confidence <= kinCredible || k == 1 && e.Confidence <= oneCredible {
		return nil, nil
	}
	return e, nil
}
