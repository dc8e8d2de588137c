package track

import (
	"context"
	"image"
	"io"
	"math"
	"math/rand/v2"
)

// movie is a film in memory.
type movie []*image.Gray

func (m movie) Len() int { return len(m) }

func (m movie) Gray(ctx context.Context, i int) (*image.Gray, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if i >= len(m) {
		return nil, io.EOF
	}
	return m[i], nil
}

// unknownLength is a movie whose length is known only at its end.
type unknownLength struct{ movie }

func (unknownLength) Len() int { return 0 }

// texture is a smooth random picture without borders: a sum of waves.
type texture struct{ waves [40][4]float64 }

func newTexture(seed uint64) *texture {
	r := rand.New(rand.NewPCG(seed, 0))
	t := &texture{}
	for i := range t.waves {
		sin, cos := math.Sincos(2 * math.Pi * r.Float64())
		frequency := 0.05 + 0.6*r.Float64()
		t.waves[i] = [4]float64{frequency * cos, frequency * sin, 2 * math.Pi * r.Float64(), 14}
	}
	return t
}

func (t *texture) at(x, y float64) float64 {
	v := 128.0
	for _, w := range t.waves {
		v += w[3] * math.Sin(w[0]*x+w[1]*y+w[2]) / math.Sqrt(float64(len(t.waves))/8)
	}
	return min(max(v, 0), 255)
}

// pan is a film in which a point (x, y) of the first frame is at place(x, y, f)
// in frame f; origin is the inverse of place.
func pan(t *texture, width, height, frames int, origin func(x, y float64, f int) (float64, float64)) movie {
	m := make(movie, frames)
	for f := range m {
		m[f] = image.NewGray(image.Rect(0, 0, width, height))
		for y := range height {
			for x := range width {
				u, v := origin(float64(x), float64(y), f)
				m[f].Pix[y*m[f].Stride+x] = uint8(t.at(u, v) + 0.5)
			}
		}
	}
	return m
}

// shift moves a film by so many pixels a frame.
func shift(dx, dy float64) (origin, place func(x, y float64, f int) (float64, float64)) {
	return func(x, y float64, f int) (float64, float64) { return x - dx*float64(f), y - dy*float64(f) },
		func(x, y float64, f int) (float64, float64) { return x + dx*float64(f), y + dy*float64(f) }
}

// swirl turns a film about a point by angle a frame, and enlarges it by the
// factor zoom.
func swirl(cx, cy, angle, zoom float64) (origin, place func(x, y float64, f int) (float64, float64)) {
	turn := func(x, y, a, z float64) (float64, float64) {
		sin, cos := math.Sincos(a)
		x, y = x-cx, y-cy
		return cx + z*(cos*x-sin*y), cy + z*(sin*x+cos*y)
	}
	return func(x, y float64, f int) (float64, float64) {
			return turn(x, y, -angle*float64(f), math.Pow(zoom, -float64(f)))
		},
		func(x, y float64, f int) (float64, float64) {
			return turn(x, y, angle*float64(f), math.Pow(zoom, float64(f)))
		}
}
