package draw

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// rigidTracks returns n tracks over some frames of three things that turn and
// drift in a picture of w×h, and the thing that each belongs to, from 1.
func rigidTracks(n, frames, w, h int) (*mat.Dense, []int) {
	r := rand.New(rand.NewPCG(7, 11))
	pixels := mat.NewDense(2*frames, n, nil)
	labels := make([]int, n)
	cx := []float64{0.25, 0.7, 0.5}
	cy := []float64{0.35, 0.3, 0.72}
	turn := []float64{0.03, -0.02, 0}
	vx := []float64{1.6, -0.9, 2.2}
	vy := []float64{0.4, 1.1, -0.8}
	for i := range n {
		k := i * 3 / n
		labels[i] = k + 1
		px, py := (r.Float64()-0.5)*0.36*float64(w), (r.Float64()-0.5)*0.36*float64(h)
		for f := range frames {
			sin, cos := math.Sincos(turn[k] * float64(f))
			scale := float64(w) / 640
			pixels.Set(2*f, i, cx[k]*float64(w)+px*cos-py*sin+scale*vx[k]*float64(f))
			pixels.Set(2*f+1, i, cy[k]*float64(h)+px*sin+py*cos+scale*vy[k]*float64(f))
		}
	}
	return pixels, labels
}

// checkered is a picture of soft squares with a bright disc.
func checkered(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			g := uint8(90 + 40*((x*10/w+y*8/h)%2) + 60*y/h)
			if math.Hypot(float64(x-w/3), float64(y-h/3)) < float64(h)/6 {
				g += 40
			}
			m.SetRGBA(x, y, color.RGBA{g, g, g - 12, 255})
		}
	}
	return m
}

// sceneView returns a view of rigid tracks with a bit of everything in it.
func sceneView(n, frames, w, h int) View {
	pixels, labels := rigidTracks(n, frames, w, h)
	s, err := NewScene(pixels, nil, w, h, false)
	if err != nil {
		panic(err)
	}
	v := NewView(s)
	v.Frame = frames / 2
	v.Labels = labels
	v.Wrong = make([]bool, n)
	for i := 0; i < n; i += 17 {
		v.Labels[i] = labels[i]%3 + 1
		v.Wrong[i] = true
	}
	return v
}

// blocks returns an affinity matrix of n points in three groups of labels, the
// groups mixed in the file: dense within a group, sparse across, and the
// labels.
func blocks(n int) (*mat.Dense, []int) {
	r := rand.New(rand.NewPCG(3, 5))
	labels := make([]int, n)
	for i := range labels {
		labels[i] = r.IntN(3) + 1
	}
	w := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i {
			v := 0.0
			switch {
			case labels[i] == labels[j] && r.Float64() < 0.25:
				v = r.Float64() * r.Float64()
			case r.Float64() < 0.01:
				v = 0.4 * r.Float64()
			}
			w.Set(i, j, v)
			w.Set(j, i, v)
		}
	}
	return w, labels
}
