package match

import (
	"context"
	"image"
	"math"
	"runtime"

	"motionseg/hopkins/internal/pool"
)

// plane is a picture of real numbers, row by row. Brightness is 0…1.
type plane struct {
	w, h int
	pix  []float32
}

func newPlane(w, h int) plane { return plane{w, h, make([]float32, w*h)} }

func (p plane) row(y int) []float32 { return p.pix[y*p.w : (y+1)*p.w] }

// planeOf returns the brightness of a picture.
func planeOf(m *image.Gray) plane {
	p := newPlane(m.Rect.Dx(), m.Rect.Dy())
	for y := range p.h {
		out := p.row(y)
		for x, v := range m.Pix[y*m.Stride : y*m.Stride+p.w] {
			out[x] = float32(v) / 255
		}
	}
	return p
}

// doubled returns a picture of twice the size: pixel (2x, 2y) is pixel (x, y),
// those between are means.
func (p plane) doubled() plane {
	d := newPlane(2*p.w-1, 2*p.h-1)
	parallel(p.h, func(y int) {
		out, in := d.row(2*y), p.row(y)
		for x, v := range in {
			out[2*x] = v
			if x+1 < p.w {
				out[2*x+1] = (v + in[x+1]) / 2
			}
		}
	})
	parallel(p.h-1, func(y int) {
		above, out, below := d.row(2*y), d.row(2*y+1), d.row(2*y+2)
		for x := range out {
			out[x] = (above[x] + below[x]) / 2
		}
	})
	return d
}

// halved returns every second pixel of every second row.
func (p plane) halved() plane {
	q := newPlane((p.w+1)/2, (p.h+1)/2)
	for y := range q.h {
		in, out := p.row(2*y), q.row(y)
		for x := range out {
			out[x] = in[2*x]
		}
	}
	return q
}

// blurred returns the picture blurred by a Gaussian of standard deviation
// sigma. The picture is continued by its border.
//
// Products are rounded before they are added, here and wherever a comparison
// follows, so that processors that fuse the two find the same features.
func (p plane) blurred(sigma float64) plane {
	kernel := gaussian(sigma)
	radius := len(kernel) - 1
	across, out := newPlane(p.w, p.h), newPlane(p.w, p.h)
	parallel(p.h, func(y int) {
		padded := make([]float32, p.w+2*radius)
		in := p.row(y)
		copy(padded[radius:], in)
		for i := range radius {
			padded[i], padded[radius+p.w+i] = in[0], in[p.w-1]
		}
		to, middle := across.row(y), padded[radius:radius+p.w]
		for x, v := range middle {
			to[x] = kernel[0] * v
		}
		for k := 1; k <= radius; k++ {
			weight, left, right := kernel[k], padded[radius-k:][:p.w], padded[radius+k:][:p.w]
			for x := range to {
				to[x] += float32(weight * (left[x] + right[x]))
			}
		}
	})
	parallel(p.h, func(y int) {
		to := out.row(y)
		for x, v := range across.row(y) {
			to[x] = kernel[0] * v
		}
		for k := 1; k <= radius; k++ {
			weight, above, below := kernel[k], across.row(max(y-k, 0))[:p.w], across.row(min(y+k, p.h-1))[:p.w]
			for x := range to {
				to[x] += float32(weight * (above[x] + below[x]))
			}
		}
	})
	return out
}

// gaussian returns the middle and one side of a Gaussian that sums to 1.
func gaussian(sigma float64) []float32 {
	radius := max(1, int(math.Ceil(4*sigma)))
	values := make([]float64, radius+1)
	sum := 0.0
	for i := range values {
		values[i] = math.Exp(-float64(i*i) / (2 * sigma * sigma))
		sum += values[i]
		if i > 0 {
			sum += values[i]
		}
	}
	kernel := make([]float32, radius+1)
	for i, v := range values {
		kernel[i] = float32(v / sum)
	}
	return kernel
}

// minus returns the difference of two pictures of the same size.
func (p plane) minus(q plane) plane {
	d := newPlane(p.w, p.h)
	parallel(p.h, func(y int) {
		a, b, out := p.row(y), q.row(y), d.row(y)
		for x := range out {
			out[x] = a[x] - b[x]
		}
	})
	return d
}

// parallel calls work for 0…n−1 on all cores, in no order.
func parallel(n int, work func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	pool.Run(context.Background(), workers, workers, func(k int) {
		for i := k * n / workers; i < (k+1)*n/workers; i++ {
			work(i)
		}
	})
}
