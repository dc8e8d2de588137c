package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/ui/internal/golden"
	"motionseg/ui/shown"
)

// full returns a small view with everything in it that a view can show.
func full(scale float64) View {
	v := sceneView(40, 12, 160, 120)
	v.Scale, v.Past, v.Future = scale, 6, 3
	for i := range 13 {
		v.Labels[i] = i + 1
	}
	v.Labels[20] = 0
	v.Selected = make([]bool, 40)
	v.Selected[2], v.Selected[20] = true, true
	v.Wrong[2] = true
	v.Hovered = 30
	v.Links = []Link{{2, 9, 1}, {2, 25, 0.5}, {2, 33, 0.2}, {2, 99, 1}}
	v.Band = image.Rect(int(20*scale), int(60*scale), int(60*scale), int(100*scale))
	v.Pictures = [2]image.Image{checkered(160, 120), checkered(80, 60)}
	v.Dim = 0.4
	return v
}

func TestPaintViews(t *testing.T) {
	for _, c := range []struct {
		name   string
		size   image.Point
		scale  float64
		change func(*View)
	}{
		{"view-dark", image.Pt(170, 120), 1, func(*View) {}},
		{"view-light-2x", image.Pt(320, 240), 2, func(v *View) { v.Style = Light() }},
		{"view-plain", image.Pt(160, 120), 1, func(v *View) { v.Pictures = [2]image.Image{} }},
		{"view-zoomed", image.Pt(160, 120), 1, func(v *View) { v.Camera = shown.Camera{Zoom: 7, X: 60, Y: 50} }},
		{"view-side-by-side", image.Pt(330, 120), 1, func(v *View) { v.Layout = shown.SideBySide }},
		{"view-blended", image.Pt(160, 120), 1, func(v *View) { v.Layout = shown.Blended }},
		{"view-assigned", image.Pt(160, 120), 1, func(v *View) {
			v.Given = make([]bool, v.Scene.Points())
			for i := range v.Given {
				v.Given[i] = i%2 == 0
			}
		}},
		{"view-still", image.Pt(320, 240), 2, func(v *View) {
			for i := range v.Labels {
				v.Labels[i] = 1 + i%2
			}
			v.Still, v.StillFaint = 2, 0.5
		}},
		{"view-reduced", image.Pt(70, 50), 1, func(v *View) { v.Pictures[0] = checkered(640, 480) }},
	} {
		v := full(c.scale)
		c.change(&v)
		dst := image.NewRGBA(image.Rectangle{Max: c.size})
		var p Painter
		p.Paint(dst, &v)
		golden.Check(t, c.name+".png", dst)
		if !dst.Opaque() {
			t.Errorf("%s is not opaque", c.name)
		}
	}
}

// A painter that has drawn other views before draws the same as a new one.
func TestPaintKeepsNothingStale(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	pictures := []image.Image{nil, checkered(160, 120), checkered(320, 240),
		image.NewYCbCr(image.Rect(3, 4, 83, 64), image.YCbCrSubsampleRatio420),
		image.NewNRGBA(image.Rect(0, 0, 90, 70)), uncomparable{[]color.Color{color.White}}}
	var used Painter
	for round := range 150 {
		v := full([]float64{1, 1.5, 2}[r.IntN(3)])
		v.Layout = shown.Layout(r.IntN(3))
		v.Frame, v.Second = r.IntN(12), r.IntN(12)
		v.Pictures = [2]image.Image{pictures[r.IntN(len(pictures))], pictures[r.IntN(len(pictures))]}
		v.Dim = []float64{0, 0.3, 1}[r.IntN(3)]
		v.MarkerSize = []float64{3, 7, 12}[r.IntN(3)]
		if r.IntN(2) == 0 {
			v.Style = Light()
		}
		if r.IntN(3) > 0 {
			v.Camera = shown.Camera{Zoom: []float64{0.5, 1, 3, 12}[r.IntN(4)], X: 160 * r.Float64(), Y: 120 * r.Float64()}
		}
		size := []image.Point{{160, 120}, {90, 200}, {61, 47}}[r.IntN(3)]
		a, b := image.NewRGBA(image.Rectangle{Max: size}), image.NewRGBA(image.Rectangle{Max: size})
		for k := range a.Pix {
			a.Pix[k] = 123 // what was drawn before does not shine through
		}
		used.Paint(a, &v)
		var fresh Painter
		fresh.Paint(b, &v)
		if !bytes.Equal(a.Pix, b.Pix) {
			t.Fatalf("round %d: a used painter draws otherwise than a new one", round)
		}
	}
}

// uncomparable is a picture that cannot be compared with ==.
type uncomparable struct{ colors []color.Color }

func (u uncomparable) ColorModel() color.Model { return color.RGBAModel }
func (u uncomparable) Bounds() image.Rectangle { return image.Rect(0, 0, 16, 12) }
func (u uncomparable) At(x, y int) color.Color { return u.colors[0] }

// Whatever a view says, painting it neither fails nor writes outside.
func TestPaintAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	odd := []float64{0, -1, 1e-9, 1e9, 1e300, math.NaN(), math.Inf(1), math.Inf(-1), 7}
	any := func() float64 { return odd[r.IntN(len(odd))] }
	var p Painter
	for range 150 {
		v := full(1)
		v.Camera = shown.Camera{Zoom: any(), X: any(), Y: any()}
		v.Frame, v.Second, v.Hovered = r.IntN(20)-4, r.IntN(20)-4, r.IntN(60)-10
		v.Layout = shown.Layout(r.IntN(3))
		v.MarkerSize, v.Dim = any(), any()
		v.Past, v.Future = r.IntN(100)-5, r.IntN(100)-5
		v.Labels = v.Labels[:r.IntN(len(v.Labels))]
		v.Labels = append(v.Labels, -5)
		v.Wrong = make([]bool, r.IntN(80))
		v.Band = image.Rect(r.IntN(400)-200, r.IntN(400)-200, r.IntN(400)-200, r.IntN(400)-200)
		v.Links = []Link{{-1, 3, 1}, {3, 1000, 1}, {1, 2, any()}}
		whole := image.NewRGBA(image.Rect(0, 0, 60, 60))
		p.Paint(whole.SubImage(image.Rect(10, 10, 10+r.IntN(40), 10+r.IntN(40))).(*image.RGBA), &v)
		for y := range 60 {
			for x := range 60 {
				if (x < 10 || y < 10 || x >= 50 || y >= 50) && whole.RGBAAt(x, y) != (color.RGBA{}) {
					t.Fatalf("pixel (%d, %d) outside was drawn", x, y)
				}
			}
		}
	}
	p.Paint(image.NewRGBA(image.Rect(0, 0, 5, 5)), &View{})
}

func TestPaintAllocatesNothing(t *testing.T) {
	v := full(1)
	pictures := []*image.RGBA{checkered(160, 120), checkered(160, 120)}
	dst := image.NewRGBA(image.Rect(0, 0, 200, 150))
	var p Painter
	frame := 0
	paint := func() {
		frame++
		v.Frame, v.Pictures[0] = frame%12, pictures[frame%2]
		p.Paint(dst, &v)
	}
	// Stamps are made when they are first drawn.
	for range 12 {
		paint()
	}
	if n := testing.AllocsPerRun(50, paint); n > 0 {
		t.Errorf("a frame allocates %g times", n)
	}
}

// A line covers its length times its width, in pieces as in one, and however
// it lies.
func TestLineCoverage(t *testing.T) {
	cover := func(draw func(c *canvas)) float64 {
		m := image.NewRGBA(image.Rect(0, 0, 100, 100))
		c := onto(m)
		c.clear(ink{})
		draw(&c)
		sum := 0.0
		for k := 0; k < len(m.Pix); k += 4 {
			sum += float64(m.Pix[k]) / 255
		}
		return sum
	}
	white := inkOf(color.RGBA{255, 255, 255, 255})
	for _, angle := range []float64{0, 0.3, math.Pi / 4, 1.2, math.Pi / 2, 2, 3, 4, 5.5} {
		sin, cos := math.Sincos(angle)
		x, y := float32(50+40*cos), float32(50+40*sin)
		for _, width := range []float32{1, 1.7, 4} {
			one := cover(func(c *canvas) { c.line(50, 50, x, y, width, white, 1) })
			if want := 40 * float64(width); math.Abs(one-want) > 0.03*want {
				t.Errorf("angle %g, width %g: %.2f covered, expected %.2f", angle, width, one, want)
			}
			pieces := cover(func(c *canvas) {
				const n = 23
				for k := range n {
					a, b := float32(k)/n, float32(k+1)/n
					c.line(50+(x-50)*a, 50+(y-50)*a, 50+(x-50)*b, 50+(y-50)*b, width, white, 1)
				}
			})
			// Where two pieces share a pixel the second is blended over the
			// first.
			if math.Abs(pieces-one) > 0.13*one {
				t.Errorf("angle %g, width %g: %.2f covered in pieces, %.2f in one", angle, width, pieces, one)
			}
		}
	}
}

// Stamps of all markers have about the same area, whatever their place within
// a pixel.
func TestStampAreas(t *testing.T) {
	const diameter = 9
	for m := range markers {
		shape, reach := m.shape(diameter)
		s := newStamp(shape, reach, 0)
		first := 0.0
		for phase, mask := range s.mask {
			area := 0.0
			for k := 0; k < len(mask); k += 2 {
				area += float64(mask[k]) / 255
			}
			if want := math.Pi * diameter * diameter / 4; area < 0.7*want || area > 1.3*want {
				t.Errorf("marker %d at phase %d covers %.1f, a disc %.1f", m, phase, area, want)
			}
			if phase == 0 {
				first = area
			} else if math.Abs(area-first) > 0.05*first {
				t.Errorf("marker %d covers %.1f at phase %d and %.1f at the first", m, area, phase, first)
			}
		}
	}
}

// The corners of the paths are those of the stamps.
func TestMarkerCorners(t *testing.T) {
	for m := range markers {
		shape, _ := m.shape(20)
		for _, c := range m.corners(20) {
			if d := shape(c[0], c[1]); math.Abs(d) > 1e-9 {
				t.Errorf("corner (%.2f, %.2f) of marker %d is %g from its edge", c[0], c[1], m, d)
			}
		}
	}
}

// TestFewLinesBetweenPairs: of many matches of two pictures some have a line, and none that
// has no motion; a selected one always has.
func TestFewLinesBetweenPairs(t *testing.T) {
	const n = 300
	pixels := mat.NewDense(4, n, nil)
	labels := make([]int, n)
	for i := range n {
		for f := range 2 {
			pixels.Set(2*f, i, 50)
			pixels.Set(2*f+1, i, float64(10+4*i))
		}
		labels[i] = 1 + i%2
	}
	scene, err := NewScene(pixels, nil, 100, 4*n+20, false)
	if err != nil {
		t.Fatal(err)
	}
	lines := func(change func(v *View)) int {
		v := NewView(scene)
		v.Layout, v.Labels, v.Faint, v.Style = shown.SideBySide, labels, 1, Dark()
		change(&v)
		m := image.NewRGBA(image.Rect(0, 0, 203, 4*n+20))
		new(Painter).Paint(m, &v)
		found, on := 0, false
		for y := range m.Rect.Max.Y { // between the two pictures
			lit := m.RGBAAt(101, y) != m.RGBAAt(101, 2)
			if lit && !on {
				found++
			}
			on = lit
		}
		return found
	}
	if found := lines(func(*View) {}); found < mostLines/2 || found > mostLines {
		t.Errorf("%d matches have %d lines, expected at most %d", n, found, mostLines)
	}
	if found := lines(func(v *View) { v.Labels = make([]int, n) }); found != 0 {
		t.Errorf("%d lines of outliers", found)
	}
	if found := lines(func(v *View) {
		v.Labels, v.Selected = make([]int, n), make([]bool, n)
		v.Selected[7] = true
	}); found != 1 {
		t.Errorf("a selected match alone has %d lines", found)
	}
}

// TestOutliersOfPairsAreDimmed: in two pictures points without a motion stand back once others
// have one.
func TestOutliersOfPairsAreDimmed(t *testing.T) {
	scene, err := NewScene(mat.NewDense(4, 1, []float64{50, 40, 50, 40}), nil, 100, 80, false)
	if err != nil {
		t.Fatal(err)
	}
	light := func(labels []int) (sum int) {
		v := NewView(scene)
		v.Layout, v.Labels, v.Style = shown.SideBySide, labels, Dark()
		m := image.NewRGBA(image.Rect(0, 0, 203, 80))
		new(Painter).Paint(m, &v)
		background := int(m.RGBAAt(2, 2).R)
		for y := range 80 {
			for x := range 100 {
				sum += max(0, int(m.RGBAAt(x, y).R)-background)
			}
		}
		return sum
	}
	if dim, plain := light([]int{0}), light(nil); dim == 0 || 3*dim > 2*plain {
		t.Errorf("an outlier has %d of light, a point where nothing has a motion %d", dim, plain)
	}
}

// TestSoftPointsAreSmallest: a point that belongs to no track is a dot in the colour of its
// motion, at its share of the picture, smaller than that of a track.
func TestSoftPointsAreSmallest(t *testing.T) {
	scene, err := NewScene(mat.NewDense(2, 1, []float64{30, 60}), nil, 100, 80, false)
	if err != nil {
		t.Fatal(err)
	}
	coloured := func(change func(v *View)) (count, x, y int) {
		v := NewView(scene)
		v.Style = Dark()
		change(&v)
		m := image.NewRGBA(image.Rect(0, 0, 100, 80))
		new(Painter).Paint(m, &v)
		want := v.Style.LabelColor(2)
		for i := range 8000 {
			if c := m.RGBAAt(i%100, i/100); c.R == want.R && c.G == want.G && c.B == want.B {
				count, x, y = count+1, x+i%100, y+i/100
			}
		}
		return count, x / max(count, 1), y / max(count, 1)
	}
	track, _, _ := coloured(func(v *View) { v.Labels = []int{2} })
	count, x, y := coloured(func(v *View) {
		v.Labels = []int{1}
		v.Soft = []SoftPoint{{X: 0.75, Y: 0.25, Label: 2}}
	})
	if count == 0 || 3*count > track || x < 73 || x > 76 || y < 18 || y > 21 {
		t.Errorf("a soft point has %d pixels around %d, %d, a track %d", count, x, y, track)
	}
}

// TestDotsAndQuestions: points without a result are small light dots, and what is asked about
// has a ring that is light and dark, so that it is seen on any colour.
func TestDotsAndQuestions(t *testing.T) {
	pixels := mat.NewDense(2, 1, []float64{50, 40})
	scene, err := NewScene(pixels, nil, 100, 80, false)
	if err != nil {
		t.Fatal(err)
	}
	painted := func(change func(v *View)) (bright, dark int) {
		v := NewView(scene)
		blue := image.NewRGBA(image.Rect(0, 0, 100, 80))
		draw.Draw(blue, blue.Rect, image.NewUniform(color.RGBA{0, 0, 255, 255}), image.Point{}, draw.Src)
		v.Pictures[0] = blue
		change(&v)
		m := image.NewRGBA(blue.Rect)
		new(Painter).Paint(m, &v)
		for y := range 80 {
			for x := range 100 {
				switch c := m.RGBAAt(x, y); {
				case c.R > 200 && c.G > 200 && c.B > 200:
					bright++
				case c.B < 60:
					dark++
				}
			}
		}
		return bright, dark
	}
	dots, _ := painted(func(v *View) { v.Dots = true })
	if dots < 5 || dots > 25 {
		t.Errorf("a point without a result has %d light pixels", dots)
	}
	if plain, _ := painted(func(*View) {}); plain >= dots {
		t.Errorf("a point of no motion has %d light pixels, without a result %d", plain, dots)
	}
	blue := func(v *View) { v.Labels = []int{1} }
	before, edge := painted(blue)
	bright, dark := painted(func(v *View) { blue(v); v.Asked = 1 })
	if bright < before+30 || dark < edge+30 {
		t.Errorf("a question adds %d light and %d dark pixels", bright-before, dark-edge)
	}
}
