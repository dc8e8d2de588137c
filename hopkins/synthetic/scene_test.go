package synthetic

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
)

// build returns the scene of a configuration.
func build(t testing.TB, c Config) *Scene {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tracksOf returns the tracks of a scene.
func tracksOf(t testing.TB, s *Scene) *hopkins.Sequence {
	t.Helper()
	q, err := s.Sequence()
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestConfigIsChecked(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Bodies = -1 }, "bodies: expected 0 to 8, found -1"},
		{func(c *Config) { c.Bodies = maxBodies + 1 }, "bodies"},
		{func(c *Config) { c.Frames = 1 }, "frames: expected 2 to"},
		{func(c *Config) { c.Tracks = 11 }, "tracks: expected 12 to"},
		{func(c *Config) { c.Width = 63 }, "width"},
		{func(c *Config) { c.Height = 1 << 20 }, "height"},
		{func(c *Config) { c.Noise = -1 }, "noise"},
		{func(c *Config) { c.Noise = math.NaN() }, "noise"},
	} {
		config := Default()
		c.change(&config)
		if _, err := New(config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error is %v, expected %q", config, err, c.want)
		}
	}
}

func TestSequence(t *testing.T) {
	for _, c := range []Config{
		{Seed: 3, Bodies: 2, Frames: 12, Tracks: 200, Width: 640, Height: 480, Noise: 0.3},
		{Seed: 4, Bodies: 0, Frames: 2, Tracks: 4, Width: 64, Height: 64},
		{Seed: 5, Bodies: 4, Frames: 20, Tracks: 400, Width: 1280, Height: 720, Noise: 1},
		{Seed: 6, Bodies: maxBodies, Frames: 5, Tracks: 100, Width: 640, Height: 480},
	} {
		q := tracksOf(t, build(t, c))
		if q.Points() != c.Tracks || q.Frames() != c.Frames || q.Motions() != c.Motions() || q.Visible != nil {
			t.Errorf("seed %d: %d tracks, %d frames, %d motions", c.Seed, q.Points(), q.Frames(), q.Motions())
		}
		if q.Width != c.Width || q.Height != c.Height || q.Category != hopkins.Other {
			t.Errorf("seed %d: picture %d×%d, category %s", c.Seed, q.Width, q.Height, q.Category)
		}
		counts := make([]int, c.Motions()+1)
		for _, l := range q.Truth {
			counts[l]++
		}
		for body := 1; body < c.Motions(); body++ {
			if counts[body+1] != c.Tracks*3/(4+3*c.Bodies) {
				t.Errorf("seed %d: %v tracks of each motion", c.Seed, counts[1:])
			}
		}
		slack := 6*c.Noise - margin
		low, high := mat.Min(q.Pixels), mat.Max(q.Pixels)
		if low < -slack || high > float64(max(c.Width, c.Height)-1)+slack {
			t.Errorf("seed %d: coordinates from %.1f to %.1f lie outside the picture", c.Seed, low, high)
		}
		if most := max(-mat.Min(q.Normalized), mat.Max(q.Normalized)); most > 1.01 || most < 0.5 {
			t.Errorf("seed %d: normalised coordinates reach %.3f, expected about 1", c.Seed, most)
		}
	}
}

// TestOrderTellsNothing makes sure that neighbouring tracks do not share a
// motion more often than any two.
func TestOrderTellsNothing(t *testing.T) {
	c := Default()
	c.Tracks = 2000
	truth := tracksOf(t, build(t, c)).Truth
	same := 0
	for i := 1; i < len(truth); i++ {
		if truth[i] == truth[i-1] {
			same++
		}
	}
	// 40, 30 and 30 per cent of the tracks: 34 % of neighbours by chance.
	if share := float64(same) / float64(len(truth)-1); math.Abs(share-0.34) > 0.05 {
		t.Errorf("%.0f %% of neighbours share a motion, expected 34 %%", 100*share)
	}
}

func TestSameConfigSameBits(t *testing.T) {
	c := Default()
	a := tracksOf(t, build(t, c))
	before := runtime.GOMAXPROCS(1)
	b := tracksOf(t, build(t, c))
	runtime.GOMAXPROCS(before)
	if !mat.Equal(a.Pixels, b.Pixels) || !mat.Equal(a.Normalized, b.Normalized) || !slices.Equal(a.Truth, b.Truth) {
		t.Error("the same configuration gave other tracks")
	}
	c.Seed++
	if d := tracksOf(t, build(t, c)); mat.Equal(a.Pixels, d.Pixels) {
		t.Error("another seed gave the same tracks")
	}
}

// TestNoise makes sure that noise has the deviation asked for, and that it
// changes neither the scene nor the places.
func TestNoise(t *testing.T) {
	c := Default()
	c.Noise = 0
	clean := tracksOf(t, build(t, c))
	c.Noise = 0.3
	noisy := tracksOf(t, build(t, c))
	var d mat.Dense
	d.Sub(noisy.Pixels, clean.Pixels)
	rows, columns := d.Dims()
	n := float64(rows * columns)
	mean, deviation := mat.Sum(&d)/n, mat.Norm(&d, 2)/math.Sqrt(n)
	if math.Abs(mean) > 0.01 || math.Abs(deviation-0.3) > 0.01 {
		t.Errorf("noise has mean %.4f and deviation %.4f, expected 0 and 0.3", mean, deviation)
	}
	for i, l := range clean.Truth {
		if noisy.Truth[i] != l {
			t.Fatal("noise changed the places")
		}
	}
}

// TestReprojection follows the line of sight through every track of every
// frame: it must meet the very same place of the same body, so that picture and
// tracks agree and nothing stands in front.
func TestReprojection(t *testing.T) {
	c := Default()
	c.Noise = 0
	s := build(t, c)
	q := tracksOf(t, s)
	places, truth, err := s.choose()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range places {
		for f := range c.Frames {
			eye := s.cameras[f]
			object, at := s.first(f, eye.pose.t, eye.ray(q.Pixels.At(2*f, i), q.Pixels.At(2*f+1, i)))
			if object != p.object || s.objects[object].body+1 != truth[i] || truth[i] != q.Truth[i] {
				t.Fatalf("track %d of object %d, motion %d: frame %d shows object %d", i, p.object, truth[i], f, object)
			}
			if off := at.at.sub(p.at).norm(); off > 1e-9 {
				t.Fatalf("track %d: frame %d shows a place %g m off", i, f, off)
			}
		}
	}
}

// TestPictureFollowsTracks compares the colour of the rendered picture at a
// track in two frames with that at the tracks' mirror images.
func TestPictureFollowsTracks(t *testing.T) {
	c := Default()
	c.Noise, c.Width, c.Height, c.Frames = 0, 320, 240, 8
	s := build(t, c)
	q := tracksOf(t, s)
	a, b := s.Render(0), s.Render(1)
	if s.Render(-1) != nil || s.Render(8) != nil {
		t.Error("expected no picture outside the frames")
	}
	var held, mirrored float64
	for i := range q.Points() {
		ax, ay := int(q.Pixels.At(0, i)+0.5), int(q.Pixels.At(1, i)+0.5)
		bx, by := int(q.Pixels.At(2, i)+0.5), int(q.Pixels.At(3, i)+0.5)
		held += colourGap(a, b, image.Pt(ax, ay), image.Pt(bx, by))
		mirrored += colourGap(a, b, image.Pt(ax, 239-ay), image.Pt(bx, 239-by))
	}
	n := float64(q.Points())
	if held/n > 22 || mirrored < 1.3*held {
		t.Errorf("colours change by %.1f levels along tracks and %.1f at their mirror images", held/n, mirrored/n)
	}
}

// colourGap is the mean difference of the channels at p in a and q in b.
func colourGap(a, b *image.RGBA, p, q image.Point) float64 {
	i, j := a.PixOffset(p.X, p.Y), b.PixOffset(q.X, q.Y)
	sum := 0.0
	for channel := range 3 {
		sum += math.Abs(float64(a.Pix[i+channel]) - float64(b.Pix[j+channel]))
	}
	return sum / 3
}

func TestRenderIsTheSameOnAnyNumberOfCores(t *testing.T) {
	c := Default()
	c.Width, c.Height = 96, 72
	s := build(t, c)
	a := s.Render(7)
	before := runtime.GOMAXPROCS(1)
	b := s.Render(7)
	runtime.GOMAXPROCS(before)
	if !slices.Equal(a.Pix, b.Pix) {
		t.Error("the picture depends on the number of cores")
	}
	// Neither black nor washed out.
	sum := 0.0
	for i := 0; i < len(a.Pix); i += 4 {
		sum += float64(a.Pix[i]) + float64(a.Pix[i+1]) + float64(a.Pix[i+2])
	}
	if mean := sum / float64(96*72*3); mean < 90 || mean > 190 {
		t.Errorf("mean level is %.0f", mean)
	}
}

// TestMotionsBend makes sure that the trajectories of each motion leave the
// three-dimensional affine subspace of an affine camera: perspective is what
// the scenes are for.
func TestMotionsBend(t *testing.T) {
	c := Default()
	c.Noise = 0
	q := tracksOf(t, build(t, c))
	for motion := 1; motion <= q.Motions(); motion++ {
		var columns []int
		for i, l := range q.Truth {
			if l == motion {
				columns = append(columns, i)
			}
		}
		x := mat.NewDense(2*c.Frames, len(columns), nil)
		for j, i := range columns {
			for row := range 2 * c.Frames {
				x.Set(row, j, q.Pixels.At(row, i))
			}
		}
		for row := range 2 * c.Frames {
			mean := mat.Sum(x.RowView(row)) / float64(len(columns))
			for j := range columns {
				x.Set(row, j, x.At(row, j)-mean)
			}
		}
		var svd mat.SVD
		if !svd.Factorize(x, mat.SVDNone) {
			t.Fatal("no singular values")
		}
		rest := 0.0
		for _, v := range svd.Values(nil)[3:] {
			rest += v * v
		}
		pixels := math.Sqrt(rest / float64(2*c.Frames*len(columns)))
		if pixels < 0.05 {
			t.Errorf("motion %d lies within %.3f px of an affine subspace, expected perspective to bend it", motion, pixels)
		}
	}
}

func TestIncomplete(t *testing.T) {
	c := Default()
	c.Incomplete, c.Noise, c.Tracks = true, 0, 600
	s := build(t, c)
	q := tracksOf(t, s)
	places, _, err := s.choose()
	if err != nil {
		t.Fatal(err)
	}
	if q.Visible == nil || len(q.Visible) != c.Tracks {
		t.Fatalf("visibility of %d tracks, expected %d", len(q.Visible), c.Tracks)
	}
	hidden := 0
	for i, seen := range q.Visible {
		count := 0
		for f, ok := range seen {
			x, y := q.Pixels.At(2*f, i), q.Pixels.At(2*f+1, i)
			if math.IsNaN(x) || math.IsInf(x, 0) || math.IsNaN(y) || math.IsInf(y, 0) {
				t.Fatalf("track %d: frame %d is not finite", i, f)
			}
			if !ok {
				hidden++
				continue
			}
			count++
			eye := s.cameras[f]
			if object, at := s.first(f, eye.pose.t, eye.ray(x, y)); object != places[i].object ||
				at.at.sub(places[i].at).norm() > 1e-9 {
				t.Fatalf("track %d is not where it is said to be seen in frame %d", i, f)
			}
		}
		if 2*count < c.Frames {
			t.Errorf("track %d is seen in %d of %d frames", i, count, c.Frames)
		}
	}
	if share := float64(hidden) / float64(c.Tracks*c.Frames); share < 0.005 || share > 0.4 {
		t.Errorf("%.1f %% of the entries are hidden", 100*share)
	}
}

// TestManySeeds makes sure that scenes of the default kind are found.
func TestManySeeds(t *testing.T) {
	for seed := range uint64(40) {
		c := Default()
		c.Seed, c.Tracks = seed, 60
		tracksOf(t, build(t, c))
	}
}

// TestShapes checks every shape against itself: a sample lies on it, a ray to
// it meets it there from outside, and its normal points back.
func TestShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, s := range []shape{box{vec{0.3, 0.5, 0.2}}, ball{0.4}, cylinder{0.3, 0.6}, room{vec{2, 1, 3}}} {
		name := fmt.Sprintf("%T", s)
		faces := map[int]int{}
		for range 2000 {
			at := s.sample(r)
			faces[at.face]++
			if math.Abs(at.normal.norm()-1) > 1e-12 || at.at.norm() > s.radius()+1e-9 {
				t.Fatalf("%s: normal of length %v, place %v beyond the radius", name, at.normal.norm(), at.at)
			}
			if again := s.surface(at.at, at.face); again.at.sub(at.at).norm() > 1e-12 || math.Abs(again.u-at.u) > 1e-12 {
				t.Fatalf("%s: a place on it moves to %v from %v", name, again.at, at.at)
			}
			// From a little above the surface, straight and aslant.
			u, _ := at.normal.tangents()
			from := at.at.along(at.normal, 0.05).along(u, 0.02)
			d := at.at.sub(from)
			hit, face, ok := s.hit(from, d)
			if !ok || face != at.face && from.along(d, hit).sub(at.at).norm() > 1e-9 || math.Abs(hit-1) > 1e-9 {
				// A slanted ray near an edge may meet another face first.
				if !ok || hit > 1+1e-9 {
					t.Fatalf("%s: ray to %v on face %d meets face %d at %v, %v", name, at.at, at.face, face, hit, ok)
				}
			}
		}
		want := map[string]int{"synthetic.box": 6, "synthetic.ball": 1, "synthetic.cylinder": 3, "synthetic.room": 6}[name]
		if len(faces) != want {
			t.Errorf("%s: samples on faces %v, expected %d of them", name, faces, want)
		}
	}
	if _, _, ok := (box{vec{1, 1, 1}}).hit(vec{0, 5, 5}, vec{0, 0, -1}); ok {
		t.Error("a ray beside the box meets it")
	}
	if _, _, ok := (cylinder{1, 1}).hit(vec{0, 5, 5}, vec{0, 0, -1}); ok {
		t.Error("a ray above the cylinder meets it")
	}
	if _, _, ok := (ball{1}).hit(vec{0, 0, 5}, vec{0, 0, 1}); ok {
		t.Error("a ray away from the ball meets it")
	}
}

func BenchmarkSequence(b *testing.B) {
	for _, c := range []Config{
		Default(),
		{Seed: 1, Bodies: 2, Frames: 60, Tracks: 20000, Width: 640, Height: 480, Noise: 0.3},
	} {
		b.Run(fmt.Sprintf("%dx%d", c.Tracks, c.Frames), func(b *testing.B) {
			for b.Loop() {
				tracksOf(b, build(b, c))
			}
		})
	}
}

func BenchmarkRender(b *testing.B) {
	s := build(b, Default())
	for b.Loop() {
		s.Render(0)
	}
}

func ExampleScene_Sequence() {
	scene, err := New(Config{Seed: 7, Bodies: 2, Frames: 10, Tracks: 100, Width: 640, Height: 480, Noise: 0.3})
	if err != nil {
		fmt.Println(err)
		return
	}
	sequence, err := scene.Sequence()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sequence.Points(), "tracks,", sequence.Frames(), "frames,", sequence.Motions(), "motions")
	// Output: 100 tracks, 10 frames, 3 motions
}
