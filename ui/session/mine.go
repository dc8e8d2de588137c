package session

import (
	"context"
	"fmt"
	"slices"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
	"motionseg/hopkins/project"
)

// Mine is the labelling by hand of what is open. It belongs to the tracks and
// not to a method, and every step of it can be undone. What is given to single
// tracks can carry others along, by the affinity of a result.
type Mine struct {
	*core
	doc       *Document
	sides     *Sides
	selection *Selection
	history   *History
	rerun     func() // is told when runs must obey something else
	judge     func() // is told when results must be compared with another truth
	// alone returns the side that is shown without the other, if one is.
	alone func() (Side, bool)

	now   *project.Labelling // never changed, only replaced; nil before it was begun
	wrong []bool             // of now, nil when the truth is unknown
	base  Side               // by whose affinity others follow
	// fromFile is set for labels that were read, of which it is not known which side
	// they were begun from.
	fromFile bool
	rigid    bool // others do not follow
	obey     bool // runs obey what was given
	steps    int  // so far, also undone ones
	told     told // what was told last of a track
	// hierarchy is around the labels.
	hierarchy motionTree
	asking
}

func newMine(c *core, doc *Document, sides *Sides, selection *Selection, history *History) *Mine {
	return &Mine{core: c, doc: doc, sides: sides, selection: selection, history: history, rerun: func() {
	}, judge: func() {}, alone: func() (Side, bool) { return Left, false }}
}

// reset forgets the labels, as those of something else.
func (m *Mine) reset() {
	m.now, m.wrong, m.obey, m.fromFile = nil, nil, false, false
	m.told, m.hierarchy = told{}, motionTree{}
	m.asking = asking{present: m.present, on: m.on, opened: m.opened + 1}
	m.doc.byHand = nil
	m.steps++
}

// Begun reports whether there are labels by hand.
func (m *Mine) Begun() bool { return m.now != nil }

// Labelling returns the labels by hand and all that belongs to them; ok is false
// before they were begun. What it holds must not be changed.
func (m *Mine) Labelling() (l project.Labelling, ok bool) {
	if m.now == nil {
		return l, false
	}
	return *m.now, true
}

// Labels returns the label of every track, 0 for outliers and excluded ones; nil
// before they were begun.
func (m *Mine) Labels() []int {
	if m.now == nil {
		return nil
	}
	return m.now.Labels
}

// Given returns how many tracks were given a motion by hand.
func (m *Mine) Given() int {
	if m.now == nil {
		return 0
	}
	return len(m.now.Constraints.Seeds)
}

// Wrong reports for every track whether its label differs from the truth of the
// file; nil when that is unknown, or the labels by hand are the truth. Motions
// have the numbers of the truth here.
func (m *Mine) Wrong() []bool {
	if m.AsTruth() {
		return nil
	}
	return m.wrong
}

// AsTruth reports whether results are compared with the labels by hand.
func (m *Mine) AsTruth() bool { return m.now != nil && m.now.Truth }

// SetAsTruth says whether results are compared with the labels by hand, in place
// of the truth of the file: errors, confusion and rings are then about them. Runs
// are given what they were given before.
func (m *Mine) SetAsTruth(on bool) {
	if m.doc.points == nil || m.AsTruth() == on {
		return
	}
	next := m.begun().AsTruth(on)
	m.step(&next)
}

// Misclassified counts the tracks that differ from the truth of the file, of
// those for which it is known.
func (m *Mine) Misclassified() (wrong, of int) {
	for i, w := range m.wrong {
		if m.doc.points.Counted(i) {
			of++
			if w {
				wrong++
			}
		}
	}
	return wrong, of
}

// Following reports whether others follow what is given to single tracks.
func (m *Mine) Following() bool { return !m.rigid }

// SetFollowing says whether others follow.
func (m *Mine) SetFollowing(on bool) {
	if m.rigid == !on {
		return
	}
	m.rigid = !on
	m.announce(MineChanged)
}

// Obeyed reports whether runs obey what was given.
func (m *Mine) Obeyed() bool { return m.obey }

// SetObeyed says whether runs obey what was given.
func (m *Mine) SetObeyed(on bool) {
	if m.obey == on {
		return
	}
	m.obey = on
	m.rerun()
	m.announce(MineChanged)
}

// obeyed returns what runs are to obey.
func (m *Mine) obeyed() hopkins.Constraints {
	if !m.obey || m.now == nil {
		return hopkins.Constraints{}
	}
	return m.now.Constraints
}

// Base returns the side by whose affinity others follow, and whether there is one:
// that which the labels were begun from and, where that is not known since they
// come from a file, the one that agrees with more of them. While there are none, it is
// the one that is shown alone and no other, or the one that was asked about last, or a
// side whose method weighed several groupings before one whose method did not.
func (m *Mine) Base() (Side, bool) {
	first := m.first()
	sides := []Side{first, first.Other()}
	if _, alone := m.alone(); alone && m.now == nil {
		sides = sides[:1] // nobody sees what would be asked about the other
	}
	for _, side := range sides {
		if o := m.sides.sides[side].outcome; o != nil && o.Result.W != nil {
			return side, true
		}
	}
	return first, false
}

// first returns the side that Base tries first.
func (m *Mine) first() Side {
	if side, alone := m.alone(); alone && m.now == nil {
		return side
	}
	first, other := m.base, m.base.Other()
	switch {
	case m.fromFile && m.agreeing(other) > m.agreeing(first), m.now == nil && m.doubt == nil && m.weighed(other) &&
		!m.weighed(first):
		return other
	}
	return first
}

// weighed reports whether the result of a side is one of several that its method
// weighed.
func (m *Mine) weighed(side Side) bool {
	o := m.sides.sides[side].outcome
	return o != nil && len(o.Result.Candidates) > 1
}

// agreeing returns how many labels by hand are those of a side.
func (m *Mine) agreeing(side Side) int {
	n := 0
	for i, l := range m.sides.Labels(side) {
		if m.now != nil && l == m.now.Labels[i] {
			n++
		}
	}
	return n
}

// Begin starts from the labels of a side, over those that are there.
func (m *Mine) Begin(side Side) {
	labels := m.sides.Labels(side)
	if labels == nil {
		return
	}
	l := project.NewLabelling(labels)
	m.base, m.fromFile = side, false
	m.step(&l)
}

// begun returns the labels, from a side where they were not begun: without any
// result every track has motion 1.
func (m *Mine) begun() project.Labelling {
	if m.now != nil {
		return *m.now
	}
	first := m.first()
	for _, side := range []Side{first, first.Other()} {
		if labels := m.sides.Labels(side); labels != nil {
			m.base = side
			return project.NewLabelling(labels)
		}
	}
	return project.NewLabelling(slices.Repeat([]int{1}, m.doc.Points()))
}

// step takes other labels and remembers how to go back. It returns the topic of
// the step in the history.
func (m *Mine) step(next *project.Labelling) (topic string) {
	before := m.now
	m.steps++
	topic = fmt.Sprintf("mine %d", m.steps)
	m.set(next)
	m.history.record(topic, func() { m.set(before) }, func() { m.set(next) })
	return topic
}

func (m *Mine) set(l *project.Labelling) {
	m.now, m.wrong, m.doubt, m.certain = l, nil, nil, false
	if truth := m.doc.FileTruth(); truth != nil && l != nil {
		m.wrong = make([]bool, len(truth))
		for i, t := range truth {
			m.wrong[i] = m.doc.points.Counted(i) && l.Labels[i] != t
		}
	}
	before := m.doc.byHand
	m.doc.byHand = nil
	if m.AsTruth() {
		m.doc.byHand = &byHand{l.Labels, l.Excluded}
	}
	if m.obey {
		m.rerun()
	}
	if before != nil || m.doc.byHand != nil {
		m.judge()
	}
	m.announce(MineChanged)
}

// Give gives tracks to a motion, 0 for outliers. Where others follow, what hangs
// together with a track that is given alone is given to it a moment later, as the
// same step; several tracks say themselves what is meant.
func (m *Mine) Give(tracks []int, motion int) {
	if len(tracks) == 0 || m.doc.points == nil {
		return
	}
	before, answered := m.begun(), m.doubt != nil && slices.Contains(tracks, m.doubt.Point)
	next := before.Give(tracks, motion)
	topic := m.step(&next)
	if answered && m.on {
		defer m.ask()
	}
	side, ok := m.Base()
	if !ok || m.rigid || motion == 0 || len(tracks) > 1 {
		return
	}
	outcome, opened := m.sides.Outcome(side), m.opened
	m.following++
	m.workers.Go(func() {
		labels, err := follow(m.living, outcome.Segmentation, before.Labels, next)
		m.later(func() {
			if m.opened != opened {
				return // what was open then is not any more
			}
			m.following--
			defer m.look()
			// Meanwhile there may have been another step, or none any more.
			if err != nil || m.now != &next || slices.Equal(labels, next.Labels) {
				return
			}
			followed := next.Follow(labels)
			m.set(&followed)
			m.history.record(topic, func() { m.set(&next) }, func() { m.set(&followed) })
		})
	})
}

// follow returns the labels that the constraints of a labelling make of those
// before its last step.
func follow(ctx context.Context, g *hopkins.Segmentation, before []int, l project.Labelling) ([]int, error) {
	mender, err := hopkins.NewMender(ctx, g, before)
	if err != nil {
		return nil, err
	}
	mended, err := mender.Constrain(ctx, l.Constraints)
	if err != nil {
		return nil, err
	}
	// What the method has no part in stays as it is.
	labels := slices.Clone(l.Labels)
	for _, track := range g.Tracks {
		labels[track] = mended.Labels[track]
	}
	return labels, nil
}

// GiveSelected gives the selected tracks to a motion, and an outlier's 0.
func (m *Mine) GiveSelected(motion int) { m.Give(m.selection.Tracks(), motion) }

// GiveSelectedToNew gives the selected tracks to the first motion that is free.
func (m *Mine) GiveSelectedToNew() { m.GiveSelected(m.begun().Free()) }

// ExcludeSelected leaves the selected tracks out of every figure and export.
func (m *Mine) ExcludeSelected() {
	if m.selection.Count() > 0 {
		next := m.begun().Exclude(m.selection.Tracks())
		m.step(&next)
	}
}

// Merge gives all tracks of one motion to another.
func (m *Mine) Merge(from, into int) {
	next := m.begun().Merge(from, into)
	m.step(&next)
}

// SplitSelected makes a motion of its own of the selected tracks of a motion.
func (m *Mine) SplitSelected(motion int) {
	if next, fresh := m.begun().Split(motion, m.selection.Tracks()); fresh != 0 {
		m.step(&next)
	}
}

// Split divides a motion in two by the affinity inside it, 0 for that which divides best, a moment
// later.
func (m *Mine) Split(motion int) {
	m.byAffinity(func(before project.Labelling, mender *hopkins.Mender) (*project.Labelling, error) {
		part, err := mender.Split(m.living, motion)
		if err != nil || len(part) == 0 {
			return nil, err
		}
		next, fresh := before.Split(before.Labels[part[0]], part)
		if fresh == 0 {
			return nil, nil
		}
		return &next, nil
	})
}

// Join makes one motion of the two that are most alike, by the affinity of their tracks, a moment
// later.
func (m *Mine) Join() {
	m.byAffinity(func(before project.Labelling, mender *hopkins.Mender) (*project.Labelling, error) {
		first, second, ok := mender.Join()
		if !ok {
			return nil, nil
		}
		next := before.Merge(second, first)
		return &next, nil
	})
}

// byAffinity takes a step that the affinity of the base tells, unless there is another before it is
// found; nil is none.
func (m *Mine) byAffinity(step func(before project.Labelling, mender *hopkins.Mender) (*project.Labelling, error)) {
	side, ok := m.Base()
	if !ok || m.doc.points == nil {
		return
	}
	before, now, outcome := m.begun(), m.now, m.sides.Outcome(side)
	m.workers.Go(func() {
		mender, err := hopkins.NewMender(m.living, outcome.Segmentation, before.Labels)
		var next *project.Labelling
		if err == nil {
			next, err = step(before, mender)
		}
		m.later(func() {
			if err == nil && m.now == now && next != nil {
				m.step(next)
			}
		})
	})
}

// LinkSelected remembers that the first two of the selected tracks belong
// together, or that they do not: runs that obey heed it.
func (m *Mine) LinkSelected(together bool) {
	if tracks := m.selection.Tracks(); len(tracks) == 2 {
		next := m.begun().Link(tracks[0], tracks[1], together)
		m.step(&next)
	}
}

// Stroke says by a stroke of a brush what motion pixels of a frame have.
func (m *Mine) Stroke(stroke mask.Stroke) error {
	if m.doc.sequence == nil {
		return nil
	}
	if err := stroke.Check(m.doc.FrameCount()); err != nil {
		return err
	}
	next := m.begun().Stroke(stroke)
	m.step(&next)
	return nil
}

// FromMasks begins the labels by hand anew by a folder of masks, see mask.Truth, and takes
// them for the truth. What is wrong with the folder is told as a problem.
func (m *Mine) FromMasks(folder string) {
	q := m.doc.sequence
	if q == nil {
		return
	}
	m.workers.Go(func() {
		labels, err := mask.Truth(m.living, q, folder)
		m.later(func() {
			switch {
			case m.living.Err() != nil || m.doc.sequence != q: // others are open by now
			case err != nil:
				m.cfg.Problem(Problem{Title: "These masks don't tell the motions of the tracks", File: folder, Reason: err.Error()})
			default:
				l := project.NewLabelling(labels).AsTruth(true)
				m.fromFile = true
				m.step(&l)
			}
		})
	})
}

// ClearStrokes takes all strokes of a frame back, of every frame for −1.
func (m *Mine) ClearStrokes(frame int) {
	if m.now != nil && len(m.now.Strokes) > 0 {
		next := m.now.ClearStrokes(frame)
		m.step(&next)
	}
}

// Rename names a motion; the empty name takes it back.
func (m *Mine) Rename(motion int, name string) {
	next := m.begun().Rename(motion, name)
	m.step(&next)
}

// Recolour gives a motion a colour, as "#3070ff"; the empty colour takes it back.
func (m *Mine) Recolour(motion int, colour string) {
	next := m.begun().Recolour(motion, colour)
	m.step(&next)
}

// Colours returns the colours of motions that have their own. They must not be
// changed.
func (m *Mine) Colours() map[int]string {
	if m.now == nil {
		return nil
	}
	return m.now.Colours
}

// Name returns the name of a motion, empty when it has none.
func (m *Mine) Name(motion int) string {
	if m.now == nil {
		return ""
	}
	return m.now.Names[motion]
}

// Likeness returns how alike every track is to some, 0…1: the largest of its
// affinities to them, on the side by which others follow, each as a share of the
// strongest that the one of them has. These tracks themselves are at 1. It is nil
// where there is no affinity.
func (m *Mine) Likeness(some []int) []float64 {
	side, ok := m.Base()
	if !ok {
		return nil
	}
	o := m.sides.sides[side].outcome
	alike := make([]float64, m.doc.Points())
	for _, t := range some {
		alike[t] = 1
		row := o.Rows[t]
		if row < 0 {
			continue
		}
		affinities := o.Result.W.RawRowView(row)
		var strongest float64
		for j, w := range affinities {
			if j != row {
				strongest = max(strongest, w)
			}
		}
		if strongest == 0 {
			continue
		}
		for j, w := range affinities {
			alike[o.Points[j]] = max(alike[o.Points[j]], min(w/strongest, 1))
		}
	}
	return alike
}
