package ui

import (
	"fmt"
	"image"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
	"motionseg/segment"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/workers"
)

// The size of the small pictures, in pixels of the screen at scale 1.
const (
	numberWidth  = 176
	numberHeight = 118
)

// mostNumbers is how many numbers of motions are shown.
const mostNumbers = 10

// numbers shows what was found with 1, 2, … motions when their number was
// estimated, as small pictures with what speaks for each. A click takes one.
type numbers struct {
	session *session.Session
	kit     *kit.Kit
	workers *workers.Workers
	object  fyne.CanvasObject
	line    *widget.Label
	ask     *kit.Button
	tree    *kit.Button // shows the tree of motions; nil where there is none
	row     *fyne.Container
	cards   []*numberCard
	size    fyne.Size        // of a picture, at scale 1
	most    int              // numbers that are shown
	take    func(number int) // takes one
	short   bool             // there is room for few words

	shown    *segment.MotionsEstimate // whose pictures are there, or being painted
	sequence *hopkins.Sequence        // of these
	found    [][]int                  // the labels of the cards, nil where nothing was found
	style    draw.Style               // of the pictures
}

func newNumbers(s *session.Session, k *kit.Kit) *numbers {
	n := &numbers{session: s, kit: k, row: container.NewHBox(), size: fyne.NewSize(numberWidth, numberHeight),
		most: mostNumbers, take: s.Plan.SetMotions}
	n.begin()
	n.object = container.NewBorder(container.NewBorder(nil, nil, nil, n.ask, n.line), nil, nil, nil,
		container.NewScroll(container.NewPadded(n.row)))
	n.update()
	return n
}

// The size of the small pictures beside the view of a film, and how many there are.
const (
	stripWidth  = 132
	stripHeight = 84
	mostInStrip = 6
)

// newNumberStrip shows them below each other, beside the view of a film: a click
// takes a number, and has it segmented. Tree shows the tree of motions.
func newNumberStrip(s *session.Session, k *kit.Kit, tree func()) *numbers {
	n := &numbers{session: s, kit: k, row: container.NewVBox(), size: fyne.NewSize(stripWidth, stripHeight),
		most: mostInStrip, short: true}
	n.take = func(number int) { takeNumber(s, number) }
	n.begin()
	title := kit.Text("How many motions?", theme.ColorNameForeground, theme.SizeNameText)
	var split, join *kit.Button
	split = k.Flat("Split …", nil, "Divide one motion in two, as a step by hand", func() {
		popItems(splitItems(s), split)
	})
	join = k.Flat("Join …", nil, "Make one motion of two, as a step by hand; colours dragged onto each other do it too",
		func() { popItems(joinItems(s), join) })
	n.tree = k.Flat("Tree of motions", nil, "All that can be split and joined, in one picture", tree)
	foot := container.NewVBox(widget.NewSeparator(), container.NewGridWithColumns(2, split, join), n.tree)
	beside := container.New(layout.NewCustomPaddedLayout(0, 0, 0, 10), n.row) // the scroll bar
	inside := container.NewBorder(title, foot, nil, nil, container.NewVScroll(beside))
	n.object = kit.FixedWidth(stripWidth+38, container.NewPadded(inside))
	n.update()
	return n
}

// takeNumber shows the grouping into so many motions that the estimate found, and
// has the shown side segmented into as many.
func takeNumber(s *session.Session, number int) {
	side := mainSide(s, session.Right)
	labels, e := s.Plan.EstimateLabels(number), s.Plan.Estimate()
	if e != nil && e.Landmarks != nil {
		labels = nil // of some tracks only: rather those of before until all are there
	}
	if e != nil && e.Motions == number && s.Doc.TrueMotions() == 0 {
		s.Plan.SetMotions(0) // as it was found
	} else {
		s.Plan.SetMotions(number)
	}
	if s.Sides.State(side) == session.Done {
		return // computed before
	}
	s.Sides.CancelSide(side)
	s.Sides.Preview(side, labels)
	s.Sides.RunSide(side)
}

// motionsShown returns how many motions the views show.
func motionsShown(s *session.Session) int {
	motions := 0
	for _, p := range s.View.Present() {
		motions = max(motions, p.Label)
	}
	return min(motions, maxChips)
}

// splitBest divides the motion that divides best by the affinity inside it.
func splitBest(s *session.Session) *fyne.MenuItem {
	_, based := s.Mine.Base()
	return able(based, item("The one that divides best", andShown(s, func() { s.Mine.Split(0) })))
}

// joinAlike makes one motion of the two that are most alike by the affinity of their tracks.
func joinAlike(s *session.Session) *fyne.MenuItem {
	side, based := s.Mine.Base()
	labels := s.Mine.Labels()
	if labels == nil && based {
		labels = s.Sides.Labels(side)
	}
	least, most := 0, 0 // of the motions
	for _, l := range labels {
		if l > 0 && (least == 0 || l < least) {
			least = l
		}
		most = max(most, l)
	}
	return able(based && most > least, item("The two most alike", andShown(s, s.Mine.Join)))
}

// splitItems divide a motion in two by the affinity inside it, first that which divides best.
func splitItems(s *session.Session) []*fyne.MenuItem {
	_, based := s.Mine.Base()
	items := []*fyne.MenuItem{splitBest(s), fyne.NewMenuItemSeparator()}
	for k := 1; k <= motionsShown(s); k++ {
		split := item("Motion "+motionName(s, k)+" in two", andShown(s, func() { s.Mine.Split(k) }))
		items = append(items, able(based, split))
	}
	return items
}

// joinItems make one motion of two, first of those that are most alike.
func joinItems(s *session.Session) []*fyne.MenuItem {
	items := []*fyne.MenuItem{joinAlike(s), fyne.NewMenuItemSeparator()}
	for k := 1; k <= motionsShown(s); k++ {
		for into := 1; into < k; into++ {
			text := fmt.Sprintf("Motions %s and %s", motionName(s, into), motionName(s, k))
			items = append(items, item(text, andShown(s, func() { s.Mine.Merge(k, into) })))
		}
	}
	return items
}

// begin makes what both arrangements have, and follows the session.
func (n *numbers) begin() {
	s, k := n.session, n.kit
	n.workers, n.line = k.Workers("Painting small pictures"), widget.NewLabel("")
	n.line.Truncation = fyne.TextTruncateEllipsis
	n.ask = k.Button("Estimate", nil, "Estimate the number of motions from the tracks", func() { estimateMotions(s) })
	later := k.Once(n.update) // the rest of the window follows the same changes
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.PicturesChanged, session.StyleChanged:
			n.shown = nil // painted anew
			later()
		case session.SequenceChanged, session.ScopeChanged, session.ResultChanged, session.MineChanged:
			later()
		}
	})
}

// update shows the estimate that there is.
func (n *numbers) update() {
	s := n.session
	e := s.Plan.Estimate()
	kit.Enable(n.ask, s.Doc.Sequence() != nil && !s.Plan.Estimating())
	text := "Estimate the number of motions to see what is found with 1, 2, 3 … of them."
	switch {
	case s.Plan.Estimating():
		text = "Estimating the number of motions …"
	case e != nil:
		text = estimateText(e) + ". A click takes another number for the next run."
	}
	kit.SetText(n.line, text)
	if e == nil {
		n.shown, n.cards = nil, nil
		n.row.RemoveAll()
		return
	}
	if e != n.shown || s.Doc.Sequence() != n.sequence {
		n.build(e)
	}
	n.paint()
	for _, c := range n.cards {
		c.choose(c.number == s.Plan.MotionsUsed())
	}
}

// build makes a card for every number, and has their pictures painted.
func (n *numbers) build(e *segment.MotionsEstimate) {
	s := n.session
	n.shown, n.sequence, n.cards, n.found = e, s.Doc.Sequence(), nil, nil
	n.row.RemoveAll()
	last := len(e.Scores)
	for last > 0 && math.IsInf(e.Scores[last-1], -1) {
		last--
	}
	for k := 1; last > 0 && k < e.Low+last && k <= n.most; k++ {
		note := credibility(e, k-e.Low)
		if n.short && k != e.Motions && !perhapsOne(e, k) {
			note = ""
		}
		c := newNumberCard(n.kit, k, note, n.size, func() { n.take(k) })
		c.tip = motionsText(k) + ": " + credibility(e, k-e.Low)
		n.cards = append(n.cards, c)
		n.row.Add(c)
	}
	if len(n.cards) == 0 && byScenes(s) {
		words := widget.NewLabel(scenesText + " Other numbers are in the list above.")
		words.Wrapping = fyne.TextWrapWord
		n.row.Add(words)
	}
	n.row.Refresh()
}

// scenesText says why a film with cuts has neither small pictures nor questions.
const scenesText = "This film has cuts: every scene was segmented by itself."

// byScenes reports whether the result that is shown was segmented in scenes or windows, which
// leaves no affinity and no other numbers.
func byScenes(s *session.Session) bool {
	o := s.Sides.Outcome(mainSide(s, session.Right))
	windowed := func(w segment.Warning) bool { return w.Code == hopkins.Windowed }
	return o != nil && slices.ContainsFunc(o.Result.Warnings, windowed)
}

// groupings returns the labels of every card, nil where nothing was found. Motions
// have the numbers, and so the colours, that they have in the views: those of a
// result that is shown, otherwise of the truth, and where there is neither, they
// keep theirs from number to number.
func (n *numbers) groupings() [][]int {
	s := n.session
	reference := s.Sides.Labels(session.Left)
	if reference == nil {
		reference = s.Sides.Labels(session.Right)
	}
	if reference == nil {
		reference = s.Doc.Truth()
	}
	var found [][]int
	var before []int
	for _, c := range n.cards {
		labels := s.Plan.EstimateLabels(c.number)
		switch {
		case labels == nil:
		case reference != nil:
			labels = segment.Align(labels, reference)
		case before != nil:
			labels = segment.Align(labels, before)
		}
		if labels != nil {
			before = labels
		}
		found = append(found, labels)
	}
	return found
}

// paint paints the middle frame with its points for every card, unless it is
// there.
func (n *numbers) paint() {
	s, of, cards := n.session, n.shown, n.cards
	labels, style := n.groupings(), labelStyle(n.session, kit.Style())
	if style == n.style && slices.EqualFunc(labels, n.found, slices.Equal) {
		return
	}
	n.found, n.style = labels, style
	sequence, up, pictures, size, short := s.Doc.Sequence(), s.Doc.Upward(), s.Doc.Pictures(), n.size, n.short
	n.workers.Go(func() {
		scene, err := draw.NewScene(sequence.Pixels, sequence.Visible, sequence.Width, sequence.Height, up)
		if err != nil {
			return
		}
		view := draw.NewView(scene)
		view.Style, view.Frame, view.MarkerSize, view.Dim = style, scene.Frames()/2, 4, 0.5
		if short {
			view.MarkerSize, view.Dim, view.Past = 3, 0, 0
		}
		if pictures != nil {
			// A frame whose picture cannot be had is drawn without.
			view.Pictures[0], _ = pictures.Frame(view.Frame)
		}
		var painter draw.Painter
		for i, c := range cards {
			if labels[i] == nil {
				continue
			}
			// Twice as fine, for screens that are.
			m := image.NewRGBA(image.Rect(0, 0, int(2*size.Width), int(2*size.Height)))
			view.Labels, view.Scale = labels[i], 2
			view.Hidden = make([]bool, len(labels[i]))
			if view.Still = 0; short && !sequence.TwoFrame { // as in the view beside them
				view.Still, view.StillFaint = mask.Background(sequence, labels[i]), 0.3
			}
			thin(view.Hidden, labels[i], of.Landmarks != nil)
			painter.Paint(m, &view)
			n.kit.Run(func() {
				if n.shown == of && slices.EqualFunc(labels, n.found, slices.Equal) && style == n.style {
					c.picture.Image = m
					c.picture.Refresh()
				}
			})
		}
	})
}

// mostOfMotion is how many points of a motion a small picture shows: more hide it.
const mostOfMotion = 160

// thin hides the most of many points of a motion, and those without a label where they were
// not looked at.
func thin(hidden []bool, labels []int, landmarks bool) {
	count, at := map[int]int{}, map[int]int{}
	for _, l := range labels {
		count[l]++
	}
	for i, l := range labels {
		if l == 0 {
			hidden[i] = landmarks
			continue
		}
		every := (count[l] + mostOfMotion - 1) / mostOfMotion
		hidden[i] = at[l]%every != 0
		at[l]++
	}
}

// credibility words what speaks for the i-th number of an estimate, against the
// best one.
func credibility(e *segment.MotionsEstimate, i int) string {
	if perhapsOne(e, e.Low+i) {
		return "perhaps"
	}
	if i < 0 {
		return "not compared with the others"
	}
	if math.IsInf(e.Scores[i], -1) {
		return "no such grouping found"
	}
	if e.Low+i == e.Motions {
		return "the estimate"
	}
	best := math.Inf(-1)
	for _, v := range e.Scores {
		best = max(best, v)
	}
	switch times := math.Exp(best - e.Scores[i]); {
	case times < 1.5:
		return "about as credible"
	case times < 10:
		return fmt.Sprintf("%.1f times less credible", times)
	case times < 1e6:
		digit := math.Pow(10, math.Floor(math.Log10(times)))
		return fmt.Sprintf("%.0f times less credible", math.Round(times/digit)*digit)
	}
	return "hardly credible"
}

// perhapsOne reports whether a number is one motion, which it may be where two are estimated.
func perhapsOne(e *segment.MotionsEstimate, number int) bool { return e.MayBeOne && number == 1 }

// numberCard is a number of motions to take.
type numberCard struct {
	widget.BaseWidget
	kit     *kit.Kit
	number  int
	take    func()
	tip     string
	picture *canvas.Image
	frame   *canvas.Rectangle
	title   *widget.Label
	note    *widget.Label
	content fyne.CanvasObject
}

func newNumberCard(k *kit.Kit, number int, note string, size fyne.Size, take func()) *numberCard {
	c := &numberCard{kit: k, number: number, take: take,
		picture: &canvas.Image{FillMode: canvas.ImageFillContain, Image: image.NewRGBA(image.Rect(0, 0, 1, 1))}}
	c.picture.SetMinSize(size)
	c.frame = canvas.NewRectangle(nil)
	c.frame.StrokeWidth = 2
	c.title, c.note = widget.NewLabel(motionsText(number)), widget.NewLabel(note)
	c.title.TextStyle.Bold = true
	c.note.SizeName, c.note.Importance = theme.SizeNameCaptionText, widget.LowImportance
	words := container.NewVBox(c.title, c.note)
	if size.Width < numberWidth {
		words = container.NewBorder(nil, nil, c.title, nil, c.note)
	}
	c.content = container.NewStack(c.frame, container.NewPadded(container.NewBorder(nil, words, nil, nil, c.picture)))
	c.ExtendBaseWidget(c)
	return c
}

// choose marks the number that the next run takes.
func (c *numberCard) choose(on bool) {
	c.frame.StrokeColor = theme.Color(theme.ColorNameSeparator)
	if on {
		c.frame.StrokeColor = theme.Color(theme.ColorNamePrimary)
	}
	c.frame.Refresh()
}

// CreateRenderer shows picture and words.
func (c *numberCard) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(c.content)
}

// Tapped takes the number.
func (c *numberCard) Tapped(*fyne.PointEvent) {
	c.kit.Tips.Leave()
	c.take()
}

// MouseIn says what speaks for the number.
func (c *numberCard) MouseIn(*desktop.MouseEvent) { c.kit.Tips.Enter(c, c.tip) }

// MouseMoved is part of hovering.
func (c *numberCard) MouseMoved(*desktop.MouseEvent) {}

// MouseOut takes the tooltip away.
func (c *numberCard) MouseOut() { c.kit.Tips.Leave() }

// Cursor is that of what can be clicked.
func (c *numberCard) Cursor() desktop.Cursor { return desktop.PointerCursor }
