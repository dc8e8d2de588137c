package filmset

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"testing"
)

func TestSparseFigures(t *testing.T) {
	// Four points on the left, one of them near the border, and two on the right.
	s := at([2]float64{5, 5}, [2]float64{6, 20}, [2]float64{10, 0}, [2]float64{18, 10}, [2]float64{30, 5},
		[2]float64{39, 29}, [2]float64{-1, 4})
	truth := map[int]*image.Gray{0: halves(), 7: halves()}
	few := halves()
	few.Pix[0] = 77 // a stray
	for _, c := range []struct {
		labels  []int
		truth   map[int]*image.Gray
		p, r    float64
		objects int
	}{
		{[]int{1, 1, 1, 1, 2, 2, 2}, truth, 100, 100, 1},
		{[]int{5, 5, 5, 5, 3, 3, 3}, map[int]*image.Gray{0: few}, 100, 100, 1},
		// A region without a group has precision 100 and recall 0.
		{[]int{1, 1, 1, 1, 1, 1, 1}, truth, (100*4./6 + 100) / 2, 50, 0},
		{[]int{0, 0, 0, 0, 0, 0, 0}, truth, 100, 0, 0},
		// Undecided points count against the recall alone, a third group against nothing else.
		{[]int{1, 1, 0, 3, 2, 2, 0}, truth, 100, 75, 0},
		// A wrong point counts against the precision of its group.
		{[]int{1, 1, 1, 2, 2, 2, 0}, truth, (100 + 100*2./3) / 2, (75 + 100) / 2., 1},
	} {
		f := sparseFigures(s, c.labels, c.truth)
		if fmt.Sprintf("%.6f %.6f %d", f.Precision, f.Recall, f.Objects) !=
			fmt.Sprintf("%.6f %.6f %d", c.p, c.r, c.objects) || f.Regions != 1 {
			t.Errorf("labels %v: found %+v, expected precision %v, recall %v, %d objects of 1", c.labels, f, c.p, c.r, c.objects)
		}
		if want := harmonicMean(c.p, c.r); fmt.Sprintf("%.6f", f.F) != fmt.Sprintf("%.6f", want) {
			t.Errorf("labels %v: found F %v, expected %v", c.labels, f.F, want)
		}
	}
	// Six pixels of two pictures of 1200, of which the film has one frame.
	if f := sparseFigures(s, make([]int, 7), truth); fmt.Sprintf("%.6f", f.Density) != fmt.Sprintf("%.6f", 100*6./2400) {
		t.Errorf("density: found %v, expected %v", f.Density, 100*6./2400)
	}
}

func TestObjectFigures(t *testing.T) {
	object := halves()
	for i, v := range object.Pix {
		object.Pix[i] = 0
		if v == 200 {
			object.Pix[i] = 255
		}
	}
	truth := map[int]*image.Gray{0: object}
	s := at([2]float64{0, 0}, [2]float64{1, 29}, [2]float64{39, 15}, [2]float64{25, 15}, [2]float64{24, 14},
		[2]float64{30, 16}, [2]float64{12, 12})
	for _, c := range []struct {
		labels  []int
		j, best float64
	}{
		{[]int{1, 1, 1, 2, 2, 2, 1}, 75, 75},          // a point of the object goes with the background
		{[]int{1, 1, 2, 2, 2, 2, 1}, 100, 100},        // two groups
		{[]int{1, 1, 1, 2, 3, 3, 1}, 75, 50},          // the object in two parts
		{[]int{1, 1, 0, 2, 2, 2, 2}, 60, 60},          // undecided, and a point beside it
		{[]int{1, 1, 1, 1, 1, 1, 1}, 0, 100 * 4. / 7}, // one motion has no object
		{[]int{0, 0, 0, 0, 0, 0, 0}, 0, 0},
	} {
		f := objectFigures(s, c.labels, truth)
		if fmt.Sprintf("%.6f %.6f", f.J, f.BestGroup) != fmt.Sprintf("%.6f %.6f", c.j, c.best) {
			t.Errorf("labels %v: found %+v, expected J %v, best group %v", c.labels, f, c.j, c.best)
		}
	}
}

func TestDecodePNG(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 3, 1))
	copy(m.Pix, []byte{0, 127, 128})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	got, err := decodePNG(b.Bytes())
	if err != nil || got.GrayAt(0, 0) != (color.Gray{}) || got.GrayAt(1, 0) != (color.Gray{}) ||
		got.GrayAt(2, 0) != (color.Gray{Y: 255}) {
		t.Errorf("found %v, %v", got, err)
	}
	if got, err := decodePNG(b.Bytes()[:40]); err == nil {
		t.Errorf("cut off: found %v", got)
	}
}

func FuzzDecodePNG(f *testing.F) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 1))); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, content []byte) {
		m, err := decodePNG(content)
		if err == nil && len(m.Pix) != m.Rect.Dx()*m.Rect.Dy() {
			t.Errorf("%v has %d pixels", m.Rect, len(m.Pix))
		}
	})
}
