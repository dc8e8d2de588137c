package ui

import (
	"fyne.io/fyne/v2"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// filmMode is what the window does in the film mode: it folds away what belongs to
// the bench, and brings it back as it was.
type filmMode struct {
	session *session.Session
	folds   folds
	strip   *numbers // of small pictures beside the view
	mode    session.Mode
	bench   around // what the bench shows around the views
}

// folds are what can be folded away around the views.
type folds struct {
	show  func(around)
	shown func() around
	moved func() // lays out what is beside the view
	tree  func() // shows the tree of motions
}

// around says what is shown around the views.
type around struct{ library, inspector, analysis bool }

func newFilmMode(s *session.Session, k *kit.Kit, f folds) *filmMode {
	m := &filmMode{session: s, folds: f, strip: newNumberStrip(s, k, f.tree)}
	showStrip := k.Once(m.showStrip)
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.ModeChanged, session.TrackingChanged, session.QueueChanged:
			m.follow()
			showStrip()
		case session.SequenceChanged, session.ScopeChanged, session.ResultChanged:
			showStrip()
		}
	})
	m.strip.object.Hide()
	return m
}

// follow folds or unfolds what is around the views where the mode is another.
func (m *filmMode) follow() {
	now := m.session.View.Mode()
	if m.session.FilmComing() {
		now = session.FilmMode // of what is to come
	}
	if now != m.mode {
		m.mode = now
		if now == session.FilmMode {
			m.bench = m.folds.shown()
			m.folds.show(around{library: len(m.session.Queue.Clips()) > 0})
		} else {
			m.folds.show(m.bench)
		}
	}
}

// remembered returns what the bench shows around the views, also while it is folded.
func (m *filmMode) remembered() around {
	if m.mode == session.FilmMode {
		return m.bench
	}
	return m.folds.shown()
}

// showStrip shows the small pictures once there is an estimate.
func (m *filmMode) showStrip() {
	on := m.session.View.Mode() == session.FilmMode && m.session.Plan.Estimate() != nil
	if on != m.strip.object.Visible() {
		if on {
			m.strip.object.Show()
		} else {
			m.strip.object.Hide()
		}
		m.folds.moved()
	}
}

// compareItems are the methods to compare the one that is shown alone with, which
// brings the bench.
func compareItems(s *session.Session) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	shown := mainSide(s, session.Right)
	other := shown.Other()
	for _, m := range s.Plan.Choices() {
		d := m.Describe()
		if d.Name == s.Plan.Setup(shown).Method {
			continue
		}
		items = append(items, item(d.Title, func() {
			s.Plan.SetMethod(other, d.Name)
			s.View.SetMode(session.BenchMode)
			if d := s.View.Display(); d.Views != session.BothViews {
				d.Views = session.BothViews
				s.View.SetDisplay(d)
			}
			if s.Sides.State(other) != session.Done {
				s.Sides.RunSide(other)
			}
		}))
	}
	return append(items, fyne.NewMenuItemSeparator(),
		keyed("Both sides, without running", "C", func() { s.View.SetMode(session.BenchMode) }))
}

// switchMode shows what is open in the other mode.
func switchMode(s *session.Session) {
	if s.Doc.Sequence() != nil {
		s.View.SetMode(1 - s.View.Mode())
	}
}
