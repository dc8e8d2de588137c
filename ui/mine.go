package ui

import (
	"fmt"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// minePanel is the tab of the labelling by hand: what can be done with the
// selected tracks, and what speaks for their motion.
type minePanel struct {
	session *session.Session
	object  fyne.CanvasObject

	state, ask, why *widget.Label
	texts           *fyne.Container // of ask and why, which take more lines or less
	row             *affinityRow
	next, outlier   *kit.Button
	fresh, exclude  *kit.Button
	begin           [2]*kit.Button
	follow, obey    *kit.Check
	on              *kit.Check
	truth           *kit.Check

	like     *slider // how much alike tracks are that are selected with these
	likeText *widget.Label
	those    []int     // that others are selected with; nil until the slider moves
	likeness []float64 // of every track to those
	sliding  bool      // it is the slider that selects
}

func newMinePanel(s *session.Session, k *kit.Kit) *minePanel {
	p := &minePanel{session: s, state: widget.NewLabel(""), ask: widget.NewLabel(""), why: widget.NewLabel("")}
	m := s.Mine
	for _, l := range []*widget.Label{p.state, p.ask, p.why} {
		l.Wrapping = fyne.TextWrapWord
	}
	p.state.Importance = widget.LowImportance
	p.ask.TextStyle.Bold = true
	p.next = k.Button("Next doubtful", theme.QuestionIcon(), "Ask about the track whose motion is most worth knowing (N)", m.Ask)
	p.next.Importance = widget.HighImportance
	p.fresh = k.Button("New motion", nil, "Give the selected tracks to a motion of their own (Shift 1 … 9: to that motion)", m.GiveSelectedToNew)
	p.outlier = k.Button("Outliers", nil, "Say that the selected tracks belong to no motion (X)", func() { m.GiveSelected(0) })
	p.exclude = k.Button("Exclude", nil, "Leave the selected tracks out of the counts of errors, and of exports", m.ExcludeSelected)
	for _, side := range session.Both {
		p.begin[side] = k.Button("From the "+side.String(), nil, "Begin with the labels of the "+side.String()+" side, in place of those that are there", func() { m.Begin(side); showMine(s, side) })
	}
	p.follow = k.Check("Others follow", "A track that is given alone takes those along that hang together with it", m.SetFollowing)
	p.obey = k.Check("Runs obey", "Runs of both methods obey what was given by hand", m.SetObeyed)
	p.on = k.Check("Ask on", "Go on to the next doubtful track after each answer", m.SetAskingOn)
	p.truth = k.Check("Mine is the truth", "Compare results with the labels by hand: errors, confusion and rings are then about them", m.SetAsTruth)
	p.like = newSlider(k, 1, 100, p.slide)
	p.likeText = widget.NewLabel("")
	p.likeText.Importance = widget.LowImportance
	do := container.NewVBox(
		container.NewGridWithColumns(2, p.next, p.fresh),
		container.NewGridWithColumns(2, p.outlier, p.exclude),
		container.NewGridWithColumns(2, p.begin[session.Left], p.begin[session.Right]),
		container.NewGridWithColumns(2, p.follow, p.obey),
		container.NewBorder(nil, nil, kit.Text("All like these", theme.ColorNameForeground, theme.SizeNameText), nil, kit.Rail(p.like)),
		container.NewGridWithColumns(2, p.on, p.truth), p.likeText)
	p.texts = container.NewVBox()
	// The bar of the scroll is beside the slider, not on it.
	scroll := container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 8), do))
	p.row = newAffinityRow(s, k)
	speaks := container.New(rowLayout{}, container.NewVScroll(p.texts), p.row)
	object := container.NewBorder(nil, nil, kit.FixedWidth(308, scroll), nil, speaks)
	p.object = container.New(layout.NewCustomPaddedLayout(4, 2, 6, 4), object)
	s.Watch(p.changed)
	p.update()
	return p
}

// showMine draws the labels by hand on a side.
func showMine(s *session.Session, side session.Side) {
	d := s.View.Display()
	d.Mine[side], d.Truth[side] = true, false
	s.View.SetDisplay(d)
}

func (p *minePanel) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged, session.MineChanged, session.SelectionChanged, session.ResultChanged:
		p.update()
	}
}

// slide selects, with the tracks that were selected before the slider moved, all
// that are so much like one of them.
func (p *minePanel) slide(percent int) {
	s := p.session.Selection
	first := p.those == nil
	if first {
		if p.those = s.Tracks(); len(p.those) == 0 {
			return
		}
		p.likeness = p.session.Mine.Likeness(p.those)
	}
	var found []int
	for t, likeness := range p.likeness {
		if likeness >= float64(percent)/100 {
			found = append(found, t)
		}
	}
	p.sliding = true
	if first {
		s.Select(found, false)
	} else {
		s.Further(func() { s.Select(found, false) })
	}
	p.sliding = false
	p.sayLike()
}

// sayLike says how many tracks the slider selects.
func (p *minePanel) sayLike() {
	words := p.session.Doc.Words()
	_, based := p.session.Mine.Base()
	switch {
	case p.session.Selection.Count() == 0:
		kit.SetText(p.likeText, "Select a "+words.Point+" first")
	case !based:
		kit.SetText(p.likeText, "Run a side first")
	case p.those == nil:
		kit.SetText(p.likeText, "Less alike further left")
	default:
		kit.SetText(p.likeText, fmt.Sprintf("%d more, from %.0f %%", p.session.Selection.Count()-len(p.those), p.like.Value))
	}
}

func (p *minePanel) update() {
	if !p.sliding {
		p.those, p.likeness = nil, nil
		p.like.show(100)
		p.sayLike()
	}
	s, m := p.session, p.session.Mine
	_, based := m.Base()
	selected := s.Selection.Count() > 0
	kit.Enable(p.next, based)
	if based && selected {
		p.like.Enable()
	} else {
		p.like.Disable()
	}
	kit.Enable(p.fresh, selected)
	kit.Enable(p.outlier, selected)
	kit.Enable(p.exclude, selected)
	for _, side := range session.Both {
		kit.Enable(p.begin[side], s.Sides.Labels(side) != nil)
	}
	p.follow.Set(m.Following())
	p.obey.Set(m.Obeyed())
	p.on.Set(m.AskingOn())
	p.truth.Set(m.AsTruth())
	kit.Enable(p.truth, m.Begun())
	kit.SetText(p.state, mineText(s))
	// While there is a question, what speaks for an answer is what must be seen.
	p.state.Show()
	p.texts.Objects = []fyne.CanvasObject{p.state, p.ask, p.why}
	if m.Doubt() != nil {
		p.texts.Objects = []fyne.CanvasObject{p.ask, p.why, p.state}
		if !m.Begun() {
			p.state.Hide() // the question says how to begin
		}
	}
	kit.SetText(p.ask, askText(s))
	if p.ask.Text == "" {
		p.ask.Hide() // an empty line takes room too
	} else {
		p.ask.Show()
	}
	var w *session.Why
	if tracks := s.Selection.Tracks(); len(tracks) == 1 {
		if found, ok := m.Why(tracks[0]); ok {
			w = &found
		}
	}
	kit.SetText(p.why, whyText(s, w))
	p.row.show(w)
	p.texts.Refresh()
}

// mineText says how far the labelling by hand is.
func mineText(s *session.Session) string {
	m := s.Mine
	l, ok := m.Labelling()
	if !ok {
		return "Nothing is labelled by hand yet: select " + s.Doc.Words().Points + " and press Shift and the number of their motion."
	}
	parts := []string{fmt.Sprintf("%d given", m.Given())}
	if n := len(l.Excluded); n > 0 {
		parts = append(parts, fmt.Sprintf("%d excluded", n))
	}
	if wrong, of := m.Misclassified(); of > 0 {
		by := "the truth"
		if m.AsTruth() {
			by = "the truth of the file"
		}
		parts = append(parts, fmt.Sprintf("%d of %d not as %s", wrong, of, by))
	}
	return "By hand: " + strings.Join(parts, " · ")
}

// askText is the question about the doubtful track.
func askText(s *session.Session) string {
	d := s.Mine.Doubt()
	switch {
	case s.Mine.Certain():
		return "No " + s.Doc.Words().Point + " is doubtful any more."
	case d == nil:
		return ""
	}
	others := ""
	if n := len(d.Points) - 1; n > 0 {
		others = fmt.Sprintf(" %d more hang on it.", n)
	}
	if n := s.Mine.Leaning(); n > 0 {
		others += fmt.Sprintf(" About %d left that lean to another motion.", n)
	}
	if d.Second == 0 {
		return fmt.Sprintf("Which motion has %s %d? Now it is %s.%s", s.Doc.Words().Point, d.Point+1, motionName(s, d.Motion), others)
	}
	return fmt.Sprintf("Which motion has %s %d: %s (Shift %d), %s (Shift %d) or another?%s", s.Doc.Words().Point,
		d.Point+1, motionName(s, d.Motion), d.Motion, motionName(s, d.Second), d.Second, others)
}

// motionName is the number of a motion with its name, if it has one.
func motionName(s *session.Session, motion int) string {
	if name := s.Mine.Name(motion); name != "" {
		return fmt.Sprintf("%d, %s", motion, name)
	}
	return fmt.Sprint(motion)
}

// strongest is how many neighbours speak for the motion of a track.
const strongest = 6

// whyText says what speaks for the motion of the selected track; w is nil where
// nothing does, or not one track is selected.
func whyText(s *session.Session, w *session.Why) string {
	tracks := s.Selection.Tracks()
	if len(tracks) != 1 {
		return "Select one " + s.Doc.Words().Point + " to see what speaks for its motion."
	}
	if w == nil {
		return fmt.Sprintf("No method has an affinity of %s %d to others; run one of the sides.", s.Doc.Words().Point, tracks[0]+1)
	}
	var shares, near []string
	for motion, share := range w.Shares {
		if motion > 0 && share > 0 {
			shares = append(shares, fmt.Sprintf("motion %s: %.0f %%", motionName(s, motion), 100*share))
		}
	}
	for _, n := range w.Neighbours[:min(strongest, len(w.Neighbours))] {
		near = append(near, fmt.Sprintf("%d (motion %d, %.2f)", n.Track+1, w.Labels[n.Track], n.Affinity))
	}
	var lines, far []string
	if d := s.Mine.Doubt(); d == nil || d.Point != tracks[0] { // the question says the same
		line := fmt.Sprintf("%s %d has motion %s.", kit.Capital(s.Doc.Words().Point), tracks[0]+1, motionName(s, w.Motion))
		if w.Second != 0 {
			line += fmt.Sprintf(" The second choice is %s.", motionName(s, w.Second))
		}
		lines = append(lines, line)
	}
	for k, d := range w.Distances {
		if !math.IsNaN(d) {
			far = append(far, fmt.Sprintf("motion %s: %.2f", motionName(s, k+1), d))
		}
	}
	if far != nil {
		lines = append(lines, fmt.Sprintf("Its distance in pixels from %s.", strings.Join(far, ", ")))
	}
	lines = append(lines, fmt.Sprintf("Its affinity on the %s side: %s.", w.Side, strings.Join(shares, ", ")), fmt.Sprintf("Strongest to %s %s.", s.Doc.Words().Points, strings.Join(near, ", ")))
	return strings.Join(lines, "\n")
}

// labelItems are the items of the menu of the labelling by hand, for this many
// selected tracks.
func (w *window) labelItems(count int) []*fyne.MenuItem {
	s, m := w.session, w.session.Mine
	selected := count > 0
	_, based := m.Base()
	var give, merge, split, rename, colour []*fyne.MenuItem
	motions := 0
	for _, p := range s.View.Present() {
		motions = max(motions, p.Label)
	}
	motions = min(motions, maxChips)
	for k := 1; k <= motions; k++ {
		text := "Motion " + motionName(s, k)
		if k <= 9 {
			text += fmt.Sprintf(" (Shift %d)", k)
		}
		give = append(give, item(text, func() { m.GiveSelected(k) }))
		var into []*fyne.MenuItem
		for other := 1; other <= motions; other++ {
			if other != k {
				into = append(into, item("into motion "+motionName(s, other), func() { m.Merge(k, other) }))
			}
		}
		if into != nil {
			merge = append(merge, submenu("Motion "+motionName(s, k), into))
		}
		split = append(split, submenu("Motion "+motionName(s, k), []*fyne.MenuItem{
			able(based, item("in two, by affinity", func() { m.Split(k) })),
			able(selected, item("along the selection", func() { m.SplitSelected(k) })),
		}))
		rename = append(rename, item("Motion "+motionName(s, k)+" …", func() { w.askName(k) }))
		colour = append(colour, submenu("Motion "+motionName(s, k), colourItems(s, k)))
	}
	give = append(give, item("New motion", m.GiveSelectedToNew), item("Outliers (X)", func() { m.GiveSelected(0) }))
	show := func(side session.Side) *fyne.MenuItem {
		i := ticked("Show on the "+side.String(), s.View.ShowsMine(side), func() {
			d := s.View.Display()
			d.Mine[side] = !d.Mine[side]
			s.View.SetDisplay(d)
			w.updateMenu()
		})
		return able(m.Begun(), i)
	}
	var all []*fyne.MenuItem
	for k := 1; k <= motions; k++ {
		all = append(all, item("Motion "+motionName(s, k), func() { w.selectMotion(k) }))
	}
	return []*fyne.MenuItem{
		able(selected, submenu("Give the selected "+s.Doc.Words().Points+" to", give)),
		able(selected, item("Exclude the selected "+s.Doc.Words().Points, m.ExcludeSelected)),
		able(count == 2, item("The two selected belong together", func() { m.LinkSelected(true) })),
		able(count == 2, item("The two selected do not", func() { m.LinkSelected(false) })),
		fyne.NewMenuItemSeparator(),
		able(len(all) > 0, submenu("Select all of", all)),
		able(selected && based, item("Select all like the selected", func() { s.Selection.Select(alikeTo(s, s.Selection.Tracks(), alike), true) })),
		able(based, item("Next doubtful (N)", m.Ask)),
		fyne.NewMenuItemSeparator(),
		able(len(merge) > 0, submenu("Merge", merge)), able(len(split) > 0 && (based || selected), submenu("Split", split)), able(len(rename) > 0, submenu("Rename", rename)),
		able(len(colour) > 0, submenu("Colour", colour)),
		fyne.NewMenuItemSeparator(),
		able(s.Sides.Labels(session.Left) != nil, item("Begin from the left", func() { m.Begin(session.Left); showMine(s, session.Left) })),
		able(s.Sides.Labels(session.Right) != nil, item("Begin from the right", func() { m.Begin(session.Right); showMine(s, session.Right) })),
		show(session.Left), show(session.Right),
		ticked("Others follow", m.Following(), func() { m.SetFollowing(!m.Following()); w.updateMenu() }),
		ticked("Ask on after each answer", m.AskingOn(), func() { m.SetAskingOn(!m.AskingOn()) }),
		ticked("Runs obey", m.Obeyed(), func() { m.SetObeyed(!m.Obeyed()); w.updateMenu() }),
		able(m.Begun(), ticked("Mine is the truth", m.AsTruth(), func() { m.SetAsTruth(!m.AsTruth()) })),
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
func (w *window) selectMotion(motion int) {
	for _, side := range session.Both {
		var tracks []int
		for i, l := range w.session.View.Labels(side) {
			if l == motion {
				tracks = append(tracks, i)
			}
		}
		if tracks != nil {
			w.session.Selection.Select(tracks, false)
			return
		}
	}
}

// askName asks for the name of a motion.
func (w *window) askName(motion int) {
	name := kit.NewEntry(w.session.Mine.Name(motion))
	d := dialog.NewForm(fmt.Sprintf("Name of motion %d", motion), "Rename", "Cancel", []*widget.FormItem{widget.NewFormItem("Name", name)}, func(ok bool) {
		if ok {
			w.session.Mine.Rename(motion, strings.TrimSpace(name.Text))
		}
	}, w.win)
	d.Resize(fyne.NewSize(320, d.MinSize().Height))
	kit.ShowForm(d, w.win, name)
}

// giveKey gives the selected tracks to the motion of a digit that is typed with
// Shift, and reports whether it was one.
func (w *window) giveKey(key fyne.KeyName, modifier fyne.KeyModifier) bool {
	if modifier != fyne.KeyModifierShift || len(key) != 1 || key[0] < '1' || key[0] > '9' {
		return false
	}
	w.session.Mine.Then(func() {
		if w.session.Doc.Sequence() != nil && w.session.Selection.Count() > 0 {
			w.give(int(key[0] - '0'))
		}
	})
	return true
}

// give gives the selected tracks to a motion, and shows the labels by hand where
// no view does.
func (w *window) give(motion int) {
	s := w.session
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

// merge gives all tracks of one motion to another, and shows the labels by hand
// where no view does.
func (w *window) merge(from, into int) {
	w.session.Mine.Merge(from, into)
	showMineSomewhere(w.session)
}

// popChip shows what can be done with a label of the legend.
func (w *window) popChip(label int, at fyne.Position) {
	w.kit.Tips.Leave()
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", w.chipItems(label)...), w.win.Canvas(), at)
}

// chipItems are what can be done with a label of the legend.
func (w *window) chipItems(label int) []*fyne.MenuItem {
	s, m := w.session, w.session.Mine
	items := []*fyne.MenuItem{item("Show alone, or all again", func() { s.View.Solo(label) })}
	if s.Doc.Sequence() != nil {
		items = append(items, item("Select all of it", func() { w.selectMotion(label) }))
		give := item("Give it the selected "+s.Doc.Words().Points, func() { w.give(label) })
		give.Disabled = s.Selection.Count() == 0
		items = append(items, give)
	}
	if label > 0 && s.Doc.Sequence() != nil {
		split := item("Split in two, by affinity", func() { m.Split(label) })
		_, based := m.Base()
		split.Disabled = !based
		items = append(items, fyne.NewMenuItemSeparator(), split,
			item("Rename …", func() { w.askName(label) }), submenu("Colour", colourItems(s, label)))
	}
	return items
}

// askDoubtful asks about the next doubtful track. In the bench the tab that says why
// comes forward; the film view says it below the picture.
func (w *window) askDoubtful() {
	s := w.session
	if s.Doc.Sequence() == nil {
		return
	}
	if _, based := s.Mine.Base(); !based {
		w.status.say(askFirst(s))
	}
	s.Mine.Ask()
	w.analysis.tabs.SelectIndex(len(w.analysis.tabs.Items) - 1)
}

// askFirst says what must be done before a question can be asked.
func askFirst(s *session.Session) string {
	if s.Sides.AnyRunning() {
		return "The motions are still being looked for: press N again when they are there."
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
