package ui

import (
	"image"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"motionseg/ui/draw"
	"motionseg/ui/session"
)

// treeRig shows the tree of the example's result.
func treeRig(t *testing.T) (*rig, *motionTree) {
	r := mineRig(t)
	r.folding.showAnalysis(false)
	labels := r.labeller.labelItems(0)
	at := slices.IndexFunc(labels, func(i *fyne.MenuItem) bool { return i.Label == "Tree of motions" })
	if at < 0 || labels[at].Disabled {
		t.Fatal("the menu does not show the tree")
	}
	labels[at].Action()
	r.settle()
	if tab := r.analysis.tabs.Selected().Text; tab != "Tree" || !r.analysis.object.Visible() {
		t.Fatalf("shown is %q, the tabs: %v", tab, r.analysis.object.Visible())
	}
	tree := r.analysis.tree
	tree.surface.Raster.Generator(900, 240)
	r.settle()
	return r, tree
}

// place returns where the middle of a block is, or the name of a row.
func (t *motionTree) place(block, row int) fyne.Position {
	size := image.Pt(900, 240)
	for y := range size.Y {
		for x := range size.X {
			if b, r := draw.HierarchyAt(size, t.shown, t.surface.Scale, float64(x), float64(y)); b == block && r == row {
				return fyne.NewPos((float32(x)+2)/float32(t.surface.Scale), (float32(y)+2)/float32(t.surface.Scale))
			}
		}
	}
	return fyne.NewPos(-1, -1)
}

// TestTreeIsCut: a click on a block makes it a motion, one on the name of a row takes the row; both are
// shown and can be undone, what is there already is no step.
func TestTreeIsCut(t *testing.T) {
	r, tree := treeRig(t)
	s := r.session
	if tree.tree == nil || tree.shown.Rows != 5 || tree.shown.Row != 2 {
		t.Fatalf("shown is %+v", tree.shown)
	}
	tap := func(block, row int) {
		t.Helper()
		tree.Tapped(&fyne.PointEvent{Position: tree.place(block, row)})
		r.settle()
	}
	now := slices.IndexFunc(tree.shown.Blocks, func(b draw.Block) bool { return b.Now })
	tap(now, 0)
	tap(-1, 2)
	if s.Mine.Begun() || s.View.ShowsMine(session.Left) {
		t.Error("what is there already is a step by hand")
	}
	tap(-1, 4)
	if l := s.Mine.Labels(); l == nil || slices.Max(l) != 4 || tree.shown.Row != 4 || !s.View.ShowsMine(session.Left) {
		t.Errorf("a row of four: %v, row %d, shown %v", l, tree.shown.Row, s.View.ShowsMine(session.Left))
	}
	tap(0, 0)
	if l := s.Mine.Labels(); slices.ContainsFunc(l, func(m int) bool { return m != l[0] }) || tree.shown.Row != 1 {
		t.Errorf("the root: %v, row %d", l, tree.shown.Row)
	}
	leaf := len(tree.shown.Blocks) - 1
	tap(leaf, 0)
	if b := tree.shown.Blocks[leaf]; !b.Now || b.Name == "" {
		t.Errorf("a leaf: %+v", b)
	}
	for range 3 {
		s.History.Undo()
	}
	r.settle()
	if s.Mine.Begun() || tree.shown.Row != 2 {
		t.Errorf("all undone: %v, row %d", s.Mine.Labels(), tree.shown.Row)
	}
	tree.TappedSecondary(&fyne.PointEvent{Position: tree.place(leaf, 0)})
	if got := s.Selection.Tracks(); !slices.Equal(got, tree.tree.Nodes[leaf].Points) {
		t.Errorf("a right click selects %v", got)
	}
}

// TestTreeSaysWhatAClickDoes: block and row under the pointer are marked, and the pointer says that
// they can be clicked.
func TestTreeSaysWhatAClickDoes(t *testing.T) {
	r, tree := treeRig(t)
	move := func(block, row int) {
		tree.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: tree.place(block, row)}})
	}
	move(0, 0)
	if tree.shown.Hovered != 0 || tree.Cursor() != desktop.PointerCursor ||
		!strings.HasPrefix(tree.tip(0, 0), "Make these 40 tracks a motion") {
		t.Errorf("on the root: %+v, %q", tree.shown.Hovered, tree.tip(0, 0))
	}
	move(-1, 3)
	if tree.shown.Hovered != -1 || tree.shown.HoveredRow != 3 || tree.tip(-1, 3) != "Take 3 motions, as a step by hand" {
		t.Errorf("on a row: %+v, %q", tree.shown.HoveredRow, tree.tip(-1, 3))
	}
	tree.MouseOut()
	if tree.shown.HoveredRow != 0 || tree.Cursor() != desktop.DefaultCursor || tree.tip(-1, 0) != "" {
		t.Error("something is marked without the pointer")
	}
	// Nothing is grown while nobody looks.
	r.analysis.tabs.SelectIndex(0)
	r.session.Mine.SetFollowing(false)
	r.session.Mine.Give([]int{0}, 3-r.session.Sides.Labels(session.Left)[0])
	r.settle()
	if got, _ := r.session.Mine.Tree(); got != nil {
		t.Error("a tree is grown while nobody looks")
	}
	test.Tap(r.film.strip.tree)
	r.settle()
	if got, _ := r.session.Mine.Tree(); got == nil || r.analysis.tabs.Selected().Text != "Tree" {
		t.Error("the button beside the small pictures shows no tree")
	}
	// Nor while the tabs are folded away.
	r.folding.toggleAnalysis()
	r.session.Mine.Give([]int{0}, r.session.Sides.Labels(session.Left)[0])
	r.settle()
	if got, _ := r.session.Mine.Tree(); got != nil {
		t.Error("a tree is grown in tabs that are folded away")
	}
	r.folding.toggleAnalysis()
	r.settle()
	if got, _ := r.session.Mine.Tree(); got == nil {
		t.Error("no tree is grown once the tabs are there again")
	}
}
