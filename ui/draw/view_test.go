package draw

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/ui/shown"
)

// threeTracks has tracks at (10, 20), (30, 40), (50, 60) in frame 0 and 5
// further right in frame 1; the last is not seen in frame 1.
func threeTracks(t *testing.T, yUp bool) *Scene {
	t.Helper()
	pixels := mat.NewDense(4, 3, []float64{10, 30, 50, 20, 40, 60, 15, 35, 55, 20, 40, 60})
	visible := [][]bool{{true, true}, {true, true}, {true, false}}
	s, err := NewScene(pixels, visible, 100, 80, yUp)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestScene(t *testing.T) {
	s := threeTracks(t, false)
	if s.Points() != 3 || s.Frames() != 2 || s.Bounds() != (shown.Rect{MinX: 0, MinY: 0, MaxX: 100, MaxY: 80}) {
		t.Errorf("%d points in %d frames within %v", s.Points(), s.Frames(), s.Bounds())
	}
	if x, y, ok := s.At(1, 1); x != 35 || y != 40 || !ok {
		t.Errorf("track 1 in frame 1 at (%g, %g) %v, expected (35, 40)", x, y, ok)
	}
	if _, _, ok := s.At(2, 1); ok {
		t.Error("track 2 is seen in frame 1")
	}
	if x, y, _ := threeTracks(t, true).At(0, 0); x != 10 || y != 60 {
		t.Errorf("upward y: (%g, %g), expected (10, 60)", x, y)
	}
}

// Without a picture's size the points fill the view but for a margin, and
// turning over keeps them there.
func TestSceneWithoutSize(t *testing.T) {
	pixels := mat.NewDense(2, 3, []float64{100, 200, 150, 10, 60, math.Inf(1)})
	for _, yUp := range []bool{false, true} {
		s, err := NewScene(pixels, nil, 0, 0, yUp)
		if err != nil {
			t.Fatal(err)
		}
		if s.Bounds() != (shown.Rect{MinX: 96, MinY: 6, MaxX: 204, MaxY: 64}) {
			t.Errorf("bounds %v", s.Bounds())
		}
		want := 10.0
		if yUp {
			want = 60
		}
		if _, y, _ := s.At(0, 0); y != want {
			t.Errorf("y of track 0 is %g, expected %g", y, want)
		}
		if _, _, ok := s.At(2, 0); ok {
			t.Error("a point at infinity is visible")
		}
	}
}

func TestSceneErrors(t *testing.T) {
	for _, c := range []struct {
		pixels  *mat.Dense
		visible [][]bool
		want    string
	}{
		{nil, nil, "without points"},
		{mat.NewDense(3, 2, nil), nil, "3 rows"},
		{mat.NewDense(4, 2, nil), [][]bool{{true, true}}, "1 tracks, expected 2"},
		{mat.NewDense(4, 2, nil), [][]bool{{true, true}, {true}}, "track 1 in 1 frames, expected 2"},
	} {
		if _, err := NewScene(c.pixels, c.visible, 10, 10, false); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, expected one with %q", err, c.want)
		}
	}
}

func TestCamera(t *testing.T) {
	bounds, size := shown.Rect{MinX: 0, MinY: 0, MaxX: 100, MaxY: 80}, image.Pt(400, 400)
	var c shown.Camera
	fit := c.Transform(bounds, size)
	if x, y := fit.ToScreen(0, 0); fit.Scale != 4 || x != 0 || y != 40 {
		t.Errorf("fitted: scale %g, origin at (%g, %g), expected 4, (0, 40)", fit.Scale, x, y)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		sx, sy := 400*r.Float64(), 400*r.Float64()
		before := c.Transform(bounds, size)
		wx, wy := before.ToWorld(sx, sy)
		next := c.ZoomAt(bounds, size, sx, sy, math.Exp(2*r.Float64()-1))
		if x, y := next.Transform(bounds, size).ToScreen(wx, wy); math.Abs(x-sx)+math.Abs(y-sy) > 1e-6 {
			t.Fatalf("zooming at (%g, %g) moved it to (%g, %g)", sx, sy, x, y)
		}
		if next.Zoom < shown.MinZoom || next.Zoom > shown.MaxZoom {
			t.Fatalf("zoom %g", next.Zoom)
		}
		c = next
	}
	c = shown.Camera{}.ZoomAt(bounds, size, 200, 200, 2)
	moved := c.Pan(bounds, size, 16, -8)
	if a, b := c.Transform(bounds, size), moved.Transform(bounds, size); math.Abs(b.DX-a.DX-16)+
		math.Abs(b.DY-a.DY+8) > 1e-9 {
		t.Errorf("panned by (%g, %g), expected (16, -8)", b.DX-a.DX, b.DY-a.DY)
	}
	far := c.Pan(bounds, size, 1e9, 1e9)
	if far.X != 0 || far.Y != 0 {
		t.Errorf("panned away to (%g, %g), expected to stop at (0, 0)", far.X, far.Y)
	}
	for _, factor := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if c.ZoomAt(bounds, size, 1, 1, factor) != c {
			t.Errorf("zooming by %g changed the camera", factor)
		}
	}
}

func TestHitTest(t *testing.T) {
	v := NewView(threeTracks(t, false))
	size := image.Pt(200, 160) // two device pixels a picture pixel
	for _, c := range []struct {
		x, y, radius float64
		want         int
	}{
		{21, 41, 5, 0}, {58, 80, 5, 1}, {100, 120, 0.5, 2}, {40, 60, 5, NoTrack}, {40, 60, 40, 0},
		{math.NaN(), 0, 5, NoTrack},
	} {
		if got := v.HitTest(size, c.x, c.y, c.radius); got != c.want && c.radius != 40 {
			t.Errorf("hit at (%g, %g): %d, expected %d", c.x, c.y, got, c.want)
		}
	}
	v.Hidden = []bool{true, false, false}
	if got := v.HitTest(size, 20, 40, 5); got != NoTrack {
		t.Errorf("hit hidden track %d", got)
	}
	if got := v.InRect(size, image.Rect(0, 0, 200, 160)); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("in the whole view: %v, expected 1 and 2", got)
	}
	v.Frame = 1
	if got := v.InRect(size, image.Rect(200, 160, 0, 0)); !slices.Equal(got, []int{1}) {
		t.Errorf("in frame 1: %v, expected 1", got)
	}
	v.Frame = 5
	if got := v.HitTest(size, 20, 40, 500); got != NoTrack {
		t.Errorf("hit track %d in a frame that is not there", got)
	}
}

// In the layouts of two frames a track is hit at both its places and found
// once.
func TestHitTestTwoFrames(t *testing.T) {
	v := NewView(threeTracks(t, false))
	v.Layout, v.Hidden = shown.SideBySide, []bool{false, true, false}
	size := image.Pt(406, 160)
	tr := v.Transform(size)
	if tr.Scale != 2 {
		t.Fatalf("scale %g, expected 2", tr.Scale)
	}
	if got := v.HitTest(size, 20, 40, 4); got != 0 {
		t.Errorf("first place: %d, expected 0", got)
	}
	if got := v.HitTest(size, 206+30, 40, 4); got != 0 {
		t.Errorf("second place: %d, expected 0", got)
	}
	if got := v.HitTest(size, 206+110, 120, 4); got != NoTrack {
		t.Errorf("hit track %d in a frame in which it is not seen", got)
	}
	if got := v.InRect(size, image.Rect(0, 0, 406, 160)); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("in the whole view: %v, expected 0 and 2", got)
	}
}

func TestInLasso(t *testing.T) {
	v := sceneView(40, 12, 160, 120)
	size := image.Pt(160, 120)
	line := []image.Point{{10, 10}, {150, 20}, {80, 60}, {140, 110}, {15, 100}}
	got := v.InLasso(size, line)
	if len(got) == 0 || len(got) == 40 || !slices.IsSorted(got) {
		t.Fatalf("tracks %v inside", got)
	}
	// The same as by the angles under which the line is seen.
	var want []int
	v.places(size, func(i int, px, py float64) {
		var turned float64
		for k, b := range line {
			a := line[(k+len(line)-1)%len(line)]
			from := math.Atan2(float64(a.Y)-py, float64(a.X)-px)
			turned += math.Remainder(math.Atan2(float64(b.Y)-py, float64(b.X)-px)-from, 2*math.Pi)
		}
		if math.Abs(turned) > math.Pi {
			want = append(want, i)
		}
	})
	if !slices.Equal(got, want) {
		t.Errorf("inside %v, want %v", got, want)
	}
	if v.InLasso(size, nil) != nil || v.InLasso(size, line[:1]) != nil {
		t.Error("tracks inside no line")
	}
}

// TestFittingMarker: markers are smaller in a small view than in a large one, smaller among
// many points than among few, smaller in a view of two frames, and within bounds.
func TestFittingMarker(t *testing.T) {
	marker := func(points, width int, layout shown.Layout) float64 {
		v := sceneView(points, 2, 640, 480)
		v.Layout = layout
		return v.FittingMarker(image.Pt(width, width*3/4))
	}
	few, many := marker(800, 900, shown.OneFrame), marker(6000, 900, shown.OneFrame)
	if small := marker(6000, 320, shown.OneFrame); small != leastMarker || few != mostMarker {
		t.Errorf("6000 points in a small view have %v, 800 in a large one %v", small, few)
	}
	if two := marker(6000, 900, shown.SideBySide); !(many < few && many > leastMarker && two < many) {
		t.Errorf("of 6000 points in a large view the diameter is %v, of 800 %v, in two frames %v", many, few, two)
	}
}
