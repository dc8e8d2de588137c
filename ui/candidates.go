package ui

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/segment"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// candidates lists what a method that chooses by itself weighed: every kernel
// with its score, the chosen one marked. A click shows that kernel's groups and
// affinity in the side's view.
type candidates struct {
	session *session.Session
	kit     *kit.Kit
	object  fyne.CanvasObject
	sides   *fyne.Container
	open    bool // whether it is seen
}

func newCandidates(s *session.Session, k *kit.Kit) *candidates {
	c := &candidates{session: s, kit: k, sides: container.NewHBox()}
	c.object = container.NewScroll(container.NewPadded(c.sides))
	follow := k.Once(c.follow)
	s.Watch(func(change session.Change) {
		switch change.Event {
		case session.SequenceChanged, session.ResultChanged, session.StyleChanged:
			follow()
		}
	})
	c.update()
	return c
}

// look has the table follow while it is seen: hundreds of labels take longer to make than a picture of a film.
func (c *candidates) look(open bool) {
	c.open = open
	c.follow()
}

// follow shows what there is, where the table is seen.
func (c *candidates) follow() {
	if c.open {
		c.update()
	}
}

func (c *candidates) update() {
	c.sides.RemoveAll()
	for _, side := range session.Both {
		if o := c.session.Sides.Outcome(side); o != nil && len(o.Result.Candidates) > 0 {
			c.sides.Add(c.list(side, o))
		}
	}
	if len(c.sides.Objects) == 0 {
		hint := widget.NewLabel("LRKSC auto weighs several kernels without looking at labels. Run it to see what it " +
			"weighed, and to look at any of them.")
		hint.Importance = widget.LowImportance
		c.sides.Add(hint)
	}
	c.sides.Refresh()
}

// list is the table of one side.
func (c *candidates) list(side session.Side, o *session.Outcome) fyne.CanvasObject {
	title := widget.NewLabel(side.String() + ": " + c.session.Plan.Title(o.Setup.Method))
	title.TextStyle.Bold = true
	grid := container.New(&columnsLayout{widths: []float32{330, 80, 80, 80, 80, 80, 80}})
	grid.Add(kit.Heading("Kernel"))
	for _, head := range candidateHeads {
		grid.Add(c.kit.Term(head.word, head.tip))
	}
	grid.Add(kit.Heading(""))
	row := func(i int, name string, scores [4]string, labels []int, chosen bool) {
		button := c.kit.Flat(name, theme.RadioButtonIcon(), "Show these groups and this affinity in the "+side.String()+
			" view", func() { c.session.Sides.ShowCandidate(side, i) })
		button.Alignment = widget.ButtonAlignLeading
		if o.Candidate == i {
			button.SetIcon(theme.RadioButtonCheckedIcon())
		}
		if o.Result.Landmarks != nil && i >= 0 {
			button.Disable()
		}
		note := ""
		if chosen {
			note = "chosen"
		}
		grid.Add(button)
		for _, score := range scores {
			grid.Add(widget.NewLabel(score))
		}
		grid.Add(widget.NewLabel(c.errorOf(o, labels)))
		grid.Add(widget.NewLabel(note))
	}
	row(-1, "Result: the chosen kernel, refined", [4]string{}, nil, false)
	number := func(v float64) string { return fmt.Sprintf("%.4f", v) }
	for i, candidate := range o.Result.Candidates {
		row(i, candidate.Name, [4]string{number(candidate.Score), number(candidate.Bits), number(candidate.Cut),
			number(candidate.Motion)}, candidate.Labels, candidate.Chosen)
	}
	foot := widget.NewLabel(scoreWords(o.Result.Candidates))
	foot.Importance = widget.LowImportance
	return container.NewHBox(container.NewVBox(title, grid, foot), kit.FixedWidth(28, widget.NewLabel("")))
}

// candidateHeads are the words above the scores of candidates and their errors.
var candidateHeads = []struct{ word, tip string }{
	{"Score", "The sum of bits, cut and motion. The smallest is chosen."},
	{"Bits", "How many bits describe how the points of each group move: fewer where each group moves as one."},
	{"Cut", "The logarithm of the affinity that is cut between groups: less where they hang together loosely."},
	{"Motion", "Where bits and cut hardly tell groupings apart, how their motions agree between pairs of frames: less " +
		"than 0 where better than those of the least bits and cut."},
	{"Error", "The share of points in a wrong group by the truth, which the method does not know."},
}

// scoreWords says how the scores of candidates come about, and what the chosen one has
// the smallest of.
func scoreWords(all []segment.Candidate) string {
	words := "The smallest score is chosen: the bits that describe how the points of each group move,\nfewer where " +
		"each moves as one, plus the logarithm of the affinity that is cut between groups,\n" +
		"less where they hang together loosely. Groupings that these hardly tell apart are compared by " +
		"their\nmotions between pairs of frames too: less than 0 where they agree better than those of the least " +
		"bits\nand cut. "
	for _, c := range all {
		if c.Chosen && slices.ContainsFunc(all, func(other segment.Candidate) bool { return other.Score < c.Score }) {
			words += "The chosen one has it no more: tracks that it was unsure of went where motions\nfitted without " +
				"them say, or single pairs of tracks speak for it, or it was chosen\nfor its bits alone, as its name tells. "
		}
	}
	return words + "It reads no labels;\nthe error is only for you."
}

// errorOf returns the clustering error of labels as text; empty where it is
// unknown or there are no labels.
func (c *candidates) errorOf(o *session.Outcome, labels []int) string {
	truth := c.session.Doc.TruthOf(o.Tracks)
	if truth == nil || len(labels) != len(truth) {
		return ""
	}
	return fmt.Sprintf("%.1f %%", 100*segment.ClusteringError(labels, truth))
}

// columnsLayout sets objects row by row in columns of given widths, or wider where
// what is in them needs it.
type columnsLayout struct{ widths []float32 }

// columns returns the widths of the columns.
func (l *columnsLayout) columns(objects []fyne.CanvasObject) []float32 {
	widths := slices.Clone(l.widths)
	for i, o := range objects {
		column := i % len(widths)
		widths[column] = max(widths[column], o.MinSize().Width)
	}
	return widths
}

func (l *columnsLayout) rowHeight(objects []fyne.CanvasObject) float32 {
	var height float32
	for _, o := range objects {
		height = max(height, o.MinSize().Height)
	}
	return height
}

func (l *columnsLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var width float32
	for _, w := range l.columns(objects) {
		width += w
	}
	rows := (len(objects) + len(l.widths) - 1) / len(l.widths)
	return fyne.NewSize(width, float32(rows)*l.rowHeight(objects))
}

func (l *columnsLayout) Layout(objects []fyne.CanvasObject, _ fyne.Size) {
	height, widths := l.rowHeight(objects), l.columns(objects)
	var x float32
	for i, o := range objects {
		column := i % len(widths)
		if column == 0 {
			x = 0
		}
		o.Move(fyne.NewPos(x, float32(i/len(widths))*height))
		o.Resize(fyne.NewSize(widths[column], height))
		x += widths[column]
	}
}
