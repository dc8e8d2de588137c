package multimodel

import (
	"cmp"
	"context"
	"math"
	"slices"

	"motionseg/segment/core"
	"motionseg/segment/epipolar"
	"motionseg/segment/internal/dense"
)

// division divides matches into motions and wrong ones. The best is the one
// that describes where the points of the first picture are in the second in the
// fewest nats: a wrong match lies anywhere; one of a motion near its epipolar
// line and, along it, near where its neighbours say. To that comes which match
// belongs to what, told by the neighbours, and the motions themselves.
type division struct {
	m       *Matches
	Labels  []int // 0 for a wrong match, k for motions[k-1]
	Motions []twoViewMotion
	// Evidence is that of every motion, see Matches.Evidence.
	Evidence  [][]float64
	residuals scales  // shares of the scales of the residuals of all motions; nil before there are any
	Nats      float64 // the length of the description, less than all as wrong ones where negative
}

const (
	// labelNeighbours is how many neighbours tell what a match belongs to, and
	// labelPrior how many more the shares of the whole picture count for.
	labelNeighbours = 8
	labelPrior      = 2
	// alternations bounds how often labels and motions are renewed in turn, and
	// moveRounds how often labels are between.
	alternations = 6
	moveRounds   = 4
)

// divide finds the motions among the matches, mostMotions at most, grown from
// as many matches as seeds says. best is the
// best division, and byCount the best met with every number of motions from 0,
// nil where none was.
func (m *Matches) divide(
	ctx context.Context, seeds int, p core.Progress,
) (best *division, byCount []*division, err error) {
	proposals, err := m.proposals(ctx, seeds, p.Part(0, 1, 2))
	if err != nil {
		return nil, nil, err
	}
	byCount = make([]*division, mostMotions+1)
	meet := func(d *division) {
		if k := len(d.Motions); k <= mostMotions && (byCount[k] == nil || d.Nats < byCount[k].Nats) {
			byCount[k] = d
		}
	}
	d := &division{m: m, Labels: make([]int, len(m.points))}
	d.alternate()
	meet(d)
	many := len(proposals)
	for len(d.Motions) < mostMotions && len(proposals) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		next, gain := 0, math.Inf(-1)
		for k := range proposals {
			if g := d.promise(&proposals[k]); g > gain {
				next, gain = k, g
			}
		}
		if gain <= 0 {
			break
		}
		with := d.with(&proposals[next])
		proposals = slices.Delete(proposals, next, next+1)
		p.Part(1, 2, 2).Advance(float64(many-len(proposals)) / float64(many))
		meet(with)
		if with.Nats < d.Nats-dense.Rounding {
			d = with
		}
	}
	// With fewer motions than best, the next smaller ones of the best: how sure a number is
	// depends on how well others do.
	for c := d; len(c.Motions) > 1; {
		options, err := c.smaller(ctx)
		if err != nil {
			return nil, nil, err
		}
		c = slices.MinFunc(options, func(a, b *division) int { return cmp.Compare(a.Nats, b.Nats) })
		meet(c)
	}
	return d, byCount, nil
}

// clone returns a copy that shares nothing that alternate changes.
func (d *division) clone() *division {
	return &division{m: d.m, Labels: slices.Clone(d.Labels), Motions: slices.Clone(d.Motions),
		Evidence: slices.Clone(d.Evidence), residuals: d.residuals, Nats: d.Nats}
}

// current returns the evidence for what match i is taken for.
func (d *division) current(i int) float64 {
	if l := d.Labels[i]; l > 0 {
		return d.Evidence[l-1][i]
	}
	return 0
}

// promise returns what a proposal would gain, were labels free.
func (d *division) promise(p *proposal) float64 {
	var gain, count float64
	for i, e := range p.evidence {
		if own := d.current(i); e > own {
			gain += e - own
			count++
		}
	}
	if count < leastSupport {
		return 0
	}
	return gain * (count - epipolar.AffineDegreesOfFreedom) / count
}

// with returns the division with one motion more.
func (d *division) with(p *proposal) *division {
	c := d.clone()
	c.add(p.motion, p.evidence)
	c.alternate()
	return c
}

// add adds a motion, of the matches that it is likelier for than what they are taken for.
func (d *division) add(motion twoViewMotion, evidence []float64) {
	for i, e := range evidence {
		if e > d.current(i) {
			d.Labels[i] = len(d.Motions) + 1
		}
	}
	d.Motions, d.Evidence = append(d.Motions, motion), append(d.Evidence, evidence)
}

// smaller returns the divisions with one motion less: every two as one.
// The error is ctx.Err().
func (d *division) smaller(ctx context.Context) ([]*division, error) {
	var all []*division
	for b := range d.Motions {
		for a := range b {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			c := d.clone()
			for i, l := range c.Labels {
				if l == b+1 {
					c.Labels[i] = a + 1
				}
			}
			c.drop(b)
			c.Motions[a].noise = even(noiseScales)
			c.refit(a)
			c.alternate()
			all = append(all, c)
		}
	}
	return all, nil
}

// drop takes motion k out; its matches become wrong ones.
func (d *division) drop(k int) {
	d.Motions = slices.Delete(d.Motions, k, k+1)
	d.Evidence = slices.Delete(d.Evidence, k, k+1)
	for i, l := range d.Labels {
		switch {
		case l == k+1:
			d.Labels[i] = 0
		case l > k+1:
			d.Labels[i]--
		}
	}
}

// counts returns how many matches have every label from 0.
func (d *division) counts() []float64 {
	counts := make([]float64, len(d.Motions)+1)
	for _, l := range d.Labels {
		counts[l]++
	}
	return counts
}

// alternate renews labels and motions in turn until nothing changes, leaves out
// motions without matches, and measures the description.
func (d *division) alternate() {
	for round := range alternations {
		if d.move() == 0 && round > 0 {
			break
		}
		d.measureResiduals()
		for k := range d.Motions {
			d.refit(k)
		}
	}
	for k := len(d.Motions) - 1; k >= 0; k-- {
		if d.counts()[k+1] == 0 {
			d.drop(k)
		}
	}
	d.Nats = d.length()
}

// move gives every match the label that is likeliest given its neighbours',
// all at the same time, some rounds, and returns how many changed.
func (d *division) move() int {
	chances := make([]float64, len(d.Motions)+1)
	all := func(int) bool { return true }
	changed := 0
	for range moveRounds {
		counts := d.counts()
		next := slices.Clone(d.Labels)
		moved := 0
		for i, own := range d.Labels {
			LabelChances(d.m, i, d.Labels, 0, counts, chances, all)
			best, most := 0, math.Log(chances[0])
			for k, e := range d.Evidence {
				if v := e[i] + math.Log(chances[k+1]); v > most {
					best, most = k+1, v
				}
			}
			if best != own {
				next[i] = best
				moved++
			}
		}
		d.Labels = next
		changed += moved
		if moved == 0 {
			break
		}
	}
	return changed
}

// LabelChances sets chances to those of every label from lowest for match i,
// given its nearest neighbours among those told.
func LabelChances(m *Matches, i int, labels []int, lowest int, counts, chances []float64, told func(j int) bool) {
	clear(chances)
	asked := 0
	for _, j := range m.Near[i] {
		if !told(int(j)) {
			continue
		}
		chances[labels[j]-lowest]++
		if asked++; asked == labelNeighbours {
			break
		}
	}
	for l, c := range chances {
		share := (counts[l] + 1) / float64(len(labels)+len(chances))
		chances[l] = (c + labelPrior*share) / float64(asked+labelPrior)
	}
}

// measureResiduals fits the shares of the scales of residuals to all motions.
func (d *division) measureResiduals() {
	var residuals []float64
	for i, l := range d.Labels {
		if l == 0 {
			continue
		}
		if t, known := d.m.residual(&d.Motions[l-1].f, i, func(j int) bool { return d.Labels[j] == l }); known {
			residuals = append(residuals, t)
		}
	}
	d.residuals = nil
	if residuals != nil {
		d.residuals = d.m.residualShares(residuals)
	}
}

// refit fits motion k to its matches, for affine cameras and for any, and keeps
// what describes them better.
func (d *division) refit(k int) {
	var members []int
	for i, l := range d.Labels {
		if l == k+1 {
			members = append(members, i)
		}
	}
	if len(members) < leastSupport {
		d.Evidence[k] = make([]float64, len(d.Labels))
		for i := range d.Evidence[k] {
			d.Evidence[k][i] = math.Inf(-1)
		}
		return
	}
	if c, _, ok := d.m.refitted(&d.Motions[k], members); ok {
		d.Motions[k] = c
	}
	d.Evidence[k] = d.m.Evidence(&d.Motions[k], d.residuals)
}

// refitted fits a motion to members, for affine cameras and for any, and returns
// what describes them better, with what it saves. It reports whether either fits.
func (m *Matches) refitted(before *twoViewMotion, members []int) (best twoViewMotion, gain float64, ok bool) {
	gain = math.Inf(-1)
	for _, camera := range cameras {
		c := twoViewMotion{f: before.f, noise: slices.Clone(before.noise), own: make([]float64, len(m.points))}
		weights := make([]float64, len(members))
		if before.f.Camera != camera || before.own == nil {
			c.f.Camera = camera
			c.noise = even(noiseScales)
			for t := range weights {
				weights[t] = 1
			}
			if !c.f.Fit(m.points, members, weights, false) {
				continue
			}
		}
		if !m.reweight(&c, members, weights) {
			continue
		}
		for t, i := range members {
			c.own[i] = weights[t]
		}
		var across float64
		for _, i := range members {
			across += m.across(&c, i)
		}
		if g := freed(across, float64(len(members)), &c.f); g > gain {
			best, gain, ok = c, g, true
		}
	}
	return best, gain, ok
}

// Support returns how many nats one motion saves in the description of members
// across their epipolar lines; none where it saves nothing.
func (m *Matches) Support(members []int) float64 {
	_, most := m.Supported(members)
	return most
}

// Supported is Support with the motion that saves as much.
func (m *Matches) Supported(members []int) (best twoViewMotion, most float64) {
	if len(members) < leastSupport || m.reach == 0 {
		return twoViewMotion{}, 0
	}
	k := twoViewMotion{noise: even(noiseScales)}
	for range supportRounds {
		c, gain, ok := m.refitted(&k, members)
		if !ok {
			break
		}
		k = c
		if gain > most {
			best, most = c, gain
		}
	}
	return best, most
}

// across returns the evidence for motion k across the epipolar line of match i.
func (m *Matches) across(k *twoViewMotion, i int) float64 {
	return math.Log(m.density(k, i)*m.reach + math.SmallestNonzeroFloat64)
}

// freed returns what is left of the evidence of count matches without as many of
// them as it takes to tell the motion: they are described as wrong ones are.
func freed(evidence, count float64, f *epipolar.Constraint) float64 {
	return evidence * max(0, count-f.DegreesOfFreedom()) / max(1, count)
}

// length returns the length of the description in nats, less that of all as
// wrong matches. Labels and residuals are told in the order of the matches' ranks,
// each by what has been told before.
func (d *division) length() float64 {
	counts := d.counts()
	chances := make([]float64, len(counts))
	across := make([]float64, len(d.Motions))
	var nats float64
	for i, l := range d.Labels {
		before := func(j int) bool { return d.m.Rank[j] < d.m.Rank[i] }
		LabelChances(d.m, i, d.Labels, 0, counts, chances, before)
		nats -= math.Log(chances[l])
		if l == 0 {
			continue
		}
		k := &d.Motions[l-1]
		across[l-1] += d.m.across(k, i)
		if t, known := d.m.residual(&k.f, i, func(j int) bool { return d.Labels[j] == l && before(j) }); known {
			nats -= math.Log(d.m.residualDensity(d.residuals, t, nil) * d.m.reach)
		}
	}
	for k, e := range across {
		nats += math.Log(float64(len(d.Labels))) - freed(e, counts[k+1], &d.Motions[k].f)
	}
	return nats
}

// TellNothing reports whether the matches are too few, or on a line in a picture.
func (m *Matches) TellNothing() bool {
	return len(m.points) < leastSupport || m.reach <= dense.Rounding*m.extent
}

// Divide finds the motions among matches, see Matches.divide. best is nil
// for matches too few, or on a line in a picture.
func Divide(
	ctx context.Context, points []epipolar.Correspondence, seeds, workers int, p core.Progress,
) (best *division, byCount []*division, err error) {
	all := NewMatches(points, workers)
	n := len(points)
	if all.TellNothing() {
		return nil, nil, nil
	}
	if n <= core.DefaultLandmarks {
		return all.divide(ctx, seeds, p)
	}
	order := make([]int, n)
	for i, r := range all.Rank {
		order[r] = i
	}
	var some []epipolar.Correspondence
	for _, rank := range core.Evenly(n, core.DefaultLandmarks) {
		some = append(some, points[order[rank]])
	}
	best, byCount, err = NewMatches(some, workers).divide(ctx, seeds, p)
	if err != nil {
		return nil, nil, err
	}
	for k, d := range byCount {
		if d == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		whole := all.extended(d)
		if d == best {
			best = whole
		}
		byCount[k] = whole
	}
	return best, byCount, ctx.Err()
}

// extended divides all matches by the motions that a division of some found.
func (m *Matches) extended(d *division) *division {
	c := &division{m: m, Labels: make([]int, len(m.points))}
	for _, k := range d.Motions {
		k.own = make([]float64, len(m.points))
		c.add(k, m.Evidence(&k, d.residuals))
	}
	c.alternate()
	return c
}

// mostMotions is how many motions are looked for.
const mostMotions = 10

// DivideTwoFrames finds the motions and the wrong matches of two frames, see
// Matches.divide; best is nil where the matches tell nothing.
func DivideTwoFrames(
	ctx context.Context, data core.Data, workers int, p core.Progress,
) (best *division, byCount []*division, err error) {
	points := make([]epipolar.Correspondence, data.Points())
	for i := range points {
		for r, row := range [...]int{2, 5, 6, 7} {
			points[i][r] = data.X.At(row, i)
		}
	}
	return Divide(ctx, points, seedCount(len(points)), workers, p)
}
