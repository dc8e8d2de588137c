package draw

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"motionseg/segment"
	"motionseg/ui/internal/golden"
)

// sampleRuns returns two runs as a slow and a quick solver leave them.
func sampleRuns() (left, right Run) {
	left, right = Run{Name: "SSC", Motions: 3}, Run{Name: "LRKSC", Motions: 3}
	for k := 1; k <= 128; k++ {
		left.History = append(left.History,
			segment.Iteration{Number: k, Objective: 2e5 / (1 + 0.2*float64(k)), Residual: math.Exp(-0.07*float64(k)) *
				(1.2 + math.Sin(float64(k))), AffineResidual: 0.3 * math.Exp(-0.06*float64(k))})
	}
	for k := 1; k <= 15; k++ {
		it := segment.Iteration{Number: k, Objective: 1e4 + 3e4*math.Exp(-0.4*float64(k)),
			Residual: math.Pow(10, -0.5*float64(k)), AffineResidual: math.Pow(10, 1-0.5*float64(k))}
		if k < 4 {
			it.Residual = 0
		}
		right.History = append(right.History, it)
	}
	left.Spectrum = []float64{0, 0.051, 0.072, 0.124, 0.151, 0.17, 0.192, 0.2}
	right.Spectrum = []float64{0, 0.0021, 0.0043, 0.214, 0.231, 0.27, 0.33, 0.38}
	return left, right
}

// sampleErrors returns errors of two methods on 155 sequences.
func sampleErrors() []Pair {
	r := rand.New(rand.NewPCG(1, 2))
	pairs := make([]Pair, 155)
	for k := range pairs {
		pairs[k].Name = "1R2RC_g12"
		if r.Float64() < 0.4 {
			pairs[k].Left = 40 * math.Pow(r.Float64(), 3)
			pairs[k].Right = pairs[k].Left * r.Float64()
		}
		if r.Float64() < 0.1 {
			pairs[k].Right = 30 * math.Pow(r.Float64(), 2)
		}
	}
	pairs[7].Left = math.NaN()
	return pairs
}

// sampleCharts returns one chart of every kind.
func sampleCharts(style Style) map[string]*Chart {
	left, right := sampleRuns()
	pairs := sampleErrors()
	var l, r []float64
	for _, p := range pairs {
		l, r = append(l, p.Left), append(r, p.Right)
	}
	k := []float64{10, 20, 38}
	return map[string]*Chart{
		"convergence":   Convergence(style, left, right),
		"spectrum":      Spectrum(style, left, right),
		"error-scatter": ErrorScatter(style, "SSC", "LRKSC", pairs),
		"error-bars":    ErrorBars(style, "SSC", "LRKSC", pairs[:12]),
		"error-by-motions": ErrorByMotions(style,
			[]Curve{{"LRKSC", k, []float64{18, 24, 31}}, {"SSC", k, []float64{30, math.NaN(), 45}},
				{"KSSC", k, []float64{20, 29, 37}}}),
		"error-distribution": ErrorDistribution(style, []Curve{{Name: "SSC", Y: l}, {Name: "LRKSC", Y: r}}),
		"coverage": Coverage(style,
			Visibility{Seen: []int{20, 22, 25, 28, 30, 29, 29, 26, 24, 18, 12, 9}, Tracks: 32, First: 2, Last: 8, Complete: 21}),
	}
}

func TestPaintCharts(t *testing.T) {
	for name, c := range sampleCharts(Dark()) {
		dst := image.NewRGBA(image.Rect(0, 0, 360, 200))
		c.Paint(dst, 1)
		golden.Check(t, "chart-"+name+".png", dst)
	}
	left, right := sampleRuns()
	dst := image.NewRGBA(image.Rect(0, 0, 500, 280))
	Convergence(Light(), left, right).Paint(dst, 1.5)
	golden.Check(t, "chart-light.png", dst)
}

// Histories that a solver may leave: nothing, zeros, negative and not finite
// values, a single one, all the same.
// TestNarrowCharts: where the legend is longer than a row it goes on in the next, in
// letters that can be read; only where the plots would have no room it becomes
// smaller. In a low chart the name of the upright axis is left out, not cut.
func TestNarrowCharts(t *testing.T) {
	left, right := sampleRuns()
	right.Name = "LRKSC auto with a name that takes half of the legend's row, or more than half"
	chart := Convergence(Light(), left, right)
	page := func(width, height vg.Length) draw.Canvas {
		return draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: width, Y: height}}}
	}
	for _, c := range []struct {
		width, height vg.Length
		rows          int
	}{{1200, 240, 1}, {480, 240, 2}, {480, 110, 1}} {
		at := page(c.width, c.height)
		rows := chart.legendRows(at)
		entries := 0
		for _, row := range rows {
			entries += len(row)
			if length := legendLength(legendStyle(chart.style), row); c.rows > 1 && length > legendRoom(at) {
				t.Errorf("%v×%v: a row of %v in %v", c.width, c.height, length, legendRoom(at))
			}
		}
		if len(rows) != c.rows || entries != len(chart.legend) {
			t.Errorf("%v×%v: %d rows with %d of %d entries, expected %d rows", c.width, c.height, len(rows), entries,
				len(chart.legend), c.rows)
		}
	}
	spectrum := Spectrum(Light(), left, right)
	for height, named := range map[vg.Length]bool{240: true, 110: false} {
		at := page(480, height)
		areas := spectrum.areas(at)
		if areas == nil {
			t.Fatalf("no plot in a height of %v", height)
		}
		if got := spectrum.in(areas[0], 0).Y.Label.Text != ""; got != named {
			t.Errorf("height %v: the axis is named %v", height, got)
		}
	}
	if spectrum.plots[0].Y.Label.Text == "" {
		t.Error("the chart itself has lost the name of its axis")
	}
}

func TestChartsOfOddValues(t *testing.T) {
	odd := []float64{0, -1, math.NaN(), math.Inf(1), 1e-300, 1e300, 5, 5}
	r := rand.New(rand.NewPCG(6, 6))
	any := func() float64 { return odd[r.IntN(len(odd))] }
	dst := image.NewRGBA(image.Rect(0, 0, 200, 120))
	for range 40 {
		var runs [2]Run
		for k := range runs {
			for n := range r.IntN(5) {
				runs[k].History = append(runs[k].History,
					segment.Iteration{Number: n + 1, Objective: any(), Residual: any(), AffineResidual: any(), KernelResidual: any()})
				runs[k].Spectrum = append(runs[k].Spectrum, any())
			}
			runs[k].Motions = r.IntN(8) - 1
		}
		pairs := []Pair{{"a", any(), any()}, {"b", any(), any()}}[:r.IntN(3)]
		curves := []Curve{{"c", []float64{any(), any()}, []float64{any(), any(), any()}}, {Name: "d"}}
		for _, c := range []*Chart{
			Convergence(Dark(), runs[0], runs[1]), Spectrum(Dark(), runs[0], runs[1]), ErrorScatter(Dark(), "l", "r", pairs),
			ErrorBars(Dark(), "l", "r", pairs), ErrorByMotions(Dark(), curves), ErrorDistribution(Dark(), curves),
		} {
			c.Paint(dst, 1)
		}
	}
}

// TestNoEigengap: the legend claims an eigengap where it is the widest, and says
// otherwise where that is.
func TestNoEigengap(t *testing.T) {
	for _, c := range []struct {
		spectrum []float64
		motions  int
		want     string
	}{
		{[]float64{0, 0.002, 0.004, 0.214, 0.23, 0.27}, 3, "a: eigengap 0.21 at K = 3"},
		{[]float64{0, 0.02, 0.057, 0.06, 0.2, 0.21}, 3, "a: no eigengap at K = 3, the widest is at 4"},
		{[]float64{0, 0.3, 0.31, 0.32}, 1, "a: eigengap 0.3 at K = 1"},
		{[]float64{0, 0.01, 0.31, 0.32}, 1, "a: no eigengap at K = 1, the widest is at 2"},
		{[]float64{0, 0, 0, 0}, 3, "a: no eigengap"},
	} {
		chart := Spectrum(Light(), Run{Name: "a", Motions: c.motions, Spectrum: c.spectrum}, Run{})
		if got := chart.legend[0].name; got != c.want {
			t.Errorf("%v: %q, want %q", c.spectrum, got, c.want)
		}
	}
}

// A chart fits into whatever room there is.
func TestPaintTinyCharts(t *testing.T) {
	for name, c := range sampleCharts(Light()) {
		for _, size := range []image.Point{{0, 0}, {1, 1}, {9, 40}, {60, 12}, {50, 50}} {
			dst := image.NewRGBA(image.Rectangle{Max: size})
			c.Paint(dst, 1)
			if !dst.Opaque() {
				t.Errorf("%s at %v leaves pixels out", name, size)
			}
			c.Nearest(size, 1, 5, 5, 100)
		}
	}
}

func TestNearest(t *testing.T) {
	pairs := []Pair{{"a", 0, 0}, {"unknown", math.NaN(), 3}, {"b", 50, 50}, {"c", 50, 0}}
	size := image.Pt(400, 300)
	for name, c := range map[string]*Chart{"scatter": ErrorScatter(Dark(), "l", "r", pairs),
		"bars": ErrorBars(Dark(), "l", "r", pairs)} {
		for _, scale := range []float64{1, 2} {
			m := image.NewRGBA(image.Rectangle{Max: size})
			c.Paint(m, scale)
			found := map[int]bool{}
			for y := 0; y < size.Y; y += 10 {
				for x := 0; x < size.X; x += 10 {
					if k := c.Nearest(size, scale, float64(x), float64(y), 8); k != NoTrack {
						found[k] = true
						if name == "scatter" && k == 2 && (x < 200 || y > 150) {
							t.Fatalf("scatter at scale %g: the pair with the largest errors is at (%d, %d)", scale, x, y)
						}
					}
				}
			}
			if !found[0] || !found[2] || !found[3] || name == "scatter" && found[1] {
				t.Errorf("%s at scale %g: found %v", name, scale, found)
			}
		}
	}
	if k := (&Chart{}).Nearest(size, 1, 3, 3, 1000); k != NoTrack {
		t.Errorf("found %d in an empty chart", k)
	}
}

func TestTicks(t *testing.T) {
	labels := func(marks []plot.Tick) string {
		var s []string
		for _, m := range marks {
			s = append(s, m.Label)
		}
		return strings.Join(s, " ")
	}
	for _, c := range []struct {
		marks []plot.Tick
		want  string
	}{
		{round(5).Ticks(-0.1, 1), "0 0.5 1.0"},
		{round(6).Ticks(0, 40), "0 10 20 30 40"},
		{round(6).Ticks(-0.01, 0.31), "0 0.1 0.2 0.3"},
		{whole{}.Ticks(0.5, 4.5), "1 2 3 4"},
		{decades{}.Ticks(1e-7, 3), "1e-6 1e-4 0.01 1"},
		{decades{}.Ticks(0.9, 60), "1 2 5 10 20 50"},
		{decades{}.Ticks(1000, 1400), "1000 1100 1200 1300 1400"},
		{decades{}.Ticks(8000, 3e6), "1e4 1e5 1e6"},
		{decades{}.Ticks(0, 5), ""},
	} {
		if got := labels(c.marks); got != c.want {
			t.Errorf("ticks %q, expected %q", got, c.want)
		}
	}
}

func TestWriteCharts(t *testing.T) {
	for name, c := range sampleCharts(Light()) {
		for _, format := range Formats() {
			var b bytes.Buffer
			if err := c.Write(&b, format, 300, 200); err != nil {
				t.Errorf("%s as %s: %v", name, format, err)
			}
			checkFormat(t, b.Bytes(), format, 300, 200)
		}
	}
	c := Coverage(Light(), Visibility{Seen: []int{3, 3, 3}, Tracks: 3, Last: 2, Complete: 3})
	if err := c.Write(io.Discard, "bmp", 10, 10); err == nil || !strings.Contains(err.Error(), `"bmp"`) {
		t.Errorf("error %v", err)
	}
	if err := c.Write(io.Discard, PNG, 0, 10); err == nil {
		t.Error("no error for an empty page")
	}
	if err := c.Write(broken{}, SVG, 100, 100); err != errBroken {
		t.Errorf("error %v, expected the writer's", err)
	}
}

var errBroken = errors.New("disk full")

// broken is a writer that cannot.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

// checkFormat checks that a file is what it claims to be, of the given size in
// points.
func checkFormat(t *testing.T, data []byte, format Format, width, height float64) {
	t.Helper()
	switch format {
	case PNG:
		m, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := m.Bounds().Size(), image.Pt(int(width*exportDPI/72+0.5), int(height*exportDPI/72+0.5)); got != want {
			t.Errorf("png of %v, expected %v", got, want)
		}
		at := bytes.Index(data, []byte("pHYs"))
		if at != 37 || binary.BigEndian.Uint32(data[at+4:]) != 11811 {
			t.Errorf("the resolution is not 11811 dots a metre right behind the header")
		}
	case SVG:
		d := xml.NewDecoder(bytes.NewReader(data))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("svg: %v", err)
			}
		}
		if !bytes.Contains(data, []byte("<svg")) || bytes.Contains(data, []byte("image/jpg")) ||
			bytes.Contains(data, []byte("NaN")) {
			t.Error("svg without its element, with a wrong type of image or a coordinate that is not a number")
		}
	case PDF:
		if !bytes.HasPrefix(data, []byte("%PDF-1.")) || !bytes.Contains(data, []byte("%%EOF")) {
			t.Error("pdf without its first or last line")
		}
		if want := fmt.Sprintf("/MediaBox [0 0 %.2f %.2f]", width, height); !bytes.Contains(data, []byte(want)) {
			t.Errorf("pdf without %s", want)
		}
	}
}
