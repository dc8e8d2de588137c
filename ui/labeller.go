package ui

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/session"
)

// labeller gives tracks to motions by menus and keys, and draws masks.
type labeller struct {
	ground
	analysis *analysis
	follower *follower
	update   func() // of the menus
	trace    *trace // nil for none
	showTree func() // of motions
}

// labelItems are the items of the menu of the labelling by hand, for this many
// selected tracks.
func (l *labeller) labelItems(count int) []*fyne.MenuItem {
	s, m := l.session, l.session.Mine
	selected := count > 0
	_, based := m.Base()
	var give, rename, colour []*fyne.MenuItem
	merge := []*fyne.MenuItem{joinAlike(s), fyne.NewMenuItemSeparator()}
	split := []*fyne.MenuItem{splitBest(s), fyne.NewMenuItemSeparator()}
	motions := 0
	for _, p := range s.View.Present() {
		motions = max(motions, p.Label)
	}
	motions = min(motions, maxChips)
	for k := 1; k <= motions; k++ {
		text := "Motion " + motionName(s, k)
		if k <= 9 {
			text += keyMark + fmt.Sprintf("Shift %d", k)
		}
		give = append(give, item(text, andShown(s, func() { m.GiveSelected(k) })))
		var into []*fyne.MenuItem
		for other := 1; other <= motions; other++ {
			if other != k {
				into = append(into, item("into motion "+motionName(s, other), andShown(s, func() { m.Merge(k, other) })))
			}
		}
		if into != nil {
			merge = append(merge, submenu("Motion "+motionName(s, k), into))
		}
		split = append(split, submenu("Motion "+motionName(s, k), []*fyne.MenuItem{
			able(based, item("in two, by affinity", andShown(s, func() { m.Split(k) }))),
			able(selected, item("along the selection", andShown(s, func() { m.SplitSelected(k) }))),
		}))
		rename = append(rename, item("Motion "+motionName(s, k)+" …", func() { l.askName(k) }))
		colour = append(colour, submenu("Motion "+motionName(s, k), colourItems(s, k)))
	}
	give = append(give, item("New motion", andShown(s, m.GiveSelectedToNew)),
		keyed("Outliers", "X", andShown(s, func() { m.GiveSelected(0) })))
	var all []*fyne.MenuItem
	for k := 1; k <= motions; k++ {
		all = append(all, item("Motion "+motionName(s, k), func() { l.selectMotion(k) }))
	}
	items := []*fyne.MenuItem{
		able(selected, submenu("Give the selected "+s.Doc.Words().Points+" to", give)),
		able(selected, item("Exclude the selected "+s.Doc.Words().Points, andShown(s, m.ExcludeSelected))),
		able(count == 2, item("The two selected belong together", func() { m.LinkSelected(true) })),
		able(count == 2, item("The two selected belong apart", func() { m.LinkSelected(false) })),
		fyne.NewMenuItemSeparator(),
		able(len(all) > 0, submenu("Select all of", all)),
		able(selected && based, item("Select all like the selected", func() {
			s.Selection.Select(alikeTo(s, s.Selection.Tracks(), alike), true)
		})),
		able(based, keyed("Next doubtful", "N", m.Ask)),
		fyne.NewMenuItemSeparator(),
		able(motions > 1, submenu("Merge", merge)),
		able(motions > 0 && (based || selected), submenu("Split", split)),
		able(based, item("Tree of motions", l.showTree)),
		able(len(rename) > 0, submenu("Rename", rename)), able(len(colour) > 0, submenu("Colour", colour)),
		fyne.NewMenuItemSeparator(),
	}
	return append(items, l.correctionItems()...)
}

// correctionItems are the lines of the menu that say what is corrected, where that is shown
// and what follows from it.
func (l *labeller) correctionItems() []*fyne.MenuItem {
	s, m := l.session, l.session.Mine
	show := func(side session.Side) *fyne.MenuItem {
		i := ticked("Show on the "+side.String(), s.View.ShowsMine(side), func() {
			d := s.View.Display()
			d.Mine[side] = !d.Mine[side]
			s.View.SetDisplay(d)
			l.update()
		})
		return able(m.Begun(), i)
	}
	return []*fyne.MenuItem{
		able(s.Sides.Labels(session.Left) != nil,
			item("Correct the left result", func() { m.Begin(session.Left); showMine(s, session.Left) })),
		able(s.Sides.Labels(session.Right) != nil,
			item("Correct the right result", func() { m.Begin(session.Right); showMine(s, session.Right) })),
		show(session.Left), show(session.Right),
		ticked("What moves with it follows", m.Following(), func() { m.SetFollowing(!m.Following()); l.update() }),
		ticked("Keep asking after each answer", m.AskingOn(), func() { m.SetAskingOn(!m.AskingOn()) }),
		ticked("Runs keep my labels", m.Obeyed(), func() { m.SetObeyed(!m.Obeyed()); l.update() }),
		able(m.Begun(), ticked("Judge results by my labels", m.AsTruth(), func() { m.SetAsTruth(!m.AsTruth()) })),
	}
}

// alike is the share of the strongest affinity from which on tracks are like the
// selected one.
const alike = 0.5

// alikeTo returns the tracks that are at least so much like some.
func alikeTo(s *session.Session, some []int, share float64) []int {
	var found []int
	for t, likeness := range s.Mine.Likeness(some) {
		if likeness >= share {
			found = append(found, t)
		}
	}
	return found
}

// selectMotion selects all tracks of a motion, as the left view shows them, or
// the right where the left has none.
func (l *labeller) selectMotion(motion int) {
	for _, side := range session.Both {
		var tracks []int
		for i, l := range l.session.View.Labels(side) {
			if l == motion {
				tracks = append(tracks, i)
			}
		}
		if tracks != nil {
			l.session.Selection.Select(tracks, false)
			return
		}
	}
}

// askName asks for the name of a motion.
func (l *labeller) askName(motion int) {
	name := l.kit.Entry(l.session.Mine.Name(motion))
	items := []*widget.FormItem{widget.NewFormItem("Name", name)}
	d := l.kit.Form(fmt.Sprintf("Name of motion %d", motion), "Rename", items, func() {
		l.session.Mine.Rename(motion, strings.TrimSpace(name.Text))
	}, l.win)
	d.Resize(fyne.NewSize(320, d.MinSize().Height))
	d.ShowTyping(name)
}

// giveKey gives the selected tracks to the motion of a digit that is typed with
// Shift, and reports whether it was one.
func (l *labeller) giveKey(key fyne.KeyName, modifier fyne.KeyModifier) bool {
	if modifier != fyne.KeyModifierShift || len(key) != 1 || key[0] < '1' || key[0] > '9' {
		return false
	}
	given := l.trace.answer()
	l.session.Mine.Then(func() {
		if l.session.Doc.Sequence() != nil && l.session.Selection.Count() > 0 {
			given()
			l.give(int(key[0] - '0'))
		}
	})
	return true
}

// give gives the selected tracks to a motion, and shows the labels by hand where
// no view does.
func (l *labeller) give(motion int) {
	s := l.session
	s.Mine.GiveSelected(motion)
	showMineSomewhere(s)
}

// showMineSomewhere shows the labels by hand on the side that they go by, where no
// view shows them.
func showMineSomewhere(s *session.Session) {
	if !s.View.ShowsMine(session.Left) && !s.View.ShowsMine(session.Right) {
		side, _ := s.Mine.Base()
		showMine(s, side)
	}
}

// andShown is a step by hand whose labels are then shown: what nothing shows seems not to be done.
func andShown(s *session.Session, step func()) func() {
	return func() {
		step()
		showMineSomewhere(s)
	}
}

// merge gives all tracks of one motion to another, and shows the labels by hand
// where no view does.
func (l *labeller) merge(from, into int) {
	l.session.Mine.Merge(from, into)
	showMineSomewhere(l.session)
}

// popChip shows what can be done with a label of the legend.
func (l *labeller) popChip(label int, at fyne.Position) {
	l.kit.Tips.Leave()
	widget.ShowPopUpMenuAtPosition(newMenu("", l.chipItems(label)...), l.win.Canvas(), at)
}

// chipItems are what can be done with a label of the legend.
func (l *labeller) chipItems(label int) []*fyne.MenuItem {
	s, m := l.session, l.session.Mine
	items := []*fyne.MenuItem{item("Show alone, or all again", func() { s.View.Solo(label) })}
	if s.Doc.Sequence() != nil {
		items = append(items, item("Select all of it", func() { l.selectMotion(label) }))
		give := item("Give it the selected "+s.Doc.Words().Points, func() { l.give(label) })
		give.Disabled = s.Selection.Count() == 0
		items = append(items, give)
	}
	if label > 0 && s.Doc.Sequence() != nil {
		split := item("Split in two, by affinity", andShown(s, func() { m.Split(label) }))
		_, based := m.Base()
		split.Disabled = !based
		items = append(items, fyne.NewMenuItemSeparator(), split,
			item("Rename …", func() { l.askName(label) }), submenu("Colour", colourItems(s, label)))
	}
	return items
}

// askDoubtful asks about the next doubtful track. In the bench the tab that says why
// comes forward; the film view says it below the picture.
func (l *labeller) askDoubtful() {
	s := l.session
	if s.Doc.Sequence() == nil {
		return
	}
	if _, based := s.Mine.Base(); !based {
		l.status.say(askFirst(s))
	}
	s.Mine.Ask()
	l.analysis.tabs.SelectIndex(len(l.analysis.tabs.Items) - 1)
}

// askFirst says what must be done before a question can be asked.
func askFirst(s *session.Session) string {
	if s.Sides.AnyRunning() {
		return "The motions are still being looked for: press N again when they are there."
	}
	if byScenes(s) {
		return scenesText + " So it is not known which " + s.Doc.Words().Points +
			" are doubtful: Track again … takes one scene alone."
	}
	return "Find the motions first, by Run (R): only then it is known which " + s.Doc.Words().Points + " are doubtful."
}

// modifiers returns the modifier keys that are held.
func modifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}
