package draw

import (
	"image"
	"testing"

	"motionseg/ui/internal/golden"
)

// meeting is a table of n labels of which some are confused.
func meeting(n int) Confusion {
	t := Confusion{Title: "truth (rows), left SSC (columns)", Foot: "most agree"}
	for i := range n {
		t.Rows, t.Cols = append(t.Rows, i+1), append(t.Cols, i+1)
		t.Counts = append(t.Counts, make([]int, n))
		t.Counts[i][i] = 40
		t.Counts[i][(i+1)%n] = 3 * i
	}
	return t
}

func TestConfusionLooksRight(t *testing.T) {
	var p ConfusionPainter
	dst := image.NewRGBA(image.Rect(0, 0, 760, 200))
	p.Paint(dst, []Confusion{meeting(3), meeting(5)}, "", Dark(), 1)
	golden.Check(t, "confusion.png", dst)
	p.Paint(dst, []Confusion{meeting(3), meeting(38)}, "", Light(), 1)
	golden.Check(t, "confusion-many.png", dst)
	p.Paint(dst, nil, "nothing yet", Light(), 1)
	p.Paint(image.NewRGBA(image.Rect(0, 0, 3, 2)), []Confusion{meeting(3)}, "", Light(), 2)
}
