package ui

import (
	"fmt"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// legend names the colours of the labels and filters what the views show.
type legend struct {
	session *session.Session
	kit     *kit.Kit
	object  fyne.CanvasObject
	chips   *fyne.Container
	row     *fyne.Container // chips, more and none
	width   float32         // that there is for row
	more    *widget.Label   // how many labels have no chip
	words   bool            // the chips say what they count
	soft    []int           // motions that have a mask alone
	follow  func()          // has it updated in a later turn
	none    *chip           // stands for tracks without a label

	// give gives the selected tracks to a motion, merge all of one to another, and
	// menu shows what can be done with a label.
	give  func(motion int)
	merge func(from, into int)
	menu  func(label int, at fyne.Position)

	selected, wrong, differing *kit.Check
	all                        *kit.Button
	only                       *fyne.Container // these, with a word
	inside                     *fyne.Container // only beside the chips
}

// maxChips is how many labels have a chip.
const maxChips = 40

func newLegend(s *session.Session, k *kit.Kit) *legend {
	l := &legend{session: s, kit: k, chips: container.NewHBox()}
	l.none = newChip(l)
	l.none.words = true
	l.more = widget.NewLabel("")
	l.more.Importance = widget.LowImportance
	l.row = container.NewHBox(l.chips, l.more, l.none)
	l.selected = k.Check("selected", "Show only selected tracks", s.View.SetOnlySelected)
	l.wrong = k.Check("misclassified", "Show only tracks that each side misclassified (M)", s.View.SetOnlyWrong)
	l.differing = k.Check("differing", "Show only tracks on which the two sides differ", s.View.SetOnlyDiffering)
	l.all = k.Flat("Show all", nil, "Take all filters off", s.View.ShowAll)
	l.only = container.NewHBox(l.all, container.NewCenter(
		kit.Text("Only", theme.ColorNamePlaceHolder, theme.SizeNameText)), l.selected, l.wrong, l.differing)
	l.inside = container.NewBorder(nil, nil, nil, l.only, container.New(&chipsLayout{l}, container.NewHScroll(l.row)))
	l.object = container.New(layout.NewCustomPaddedLayout(0, 0, 6, 3), l.inside)
	l.follow = k.Once(l.update)
	s.Watch(l.changed)
	l.update()
	return l
}

func (l *legend) changed(c session.Change) {
	switch c.Event {
	case session.SelectionChanged:
		l.showOnly()
	case session.MasksChanged:
		if !slices.Equal(l.masksAlone(), l.soft) {
			l.follow()
		}
	case session.SequenceChanged, session.ResultChanged, session.FiltersChanged, session.DisplayChanged,
		session.MineChanged, session.ModeChanged:
		l.follow()
	}
}

func (l *legend) update() {
	f := l.session.View.Filters()
	l.selected.Set(f.Selected)
	l.wrong.Set(f.Wrong)
	l.differing.Set(f.Differing)
	kit.Enable(l.wrong, l.session.Doc.Truth() != nil)
	film := l.session.View.Mode() == session.FilmMode
	_, alone := l.session.View.Alone()
	for o, on := range map[fyne.CanvasObject]bool{l.wrong: !film || l.session.Doc.Truth() != nil, l.differing: !film ||
		!alone} {
		if on != o.Visible() {
			if on {
				o.Show()
			} else {
				o.Hide()
			}
		}
	}
	if f.Any() {
		l.all.Show()
	} else {
		l.all.Hide()
	}
	l.showOnly()
	l.showChips(f)
}

// showOnly shows the filters, in the view of a film once there is something to filter by.
func (l *legend) showOnly() {
	s := l.session
	on := s.View.Mode() != session.FilmMode || s.Doc.Truth() != nil || s.Selection.Count() > 0 || s.View.Filters().Any()
	if on != l.only.Visible() {
		if on {
			l.only.Show()
		} else {
			l.only.Hide()
		}
		relay(l.inside)
	}
}

// masksAlone returns the motions that are seen and have a mask but no tracks.
func (l *legend) masksAlone() []int {
	side, alone := l.session.View.Alone()
	if !alone || !l.session.View.MaskLook().Draws() {
		return nil
	}
	return l.session.Masks.Alone(side)
}

// showChips shows a chip for each label that the views show, the first ones of
// many: a file may have as many labels as tracks.
func (l *legend) showChips(f session.Filters) {
	present := l.session.View.Present()
	l.soft = l.masksAlone()
	for _, motion := range l.soft {
		present = append(present, session.Presence{Label: motion})
	}
	if len(present) > 0 && present[0].Label == 0 {
		l.none.present, l.none.hidden = present[0], f.Hidden[0]
		present = present[1:]
		l.none.Show()
		l.none.Refresh()
	} else {
		l.none.Hide()
	}
	l.more.Hide()
	if n := len(present) - maxChips; n > 0 {
		present = present[:maxChips]
		kit.SetText(l.more, fmt.Sprintf("and %d more", n))
		l.more.Show()
	}
	for len(l.chips.Objects) < len(present) {
		l.chips.Add(newChip(l))
	}
	for i, o := range l.chips.Objects {
		chip := o.(*chip)
		if i < len(present) {
			chip.present, chip.hidden, chip.words = present[i], f.Hidden[present[i].Label], l.words
			chip.Show()
			chip.Refresh()
		} else {
			chip.Hide()
		}
	}
	l.chips.Refresh()
	l.fit(l.width)
}

// chipAt returns the chip at a place of the window, nil for none.
func (l *legend) chipAt(at fyne.Position) *chip {
	driver := fyne.CurrentApp().Driver()
	chips := []*chip{l.none}
	for _, o := range l.chips.Objects {
		chips = append(chips, o.(*chip))
	}
	for _, c := range chips {
		from, size := driver.AbsolutePositionForObject(c), c.Size()
		if c.Visible() && at.X >= from.X && at.Y >= from.Y && at.X < from.X+size.Width && at.Y < from.Y+size.Height {
			return c
		}
	}
	return nil
}

// carry says what happens to the selected tracks when they are let go at a place.
func (l *legend) carry(at fyne.Position) {
	n, words := l.session.Selection.Count(), l.session.Doc.Words()
	what := hopkins.Counted(n, words.Point, words.Points)
	text := what + ": drop on a motion of the legend"
	if c := l.chipAt(at); c != nil {
		text = "Give " + what + " to " + c.name()
	}
	l.kit.Tips.At(at, text)
}

// drop gives the selected tracks to the motion at a place, if there is one.
func (l *legend) drop(at fyne.Position) {
	l.kit.Tips.Drop()
	if c := l.chipAt(at); c != nil {
		l.give(c.present.Label)
	}
}

// fit lets the chips say what they count where there is room for it.
func (l *legend) fit(width float32) {
	l.width = width
	say := func(on bool) {
		l.words = on
		for _, o := range l.chips.Objects {
			if c := o.(*chip); c.words != on {
				c.words = on
				c.Refresh()
			}
		}
	}
	say(true)
	if l.row.MinSize().Width > width {
		say(false)
	}
	l.chips.Refresh()
	l.row.Refresh()
}

// chipsLayout gives the row of chips its place and tells the legend how wide it is.
type chipsLayout struct{ legend *legend }

// MinSize is that of the row, which scrolls.
func (c *chipsLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout fits the chips to the width.
func (c *chipsLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Resize(size)
	if size.Width != c.legend.width {
		c.legend.fit(size.Width)
	}
}

// chip stands for a label, 0 for none: a click hides or shows its tracks, a click
// with the other button shows what can be done with it, and dragged onto another
// it gives its tracks to that.
type chip struct {
	widget.BaseWidget
	dragged fyne.Position // where it was dragged last
	legend  *legend
	present session.Presence
	hidden  bool
	words   bool // it says what it counts
}

func newChip(l *legend) *chip {
	c := &chip{legend: l}
	c.ExtendBaseWidget(c)
	return c
}

// Tapped hides or shows the label.
func (c *chip) Tapped(*fyne.PointEvent) { c.legend.session.View.ToggleLabel(c.present.Label) }

// TappedSecondary shows what can be done with the label.
func (c *chip) TappedSecondary(e *fyne.PointEvent) {
	c.legend.menu(c.present.Label, e.AbsolutePosition)
}

// Dragged says what happens when the chip is let go here.
func (c *chip) Dragged(e *fyne.DragEvent) {
	if c.present.Label == 0 || c.legend.session.Doc.Sequence() == nil {
		return
	}
	c.dragged = e.AbsolutePosition
	text := hopkins.Capital(c.name()) + ": drop on another motion to merge them"
	if to := c.target(); to != nil {
		text = "Merge " + c.name() + " into " + to.name()
	}
	c.legend.kit.Tips.At(c.dragged, text)
}

// DragEnd merges the motion into that where the chip is let go.
func (c *chip) DragEnd() {
	c.legend.kit.Tips.Drop()
	if to := c.target(); to != nil {
		c.legend.merge(c.present.Label, to.present.Label)
	}
}

// target returns the chip of another motion where this one is dragged, nil for
// none.
func (c *chip) target() *chip {
	to := c.legend.chipAt(c.dragged)
	if to == nil || to == c || to.present.Label == 0 || c.present.Label == 0 || c.legend.session.Doc.Sequence() == nil {
		return nil
	}
	return to
}

// name is what the label is called in a sentence.
func (c *chip) name() string {
	if c.present.Label == 0 {
		return "outliers"
	}
	return c.legend.session.Doc.Words().Group + " " + motionName(c.legend.session, c.present.Label)
}

// MouseIn shows what clicks do.
func (c *chip) MouseIn(*desktop.MouseEvent) { c.legend.kit.Tips.Enter(c, c.tip()) }

// tip says what the label counts, and what clicks do.
func (c *chip) tip() string {
	words := c.legend.session.Doc.Words()
	n := c.present.Tracks
	counts := fmt.Sprintf("%d %s on the left, %d on the right", n[session.Left], words.Points, n[session.Right])
	if shown, alone := c.legend.session.View.Alone(); alone {
		counts = fmt.Sprintf("%d %s", n[shown], words.Points)
	}
	if c.maskAlone() {
		return fmt.Sprintf("Motion %d has a mask but no tracks: it is soft, and found by points that are followed for "+
			"the masks alone\nClick hides or shows its mask", c.present.Label)
	}
	if c.present.Label == 0 {
		return hopkins.Capital(words.Points) + " without a motion: " + counts +
			"\nClick hides or shows them, right click for more"
	}
	key := ""
	if c.present.Label <= 9 {
		key = fmt.Sprintf(" (%d)", c.present.Label)
	}
	own := ""
	if q := c.legend.session.Doc.Sequence(); q != nil && q.MotionNumbers != nil &&
		c.present.Label <= len(q.MotionNumbers) {
		own = fmt.Sprintf(", %d in the file", q.MotionNumbers[c.present.Label-1])
	}
	return fmt.Sprintf("%s %d%s: %s\nClick hides or shows its %s%s, right click for more; drag it onto another to "+
		"merge them", hopkins.Capital(words.Group), c.present.Label, own, counts, words.Points, key)
}

// maskAlone reports whether no track has the motion, but pixels have it.
func (c *chip) maskAlone() bool {
	return c.present.Tracks == [2]int{} && slices.Contains(c.legend.soft, c.present.Label)
}

// text is what the chip says: its label and how many tracks have it, on the left
// and on the right where that differs.
func (c *chip) text() string {
	text := motionName(c.legend.session, c.present.Label)
	if c.present.Label == 0 {
		text = withoutMotion(c.legend.session)
	}
	n := c.present.Tracks
	switch {
	case c.maskAlone():
		return text + " · mask only"
	case n[session.Left] == n[session.Right] || n[session.Right] == 0:
		text += fmt.Sprintf(" · %d", n[session.Left])
	case n[session.Left] == 0:
		text += fmt.Sprintf(" · %d", n[session.Right])
	default:
		text += fmt.Sprintf(" · %d | %d", n[session.Left], n[session.Right])
	}
	if n == [2]int{} {
		return fmt.Sprint(c.present.Label)
	}
	if c.words && c.present.Label != 0 {
		text += " " + c.legend.session.Doc.Words().Points
	}
	return text
}

// withoutMotion names what has no motion on either side, by the reason that all
// of it shares.
func withoutMotion(s *session.Session) string {
	var outliers, undecided, leftOut int
	for _, side := range session.Both {
		if o := s.Sides.Outcome(side); o != nil {
			outliers += o.Count(hopkins.Outlier) + o.Count(hopkins.Excluded)
			undecided += o.Count(hopkins.Undecided)
			leftOut += o.Count(hopkins.Unlooked)
		}
	}
	switch {
	case undecided == 0 && leftOut == 0:
		return "outliers" // the truth's, where nothing was computed yet
	case outliers == 0 && leftOut == 0:
		return "undecided"
	case outliers == 0 && undecided == 0:
		return "left out"
	}
	return labelText(0)
}

// MouseMoved is part of hovering.
func (c *chip) MouseMoved(*desktop.MouseEvent) {}

// MouseOut takes the tooltip away.
func (c *chip) MouseOut() { c.legend.kit.Tips.Leave() }

// CreateRenderer shows the label's colour and number.
func (c *chip) CreateRenderer() fyne.WidgetRenderer {
	r := &chipRenderer{chip: c, dot: canvas.NewRectangle(draw.LabelColor(c.present.Label)),
		number: canvas.NewText(c.text(), color.Transparent)}
	r.dot.CornerRadius = 4
	r.Refresh()
	return r
}

type chipRenderer struct {
	chip   *chip
	dot    *canvas.Rectangle
	number *canvas.Text
}

func (r *chipRenderer) MinSize() fyne.Size {
	return fyne.NewSize(20+r.number.MinSize().Width, max(18, r.number.MinSize().Height))
}

func (r *chipRenderer) Layout(size fyne.Size) {
	r.dot.Resize(fyne.NewSize(12, 12))
	r.dot.Move(fyne.NewPos(1, (size.Height-12)/2))
	text := r.number.MinSize()
	r.number.Resize(text)
	r.number.Move(fyne.NewPos(17, (size.Height-text.Height)/2))
}

func (r *chipRenderer) Refresh() {
	color := labelStyle(r.chip.legend.session, draw.Style{}).LabelColor(r.chip.present.Label)
	r.dot.FillColor, r.dot.StrokeColor, r.dot.StrokeWidth = color, color, 2
	r.number.Color = theme.Color(theme.ColorNameForeground)
	if r.chip.present.Label == 0 {
		// As hollow as their points.
		r.dot.FillColor = theme.Color(theme.ColorNameBackground)
	}
	if r.chip.hidden {
		r.dot.FillColor = theme.Color(theme.ColorNameBackground)
		if r.chip.present.Label == 0 {
			r.dot.StrokeColor = theme.Color(theme.ColorNameDisabled)
		}
		r.number.Color = theme.Color(theme.ColorNameDisabled)
	}
	r.number.TextSize = theme.TextSize()
	r.number.Text = r.chip.text()
	r.dot.Refresh()
	r.number.Refresh()
}

func (r *chipRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.dot, r.number} }

func (r *chipRenderer) Destroy() {}
