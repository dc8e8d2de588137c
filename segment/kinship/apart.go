package kinship

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// OneAlike is from which Apart.Alike on two groups are one motion in any case, a logarithm of odds: two
// alone, see OneAlikeOf, and two bodies that do not touch, see unlike; and Apart.Kin, two alone. Of drawn
// scenes one in four has one motion, and where nothing moves apart one is right; but all of 38 labelled
// films and scenes have more, and the six of them in which nothing moves apart have at most 1.4 of either.
const OneAlike = 1.5

const (
	// fewTracks is below how many tracks two alone may be more alike: between 150 and 300 drawn scenes of
	// 20 to 300 tracks are about as often right.
	fewTracks = 200
	// kinShare is what the odds of two groups count beside those of their tracks.
	kinShare = 0.2
	// borderJump is from which jump on two groups that touch are apart: neighbours across their
	// border move apart twice as far as within them. Where a camera passes near a still world its
	// motion changes over it, without a border.
	borderJump = math.Ln2
	// mostNats is how many nats groups that do not touch may take more by being two than by
	// being one: what the numbers of a motion take that a small body can't pay.
	mostNats = 185
)

// OneAlikeOf returns from which Apart.Alike on two groups of n tracks alone are one motion: from more than
// OneAlike on of few tracks, whose mean scatters by the root of how many fewer they are.
func OneAlikeOf(n int) float64 { return OneAlike * max(1, math.Sqrt(fewTracks/float64(n))) }

// Apart tells whether groups move apart.
type Apart struct {
	// All says whether every two of them do, and none has few tracks.
	All bool
	// Alike is the logarithm of the odds that two tracks move as one, in the mean over tracks of
	// the two groups where it is largest, see Odds.between, with a share of that of the two groups. Kin is that
	// of the odds of two groups, the largest. Both are −∞ of less than two groups.
	Alike, Kin float64
	// Scattered says whether one of them is scattered among another, to which more than half of its
	// tracks' neighbours belong: tracks that slipped alike, but no body.
	Scattered bool
	// Few says whether one of them has few tracks, of enough for two that have more: a slip, but no body.
	Few bool
	// Bordered says whether none has few tracks, and every two take less to describe as two and have a border,
	// across which neighbours move farther apart than within them: a world torn in two has none.
	Bordered bool
	// Heard says whether pairs of tracks altogether speak for the grouping.
	Heard bool
}

// Apart tells whether every two of the groups 1…count of labels move apart, none of which is
// empty. They do where two tracks, one of either, more likely move apart than as one, in the
// mean, which is as large for a small group as for a large one, see unlike, and where the groups
// are two things, see distinct. Pairs of tracks that altogether speak more against the grouping than
// for it, as where a camera passes close by, are not heard. A group of few tracks is no motion.
// The error is ctx.Err().
func (k *Comparer) Apart(ctx context.Context, odds *Odds, labels []int, count int) (Apart, error) {
	members := groupsOf(labels, count)
	heard := odds.heard(labels)
	some := slices.ContainsFunc(members, few)
	a := Apart{
		All:   len(members) == count && !some,
		Alike: math.Inf(-1), Kin: math.Inf(-1), Few: some && len(labels) >= 2*kinNeighbours, Heard: heard,
	}
	a.Bordered = a.All
	groups, largest := make([]*kin, len(members)), largestOf(members)
	for j, of := range members {
		groups[j] = k.group(of)
		for i, other := range members[:j] {
			t, err := k.traits(ctx, groups[i], groups[j])
			if err != nil {
				return a, err
			}
			mean := odds.between(other, of)
			alike, kin := alikeOf(mean, t)
			a.Alike, a.Kin = max(a.Alike, alike), max(a.Kin, kin)
			bodies, touch := max(len(of), len(other)) < largest, k.touch(groups[i], groups[j], t)
			a.All = a.All && (!heard || unlike(alike, bodies, touch)) && distinct(t, touch, heard, mean+kin, borderJump)
			a.Bordered = a.Bordered && bordered(t)
			a.Scattered = a.Scattered || scattered(t)
		}
	}
	return a, ctx.Err()
}

// MayMoveApart reports whether groups 1…count all move apart, as Apart has it, none scattered or not. Of
// labels that are yet to be refined neighbours need only move farther apart across a border than within
// the groups, whatever the odds, which single tracks in the wrong group blur. The most alike groups are
// looked at first: two that do not move apart are an answer. The error is ctx.Err().
func (k *Comparer) MayMoveApart(
	ctx context.Context, odds *Odds, labels []int, count int, refined bool,
) (bool, error) {
	members := groupsOf(labels, count)
	if len(members) < count || slices.ContainsFunc(members, few) {
		return false, nil
	}
	type pair struct {
		a, b int
		mean float64
	}
	var pairs []pair
	for j, of := range members {
		for i, other := range members[:j] {
			pairs = append(pairs, pair{i, j, odds.between(other, of)})
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.mean, a.mean) })
	most, err := k.mostTrait(ctx)
	if err != nil {
		return false, err
	}
	heard := odds.heard(labels)
	groups, largest := make([]*kin, len(members)), largestOf(members)
	for _, p := range pairs {
		for _, j := range [2]int{p.a, p.b} {
			if groups[j] == nil {
				groups[j] = k.group(members[j])
			}
		}
		bodies := max(len(members[p.a]), len(members[p.b])) < largest
		t := k.evident(groups[p.a], groups[p.b])
		touch := k.touch(groups[p.a], groups[p.b], t)
		// The more is saved by being two, the less alike they are.
		t[traitNats] = most
		if alike, _ := alikeOf(p.mean, t); heard && !unlike(alike, bodies, touch) {
			return false, ctx.Err()
		}
		if t[traitNats], err = k.nats(ctx, groups[p.a], groups[p.b]); err != nil {
			return false, err
		}
		alike, kin := alikeOf(p.mean, t)
		both, jump := math.Inf(-1), 0.0
		if refined {
			both, jump = p.mean+kin, borderJump
		}
		if heard && !unlike(alike, bodies, touch) || !distinct(t, touch, heard, both, jump) {
			return false, ctx.Err()
		}
	}
	return true, ctx.Err()
}

// alikeOf tells of two groups with traits t, between whose tracks the logarithms of the odds have
// this mean, how alike they are and the odds of the groups, see Apart.
func alikeOf(mean float64, t traits) (alike, kin float64) {
	kin = kinOdds(t)
	return mean + float64(kinShare*kin), kin
}

// heard reports whether pairs of tracks altogether speak for a grouping.
func (o *Odds) heard(labels []int) bool { return o.Agreement(labels) >= 0 }

// unlike reports whether two groups that are so alike more likely move apart than as one. Bodies, which
// are not the largest group, may be more alike where they do not touch: they may move alike before one
// background.
func unlike(alike float64, bodies, touch bool) bool {
	return alike < 0 || bodies && alike < OneAlike && !touch
}

// few reports whether a group has fewer tracks than neighbours are looked at of each, hardly any of
// which are its own: then nothing is told of it.
func few(group []int) bool { return len(group) < kinNeighbours }

// largestOf returns how many tracks the largest of some groups has.
func largestOf(groups [][]int) (most int) {
	for _, g := range groups {
		most = max(most, len(g))
	}
	return most
}

// touch reports whether two groups with these traits touch: leastShare of the smaller's neighbours or more
// are the other's. Two that only pass each other do not: they have a border where they meet, see borderJump,
// and do so in less than half of the moments. Parts of one body have none.
func (k *Comparer) touch(a, b *kin, t traits) bool {
	return t[traitTouch] >= math.Log(2*leastShare) && (t[traitJump] <= borderJump || k.mostlyBeside(a, b))
}

// mostlyBeside reports whether in half of the moments in which two groups are seen, or more, leastShare of the
// smaller's neighbours or more are the other's.
func (k *Comparer) mostlyBeside(a, b *kin) bool {
	if len(a.members) > len(b.members) {
		a, b = b, a
	}
	var together, beside int
	for v, m := range k.moments {
		if a.moments[v].seen == 0 || b.moments[v].seen == 0 {
			continue
		}
		together++
		var slots, links int
		for _, i := range a.members {
			slots += len(m.near[i])
			for _, j := range m.near[i] {
				links += int(b.key[j])
			}
		}
		if links > 0 && float64(links) >= leastShare*float64(slots) {
			beside++
		}
	}
	return beside > 0 && 2*beside >= together
}

// distinct reports whether two groups with these traits are two things: by what it takes to
// describe them; or, where they touch, by a jump across their border, unless tracks that are heard
// and groups together, the sum of the logarithms of their odds, speak for one. Where they don't
// touch and take longer to describe, pairs of tracks must have been heard.
func distinct(t traits, touch, heard bool, both, jump float64) bool {
	switch {
	case t[traitNats] > 0:
		return true
	case !touch:
		return heard && t[traitNats] > natsTrait(-mostNats)
	}
	return t[traitJump] > jump && (both < 0 || !heard)
}

// bordered reports whether two groups with these traits take less to describe as two and have a border, across
// which neighbours move farther apart than within them.
func bordered(t traits) bool { return t[traitNats] > 0 && t[traitJump] > 0 }

// scattered reports whether the smaller of two groups with these traits is scattered among the other,
// to which most of its neighbours belong: a body hides what is behind it.
func scattered(t traits) bool { return t[traitTouch] > math.Log(leastShare+0.5) }

// between returns the mean of the logarithms of the odds of all pairs of tracks, one of either group; of
// a long film each as often as it is together, as most never are and tell little, if any is.
func (o *Odds) between(a, b []int) float64 {
	var sum, together, count float64
	n, _ := o.pairs.Dims()
	for _, i := range a {
		row := o.pairs.RawRowView(i)
		for _, j := range b {
			sum += row[j]
		}
		if o.shared != nil {
			for _, j := range b {
				times := float64(o.shared[i*n+j])
				together += float64(times * row[j])
				count += times
			}
		}
	}
	if count == 0 {
		return sum / float64(len(a)*len(b))
	}
	return together / count
}
