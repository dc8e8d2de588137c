package ui

import (
	"fmt"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
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

	later func() // shows the panel in a turn of its own, however much changes until then
}

func newMinePanel(s *session.Session, k *kit.Kit) *minePanel {
	p := &minePanel{session: s, state: widget.NewLabel(""), ask: widget.NewLabel(""), why: widget.NewLabel("")}
	m := s.Mine
	for _, l := range []*widget.Label{p.state, p.ask, p.why} {
		l.Wrapping = fyne.TextWrapWord
	}
	p.state.Importance = widget.LowImportance
	p.ask.TextStyle.Bold = true
	p.next = k.Button("Next doubtful", theme.QuestionIcon(),
		"Ask about the track whose motion is most worth knowing (N)", m.Ask)
	p.next.Importance = widget.HighImportance
	p.fresh = k.Button("New motion", nil,
		"Give the selected tracks to a motion of their own (Shift 1 … 9: to that motion)", andShown(s, m.GiveSelectedToNew))
	p.outlier = k.Button("Outliers", nil, "Say that the selected tracks belong to no motion (X)",
		andShown(s, func() { m.GiveSelected(0) }))
	p.exclude = k.Button("Exclude", nil, "Leave the selected tracks out of the counts of errors, and of exports",
		andShown(s, m.ExcludeSelected))
	for _, side := range session.Both {
		p.begin[side] = k.Button("Correct "+side.String(), nil, "Start from the result of the "+side.String()+
			" side, in place of the labels that are there", func() { m.Begin(side); showMine(s, side) })
	}
	p.follow = k.Check("Others follow", "A track that is given alone takes those along that move with it",
		m.SetFollowing)
	p.obey = k.Check("Runs keep these", "Runs of both methods take what was given by hand as certain", m.SetObeyed)
	p.on = k.Check("Keep asking", "Go on to the next doubtful track after each answer", m.SetAskingOn)
	p.truth = k.Check("Judge by these",
		"Compare results with the labels by hand: errors, confusion and rings are then about them", m.SetAsTruth)
	p.like = newSlider(k, 1, 100, p.slide)
	p.likeText = widget.NewLabel("")
	p.likeText.Importance = widget.LowImportance
	do := container.NewVBox(
		container.NewGridWithColumns(2, p.next, p.fresh),
		container.NewGridWithColumns(2, p.outlier, p.exclude),
		container.NewGridWithColumns(2, p.begin[session.Left], p.begin[session.Right]),
		container.NewGridWithColumns(2, p.follow, p.obey),
		container.NewBorder(nil, nil, kit.Text("All like these", theme.ColorNameForeground, theme.SizeNameText), nil,
			kit.Rail(p.like)),
		container.NewGridWithColumns(2, p.on, p.truth), p.likeText)
	p.texts = container.NewVBox()
	// The bar of the scroll is beside the slider, not on it.
	scroll := container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 8), do))
	p.row = newAffinityRow(s, k)
	speaks := container.New(rowLayout{}, container.NewVScroll(p.texts), p.row)
	object := container.NewBorder(nil, nil, kit.FixedWidth(308, scroll), nil, speaks)
	p.object = container.New(layout.NewCustomPaddedLayout(4, 2, 6, 4), object)
	p.later = k.Once(p.update)
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
		if !p.sliding {
			p.those, p.likeness = nil, nil
		}
		p.later()
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
		kit.SetText(p.likeText, "Move it left for less alike ones")
	default:
		kit.SetText(p.likeText, fmt.Sprintf("%d more, from %.0f %%", p.session.Selection.Count()-len(p.those), p.like.Value))
	}
}

func (p *minePanel) update() {
	if p.those == nil {
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
		return "Nothing is labelled by hand yet: select " + s.Doc.Words().Points +
			" and press Shift and the number of their motion."
	}
	var parts []string
	if n := m.Given(); n > 0 || len(l.Strokes) == 0 {
		parts = append(parts, fmt.Sprintf("%d given", n))
	}
	if n := len(l.Strokes); n > 0 {
		parts = append(parts, hopkins.Counted(n, "stroke", "strokes"))
	}
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
		others = fmt.Sprintf(" %d more depend on it.", n)
	}
	if n := s.Mine.Leaning(); n > 0 {
		others += fmt.Sprintf(" About %d left in doubt.", n)
	}
	if d.Second == 0 {
		return fmt.Sprintf("Which motion has %s %d? Now it is %s.%s", s.Doc.Words().Point, d.Point+1,
			motionName(s, d.Motion), others)
	}
	return fmt.Sprintf("Which motion has %s %d: %s (Shift %d), %s (Shift %d) or another?%s", s.Doc.Words().Point,
		d.Point+1, motionName(s, d.Motion), d.Motion, motionName(s, d.Second), d.Second, others)
}

// strongest is how many neighbours speak for the motion of a track.
const strongest = 6

// sharesText says how much of a track's affinity is to each motion.
func sharesText(s *session.Session, w *session.Why) string {
	var shares []string
	for motion, share := range w.Shares {
		if motion > 0 && share > 0 {
			shares = append(shares, fmt.Sprintf("motion %s: %.0f %%", motionName(s, motion), 100*share))
		}
	}
	return strings.Join(shares, ", ")
}

// whyText says what speaks for the motion of the selected track; w is nil where
// nothing does, or not one track is selected.
func whyText(s *session.Session, w *session.Why) string {
	tracks := s.Selection.Tracks()
	if len(tracks) != 1 {
		return "Select one " + s.Doc.Words().Point + " to see what speaks for its motion."
	}
	if w == nil {
		return fmt.Sprintf("No method has an affinity of %s %d to others; run one of the sides.", s.Doc.Words().Point,
			tracks[0]+1)
	}
	var near []string
	for _, n := range w.Neighbours[:min(strongest, len(w.Neighbours))] {
		near = append(near, fmt.Sprintf("%d (motion %d, %.2f)", n.Track+1, w.Labels[n.Track], n.Affinity))
	}
	var lines, far []string
	if d := s.Mine.Doubt(); d == nil || d.Point != tracks[0] { // the question says the same
		point := hopkins.Capital(s.Doc.Words().Point)
		line := fmt.Sprintf("%s %d has motion %s.", point, tracks[0]+1, motionName(s, w.Motion))
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
	lines = append(lines, fmt.Sprintf("Its affinity on the %s side: %s.", w.Side, sharesText(s, w)),
		fmt.Sprintf("Strongest to %s %s.", s.Doc.Words().Points, strings.Join(near, ", ")))
	return strings.Join(lines, "\n")
}
