package draw

import (
	"image"
	"testing"

	"motionseg/ui/internal/golden"
)

// grown is a tree of four rows, of which the second is taken.
func grown() Hierarchy {
	return Hierarchy{Rows: 4, Row: 2, Hovered: 3, Blocks: []Block{
		{First: 1, Last: 1, To: 1, Label: 2, Points: 130},
		{First: 2, Last: 3, To: 0.6, Label: 2, Now: true, Points: 100, Name: "2"},
		{First: 4, Last: 4, To: 0.4, Label: 2, Points: 96},
		{First: 4, Last: 4, From: 0.4, To: 0.6, Label: 2, Points: 4},
		{First: 2, Last: 2, From: 0.6, To: 1, Label: 7, Now: true, Points: 30, Name: "a car of a long name"},
		{First: 3, Last: 4, From: 0.6, To: 0.98, Label: 7, Points: 29},
		{First: 3, Last: 4, From: 0.98, To: 1, Label: 7, Points: 1},
	}}
}

func TestHierarchyLooksRight(t *testing.T) {
	var p HierarchyPainter
	dst := image.NewRGBA(image.Rect(0, 0, 460, 220))
	p.Paint(dst, grown(), "", Dark(), 1)
	golden.Check(t, "hierarchy.png", dst)
	h := grown()
	h.Hovered, h.HoveredRow = -1, 3
	p.Paint(dst, h, "", Light(), 2)
	golden.Check(t, "hierarchy-row-2x.png", dst)
	p.Paint(dst, Hierarchy{}, "nothing yet", Light(), 1)
	p.Paint(image.NewRGBA(image.Rect(0, 0, 3, 2)), grown(), "", Light(), 2)
}

// TestHierarchyAt: what is painted at a place is found there.
func TestHierarchyAt(t *testing.T) {
	size, h := image.Pt(500, 216), grown() // rows of 50, from y = 8, blocks from 92 to 492
	for _, test := range []struct {
		x, y       float64
		block, row int
	}{
		{94, 10, 0, 0}, {490, 57, 0, 0}, {94, 60, 1, 0}, {94, 157, 1, 0}, {94, 160, 2, 0}, {260, 160, 3, 0}, {340, 60, 4, 0},
		{340, 160, 5, 0}, {488, 110, 6, 0}, {40, 10, -1, 1}, {40, 207, -1, 4}, {40, 3, -1, 0}, {40, 212, -1, 0},
		{496, 60, -1, 0}, {200, 212, -1, 0}, {-1, 20, -1, 0},
	} {
		if block, row := HierarchyAt(size, h, 1, test.x, test.y); block != test.block || row != test.row {
			t.Errorf("at %v, %v: block %d, row %d, expected %d and %d", test.x, test.y, block, row, test.block, test.row)
		}
		if block, row := HierarchyAt(size.Mul(2), h, 2, 2*test.x, 2*test.y); block != test.block || row != test.row {
			t.Errorf("at twice %v, %v: block %d, row %d, expected %d and %d", test.x, test.y, block, row, test.block,
				test.row)
		}
	}
	if block, row := HierarchyAt(image.Pt(3, 2), h, 1, 1, 1); block != -1 || row != 0 {
		t.Errorf("in next to nothing: block %d, row %d", block, row)
	}
}
