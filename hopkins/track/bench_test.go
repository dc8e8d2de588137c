package track

import (
	"image"
	"testing"
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

func BenchmarkCorners(b *testing.B) {
	origin, _ := shift(0, 0)
	picture := pan(newTexture(1), 640, 480, 1, origin)[0]
	c := newCorners(640, 480)
	for b.Loop() {
		c.find(picture, 0.005, 4, 1)
	}
}

func BenchmarkPyramid(b *testing.B) {
	picture := image.NewGray(image.Rect(0, 0, 640, 480))
	p := newPyramid(640, 480, 4)
	for b.Loop() {
		p.fill(picture, 1)
	}
}

// BenchmarkFollow follows one point there and back.
func BenchmarkFollow(b *testing.B) {
	origin, _ := shift(1.7, -0.9)
	film := pan(newTexture(1), 640, 480, 2, origin)
	o := Default(Medium)
	from, to := newPyramid(640, 480, 4), newPyramid(640, 480, 4)
	from.fill(film[0], 1)
	to.fill(film[1], 1)
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
	from.fill(film[0], 1)
	to.fill(film[1], 1)
	t := newTemplate(from.levels[0], Point{320, 200})
	for b.Loop() {
		t.find(to.levels[0], warp{at: Point{321.6, 199.3}, xu: 1, yv: 1})
	}
}
