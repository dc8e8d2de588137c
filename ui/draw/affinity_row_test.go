package draw

import (
	"image"
	"testing"

	"motionseg/ui/internal/golden"
)

// rowOf is a row of n groups, each of ten points less than the one before.
func rowOf(n int) AffinityRow {
	row := AffinityRow{Title: "Affinity of track 7"}
	point := 0
	for k := range n {
		g := RowGroup{Label: k + 1, Name: "1, a long name", Share: 1 / float64(1+(k+1)%n)}
		for i := range max(2, 40-10*k) {
			g.Bars = append(g.Bars, RowBar{Point: point, Value: 0.062 / (1 + 0.2*float64((i*7)%40)) / float64(1+k)})
			point += 3
		}
		row.Groups = append(row.Groups, g)
	}
	return row
}

func TestAffinityRowLooksRight(t *testing.T) {
	var p AffinityRowPainter
	dst := image.NewRGBA(image.Rect(0, 0, 480, 104))
	p.Paint(dst, rowOf(3), Dark(), 1)
	golden.Check(t, "affinity-row.png", dst)
	wide := image.NewRGBA(image.Rect(0, 0, 960, 240))
	p.Paint(wide, rowOf(9), Light(), 2)
	golden.Check(t, "affinity-row-many-2x.png", wide)
	for _, size := range []image.Point{{0, 0}, {1, 1}, {3, 200}, {60, 12}, {90, 60}} {
		p.Paint(image.NewRGBA(image.Rectangle{Max: size}), rowOf(9), Light(), 2)
	}
	p.Paint(dst, AffinityRow{}, Light(), 1)
}

// Every group's strongest point is at its left and as high as its affinity, and a
// pixel that many points share shows the strongest of them.
func TestAffinityRowHeights(t *testing.T) {
	style := Light()
	row := AffinityRow{Groups: []RowGroup{{Label: 1, Share: 0.4}, {Label: 2, Share: 0.6}}}
	for i := range 2000 {
		row.Groups[0].Bars = append(row.Groups[0].Bars, RowBar{i, 0.25})
	}
	row.Groups[1].Bars = []RowBar{{5000, 0.5}, {5001, 1}}
	dst := image.NewRGBA(image.Rect(0, 0, 500, 160))
	new(AffinityRowPainter).Paint(dst, row, style, 1)
	// The bars have the height from 2·rowHead to rowFoot above the lower end.
	high := func(label, from, to int) (most int) {
		for x := from; x < to; x++ {
			n := 0
			for y := range 160 - rowFoot {
				if dst.RGBAAt(x, y) == style.LabelColor(label) {
					n++
				}
			}
			most = max(most, n)
		}
		return most
	}
	if a, b := high(2, 0, 250), high(1, 250, 500); a != 100 || b != 25 {
		t.Errorf("heights %d and %d, expected 100 and 25 of 100", a, b)
	}
	if a, b := high(1, 0, 250), high(2, 260, 500); a != 0 || b != 0 {
		t.Errorf("the group with the larger share is not first: %d, %d", a, b)
	}
	for x := 440; x < 480; x++ {
		if n := high(1, x, x+1); n != 25 {
			t.Fatalf("column %d of the crowded group is %d high", x, n)
		}
	}
}
