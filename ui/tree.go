package ui

import (
	"fmt"
	"image"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"motionseg/segment"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// motionTree shows the hierarchy of motions around the labels: a click on a block makes that a motion, a
// click on the name of a row takes the row, as a step by hand. It is grown while somebody looks.
type motionTree struct {
	widget.BaseWidget
	session *session.Session
	kit     *kit.Kit
	surface *kit.Surface
	painter draw.HierarchyPainter // only used by the surface's goroutine

	open  bool // somebody looks
	tree  *segment.Tree
	shown draw.Hierarchy
}

func newMotionTree(s *session.Session, k *kit.Kit) *motionTree {
	t := &motionTree{session: s, kit: k, surface: kit.NewSurface(k), shown: draw.Hierarchy{Hovered: -1}}
	t.ExtendBaseWidget(t)
	follow := k.Once(t.follow)
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.SequenceChanged, session.ResultChanged, session.MineChanged, session.TreeChanged,
			session.StyleChanged, session.DisplayChanged:
			follow()
		}
	})
	t.redraw()
	return t
}

// CreateRenderer shows the painted tree.
func (t *motionTree) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(t.surface.Raster)
}

// MinSize lets the tree become small.
func (t *motionTree) MinSize() fyne.Size { return fyne.NewSize(200, 80) }

// look says whether somebody looks at the tree.
func (t *motionTree) look(open bool) {
	t.open = open
	t.follow()
}

// follow shows the tree of the labels that there are.
func (t *motionTree) follow() {
	if !t.open {
		return
	}
	t.session.Mine.Grow()
	var now []int
	t.tree, now = t.session.Mine.Tree()
	t.shown = draw.Hierarchy{Hovered: -1}
	if t.tree != nil {
		t.shown = hierarchyOf(t.session, t.tree, now)
	}
	t.redraw()
}

// hierarchyOf lays out a tree of which some nodes are motions now. Across, blocks have room by the
// root of how many points the motions of the last row have, so that small ones are seen.
func hierarchyOf(s *session.Session, tree *segment.Tree, now []int) draw.Hierarchy {
	h := draw.Hierarchy{Rows: tree.Rows, Blocks: make([]draw.Block, len(tree.Nodes)), Hovered: -1}
	var place func(n, motion int, from float64) (to float64, largest int)
	place = func(n, motion int, from float64) (to float64, largest int) {
		node := tree.Nodes[n]
		if now[n] != 0 {
			motion = now[n]
		}
		b := &h.Blocks[n]
		*b = draw.Block{First: node.First, Last: node.Last, From: from, Now: now[n] != 0, Points: len(node.Points)}
		if b.Now {
			b.Name = motionName(s, motion)
		}
		label := motion
		if node.Parts == [2]int{} {
			to = from + math.Sqrt(float64(len(node.Points)))
		} else {
			to, label = place(node.Parts[0], motion, from)
			to, _ = place(node.Parts[1], motion, to)
		}
		if motion != 0 {
			label = motion
		}
		b.To, b.Label = to, label
		return to, label
	}
	width, _ := place(0, 0, 0)
	for k := range h.Blocks {
		h.Blocks[k].From /= width
		h.Blocks[k].To /= width
	}
	for row := 1; row <= tree.Rows; row++ {
		if !slices.ContainsFunc(tree.Row(row), func(n int) bool { return now[n] == 0 }) {
			h.Row = row
		}
	}
	return h
}

func (t *motionTree) redraw() {
	h, st := t.shown, labelStyle(t.session, kit.Style())
	hint := "Run to see how the motions divide into smaller ones and join into larger ones."
	switch {
	case t.session.Mine.Growing():
		hint = "Dividing and joining motions …"
	case byScenes(t.session):
		hint = scenesText
	}
	t.surface.Paint(func(dst *image.RGBA, scale float64) { t.painter.Paint(dst, h, hint, st, scale) })
}

// at returns the block or the row at a place.
func (t *motionTree) at(p fyne.Position) (block, row int) {
	x, y := t.surface.ToPixels(p)
	return draw.HierarchyAt(t.surface.Pixels(), t.shown, t.surface.Scale, x, y)
}

// Tapped makes a block a motion, or takes a row.
func (t *motionTree) Tapped(e *fyne.PointEvent) {
	if t.tree == nil {
		return
	}
	t.kit.Tips.Leave()
	block, row := t.at(e.Position)
	switch {
	case block >= 0:
		andShown(t.session, func() { t.session.Mine.CutAt(block) })()
	case row > 0:
		andShown(t.session, func() { t.session.Mine.CutRow(row) })()
	}
}

// TappedSecondary selects the points of a block.
func (t *motionTree) TappedSecondary(e *fyne.PointEvent) {
	if block, _ := t.at(e.Position); block >= 0 && t.tree != nil {
		t.kit.Tips.Leave()
		t.session.Selection.Select(t.tree.Nodes[block].Points, false)
	}
}

// MouseIn marks what is under the pointer.
func (t *motionTree) MouseIn(e *desktop.MouseEvent) { t.MouseMoved(e) }

// MouseMoved marks what is under the pointer, and says what a click does.
func (t *motionTree) MouseMoved(e *desktop.MouseEvent) {
	block, row := t.at(e.Position)
	if block == t.shown.Hovered && row == t.shown.HoveredRow {
		return
	}
	t.shown.Hovered, t.shown.HoveredRow = block, row
	t.kit.Tips.EnterAt(e.AbsolutePosition, t.tip(block, row))
	t.redraw()
}

// tip says what a click on a block or the name of a row does.
func (t *motionTree) tip(block, row int) string {
	points := t.session.Doc.Words().Points
	switch {
	case row > 0:
		return "Take " + motionsText(row) + ", as a step by hand"
	case block < 0:
		return ""
	case t.shown.Blocks[block].Now:
		return fmt.Sprintf("Motion %s, of %d %s; a right click selects them", t.shown.Blocks[block].Name,
			t.shown.Blocks[block].Points, points)
	}
	return fmt.Sprintf("Make these %d %s a motion, as a step by hand; a right click selects them",
		t.shown.Blocks[block].Points, points)
}

// MouseOut leaves nothing marked.
func (t *motionTree) MouseOut() {
	t.kit.Tips.Leave()
	t.shown.Hovered, t.shown.HoveredRow = -1, 0
	t.redraw()
}

// Cursor points at what can be clicked.
func (t *motionTree) Cursor() desktop.Cursor {
	if t.shown.Hovered >= 0 || t.shown.HoveredRow > 0 {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}
