package track

import (
	"context"
	"image"
	"math"
	"slices"
	"testing"

	"motionseg/hopkins/track/internal/lanes"
)

// TestPartsAreCancelled ends the context while a picture is taken in and while
// corners are looked for in it, which takes seconds for the largest ones.
func TestPartsAreCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun := 0
	bands(ctx, 10*bandWidth, 1, func(int, int) {
		if begun++; begun == 3 {
			cancel()
		}
	})
	if begun != 3 {
		t.Errorf("%d of 10 bands were begun, expected 3", begun)
	}
	picture := wholeNumbers(61, 170, 1)[0]
	ctx, cancel = context.WithCancel(t.Context())
	found := slices.Collect(newCorners(61, 170).find(ctx, picture, 0.01, 5, 1, func(corner) bool {
		cancel()
		return true
	}))
	if found != nil {
		t.Errorf("%d corners of a part of the picture", len(found))
	}
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	taken := 0
	for range newCorners(61, 170).find(ctx, picture, 0.01, 5, 1, func(corner) bool { return true }) {
		if taken++; taken == 3 {
			cancel()
		}
	}
	if taken != 3 {
		t.Errorf("%d corners were gone through, expected 3", taken)
	}
	p := newPyramid(61, 170, 2)
	p.fill(ctx, picture, 1)
	for _, v := range p.levels[0].column(30) {
		if v != 0 {
			t.Fatalf("a picture was taken in after the end: %v", v)
		}
	}
}

// TestCorners compares the strength with its definition, pixel by pixel.
func TestCorners(t *testing.T) {
	picture := wholeNumbers(61, 70, 1)[0]
	c := newCorners(61, 70)
	found := slices.Collect(c.find(t.Context(), picture, 0.01, 5, 3, func(corner) bool { return true }))
	at := func(x, y int) float64 {
		return float64(picture.GrayAt(min(max(x, 0), 60), min(max(y, 0), 69)).Y)
	}
	strength := func(x, y int) float64 {
		var xx, xy, yy float64
		for v := y - blockRadius; v <= y+blockRadius; v++ {
			for u := x - blockRadius; u <= x+blockRadius; u++ {
				dx, dy := at(u+1, v)-at(u-1, v), at(u, v+1)-at(u, v-1)
				xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
			}
		}
		return (xx+yy)/2 - math.Hypot((xx-yy)/2, xy)
	}
	most := 0.0
	for y := 5; y < 65; y++ {
		for x := 5; x < 56; x++ {
			want := strength(x, y)
			most = max(most, want)
			if got := float64(c.strength[y*61+x]); math.Abs(got-want) > 1e-5*want+0.1 {
				t.Fatalf("pixel %d, %d: strength %v, expected %v", x, y, got, want)
			}
		}
	}
	if len(found) < 20 {
		t.Fatalf("%d corners", len(found))
	}
	for i, p := range found {
		if p.x < 5 || p.y < 5 || p.x > 55 || p.y > 64 || float64(p.strength) < 0.0099*most {
			t.Errorf("corner %+v", p)
		}
		if i > 0 && p.order(found[i-1]) <= 0 {
			t.Errorf("corner %d, %+v, comes after %+v", i, p, found[i-1])
		}
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if float64(p.strength) < strength(p.x+dx, p.y+dy)*(1-1e-5) {
					t.Errorf("corner %+v has a stronger neighbour", p)
				}
			}
		}
	}
}

// TestPyramid compares a level with the sum it is defined by, and the padding
// with the mirrored picture.
func TestPyramid(t *testing.T) {
	picture := wholeNumbers(75, 49, 1)[0]
	p := newPyramid(75, 49, 3)
	p.fill(t.Context(), picture, 2)
	weights := [5]float64{1, 4, 6, 4, 1}
	mirrored := func(l *level, x, y int) float64 {
		return float64(l.column(reflect(x, l.width))[reflect(y, l.height)])
	}
	for k := 1; k < len(p.levels); k++ {
		fine, l := p.levels[k-1], p.levels[k]
		if l.width != (fine.width+1)/2 || l.height != (fine.height+1)/2 {
			t.Fatalf("level %d is %d×%d", k, l.width, l.height)
		}
		for y := range l.height {
			for x := range l.width {
				want := 0.0
				for j, b := range weights {
					for i, a := range weights {
						want += a * b * mirrored(fine, 2*x+i-2, 2*y+j-2) / 256
					}
				}
				if got := float64(l.column(x)[y]); math.Abs(got-want) > 1e-3 {
					t.Fatalf("level %d, pixel %d, %d: %v, expected %v", k, x, y, got, want)
				}
			}
		}
	}
	for _, l := range p.levels {
		for y := -padding; y < l.height+padding; y++ {
			for x := -padding; x < l.width+padding; x++ {
				if got := float64(l.pix[l.origin+x*l.stride+y]); got != mirrored(l, x, y) {
					t.Fatalf("padding at %d, %d: %v, expected %v", x, y, got, mirrored(l, x, y))
				}
			}
		}
	}
	if small := newPyramid(20, 15, 4); len(small.levels) != 1 {
		t.Errorf("a small picture has %d levels", len(small.levels))
	}
}

func TestSample(t *testing.T) {
	l := newLevel(30, 20)
	for x := range 30 {
		for y := range l.column(x) {
			l.column(x)[y] = float32(3*x + 5*y)
		}
		l.padColumn(x)
	}
	l.padEnds()
	patch := make([]float32, 3*lanes.Rows(3))
	if !l.sample(patch, 3, 4.25, 7.5) || patch[0] != 3*4.25+5*7.5 || patch[2*lanes.Rows(3)+1] != 3*6.25+5*8.5 {
		t.Errorf("found %v", patch)
	}
	for _, p := range []Point{{-padding - 0.1, 0}, {0, -padding - 0.1}, {30 + padding - 3, 0}, {0, 20 + padding - 3},
		{math.NaN(), 0}, {0, math.Inf(1)}} {
		if l.sample(patch, 3, p.X, p.Y) {
			t.Errorf("%v lies within", p)
		}
	}
	for _, p := range []Point{{-padding, -padding}, {30 + padding - 3.01, 20 + padding - 3.01}} {
		if !l.sample(patch, 3, p.X, p.Y) {
			t.Errorf("%v lies outside", p)
		}
	}
}

// TestTemplate finds a patch that was moved, turned, stretched, darkened and
// lightened.
func TestTemplate(t *testing.T) {
	texture := newTexture(11)
	first := pan(texture, 100, 90, 1, func(x, y float64, _ int) (float64, float64) { return x, y })[0]
	centre := Point{50, 45}
	truth := warp{Point{52.3, 44.1}, 1.08, -0.11, 0.14, 0.93}
	det := truth.xu*truth.yv - truth.xv*truth.yu
	second := image.NewGray(first.Rect)
	for y := range 90 {
		for x := range 100 {
			dx, dy := float64(x)-truth.at.X, float64(y)-truth.at.Y
			u, v := (truth.yv*dx-truth.xv*dy)/det, (truth.xu*dy-truth.yu*dx)/det
			second.Pix[y*second.Stride+x] = uint8(0.7*texture.at(centre.X+u, centre.Y+v) + 30.5)
		}
	}
	a, b := newPyramid(100, 90, 1), newPyramid(100, 90, 1)
	a.fill(t.Context(), first, 1)
	b.fill(t.Context(), second, 1)
	patch := newTemplate(a.levels[0], centre)
	if patch == nil {
		t.Fatal("no patch")
	}
	found, correlation := patch.find(b.levels[0], warp{at: Point{51.6, 44.8}, xu: 1, yv: 1})
	if !within(found.at, truth.at, 0.03) || !(correlation > 0.99) {
		t.Errorf("found at %v with correlation %.4f, expected %v", found.at, correlation, truth.at)
	}
	for i, d := range []float64{found.xu - truth.xu, found.xv - truth.xv, found.yu - truth.yu, found.yv - truth.yv} {
		if math.Abs(d) > 0.01 {
			t.Errorf("number %d of the matrix is off by %.4f", i, d)
		}
	}
	// Elsewhere there is another texture.
	if _, other := patch.find(b.levels[0], warp{at: Point{25, 25}, xu: 1, yv: 1}); other > 0.8 {
		t.Errorf("correlation %.2f with another part of the picture", other)
	}
	flat := newPyramid(100, 90, 1)
	flat.fill(t.Context(), image.NewGray(first.Rect), 1)
	if newTemplate(flat.levels[0], centre) != nil {
		t.Error("a flat picture gives a patch")
	}
	if _, c := patch.find(flat.levels[0], warp{at: centre, xu: 1, yv: 1}); c != unknown {
		t.Errorf("correlation %.2f with a flat picture", c)
	}
}

func TestInvert(t *testing.T) {
	var a, inverse [6][6]float64
	for i := range a {
		for j := range a {
			a[i][j] = 1 / float64(1+max(i, j)-min(i, j))
		}
	}
	if !invert(&a, &inverse) {
		t.Fatal("no inverse")
	}
	for i := range a {
		for j := range a {
			sum, want := 0.0, 0.0
			for k := range a {
				sum += a[i][k] * inverse[k][j]
			}
			if i == j {
				want = 1
			}
			if math.Abs(sum-want) > 1e-12 {
				t.Errorf("product %d, %d is %v", i, j, sum)
			}
		}
	}
	a[3] = a[2]
	for i := range a {
		a[i][3] = a[i][2]
	}
	if invert(&a, &inverse) {
		t.Error("a singular matrix has an inverse")
	}
}
