package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// subjectBar chooses the subjects (classes) of a set of pictures that are
// clustered: so many consecutive ones from one on.
type subjectBar struct {
	session *session.Session
	object  fyne.CanvasObject

	first, count *kit.Choice
	facts        *widget.Label
}

func newSubjectBar(s *session.Session, k *kit.Kit) *subjectBar {
	b := &subjectBar{session: s, facts: widget.NewLabel("")}
	b.facts.Importance = widget.LowImportance
	b.facts.Truncation = fyne.TextTruncateEllipsis
	b.first = k.Choice("First subject (class) of the set to cluster", 96, nil, func(i int) {
		next := s.Doc.Subjects()
		next.First = i + 1
		next.Count = min(next.Count, s.Doc.SubjectCount()-i)
		b.choose(next)
	})
	b.count = k.Choice("How many consecutive subjects to cluster", 96, nil, func(i int) {
		next := s.Doc.Subjects()
		next.Count = i + 1
		next.First = min(next.First, s.Doc.SubjectCount()-i)
		b.choose(next)
	})
	caption := func(s string) fyne.CanvasObject { return kit.Text(s, theme.ColorNamePlaceHolder, theme.SizeNameText) }
	b.object = container.New(layout.NewCustomPaddedLayout(2, 2, 6, 3), container.NewBorder(nil, nil,
		container.NewHBox(caption("Subjects"), b.count, caption("from"), b.first), nil, b.facts))
	b.object.Hide()
	s.Watch(func(c session.Change) {
		if c.Event == session.SequenceChanged {
			b.update()
		}
	})
	return b
}

func (b *subjectBar) choose(next session.Subjects) {
	// The lists hold subjects that there are only.
	_ = b.session.SetSubjects(next)
}

func (b *subjectBar) update() {
	s := b.session
	set := s.Doc.Set()
	if set == nil {
		b.object.Hide()
		return
	}
	n := s.Doc.SubjectCount()
	firsts, counts := make([]string, n), make([]string, n)
	for i := range n {
		firsts[i] = s.Doc.SubjectName(i + 1)
		counts[i] = fmt.Sprintf("%d of %d", i+1, n)
	}
	b.first.Set(firsts, s.Doc.Subjects().First-1)
	b.count.Set(counts, s.Doc.Subjects().Count-1)
	facts := fmt.Sprintf("%d pictures", set.Images())
	if set.Width > 0 {
		facts += fmt.Sprintf(" of %d×%d", set.Width, set.Height)
	}
	b.facts.SetText(facts)
	b.object.Show()
}
