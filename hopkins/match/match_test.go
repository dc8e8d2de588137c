package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/internal/testfile"
)

// blobs returns a picture of soft spots of random sizes and brightness, moved
// by a map of the plane: to gives for a place in the picture the place in the
// plane.
func blobs(seed uint64, w, h int, to func(x, y float64) (float64, float64)) *image.Gray {
	r := rand.New(rand.NewPCG(seed, 1))
	type spot struct{ x, y, size, level float64 }
	spots := make([]spot, w*h/40)
	for i := range spots {
		spots[i] = spot{(1.6*r.Float64() - 0.3) * float64(w), (1.6*r.Float64() - 0.3) * float64(h),
			1.2 + 5*r.Float64()*r.Float64(), 160*r.Float64() - 80}
	}
	levels := make([]float64, w*h)
	for y := range h {
		for x := range w {
			levels[y*w+x] = 128
		}
	}
	// Every spot is drawn where the map brings it.
	for y := range h {
		for x := range w {
			u, v := to(float64(x), float64(y))
			for _, s := range spots {
				dx, dy := u-s.x, v-s.y
				if d := (dx*dx + dy*dy) / (2 * s.size * s.size); d < 8 {
					levels[y*w+x] += s.level * math.Exp(-d)
				}
			}
		}
	}
	m := image.NewGray(image.Rect(0, 0, w, h))
	for i, v := range levels {
		m.Pix[i] = uint8(math.Round(min(max(v, 0), 255)))
	}
	return m
}

func still(x, y float64) (float64, float64) { return x, y }

// turned returns the map that turns, scales and shifts.
func turned(angle, scale, dx, dy float64) func(x, y float64) (float64, float64) {
	sin, cos := math.Sincos(angle)
	return func(x, y float64) (float64, float64) {
		return scale*(cos*x-sin*y) + dx, scale*(sin*x+cos*y) + dy
	}
}

func TestMatchesOfKnownMotions(t *testing.T) {
	const w, h = 240, 180
	first := blobs(1, w, h, still)
	for _, c := range []struct {
		name  string
		to    func(x, y float64) (float64, float64)
		least int
	}{
		{"shift", turned(0, 1, 5.3, -3.7), 150},
		{"turn", turned(0.6, 1, 60, -40), 60},
		{"scale", turned(0, 0.7, 30, 20), 50},
		{"both", turned(-0.4, 1.3, -20, 30), 30},
	} {
		pairs, err := Pictures(t.Context(), first, blobs(1, w, h, c.to))
		if err != nil {
			t.Fatal(err)
		}
		var errs []float64
		for _, p := range pairs {
			// A place in the second picture shows the place c.to in the first.
			x, y := c.to(p.X2, p.Y2)
			errs = append(errs, math.Hypot(x-p.X1, y-p.Y1))
		}
		slices.Sort(errs)
		if len(errs) < c.least {
			t.Errorf("%s: found %d matches, expected at least %d", c.name, len(errs), c.least)
			continue
		}
		median, ninety := errs[len(errs)/2], errs[len(errs)*9/10]
		t.Logf("%s: %d matches, error median %.3f, 90 %% %.3f px", c.name, len(errs), median, ninety)
		if median > 0.15 || ninety > 0.6 {
			t.Errorf("%s: errors are %.3f px in the median and %.3f at 90 %%, expected at most 0.15 and 0.6", c.name,
				median, ninety)
		}
	}
}

func TestTwoMotionsAreKept(t *testing.T) {
	const w, h = 240, 180
	// The left half moves right, the right half turns.
	left, right := turned(0, 1, -6, 2), turned(0.15, 1, 20, -25)
	second := blobs(1, w, h, func(x, y float64) (float64, float64) {
		if x < w/2 {
			return left(x, y)
		}
		return right(x, y)
	})
	pairs, err := Pictures(t.Context(), blobs(1, w, h, still), second)
	if err != nil {
		t.Fatal(err)
	}
	var counts [2]int
	for _, p := range pairs {
		for k, to := range []func(x, y float64) (float64, float64){left, right} {
			if x, y := to(p.X2, p.Y2); math.Hypot(x-p.X1, y-p.Y1) < 1 && (p.X2 < w/2) == (k == 0) {
				counts[k]++
			}
		}
	}
	if counts[0] < 40 || counts[1] < 40 {
		t.Errorf("found %d matches of one motion and %d of the other among %d, expected 40 or more of both", counts[0],
			counts[1], len(pairs))
	}
}

func TestSameMatchesOnAnyNumberOfCores(t *testing.T) {
	first, second := blobs(2, 160, 120, still), blobs(2, 160, 120, turned(0.2, 0.9, 10, 3))
	want, err := Pictures(t.Context(), first, second)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) < 20 {
		t.Fatalf("found %d matches, too few to compare", len(want))
	}
	for _, cores := range []int{1, 3, 7} {
		before := runtime.GOMAXPROCS(cores)
		got, err := Pictures(t.Context(), first, second)
		runtime.GOMAXPROCS(before)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("on %d cores: %d matches, %v, expected the same %d", cores, len(got), err, len(want))
		}
	}
}

func TestDescriptor(t *testing.T) {
	features, err := Features(t.Context(), blobs(3, 120, 90, still))
	if err != nil {
		t.Fatal(err)
	}
	if len(features) < 30 {
		t.Fatalf("found %d features", len(features))
	}
	for i, f := range features {
		sum := 0.0
		for _, v := range f.Descriptor {
			sum += float64(v) * float64(v)
		}
		if norm := math.Sqrt(sum); norm < 490 || norm > 534 {
			t.Errorf("feature %d: length %.1f, expected about 512", i, norm)
		}
		if !(f.Angle >= 0 && f.Angle < 2*math.Pi && f.Scale > 0.5) || f.X < 0 || f.Y < 0 || f.X > 119 || f.Y > 89 {
			t.Errorf("feature %d: %.2f, %.2f, scale %.2f, angle %.2f", i, f.X, f.Y, f.Scale, f.Angle)
		}
	}
}

func TestAngleOf(t *testing.T) {
	for i := range 3600 {
		angle := float64(i) * math.Pi / 1800
		sin, cos := math.Sincos(angle)
		got := float64(angleOf(float32(7*cos), float32(7*sin)))
		if d := math.Abs(got - angle); d > 3e-5 && d < 2*math.Pi-3e-5 {
			t.Fatalf("angle %.5f is %.5f", angle, got)
		}
	}
}

// save writes a picture to a new file.
func save(t *testing.T, name string, m image.Image) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return testfile.Write(t, b.Bytes(), t.TempDir(), name)
}

func TestOpen(t *testing.T) {
	const w, h = 240, 180
	a, b := save(t, "a.png", blobs(1, w, h, still)), save(t, "b.png", blobs(1, w, h, turned(0.1, 1, 4, 2)))
	s, err := Open(t.Context(), a, b)
	if err != nil {
		t.Fatal(err)
	}
	if !s.TwoFrame || s.Frames() != 2 || s.Width != w || s.Height != h || s.Points() < 100 || s.Name != "a–b" {
		t.Errorf("found %q: two frames %v, %d frames of %d×%d, %d points", s.Name, s.TwoFrame, s.Frames(), s.Width,
			s.Height, s.Points())
	}
	if s.Footage == nil || !slices.Equal(s.Footage.Files, []string{a, b}) {
		t.Errorf("footage is %+v", s.Footage)
	}
	var table bytes.Buffer
	if err := WriteCSV(&table, s); err != nil {
		t.Fatal(err)
	}
	again, err := hopkins.Read(&table, "matches.csv")
	if err != nil {
		t.Fatal(err)
	}
	if !again.TwoFrame || again.Points() != s.Points() {
		t.Fatalf("read back %d points, two frames %v", again.Points(), again.TwoFrame)
	}
	for r := range 4 {
		if d := math.Abs(again.Pixels.At(r, 5) - s.Pixels.At(r, 5)); d > 1e-4 {
			t.Errorf("row %d differs by %v", r, d)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	spots := save(t, "spots.png", blobs(1, 240, 180, still))
	other := save(t, "other.png", blobs(9, 240, 180, still))
	grey := save(t, "grey.png", image.NewGray(image.Rect(0, 0, 240, 180)))
	tiny := save(t, "tiny.png", image.NewGray(image.Rect(0, 0, 3, 2)))
	for _, c := range []struct{ a, b, want string }{
		{spots, grey, "grey.png: there is nothing to match in the picture"},
		{tiny, spots, "tiny.png: there is nothing to match in the picture"},
		{spots, other, "the pictures have too little in common"},
		{spots, filepath.Join(t.TempDir(), "absent.png"), "absent.png"},
	} {
		if _, err := Open(t.Context(), c.a, c.b); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error is %v, expected %q", err, c.want)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ended, spots, other); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, expected that it was cancelled", err)
	}
}

func TestReducedFeaturesLieWhereTheyWere(t *testing.T) {
	small := blobs(4, 200, 150, still)
	large := image.NewGray(image.Rect(0, 0, 10*200, 10*150))
	for y := range 1500 {
		for x := range 2000 {
			large.SetGray(x, y, small.GrayAt(x/10, y/10))
		}
	}
	pairs, err := Pictures(t.Context(), small, small)
	if err != nil || len(pairs) < 50 {
		t.Fatalf("%d pairs, %v", len(pairs), err)
	}
	a, err := Features(t.Context(), small)
	if err != nil {
		t.Fatal(err)
	}
	b, err := reducedFeatures(t.Context(), large)
	if err != nil {
		t.Fatal(err)
	}
	links, err := match(t.Context(), a, b)
	if err != nil {
		t.Fatal(err)
	}
	var off []float64
	for _, l := range links {
		p, q := a[l.first], b[l.second]
		off = append(off, math.Hypot(10*p.X+4.5-q.X, 10*p.Y+4.5-q.Y))
	}
	slices.Sort(off)
	if len(off) < 30 || off[len(off)/2] > 2 {
		t.Errorf("%d matches, %v large pixels off in the median, expected 30 or more within 2", len(off),
			fmt.Sprint(off[:min(len(off), 1)]))
	}
}

func BenchmarkPictures(b *testing.B) {
	first, second := blobs(1, 640, 480, still), blobs(1, 640, 480, turned(0.1, 1, 4, 2))
	for b.Loop() {
		if _, err := Pictures(b.Context(), first, second); err != nil {
			b.Fatal(err)
		}
	}
}
