package draw

import (
	"bytes"
	"image"
	"image/png"
	"math/rand/v2"
	"slices"
	"testing"

	"motionseg/ui/internal/golden"
)

// smallSet is a set of 3 classes with 8 pictures each of 12×16 pixels: stripes of
// the class with the light of the picture.
func smallSet(t testing.TB, n int) *Thumbnails {
	t.Helper()
	set, err := NewThumbnails(n, 12, 16, func(i int) *image.Gray {
		m := image.NewGray(image.Rect(0, 0, 12, 16))
		for y := range 16 {
			for x := range 12 {
				if (x+(i/8)*y)%(3+i/8) == 0 {
					m.Pix[y*m.Stride+x] = uint8(80 + 20*(i%8))
				}
			}
		}
		return m
	})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// smallWall groups 24 pictures, two of them wrongly.
func smallWall(t testing.TB) Wall {
	v := NewWall(smallSet(t, 24))
	v.Labels, v.Truth, v.Wrong = make([]int, 24), make([]int, 24), make([]bool, 24)
	for i := range 24 {
		v.Truth[i] = 1 + i/8
		v.Labels[i] = v.Truth[i]
	}
	v.Labels[3], v.Wrong[3] = 2, true
	v.Labels[20], v.Wrong[20] = 1, true
	return v
}

func paintWall(v *Wall, w, h int) *image.RGBA {
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	var p WallPainter
	p.Paint(dst, v)
	return dst
}

func TestWallLooksRight(t *testing.T) {
	v := smallWall(t)
	golden.Check(t, "wall.png", paintWall(&v, 360, 300))
	v.Selected = make([]bool, 24)
	v.Selected[3] = true
	v.Hovered = 9
	v.Closest, v.Affinities = []int{10, 20, 4}, []float64{1.5, 0.25, 0.0125}
	v.Style, v.Scale = Light(), 2
	golden.Check(t, "wall-selected-2x.png", paintWall(&v, 720, 600))
	v.Scale, v.Style = 1, Dark()
	v.Camera = v.ZoomAt(image.Pt(360, 300), 300, 100, 3)
	golden.Check(t, "wall-zoomed.png", paintWall(&v, 360, 300))
	unsorted := NewWall(v.Pictures)
	unsorted.Selected = []bool{true, true, false}
	golden.Check(t, "wall-unlabelled.png", paintWall(&unsorted, 300, 260))
}

// TestWallShowsEveryPictureOnce: within the view, apart from each other, group
// by group, the wrong ones last.
func TestWallShowsEveryPictureOnce(t *testing.T) {
	v := smallWall(t)
	v.Hidden = make([]bool, 24)
	v.Hidden[7] = true
	for _, size := range []image.Point{{360, 300}, {100, 400}, {900, 120}, {40, 30}} {
		arranged := v.arrange(size)
		if len(arranged.tiles) != 23 || len(arranged.groups) != 3 {
			t.Fatalf("%v: %d tiles in %d groups, want 23 in 3", size, len(arranged.tiles), len(arranged.groups))
		}
		bounds := v.Bounds(size)
		for k, a := range arranged.tiles {
			if a.x0 < 0 || a.y0 < 0 || a.x1 > bounds.MaxX+1e-9 || a.y1 > bounds.MaxY+1e-9 || a.x1 <= a.x0 || a.y1 <= a.y0 {
				t.Errorf("%v: picture %d lies at %v, outside of %v", size, a.picture, a, bounds)
			}
			for _, b := range arranged.tiles[:k] {
				if a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 {
					t.Errorf("%v: pictures %d and %d overlap", size, a.picture, b.picture)
				}
			}
		}
	}
	order := v.order()
	if want := []int{0, 1, 2, 4, 5, 6, 20, 8}; !slices.Equal(order[:8], want) {
		t.Errorf("order starts %v, want %v", order[:8], want)
	}
}

// TestWallFitsAnyGroups: whatever their number and sizes, pictures lie in the
// view and apart from each other.
func TestWallFitsAnyGroups(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + random.IntN(300)
		v := NewWall(smallSet(t, n))
		v.Labels = make([]int, n)
		groups := 1 + random.IntN(min(n, 60))
		for i := range v.Labels {
			v.Labels[i] = random.IntN(groups + 1)
		}
		size := image.Pt(30+random.IntN(900), 30+random.IntN(700))
		arranged, bounds := v.arrange(size), v.Bounds(size)
		if len(arranged.tiles) != n {
			t.Fatalf("%d tiles of %d pictures", len(arranged.tiles), n)
		}
		for k, a := range arranged.tiles {
			if a.x0 < 0 || a.y0 < 0 || a.x1 > bounds.MaxX+1e-6 || a.y1 > bounds.MaxY+1e-6 || !(a.x1 > a.x0) || !(a.y1 > a.y0) {
				t.Fatalf("%d pictures in %d groups on %v: %v is outside of %v", n, groups, size, a, bounds)
			}
			if k > 0 {
				b := arranged.tiles[k-1]
				if a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 {
					t.Fatalf("%d pictures in %d groups on %v: %v and %v overlap", n, groups, size, a, b)
				}
			}
		}
	}
}

// TestWallHits finds the picture under every tile, on the wall and in the
// strip, under a moved camera too.
func TestWallHits(t *testing.T) {
	v := smallWall(t)
	size := image.Pt(360, 300)
	v.Camera = v.ZoomAt(size, 120, 80, 1.5)
	tr := v.Transform(size)
	seen := 0
	for _, at := range v.arrange(size).tiles {
		x, y := tr.ToScreen((at.x0+at.x1)/2, (at.y0+at.y1)/2)
		if x < 0 || y < 0 || x >= 360 || y >= float64(v.area(size).Y) {
			continue
		}
		seen++
		if got := v.HitTest(size, x, y); got != at.picture {
			t.Errorf("at (%.0f, %.0f) there is %d, want %d", x, y, got, at.picture)
		}
	}
	if seen < 5 {
		t.Errorf("only %d pictures are in view", seen)
	}
	if got := v.HitTest(size, 20, 280); got != NoTrack {
		t.Errorf("the empty strip has picture %d", got)
	}
	v.Selected = make([]bool, 24)
	v.Selected[5] = true
	v.Closest = []int{7, 2}
	for k, want := range []int{5, 7, 2} {
		at := v.stripTiles(size)[k]
		if got := v.HitTest(size, at.x0+1, at.y0+1); got != want {
			t.Errorf("place %d of the strip has picture %d, want %d", k, got, want)
		}
	}
	v.Camera = v.ZoomAt(size, 100, 100, 1e-3)
	if !v.Camera.Fitted() {
		t.Error("a wall must not become smaller than its view")
	}
}

func TestThumbnailsRefuse(t *testing.T) {
	if _, err := NewThumbnails(0, 4, 4, nil); err == nil {
		t.Error("no pictures were taken")
	}
	if _, err := NewThumbnails(1, 4, 4, func(int) *image.Gray {
		return image.NewGray(image.Rect(0, 0, 4, 5))
	}); err == nil {
		t.Error("a picture of another size was taken")
	}
	blank, err := NewThumbnails(5, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	v := NewWall(blank)
	paintWall(&v, 200, 100)
}

func TestWriteWallsPNG(t *testing.T) {
	v := smallWall(t)
	var b bytes.Buffer
	if err := WriteWallsPNG(&b, []string{"left", "right"}, []Wall{v, v}); err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(&b)
	if err != nil || m.Bounds().Dx() != 2*640*2+3*24 {
		t.Errorf("picture %v, %v", m.Bounds(), err)
	}
	if WriteWallsPNG(&b, nil, nil) == nil {
		t.Error("nothing was written without an error")
	}
}

// BenchmarkWall paints all of a large set of faces.
func BenchmarkWall(b *testing.B) {
	set, err := NewThumbnails(2400, 42, 48, func(int) *image.Gray { return image.NewGray(image.Rect(0, 0, 42, 48)) })
	if err != nil {
		b.Fatal(err)
	}
	v := NewWall(set)
	v.Labels = make([]int, 2400)
	for i := range v.Labels {
		v.Labels[i] = 1 + i%38
	}
	dst := image.NewRGBA(image.Rect(0, 0, 640, 480))
	var p WallPainter
	b.ReportAllocs()
	for b.Loop() {
		p.Paint(dst, &v)
	}
}

func BenchmarkWallHitTest(b *testing.B) {
	v := smallWall(b)
	for b.Loop() {
		v.HitTest(image.Pt(360, 300), 200, 100)
	}
}
