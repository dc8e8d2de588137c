package ui

import (
	"fmt"
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/segment"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
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
	workers *session.Workers
	object  fyne.CanvasObject
	line    *widget.Label
	ask     *kit.Button
	row     *fyne.Container
	cards   []*numberCard

	shown    *segment.MotionsEstimate // whose pictures are there, or being painted
	sequence *hopkins.Sequence        // of these
}

func newNumbers(s *session.Session, k *kit.Kit) *numbers {
	n := &numbers{session: s, kit: k, workers: k.Workers("Painting small pictures"), line: widget.NewLabel(""), row: container.NewHBox()}
	n.line.Truncation = fyne.TextTruncateEllipsis
	n.ask = k.Button("Estimate", nil, "Estimate the number of motions from the tracks", func() { estimateMotions(s) })
	n.object = container.NewBorder(container.NewBorder(nil, nil, nil, n.ask, n.line), nil, nil, nil, container.NewScroll(container.NewPadded(n.row)))
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.PicturesChanged, session.StyleChanged:
			n.shown = nil // painted anew
			n.update()
		case session.SequenceChanged, session.ScopeChanged:
			n.update()
		}
	})
	n.update()
	return n
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
	for _, c := range n.cards {
		c.choose(c.number == s.Plan.MotionsUsed())
	}
}

// build makes a card for every number, and has their pictures painted.
func (n *numbers) build(e *segment.MotionsEstimate) {
	s := n.session
	n.shown, n.sequence, n.cards = e, s.Doc.Sequence(), nil
	n.row.RemoveAll()
	var (
		before  []int
		painted []*numberCard
		found   [][]int
	)
	last := len(e.Scores)
	for last > 0 && math.IsInf(e.Scores[last-1], -1) {
		last--
	}
	for i := range min(last, mostNumbers) {
		k := e.Low + i
		c := newNumberCard(n.kit, k, credibility(e, i), func() { s.Plan.SetMotions(k) })
		n.cards = append(n.cards, c)
		n.row.Add(c)
		labels := s.Plan.EstimateLabels(k)
		if labels == nil {
			continue
		}
		if before != nil {
			// Motions keep their colours from number to number.
			labels = segment.Align(labels, before)
		}
		before = labels
		painted, found = append(painted, c), append(found, labels)
	}
	n.row.Refresh()
	if len(painted) > 0 {
		n.paint(painted, found)
	}
}

// paint paints the middle frame with its points for cards, by labels for each.
func (n *numbers) paint(cards []*numberCard, labels [][]int) {
	s, of := n.session, n.shown
	sequence, up, pictures, style := s.Doc.Sequence(), s.Doc.Upward(), s.Doc.Pictures(), kit.Style()
	n.workers.Go(func() {
		scene, err := draw.NewScene(sequence.Pixels, sequence.Visible, sequence.Width, sequence.Height, up)
		if err != nil {
			return
		}
		view := draw.NewView(scene)
		view.Style, view.Frame, view.MarkerSize, view.Dim = style, scene.Frames()/2, 4, 0.5
		if pictures != nil {
			// A frame whose picture cannot be had is drawn without.
			view.Pictures[0], _ = pictures.Frame(view.Frame)
		}
		var painter draw.Painter
		for i, c := range cards {
			// Twice as fine, for screens that are.
			m := image.NewRGBA(image.Rect(0, 0, 2*numberWidth, 2*numberHeight))
			view.Labels, view.Scale = labels[i], 2
			painter.Paint(m, &view)
			n.kit.Run(func() {
				if n.shown == of {
					c.picture.Image = m
					c.picture.Refresh()
				}
			})
		}
	})
}

// credibility words what speaks for the i-th number of an estimate, against the
// best one.
func credibility(e *segment.MotionsEstimate, i int) string {
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

// numberCard is a number of motions to take.
type numberCard struct {
	widget.BaseWidget
	kit     *kit.Kit
	number  int
	take    func()
	picture *canvas.Image
	frame   *canvas.Rectangle
	title   *widget.Label
	note    *widget.Label
	content fyne.CanvasObject
}

func newNumberCard(k *kit.Kit, number int, note string, take func()) *numberCard {
	c := &numberCard{kit: k, number: number, take: take, picture: &canvas.Image{FillMode: canvas.ImageFillContain}}
	c.picture.SetMinSize(fyne.NewSize(numberWidth, numberHeight))
	c.frame = canvas.NewRectangle(nil)
	c.frame.StrokeWidth = 2
	c.title, c.note = widget.NewLabel(motionsText(number)), widget.NewLabel(note)
	c.title.TextStyle.Bold = true
	c.note.SizeName, c.note.Importance = theme.SizeNameCaptionText, widget.LowImportance
	c.content = container.NewStack(c.frame, container.NewPadded(container.NewBorder(nil, container.NewVBox(c.title, c.note), nil, nil, c.picture)))
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
func (c *numberCard) Tapped(*fyne.PointEvent) { c.take() }

// Cursor is that of what can be clicked.
func (c *numberCard) Cursor() desktop.Cursor { return desktop.PointerCursor }
