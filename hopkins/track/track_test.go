package track

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"image"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins/synthetic"
)

// grid returns points with so many pixels between them and from the border.
func grid(width, height, step int) []Point {
	var points []Point
	for y := step; y <= height-1-step; y += step {
		for x := step; x <= width-1-step; x += step {
			points = append(points, Point{float64(x) + 0.25, float64(y) - 0.4})
		}
	}
	return points
}

// ends returns how far the tracks that last to frame last end from where place
// puts their beginnings, sorted, and how many are lost, of those that end well
// inside the picture.
func ends(tracks *Tracks, place func(x, y float64, f int) (float64, float64), last int) (errs []float64, lost int) {
	for _, t := range tracks.Tracks {
		first := t.Points[0]
		x, y := place(first.X, first.Y, last)
		p, seen := t.At(last)
		switch {
		case x < 20 || y < 20 || x > float64(tracks.Width-21) || y > float64(tracks.Height-21):
			// What comes in at the border belongs to no patch.
		case seen:
			errs = append(errs, math.Hypot(p.X-x, p.Y-y))
		default:
			lost++
		}
	}
	slices.Sort(errs)
	return errs, lost
}

// quantile returns the value below which the share q of sorted values lies.
func quantile(sorted []float64, q float64) float64 {
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

func TestFollowKnownMotion(t *testing.T) {
	const width, height, frames = 160, 120, 9
	for _, speed := range []Point{{0, 0}, {2.3, -1.4}, {-5.2, 3.1}} {
		origin, place := shift(speed.X, speed.Y)
		film := pan(newTexture(3), width, height, frames, origin)
		for _, o := range []Options{Default(Medium), Plain()} {
			tracks, err := Follow(t.Context(), film, o, 0, grid(width, height, 10), nil)
			if err != nil {
				t.Fatal(err)
			}
			errs, lost := ends(tracks, place, frames-1)
			if m := quantile(errs, 0.9); lost > 0 || !(m < 0.05) {
				t.Errorf("speed %v, refined %v: 90 %% end within %.3f px, %d lost; expected 0.05 and none", speed,
					o.Refine, m, lost)
			}
		}
	}
}

// TestRefineEndsDrift turns and enlarges a film so much that its frames have
// little in common with the first: following it from frame to frame drifts,
// which the comparison with the first pictures has to end.
func TestRefineEndsDrift(t *testing.T) {
	const width, height, frames = 160, 120, 30
	origin, place := swirl(80, 60, 0.02, 1.01)
	film := pan(newTexture(5), width, height, frames, origin)
	points := grid(width, height, 24)
	plain := Plain()
	plain.Window, plain.Return = 15, 0
	drifted, err := Follow(t.Context(), film, plain, 0, points, nil)
	if err != nil {
		t.Fatal(err)
	}
	corrected, err := Follow(t.Context(), film, Default(Medium), 0, points, nil)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := ends(drifted, place, frames-1)
	after, lost := ends(corrected, place, frames-1)
	b, a := quantile(before, 0.5), quantile(after, 0.5)
	if lost > 0 || !(a < 0.03) || !(a < b/2) {
		t.Errorf("median end error %.4f px with correction and %.4f without, %d lost; expected below 0.03, half as "+
			"much, and none", a, b, lost)
	}
}

// TestLight follows points through a film that fades and darkens.
func TestLight(t *testing.T) {
	const width, height, frames = 160, 120, 8
	origin, place := shift(1.3, 0.8)
	film := pan(newTexture(7), width, height, frames, origin)
	for f, m := range film {
		for i, v := range m.Pix {
			m.Pix[i] = uint8(float64(v)*math.Pow(0.93, float64(f)) + 2*float64(f))
		}
	}
	tracks, err := Follow(t.Context(), film, Default(Medium), 0, grid(width, height, 20), nil)
	if err != nil {
		t.Fatal(err)
	}
	errs, lost := ends(tracks, place, frames-1)
	if m := quantile(errs, 0.9); lost > 0 || !(m < 0.1) {
		t.Errorf("90 %% end within %.3f px, %d lost; expected 0.1 and none", m, lost)
	}
}

// rendered returns the frames of a synthetic scene, and the true places of its
// points in the first and in the last of them.
func rendered(t testing.TB, c synthetic.Config) (film movie, first, last []Point) {
	t.Helper()
	scene, err := synthetic.New(c)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := scene.Sequence()
	if err != nil {
		t.Fatal(err)
	}
	for f := range c.Frames {
		picture := scene.Render(f)
		grey := image.NewGray(picture.Rect)
		for i := range grey.Pix {
			r, g, b := int(picture.Pix[4*i]), int(picture.Pix[4*i+1]), int(picture.Pix[4*i+2])
			grey.Pix[i] = uint8((299*r + 587*g + 114*b + 500) / 1000)
		}
		film = append(film, grey)
	}
	end := 2 * (c.Frames - 1)
	for i := range truth.Points() {
		first = append(first, Point{truth.Pixels.At(0, i), truth.Pixels.At(1, i)})
		last = append(last, Point{truth.Pixels.At(end, i), truth.Pixels.At(end+1, i)})
	}
	return film, first, last
}

// endErrors follows points from the first frame of a film, and returns how far
// from their true places those are that are left in its last one, in order.
func endErrors(t testing.TB, film movie, o Options, first, last []Point) []float64 {
	t.Helper()
	tracks, err := Follow(t.Context(), film, o, 0, first, nil)
	if err != nil {
		t.Fatal(err)
	}
	var errs []float64
	for i, track := range tracks.Tracks {
		if p, seen := track.At(len(film) - 1); seen {
			errs = append(errs, math.Hypot(p.X-last[i].X, p.Y-last[i].Y))
		}
	}
	slices.Sort(errs)
	return errs
}

// TestRenderedScene measures against the exact truth of a small scene.
func TestRenderedScene(t *testing.T) {
	film, first,
		last := rendered(t, synthetic.Config{Seed: 22, Bodies: 1, Frames: 24, Tracks: 120, Width: 160, Height: 120})
	errs := endErrors(t, film, Default(Medium), first, last)
	median, most, lost := quantile(errs, 0.5), quantile(errs, 0.9), 1-float64(len(errs))/float64(len(first))
	plain := quantile(endErrors(t, film, Plain(), first, last), 0.5)
	if !(median < 0.12) || !(most < 0.6) || lost > 0.4 || !(median < 0.5*plain) {
		t.Errorf("median %.3f px, without the first pictures %.3f px, 90 %% within %.3f px, lost %.1f %%; expected "+
			"0.12, twice as much, 0.6 and 40 %%", median, plain, most, 100*lost)
	}
}

// wholeNumbers is a film made of whole numbers alone, the same on every
// processor: noise smoothed twice, shifted by one pixel a frame, with a square
// in it that moves the other way.
func wholeNumbers(width, height, frames int) movie {
	noise := func(x, y, layer int) int {
		h := uint32(x*73856093) ^ uint32(y*19349663) ^ uint32(layer*83492791)
		h ^= h >> 13
		h *= 0x5bd1e995
		h ^= h >> 15
		return int(h & 0xff)
	}
	smooth := func(x, y, layer int) int {
		sum := 0
		for dy := -2; dy <= 2; dy++ {
			for dx := -2; dx <= 2; dx++ {
				sum += noise(x+dx, y+dy, layer) * (3 - max(dx, -dx)) * (3 - max(dy, -dy))
			}
		}
		return min(max((sum/81-128)*3+128, 0), 255)
	}
	var film movie
	for f := range frames {
		m := image.NewGray(image.Rect(0, 0, width, height))
		for y := range height {
			for x := range width {
				v := smooth(x-f, y, 0)
				if left := 50 - 2*f; x >= left && x < left+40 && y >= 30 && y < 70 {
					v = smooth(x+2*f, y, 1)
				}
				m.Pix[y*m.Stride+x] = uint8(v)
			}
		}
		film = append(film, m)
	}
	return film
}

// sum returns a number for all bits of the tracks.
func sum(tracks *Tracks) uint64 {
	h := fnv.New64a()
	for _, t := range tracks.Tracks {
		fmt.Fprint(h, t.First)
		for _, p := range t.Points {
			fmt.Fprintf(h, " %x %x", math.Float64bits(p.X), math.Float64bits(p.Y))
		}
	}
	return h.Sum64()
}

// TestSameOnAnyMachine compares all bits of the tracks: on any number of
// workers, and with those that were found on another processor.
func TestSameOnAnyMachine(t *testing.T) {
	film := wholeNumbers(150, 110, 8)
	for _, workers := range []int{1, 2, 3, 8} {
		o := Default(Dense)
		o.Workers = workers
		tracks, err := Film(t.Context(), film, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		const want = 0x148f48cacfa12550
		if got := sum(tracks); got != want {
			t.Errorf("%d workers: %d tracks with sum %#x, expected %#x", workers, len(tracks.Tracks), got, uint64(want))
		}
	}
}

func TestFilm(t *testing.T) {
	const width, height, frames = 150, 110, 12
	film := wholeNumbers(width, height, frames)
	o := Default(Medium)
	var reports []Progress
	tracks, err := Film(t.Context(), film, o, func(p Progress) { reports = append(reports, p) })
	if err != nil {
		t.Fatal(err)
	}
	if tracks.Width != width || tracks.Height != height || tracks.Frames != frames {
		t.Errorf("found %d×%d pixels and %d frames", tracks.Width, tracks.Height, tracks.Frames)
	}
	late := 0
	distance := o.distance(width, height)
	for i, a := range tracks.Tracks {
		if len(a.Points) < o.Shortest || a.First < 0 || a.Last() >= frames {
			t.Errorf("track %d is seen from %d to %d", i, a.First, a.Last())
		}
		if a.First > 0 {
			late++
		}
		for _, b := range tracks.Tracks[:i] {
			if a.First == b.First && within(a.Points[0], b.Points[0], distance-1e-9) {
				t.Errorf("tracks %v and %v begin nearer than %.1f pixels", a.Points[0], b.Points[0], distance)
			}
		}
	}
	if late == 0 || len(tracks.Tracks) < 50 {
		t.Errorf("%d tracks, %d of them found after the first frame", len(tracks.Tracks), late)
	}
	// Most go either with the background or with the square: not those at its
	// edges, which are many in so small a film.
	odd := 0
	for _, a := range tracks.Tracks {
		n := float64(len(a.Points) - 1)
		dx, dy := a.Points[len(a.Points)-1].X-a.Points[0].X, a.Points[len(a.Points)-1].Y-a.Points[0].Y
		if math.Abs(dy) > 0.2*n || math.Abs(dx-n) > 0.2*n && math.Abs(dx+2*n) > 0.2*n {
			odd++
		}
	}
	if odd*5 > len(tracks.Tracks) {
		t.Errorf("%d of %d tracks move as nothing does", odd, len(tracks.Tracks))
	}
	if len(reports) != frames {
		t.Fatalf("%d reports for %d frames", len(reports), frames)
	}
	for i, p := range reports {
		if p.Done != i+1 || p.Frames != frames || p.Frame != i || len(p.IDs) != len(p.Points) || len(p.IDs) == 0 {
			t.Errorf("report %d: %d of %d, frame %d, %d and %d points", i, p.Done, p.Frames, p.Frame, len(p.IDs), len(p.Points))
		}
	}
	again, err := Film(t.Context(), unknownLength{film}, o, nil)
	if err != nil || sum(again) != sum(tracks) || again.Frames != frames {
		t.Errorf("another result when the length is not known: %v, %d frames", err, again.Frames)
	}
}

func TestMost(t *testing.T) {
	o := Default(Dense)
	o.Most = 20
	_, err := Film(t.Context(), wholeNumbers(150, 110, 4), o, func(p Progress) {
		if len(p.Points) > 20 {
			t.Errorf("frame %d: %d points", p.Frame, len(p.Points))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDensities(t *testing.T) {
	film := wholeNumbers(150, 110, 5)
	var counts []int
	for _, d := range []Density{Sparse, Medium, Dense} {
		tracks, err := Film(t.Context(), film, Default(d), nil)
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, len(tracks.Tracks))
		if parsed, err := ParseDensity(d.String()); parsed != d || err != nil {
			t.Errorf("%v is read as %v, %v", d, parsed, err)
		}
	}
	if !(counts[0] < counts[1] && counts[1] < counts[2]) {
		t.Errorf("sparse, medium and dense give %v tracks", counts)
	}
	if _, err := ParseDensity("thick"); err == nil {
		t.Error("thick was read as a density")
	}
}

func TestRegions(t *testing.T) {
	const width, height = 150, 110
	film := wholeNumbers(width, height, 10)
	o := Default(Dense)
	o.Only = []Region{Rectangle(Point{40, 20}, Point{100, 80})}
	o.Without = []Region{Rectangle(Point{90, 0}, Point{120, 110})}
	tracks, err := Film(t.Context(), film, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	left := false
	for _, a := range tracks.Tracks {
		if p := a.Points[0]; p.X < 40 || p.X > 90 || p.Y < 20 || p.Y > 80 {
			t.Errorf("a track begins at %v", p)
		}
		for _, p := range a.Points {
			left = left || p.X < 40
			if p.X > 90 && p.X < 120 {
				t.Errorf("a track passes %v", p)
			}
		}
	}
	if !left {
		t.Error("no track is followed out of the region where they begin")
	}
}

func TestRegion(t *testing.T) {
	arrow := Region{{0, 0}, {10, 5}, {0, 10}, {4, 5}}
	for _, c := range []struct {
		p    Point
		want bool
	}{{Point{6, 5}, true}, {Point{2, 5}, false}, {Point{11, 5}, false}, {Point{1, 1}, true}, {Point{1, 9}, true},
		{Point{-1, 5}, false}} {
		if arrow.Contains(c.p) != c.want {
			t.Errorf("%v: found %v", c.p, !c.want)
		}
	}
	if r, err := ParseRegion(" 1,2, 30.5,4"); err != nil || !r.Contains(Point{30, 3}) || r.Contains(Point{31, 3}) {
		t.Errorf("found %v, %v", r, err)
	}
	if r, err := ParseRegion("0,0,10,5,0,10,4,5"); err != nil || !r.Contains(Point{6, 5}) || r.Contains(Point{2, 5}) {
		t.Errorf("an outline is read as %v, %v", r, err)
	}
	for _, text := range []string{"", "1,2,3", "1,2,3,4,5", "1,2,3,x", "1,2,1,4", "1,2,NaN,4", "1,2,Inf,4"} {
		if r, err := ParseRegion(text); err == nil {
			t.Errorf("%q is read as %v", text, r)
		}
	}
}

func TestContinue(t *testing.T) {
	film := wholeNumbers(150, 110, 12)
	o := Default(Medium)
	whole, err := Film(t.Context(), film, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	const from = 5
	corrected := *whole
	corrected.Tracks = slices.Clone(whole.Tracks)
	// One track is moved by hand from there on.
	index := slices.IndexFunc(whole.Tracks, func(a Track) bool { return a.First < from && a.Last() > from+3 })
	moved := corrected.Tracks[index]
	moved.Points = slices.Clone(moved.Points[:from-moved.First+1])
	target := Point{75, 95}
	moved.Points[from-moved.First] = target
	corrected.Tracks[index] = moved

	again, err := Continue(t.Context(), film, o, &corrected, from, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, a := range again.Tracks {
		p, seen := a.At(from)
		if seen && p == target {
			found = true
			if a.First != moved.First || a.Points[0] != moved.Points[0] {
				t.Errorf("the moved track begins at %v in frame %d", a.Points[0], a.First)
			}
			if q, seen := a.At(from + 3); !seen || math.Abs(q.X-target.X-3) > 0.3 || math.Abs(q.Y-target.Y) > 0.3 {
				t.Errorf("three frames on, the moved track is at %v", q)
			}
		}
	}
	if !found {
		t.Error("the moved track is gone")
	}
	before := func(tracks *Tracks) (n int) {
		for _, a := range tracks.Tracks {
			if a.Last() < from {
				n++
			}
		}
		return n
	}
	if before(again) < before(whole) || again.Frames != 12 {
		t.Errorf("%d tracks end before, of %d; %d frames", before(again), before(whole), again.Frames)
	}
	for _, frame := range []int{-1, 12} {
		if _, err := Continue(t.Context(), film, o, whole, frame, nil); err == nil {
			t.Errorf("frame %d was taken", frame)
		}
	}
}

func TestAdd(t *testing.T) {
	film := wholeNumbers(150, 110, 9)
	o := Default(Sparse)
	whole, err := Film(t.Context(), film, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	more := Default(Dense)
	region := Rectangle(Point{60, 10}, Point{130, 100})
	const frame = 4
	added, err := Add(t.Context(), film, more, whole, frame, region, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := len(whole.Tracks)
	if len(added.Tracks) < n+10 {
		t.Fatalf("%d tracks became %d", n, len(added.Tracks))
	}
	throughout, steps, right := 0, 0, 0
	for i, a := range added.Tracks {
		if i < n {
			if a.First != whole.Tracks[i].First || len(a.Points) != len(whole.Tracks[i].Points) {
				t.Errorf("track %d changed", i)
			}
			continue
		}
		p, seen := a.At(frame)
		if !seen || !region.Contains(p) {
			t.Errorf("track %d is at %v in frame %d", i, p, frame)
		}
		if a.First == 0 && a.Last() == 8 {
			throughout++
		}
		if a.First > 0 || a.Last() < frame {
			continue
		}
		// Backwards as forwards they go with the background or the square.
		for _, k := range []int{frame - 1, frame} {
			p, _ := a.At(k)
			q, seen := a.At(k + 1)
			steps++
			if dx := q.X - p.X; seen && (math.Abs(dx-1) < 0.2 || math.Abs(dx+2) < 0.2) {
				right++
			}
		}
	}
	if steps == 0 || right*5 < steps*4 {
		t.Errorf("%d of %d steps go with what moves", right, steps)
	}
	if throughout < 5 {
		t.Errorf("%d of the added tracks reach over the whole film", throughout)
	}
	if _, err := Add(t.Context(), film, o, whole, 9, region, nil); err == nil {
		t.Error("frame 10 of 9 was taken")
	}
	if _, err := Add(t.Context(), film, o, whole, 0, Region{{1, 1}}, nil); err == nil {
		t.Error("a region of one corner was taken")
	}
}

func TestCancel(t *testing.T) {
	film := wholeNumbers(150, 110, 12)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	tracks, err := Film(ctx, film, Default(Medium), func(p Progress) {
		if p.Done == 7 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("found %v", err)
	}
	if len(tracks.Tracks) < 20 {
		t.Errorf("%d tracks are kept", len(tracks.Tracks))
	}
	for _, a := range tracks.Tracks {
		if a.Last() > 7 {
			t.Errorf("a track goes on to frame %d", a.Last())
		}
	}
}

func TestDegenerateFilms(t *testing.T) {
	grey := func(w, h, frames int) (m movie) {
		for range frames {
			m = append(m, image.NewGray(image.Rect(0, 0, w, h)))
		}
		return m
	}
	for _, size := range [][2]int{{1, 1}, {2, 3}, {1, 200}, {16, 16}, {200, 1}, {90, 70}} {
		for _, frames := range []int{1, 7} {
			for _, o := range []Options{Default(Dense), Plain()} {
				film := grey(size[0], size[1], frames)
				tracks, err := Film(t.Context(), film, o, nil)
				if err != nil || len(tracks.Tracks) != 0 || tracks.Frames != frames {
					t.Errorf("%v: %d tracks, %v", size, len(tracks.Tracks), err)
				}
				if tracks.Sequence("none") != nil {
					t.Error("no tracks became a sequence")
				}
				points := []Point{{0, 0}, {-5, 3}, {1e9, 1e9}, {float64(size[0]) / 2, float64(size[1]) / 2}}
				if tracks, err = Follow(t.Context(), film, o, 0, points, nil); err != nil || len(tracks.Tracks) != len(points) {
					t.Errorf("%v: %v", size, err)
				}
			}
		}
	}
	// White noise has corners everywhere and nothing to follow.
	film := movie{wholeNumbers(100, 80, 1)[0], newNoise(1), newNoise(2), newNoise(3)}
	if _, err := Film(t.Context(), film, Default(Dense), nil); err != nil {
		t.Error(err)
	}
}

// newNoise returns a picture of 100×80 pixels without any order.
func newNoise(seed uint32) *image.Gray {
	m := image.NewGray(image.Rect(0, 0, 100, 80))
	for i := range m.Pix {
		seed = seed*1664525 + 1013904223
		m.Pix[i] = uint8(seed >> 24)
	}
	return m
}

// failing is a film with a frame that can't be read.
type failing struct {
	movie
	at  int
	err error
}

func (f failing) Gray(ctx context.Context, i int) (*image.Gray, error) {
	if i == f.at {
		return nil, f.err
	}
	return f.movie.Gray(ctx, i)
}

func TestErrors(t *testing.T) {
	film := wholeNumbers(100, 80, 8)
	broken := errors.New("the file ends here")
	tracks, err := Film(t.Context(), failing{film, 6, broken}, Default(Medium), nil)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "frame 7") {
		t.Errorf("a frame that can't be read gives %v", err)
	}
	if len(tracks.Tracks) == 0 || tracks.Tracks[0].Last() > 5 {
		t.Errorf("%d tracks are kept of the frames before", len(tracks.Tracks))
	}

	other := slices.Clone(film)
	other[3] = image.NewGray(image.Rect(0, 0, 100, 81))
	_, err = Film(t.Context(), other, Default(Medium), nil)
	if err == nil || err.Error() != "frame 4: expected 100×80 pixels as in the frames before, found 100×81" {
		t.Errorf("another size gives %v", err)
	}
	if _, err = Film(t.Context(), movie{}, Default(Medium), nil); err == nil {
		t.Error("a film without frames was taken")
	}
	if _, err = Film(t.Context(), failing{film, 0, io.EOF}, Default(Medium), nil); err == nil ||
		!strings.Contains(err.Error(), "frame 1") {
		t.Errorf("a film that ends at once gives %v", err)
	}
	if _, err = Film(t.Context(), movie{image.NewGray(image.Rectangle{})}, Default(Medium), nil); err == nil {
		t.Error("an empty picture was taken")
	}
	if _, err = Follow(t.Context(), film, Default(Medium), 0, []Point{{math.NaN(), 1}}, nil); err == nil {
		t.Error("a point at no number was taken")
	}
	if _, err = Follow(t.Context(), film, Default(Medium), -1, nil, nil); err == nil {
		t.Error("a frame before the first was taken")
	}
	for _, change := range []func(*Options){
		func(o *Options) { o.Most = 0 }, func(o *Options) { o.Distance = 0 }, func(o *Options) { o.Quality = 0 },
		func(o *Options) { o.Window = 16 }, func(o *Options) { o.Window = 3 }, func(o *Options) { o.Levels = 0 },
		func(o *Options) { o.Levels = 9 }, func(o *Options) { o.Iterations = 0 }, func(o *Options) { o.Return = math.NaN() },
		func(o *Options) { o.Accept = 2 }, func(o *Options) { o.End = -2 }, func(o *Options) { o.Margin = -1 },
		func(o *Options) { o.Shortest = 0 }, func(o *Options) { o.Only = []Region{{}} },
		func(o *Options) { o.Without = []Region{{{0, 0}, {1, 1}, {math.Inf(1), 0}}} },
	} {
		o := Default(Medium)
		change(&o)
		if _, err := Film(t.Context(), film, o, nil); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}

// TestSubImage follows a film that is cut out of larger pictures.
func TestSubImage(t *testing.T) {
	film := wholeNumbers(100, 80, 6)
	cut := movie{}
	for _, m := range film {
		large := &image.Gray{Pix: make([]uint8, 140*120), Stride: 140, Rect: image.Rect(-3, -7, 137, 113)}
		for y := range 80 {
			copy(large.Pix[large.PixOffset(11, 5+y):], m.Pix[y*m.Stride:y*m.Stride+100])
		}
		cut = append(cut, large.SubImage(image.Rect(11, 5, 111, 85)).(*image.Gray))
	}
	a, err := Film(t.Context(), film, Default(Medium), nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Film(t.Context(), cut, Default(Medium), nil)
	if err != nil || sum(a) != sum(b) {
		t.Errorf("the cut film gives other tracks, %v", err)
	}
}

func TestSequence(t *testing.T) {
	tracks := &Tracks{Width: 100, Height: 80, Frames: 4, Tracks: []Track{
		{First: 0, Points: []Point{{10, 20}, {11, 21}, {12, 22}, {13, 23}}},
		{First: 1, Points: []Point{{50, 40}, {60, 40}}},
	}}
	s := tracks.Sequence("film")
	if s.Points() != 2 || s.Frames() != 4 || s.Width != 100 || s.Height != 80 || s.Name != "film" {
		t.Fatalf("found %+v", s)
	}
	for f := range 4 {
		if !s.Seen(0, f) || s.Seen(1, f) != (f == 1 || f == 2) {
			t.Errorf("frame %d: seen %v and %v", f, s.Seen(0, f), s.Seen(1, f))
		}
	}
	if s.Pixels.At(4, 1) != 60 || s.Pixels.At(0, 1) != 50 || s.Pixels.At(6, 1) != 60 || s.Normalized.At(2, 1) != 0 {
		t.Errorf("found %v and %v", s.Pixels.At(4, 1), s.Normalized.At(2, 1))
	}
	tracks.Tracks = tracks.Tracks[:1]
	if s := tracks.Sequence("film"); s.Visible != nil {
		t.Error("a whole track has gaps")
	}
}
