package track

import (
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"slices"
	"testing"

	"motionseg/hopkins/footage"
	"motionseg/hopkins/realdata"
	"motionseg/hopkins/synthetic"
)

// BenchmarkFilm follows 500 points, forwards and backwards in every step, in
// 640×480 pixels. It reports frames a second of wall time; -cpu sets the cores.
func BenchmarkFilm(b *testing.B) {
	origin, _ := shift(1.7, -0.9)
	film := pan(newTexture(1), 640, 480, 12, origin)
	o := Default(Medium)
	o.Most = 500
	for b.Loop() {
		tracks, err := Film(b.Context(), film, o, nil)
		if err != nil || len(tracks.Tracks) < 500 {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(film)*b.N)/b.Elapsed().Seconds(), "frames/s")
}

// BenchmarkFilms follows 500 points, 8 pixels apart, through films of 640×480
// pixels, whose frames are read before: by a window of 15 pixels there and back
// alone, as other programs do, and by Default, with the comparison with first
// pictures. It reports frames a second of wall time; -cpu sets the cores.
func BenchmarkFilms(b *testing.B) {
	hopkins155 := realdata.Folder(b, "hopkins155")
	plain, whole := Plain(), Default(Medium)
	plain.Window = 15
	for _, path := range []string{
		filepath.Join(hopkins155, "cars2", "cars2.avi"), filepath.Join(hopkins155, "articulated", "articulated.avi"),
		filepath.Join("..", "..", "assets", "example", "box_and_drum", "frames"),
	} {
		source, err := footage.OpenFilm(b.Context(), path, footage.Range{})
		if err != nil {
			b.Fatal(err)
		}
		var film movie
		for err == nil {
			var m *image.Gray
			if m, err = source.Gray(b.Context(), len(film)); err == nil {
				film = append(film, m)
			}
		}
		if !errors.Is(err, io.EOF) {
			b.Fatal(err)
		}
		source.Close()
		for way, o := range []Options{plain, whole} {
			o.Most, o.Distance = 500, 8
			b.Run(fmt.Sprintf("%s/%s", NameOf(path), [...]string{"plain", "default"}[way]), func(b *testing.B) {
				for b.Loop() {
					if _, err := Film(b.Context(), film, o, nil); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(film)*b.N)/b.Elapsed().Seconds(), "frames/s")
			})
		}
	}
}

func BenchmarkCorners(b *testing.B) {
	origin, _ := shift(0, 0)
	picture := pan(newTexture(1), 640, 480, 1, origin)[0]
	c := newCorners(640, 480)
	for b.Loop() {
		for range c.find(b.Context(), picture, 0.005, 4, 1, func(corner) bool { return true }) {
		}
	}
}

func BenchmarkPyramid(b *testing.B) {
	picture := image.NewGray(image.Rect(0, 0, 640, 480))
	p := newPyramid(640, 480, 4)
	for b.Loop() {
		p.fill(b.Context(), picture, 1)
	}
}

// BenchmarkFollow follows one point there and back.
func BenchmarkFollow(b *testing.B) {
	origin, _ := shift(1.7, -0.9)
	film := pan(newTexture(1), 640, 480, 2, origin)
	o := Default(Medium)
	from, to := newPyramid(640, 480, 4), newPyramid(640, 480, 4)
	from.fill(b.Context(), film[0], 1)
	to.fill(b.Context(), film[1], 1)
	f := newFlow(&o, 31)
	for b.Loop() {
		f.thereAndBack(from, to, Point{320.3, 200.2}, o.Window, o.Return)
	}
}

// BenchmarkRefine finds the first patch of a point in the next picture.
func BenchmarkRefine(b *testing.B) {
	origin, _ := shift(1.7, -0.9)
	film := pan(newTexture(1), 640, 480, 2, origin)
	from, to := newPyramid(640, 480, 1), newPyramid(640, 480, 1)
	from.fill(b.Context(), film[0], 1)
	to.fill(b.Context(), film[1], 1)
	t := newTemplate(from.levels[0], Point{320, 200})
	for b.Loop() {
		t.find(to.levels[0], warp{at: Point{321.6, 199.3}, xu: 1, yv: 1})
	}
}

// BenchmarkRendered reports the accuracy on the exact truth of three synthetic
// scenes without noise, one by one and together: for the points that are left in
// the last frame the median and the 90 % of their errors in pixels and the share
// above three, and the share that is lost though it is seen.
func BenchmarkRendered(b *testing.B) {
	report := func(b *testing.B, errs []float64, points int) {
		slices.Sort(errs)
		above := 0
		for _, e := range errs {
			if e > 3 {
				above++
			}
		}
		b.ReportMetric(quantile(errs, 0.5), "median-px")
		b.ReportMetric(quantile(errs, 0.9), "90%-px")
		b.ReportMetric(100*float64(above)/float64(len(errs)), "%-above-3px")
		b.ReportMetric(100*(1-float64(len(errs))/float64(points)), "%-lost")
	}
	var all []float64
	points := 0
	for seed := range uint64(3) {
		b.Run(fmt.Sprintf("seed=%d", seed+1), func(b *testing.B) {
			c := synthetic.Default()
			c.Seed, c.Noise = seed+1, 0
			film, first, last := rendered(b, c)
			var errs []float64
			for b.Loop() {
				errs = endErrors(b, film, Default(Medium), first, last)
			}
			report(b, errs, len(first))
			all, points = append(all, errs...), points+len(first)
		})
	}
	b.Run("together", func(b *testing.B) {
		for b.Loop() {
		}
		if points > 0 {
			report(b, all, points)
		}
	})
}
