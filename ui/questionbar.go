package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// questionBar asks about a doubtful track below the film, where the tab that says
// all about it is folded away.
type questionBar struct {
	session *session.Session
	object  *fyne.Container
	text    *kit.Line
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
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.MineChanged, session.SequenceChanged, session.ModeChanged, session.SelectionChanged,
			session.BrushChanged:
			b.update()
		}
	})
	return b
}

// update shows the question, or that one is looked for, in the film mode.
func (b *questionBar) update() {
	m := b.session.Mine
	text, shares, tip := askText(b.session), "", ""
	if text == "" && m.Asking() {
		text = "Looking for the next doubtful track …"
	}
	b.on.Set(m.AskingOn())
	if d := m.Doubt(); d != nil && b.session.Selection.Has(d.Point) {
		if w, ok := m.Why(d.Point); ok {
			shares, tip = " Its affinity: "+sharesText(b.session, &w)+".", whyText(b.session, &w)
		}
	}
	b.text.SetTexts(tip, text+shares, text)
	// While strokes are drawn the picture stays where it is.
	on := b.session.View.Mode() == session.FilmMode && (text != "" || m.Begun() && !b.session.Brush.On())
	if on != b.object.Visible() {
		if on {
			b.object.Show()
		} else {
			b.object.Hide()
		}
		b.object.Refresh()
	}
}
