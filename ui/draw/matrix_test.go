package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/ui/internal/golden"
	"motionseg/ui/shown"
)

func TestOrders(t *testing.T) {
	labels := []int{2, 1, 0, 2, 3, 1, -1}
	order := LabelOrder(labels)
	if want := []int{1, 5, 0, 3, 4, 2, 6}; !slices.Equal(order, want) {
		t.Errorf("order %v, expected %v", order, want)
	}
	if got, want := Groups(labels, order), []int{1, 1, 2, 2, 3, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("groups %v, expected %v", got, want)
	}
	if got := FileOrder(3); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("file order %v", got)
	}
	if Groups(nil, order) != nil {
		t.Error("groups without labels")
	}
}

func TestMatrixErrors(t *testing.T) {
	for _, c := range []struct {
		w     *mat.Dense
		order []int
		want  string
	}{
		{nil, nil, "without entries"},
		{mat.NewDense(2, 3, nil), nil, "2×3"},
		{mat.NewDense(2, 2, nil), []int{0}, "1 points, expected 2"},
		{mat.NewDense(2, 2, nil), []int{0, 2}, "place 1 of the order has point 2, expected 0 to 1"},
		{mat.NewDense(2, 2, nil), []int{1, 1}, "point 1 twice"},
	} {
		if _, err := NewMatrix(c.w, c.order); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, expected one with %q", err, c.want)
		}
	}
}

// A single entry is seen at any size and zoom at which
// its cell is in view, and as one pixel where cells are smaller.
func TestSingleEntryIsSeen(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	for range 120 {
		n := 3 + r.IntN(400)
		w := mat.NewDense(n, n, nil)
		i, j := r.IntN(n), r.IntN(n)
		w.Set(i, j, 2)
		m, err := NewMatrix(w, nil)
		if err != nil {
			t.Fatal(err)
		}
		v := NewMatrixView(m)
		size := image.Pt(20+r.IntN(300), 20+r.IntN(300))
		dst := image.NewRGBA(image.Rectangle{Max: size})
		tr := v.Transform(size)
		zoom := []float64{1, 1, 1.3, 3}[r.IntN(4)]
		x, y := tr.ToScreen(float64(j)+0.5, float64(i)+0.5)
		v.Camera = v.ZoomAt(size, x, y, zoom)
		var p MatrixPainter
		p.Paint(dst, &v)
		tr = v.Transform(size)
		x, y = tr.ToScreen(float64(j)+0.5, float64(i)+0.5)
		count, farthest := 0, 0.0
		for py := range size.Y {
			for px := range size.X {
				if dst.RGBAAt(px, py) == v.Map.At(1) {
					count++
					farthest = max(farthest, math.Abs(float64(px)+0.5-x), math.Abs(float64(py)+0.5-y))
				}
			}
		}
		if count == 0 || tr.Scale < 1 && count > 1 || farthest > 2+tr.Scale/2 {
			t.Fatalf("entry (%d, %d) of %d at zoom %g in %v is seen as %d pixels up to %.1f away from its place", i, j,
				n, zoom, size, count, farthest)
		}
	}
}

func TestMatrixHitTest(t *testing.T) {
	w := mat.NewDense(4, 4, nil)
	for i := range 4 {
		for j := range 4 {
			w.Set(i, j, float64(10*i+j))
		}
	}
	order := []int{2, 0, 3, 1}
	m, err := NewMatrix(w, order)
	if err != nil {
		t.Fatal(err)
	}
	v := NewMatrixView(m)
	size := image.Pt(209, 209) // 9 for the margin, 50 a cell
	cell, ok := v.HitTest(size, 9+120, 9+10)
	if want := (Cell{2, 3, 23}); !ok || cell != want {
		t.Errorf("hit %v %v, expected %v", cell, ok, want)
	}
	for _, at := range [][2]float64{{5, 100}, {100, 5}, {210, 100}, {math.NaN(), 3}} {
		if cell, ok := v.HitTest(size, at[0], at[1]); ok || cell != NoCell {
			t.Errorf("hit %v at %v", cell, at)
		}
	}
	v.Camera = v.ZoomAt(size, 9+120, 9+10, 5)
	if cell, _ := v.HitTest(size, 9+120, 9+10); cell.I != 2 || cell.J != 3 {
		t.Errorf("zoomed: hit %v, expected 2 and 3", cell)
	}
	if m.Point(0) != 2 || m.Size() != 4 || m.Max() != 33 {
		t.Errorf("point %d, size %d, largest %g", m.Point(0), m.Size(), m.Max())
	}
	if _, ok := (&MatrixView{}).HitTest(size, 1, 1); ok {
		t.Error("hit a cell of no matrix")
	}
}

// fullMatrix returns a view with everything that one can show.
func fullMatrix(t *testing.T) MatrixView {
	t.Helper()
	w, labels := blocks(90)
	order := LabelOrder(labels)
	m, err := NewMatrix(w, order)
	if err != nil {
		t.Fatal(err)
	}
	v := NewMatrixView(m)
	v.Groups = Groups(labels, order)
	v.Selected = make([]bool, 90)
	v.Selected[4], v.Selected[60] = true, true
	v.Hovered = Cell{I: 11, J: 70}
	return v
}

func TestPaintMatrices(t *testing.T) {
	for _, c := range []struct {
		name   string
		size   image.Point
		change func(*MatrixView)
	}{
		{"matrix-dark", image.Pt(200, 160), func(*MatrixView) {}},
		{"matrix-light-2x", image.Pt(300, 300), func(v *MatrixView) { v.Style, v.Scale, v.Map = Light(), 2, Magma }},
		{"matrix-small", image.Pt(60, 50), func(v *MatrixView) { v.Map = Grey }},
		{"matrix-zoomed", image.Pt(160, 160), func(v *MatrixView) { v.Camera = shown.Camera{Zoom: 8, X: 20, Y: 33.3} }},
		{"matrix-cells", image.Pt(220, 160), func(v *MatrixView) { v.Camera = shown.Camera{Zoom: 32, X: 60, Y: 61} }},
	} {
		v := fullMatrix(t)
		c.change(&v)
		dst := image.NewRGBA(image.Rectangle{Max: c.size})
		var p MatrixPainter
		p.Paint(dst, &v)
		golden.Check(t, c.name+".png", dst)
	}
	v := fullMatrix(t)
	bar := image.NewRGBA(image.Rect(0, 0, 60, 160))
	PaintColorBar(bar, &v)
	golden.Check(t, "color-bar.png", bar)
}

// Whatever a view says, painting it does not fail.
func TestPaintAnyMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	odd := []float64{0, -1, 1e-9, 1e300, math.NaN(), math.Inf(1), 3}
	any := func() float64 { return odd[r.IntN(len(odd))] }
	var p MatrixPainter
	for range 200 {
		n := 1 + r.IntN(30)
		w := mat.NewDense(n, n, nil)
		for k := range n {
			w.Set(k, r.IntN(n), any())
		}
		m, err := NewMatrix(w, nil)
		if err != nil {
			t.Fatal(err)
		}
		v := NewMatrixView(m)
		v.Gamma, v.Max, v.Scale = any(), any(), min(any(), 3)
		v.Camera = shown.Camera{Zoom: any(), X: any(), Y: any()}
		v.Groups = make([]int, r.IntN(40))
		v.Selected = make([]bool, r.IntN(40))
		v.Hovered = Cell{I: r.IntN(40) - 5, J: r.IntN(40) - 5}
		dst := image.NewRGBA(image.Rect(0, 0, 1+r.IntN(80), 1+r.IntN(80)))
		p.Paint(dst, &v)
		PaintColorBar(dst, &v)
	}
	p.Paint(image.NewRGBA(image.Rect(0, 0, 9, 9)), &MatrixView{})
	PaintColorBar(image.NewRGBA(image.Rect(0, 0, 9, 9)), &MatrixView{})
}

func TestPaintMatrixAllocatesNothing(t *testing.T) {
	v := fullMatrix(t)
	dst := image.NewRGBA(image.Rect(0, 0, 100, 100))
	var p MatrixPainter
	p.Paint(dst, &v)
	if n := testing.AllocsPerRun(20, func() {
		v.Camera = v.Pan(image.Pt(100, 100), 1, 1)
		p.Paint(dst, &v)
	}); n > 0 {
		t.Errorf("a frame allocates %g times", n)
	}
}

func TestWriteMatrixPNG(t *testing.T) {
	v := fullMatrix(t)
	v.Camera = shown.Camera{Zoom: 9, X: 3, Y: 3}
	var b bytes.Buffer
	if err := WriteMatrixPNG(&b, &v); err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if m.Bounds().Size() != image.Pt(90, 90) {
		t.Fatalf("size %v, expected 90×90", m.Bounds().Size())
	}
	for i := range 90 {
		for j := range 90 {
			value := v.Matrix.source.At(v.Matrix.Point(i), v.Matrix.Point(j))
			want := v.Map.At(v.shade(value))
			got := color.RGBAModel.Convert(m.At(j, i)).(color.RGBA)
			for _, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B)} {
				if d > 3 || d < -3 {
					t.Fatalf("pixel (%d, %d) is %v, expected %v", j, i, got, want)
				}
			}
		}
	}
	if err := WriteMatrixPNG(&b, &MatrixView{}); err == nil {
		t.Error("no error without a matrix")
	}
}
