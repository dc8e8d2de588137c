package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"motionseg/segment"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// questionBar asks about a doubtful track below the film, where the tab that says
// all about it is folded away.
type questionBar struct {
	session *session.Session
	object  *fyne.Container
	text    *kit.Line
	of      *segment.Doubt // the question that shares and tip are of
	shares  string         // of its track's affinity
	tip     string         // what speaks for its motion
	on      *kit.Check
}

func newQuestionBar(s *session.Session, k *kit.Kit) *questionBar {
	b := &questionBar{session: s, text: k.Line()}
	b.text.TextStyle.Bold = true
	b.on = k.Check("Keep asking", "Go on to the next doubtful track after each answer", s.Mine.SetAskingOn)
	next := k.Flat("Next (N)", nil, "The next doubtful track", s.Mine.Ask)
	back := k.Flat("Undo", nil, "Take the last answer back (Ctrl Z)", func() { s.Mine.Then(s.History.Undo) })
	b.object = container.New(layout.NewCustomPaddedLayout(2, 0, 6, 3),
		container.NewBorder(nil, nil, nil, container.NewHBox(back, next, b.on), b.text))
	b.object.Hide()
	follow := k.Once(b.update)
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.MineChanged, session.SequenceChanged, session.ModeChanged, session.SelectionChanged,
			session.BrushChanged:
			follow()
		}
	})
	return b
}

// explain words why the question is asked, once.
func (b *questionBar) explain() {
	d := b.session.Mine.Doubt()
	if d == b.of {
		return
	}
	b.of, b.shares, b.tip = d, "", ""
	if d == nil {
		return
	}
	if w, ok := b.session.Mine.Why(d.Point); ok {
		b.shares, b.tip = " Its affinity: "+sharesText(b.session, &w)+".", whyText(b.session, &w)
	}
}

// update shows the question, or that one is looked for, in the film mode.
func (b *questionBar) update() {
	m := b.session.Mine
	film := b.session.View.Mode() == session.FilmMode
	text := askText(b.session)
	if text == "" && m.Asking() {
		text = "Looking for the next doubtful track …"
	}
	b.on.Set(m.AskingOn())
	if film {
		b.explain()
	}
	b.text.SetTexts(b.tip, text+b.shares, text)
	// While strokes are drawn the picture stays where it is.
	on := film && (text != "" || m.Begun() && !b.session.Brush.On())
	if on != b.object.Visible() {
		if on {
			b.object.Show()
		} else {
			b.object.Hide()
		}
		b.object.Refresh()
	}
}
