package hopkins

import (
	"slices"

	"motionseg/segment"
)

// piece is a window with its labels.
type piece struct {
	window
	tracks []int // of the film
	labels []int // of these tracks, from 1, 0 for none
	groups int
}

// How groups of windows are compared. joiningReach is with how many windows after it a
// window is compared: tracks that last through more of them are seldom. joiningLeast is the part
// of the tracks in either of two groups that has to be in both for them to be one motion: fewer
// are mistakes of single tracks. joiningHint is what a track counts that went through the same
// group as others of the motion, where one that is shared counts 1; measured.md says how it was
// chosen. joiningRounds bounds what settles in two or three.
const (
	joiningReach  = 8
	joiningLeast  = 0.2
	joiningHint   = 0.4
	joiningRounds = 20
)

// agreement says how well two groups of different windows agree, see agreementOf.
type agreement struct {
	other int       // the other window
	gain  []float64 // of group a here and group b there, at (a−1)·groups + b−1
}

// shared returns how many tracks each group of a window shares with each of another.
func shared(p, q *piece, label []int) (counts []float64, any bool) {
	for i, track := range q.tracks {
		label[track] = q.labels[i]
	}
	counts = make([]float64, p.groups*q.groups)
	for i, track := range p.tracks {
		if a, b := p.labels[i]-1, label[track]-1; a >= 0 && b >= 0 {
			counts[a*q.groups+b]++
			any = true
		}
	}
	for _, track := range q.tracks {
		label[track] = 0
	}
	return counts, any
}

// agreementOf returns how well groups agree by the tracks that have a group in both
// windows: those that two groups share, times the square of their part of those in either, so that a
// group which is two motions says little of both; below joiningLeast they speak against it.
func agreementOf(counts []float64, columns int) []float64 {
	rows := len(counts) / columns
	here, there := make([]float64, rows), make([]float64, columns)
	for at, n := range counts {
		here[at/columns] += n
		there[at%columns] += n
	}
	gain := make([]float64, len(counts))
	for at, n := range counts {
		part := n / max(here[at/columns]+there[at%columns]-n, 1)
		if gain[at] = n * part * part; part < joiningLeast {
			gain[at] = -n
		}
	}
	return gain
}

// passed adds, to how well the groups of two windows agree, a hint of those that went through
// one group of the window between: where that took two motions for one, few tracks of the
// smaller may last from before it until after it. before are the tracks shared by the first and
// the one between, after those of that and the second.
func passed(gain, before, after []float64, between, columns int) {
	for at := range gain {
		a, b := at/columns, at%columns
		for g := range between {
			gain[at] += joiningHint * min(before[a*between+g], after[g*columns+b])
		}
	}
}

// joiner finds which groups of windows are one motion.
type joiner struct {
	pieces []piece
	agree  [][]agreement // of every window, with those before and after it
	names  [][]int       // of every window: the motion of each group, from 1
	limit  int           // of motions where their number was given, 0 otherwise
	count  int           // numbers of motions given so far
}

// joined returns the motions that the groups of windows are, those of one window being
// different ones, so that over all windows at once the groups of a motion share as many
// tracks as can be: names[k][l−1] is that of group l of window k, from 1. Numbers may be
// left out. Where the number of motions was given, limit, there are no more than that,
// unless a window has more; with 0 a group that is none of the others is a motion of its own.
func joined(pieces []piece, tracks, limit int) (names [][]int) {
	j := &joiner{pieces: pieces, agree: make([][]agreement, len(pieces)), names: make([][]int, len(pieces))}
	if limit > 0 {
		for _, p := range pieces {
			limit = max(limit, p.groups)
		}
		j.limit, j.count = limit, limit
	}
	label := make([]int, tracks)
	next := make([][]float64, len(pieces)) // the tracks shared with the window after
	for k := range pieces {
		if k+1 < len(pieces) {
			next[k], _ = shared(&pieces[k], &pieces[k+1], label)
		}
	}
	for k := range pieces {
		for m := k + 1; m < min(k+1+joiningReach, len(pieces)); m++ {
			counts, any := shared(&pieces[k], &pieces[m], label)
			if !any && m != k+2 {
				continue
			}
			gain := agreementOf(counts, pieces[m].groups)
			if m == k+2 {
				passed(gain, next[k], next[k+1], pieces[k+1].groups, pieces[m].groups)
			}
			j.agree[k] = append(j.agree[k], agreement{m, gain})
			j.agree[m] = append(j.agree[m], agreement{k, transposed(gain, pieces[k].groups, pieces[m].groups)})
		}
	}
	for k := range pieces {
		j.name(k)
	}
	for range joiningRounds {
		changed := false
		for k := range pieces {
			changed = j.name(k) || changed
			changed = j.cut(k) || changed
		}
		if !changed {
			break
		}
	}
	return j.names
}

// transposed returns a matrix of so many rows and columns the other way round.
func transposed(m []float64, rows, columns int) []float64 {
	t := make([]float64, len(m))
	for r := range rows {
		for c := range columns {
			t[c*rows+r] = m[r*columns+c]
		}
	}
	return t
}

// name gives the groups of a window the motions with which they agree most, as the other
// windows have them, and reports whether that changed anything.
func (j *joiner) name(k int) bool {
	gain := gains{}
	for _, with := range j.agree[k] {
		n := j.pieces[with.other].groups
		for b, motion := range j.names[with.other] {
			for a := range j.pieces[k].groups {
				gain.add(a, motion, with.gain[a*n+b])
			}
		}
	}
	sources := make([]int, j.pieces[k].groups)
	for a := range sources {
		sources[a] = a
	}
	names := j.match(sources, gain)
	if old := j.names[k]; old != nil && gain.total(sources, old) >= gain.total(sources, names)-joiningEqual {
		return false
	}
	j.names[k] = names
	return true
}

// cut renames the motions of all windows from one on, where they agree better with those of
// the windows before by other names, and reports whether they do.
func (j *joiner) cut(k int) bool {
	gain := gains{}
	for m := max(k-joiningReach, 0); m < k; m++ {
		for _, with := range j.agree[m] {
			if with.other < k {
				continue
			}
			n := j.pieces[with.other].groups
			for a, before := range j.names[m] {
				for b, after := range j.names[with.other] {
					gain.add(after, before, with.gain[a*n+b])
				}
			}
		}
	}
	// Those that share nothing with the windows before stay, where they can.
	var sources []int
	for at := range gain {
		sources = append(sources, at[0])
	}
	slices.Sort(sources)
	sources = slices.Compact(sources)
	names := j.match(sources, gain)
	if gain.total(sources, sources) >= gain.total(sources, names)-joiningEqual {
		return false
	}
	renamed := exchanged(sources, names)
	for _, names := range j.names[k:] {
		for b, motion := range names {
			if to, ok := renamed[motion]; ok {
				names[b] = to
			}
		}
	}
	return true
}

// exchanged returns the new names of motions and of those whose names they take: these get
// the names that are left over.
func exchanged(sources, names []int) map[int]int {
	renamed := map[int]int{}
	var free []int
	for i, motion := range sources {
		renamed[motion] = names[i]
		if !slices.Contains(names, motion) {
			free = append(free, motion)
		}
	}
	for _, motion := range names {
		if _, ok := renamed[motion]; !ok {
			renamed[motion], free = free[0], free[1:]
		}
	}
	return renamed
}

// joiningEqual is which difference of sums of agreements is rounding.
const joiningEqual = 1e-6

// gains are what groups, or motions, gain by the name of a motion.
type gains map[[2]int]float64

func (g gains) add(source, motion int, gain float64) { g[[2]int{source, motion}] += gain }

// total returns what names gain; one that is new gains nothing.
func (g gains) total(sources, names []int) float64 {
	total := 0.0
	for i, source := range sources {
		total += g[[2]int{source, names[i]}]
	}
	return total
}

// match names sources after motions, no two after one, for the largest gain. One that gains
// by none has a new number, or where the number of motions is given one that is free.
func (j *joiner) match(sources []int, gain gains) []int {
	var motions []int
	if j.limit > 0 {
		for motion := 1; motion <= j.limit; motion++ {
			motions = append(motions, motion)
		}
	} else {
		for at := range gain {
			motions = append(motions, at[1])
		}
		slices.Sort(motions)
		motions = slices.Compact(motions)
	}
	columns := len(motions)
	if j.limit == 0 {
		columns += len(sources)
	}
	names := make([]int, len(sources))
	for column, row := range segment.Assign(len(sources), columns, func(row, column int) float64 {
		if column >= len(motions) {
			return 0
		}
		return gain[[2]int{sources[row], motions[column]}]
	}) {
		if row >= 0 && column < len(motions) && (j.limit > 0 || gain[[2]int{sources[row], motions[column]}] > 0) {
			names[row] = motions[column]
		}
	}
	for i := range names {
		if names[i] == 0 {
			j.count++
			names[i] = j.count
		}
	}
	return names
}
