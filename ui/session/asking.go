package session

import (
	"math"
	"slices"

	"motionseg/hopkins"
	"motionseg/segment"
)

// asking is the way from one doubtful track to the next. A question is looked for
// when no labels are on their way to follow an answer, and again when there was
// another step meanwhile; what is typed until it is there waits for it.
type asking struct {
	doubt     *segment.Doubt // what was asked last, until it is answered
	certain   bool           // nothing was found to ask
	wanted    bool           // a question is looked for, or will be
	looking   bool           // it is being computed
	following int            // answers that others are being found to follow
	waiting   []func()       // what was typed since
	leaning   int            // how many tracks without an answer are drawn to another motion
	on        bool           // an answer asks the next question
	present   func(track int)
	opened    int // how often something was opened: answers to what was before are late
}

// Doubt returns what was asked last, nil once it is answered.
func (m *Mine) Doubt() *segment.Doubt { return m.doubt }

// Certain reports whether nothing was found to ask about since the last step.
func (m *Mine) Certain() bool { return m.certain }

// Leaning returns how many tracks without an answer had more than a third of their
// affinity to another motion than theirs when the last question was found.
func (m *Mine) Leaning() int { return m.leaning }

// AskingOn reports whether an answer asks the next question.
func (m *Mine) AskingOn() bool { return m.on }

// SetAskingOn says whether an answer asks the next question.
func (m *Mine) SetAskingOn(on bool) {
	if m.on != on {
		m.on = on
		m.announce(MineChanged)
	}
}

// Asking reports whether a question is looked for.
func (m *Mine) Asking() bool { return m.wanted }

// Ask looks for the tracks where one click helps most, a moment later: it
// selects the one to give, shows it where it is seen, and Doubt tells the others. A
// question that was not answered yet is shown again.
func (m *Mine) Ask() {
	if m.held() {
		m.waiting = append(m.waiting, m.ask)
		return
	}
	m.ask()
}

// ask is Ask when nothing that was typed before waits.
func (m *Mine) ask() {
	if m.doubt != nil {
		m.selection.Select([]int{m.doubt.Point}, false)
		m.present(m.doubt.Point)
		return
	}
	if _, ok := m.Base(); !ok {
		return
	}
	m.wanted = true
	m.look()
}

// held reports whether what is typed now must wait: for a question, or for what was
// typed before.
func (m *Mine) held() bool { return m.wanted || len(m.waiting) > 0 }

// Then does something about the question that is looked for once it is there, after
// what was typed before, or at once when none is and nothing waits.
func (m *Mine) Then(do func()) {
	if m.held() {
		m.waiting = append(m.waiting, do)
		return
	}
	do()
}

// StopAsking looks for no question any more, and forgets what was typed for it. It
// reports whether one was looked for, or something typed waited.
func (m *Mine) StopAsking() bool {
	was := m.held()
	m.wanted, m.waiting = false, nil
	return was
}

// look begins to compute the question that is wanted, unless it must wait.
func (m *Mine) look() {
	if !m.wanted || m.looking || m.following > 0 {
		return
	}
	side, ok := m.Base()
	if !ok {
		m.StopAsking()
		return
	}
	m.looking = true
	l, now, outcome, opened := m.begun(), m.now, m.sides.Outcome(side), m.opened
	of := m.reasons(side, 0)
	m.workers.Go(func() {
		mender, err := hopkins.NewMender(m.living, outcome.Segmentation, l.Labels)
		var doubt segment.Doubt
		if err == nil {
			doubt, ok, err = mender.Doubtful(m.living, l.Constraints)
		}
		left := leaning(outcome, l.Labels, l.Constraints.Seeds)
		var why told
		if ok && err == nil {
			of.track = doubt.Point
			why = of.tell()
		}
		m.later(func() {
			if m.opened != opened {
				return
			}
			m.looking = false
			switch {
			case !m.wanted:
			case m.now != now && err == nil: // another step meanwhile
				m.look()
			case err != nil || m.sides.Outcome(side) == nil:
				m.StopAsking()
			default:
				m.leaning, m.told = left, why
				m.found(side, doubt, ok)
			}
		})
	})
}

// found takes a question, ok where there is one, and does what was typed since it
// was asked for. Without one there is nothing that could be answered.
func (m *Mine) found(side Side, doubt segment.Doubt, ok bool) {
	m.wanted, m.doubt, m.certain = false, nil, !ok
	if !ok {
		m.waiting = nil
		m.announce(MineChanged)
		return
	}
	m.doubt, m.base = &doubt, side
	m.selection.Select([]int{doubt.Point}, false)
	m.present(doubt.Point)
	m.announce(MineChanged)
	m.catchUp()
}

// catchUp does what was typed meanwhile until that looks for another question, each in
// a turn of its own: with the question in one turn they would keep the window waiting.
func (m *Mine) catchUp() {
	if m.wanted || len(m.waiting) == 0 {
		return
	}
	opened := m.opened
	m.later(func() {
		if m.opened != opened || m.wanted || len(m.waiting) == 0 {
			return
		}
		do := m.waiting[0]
		m.waiting = m.waiting[1:]
		do()
		m.catchUp()
	})
}

// leaning counts the tracks without a seed that have more than a third of their
// affinity to another motion than theirs.
func leaning(o *Outcome, labels []int, seeds []segment.Seed) int {
	seeded := map[int]bool{}
	for _, s := range seeds {
		seeded[s.Point] = true
	}
	most := slices.Max(labels)
	n := 0
	for _, track := range o.Points {
		row := o.Rows[track]
		if seeded[track] || row < 0 || labels[track] == 0 {
			continue
		}
		sums := make([]float64, most+1)
		var all float64
		for c, w := range o.Result.W.RawRowView(row) {
			if other := o.Points[c]; other != track {
				sums[labels[other]] += math.Abs(w)
				all += math.Abs(w)
			}
		}
		sums[labels[track]], sums[0] = 0, 0
		if slices.Max(sums) > all/3 {
			n++
		}
	}
	return n
}
