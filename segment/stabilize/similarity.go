package stabilize

import (
	"math"

	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
)

// similarity takes (x, y) to (a·x − b·y + u, b·x + a·y + v).
type similarity struct{ a, b, u, v float64 }

// still leaves every point where it is.
var still = similarity{a: 1}

// to returns where a point goes.
func (s similarity) to(x, y float64) (u, v float64) {
	return float64(s.a*x) - float64(s.b*y) + s.u, float64(s.b*x) + float64(s.a*y) + s.v
}

// after returns the similarity that is first and then s.
func (s similarity) after(first similarity) similarity {
	u, v := s.to(first.u, first.v)
	return similarity{
		float64(s.a*first.a) - float64(s.b*first.b), float64(s.b*first.a) + float64(s.a*first.b), u, v,
	}
}

// inverse returns the way back; s must not take all points to one.
func (s similarity) inverse() similarity {
	size := float64(s.a*s.a) + float64(s.b*s.b)
	back := similarity{a: s.a / size, b: -s.b / size}
	u, v := back.to(s.u, s.v)
	back.u, back.v = -u, -v
	return back
}

const (
	// mostPoints bounds the points that a similarity is fitted to; of more, as many are
	// taken evenly.
	mostPoints = 500
	// fitRounds is how often the weights of a fit are renewed: then it changes by less than
	// tracks are off.
	fitRounds = 12
	// nearest is the least distance that weights tell apart, as a share of the mean.
	nearest = 1e-3
)

// points are places in one frame, x and y, and in the next, u and v.
type points struct{ x, y, u, v []float64 }

// similarity returns that from which the points are off by the least sum of distances, by
// iteratively reweighted least squares from the median shift: that of most of them, whatever
// the others do. Of less than two points it is a shift.
func (p points) similarity() similarity {
	p = p.thinned()
	n := len(p.x)
	if n == 0 {
		return still
	}
	dx, dy := make([]float64, n), make([]float64, n)
	for i := range n {
		dx[i], dy[i] = p.u[i]-p.x[i], p.v[i]-p.y[i]
	}
	s := similarity{a: 1, u: dense.Ordered(dx, n/2), v: dense.Ordered(dy, n/2)}
	weights := dx
	for range fitRounds {
		var sum float64
		for i := range n {
			u, v := s.to(p.x[i], p.y[i])
			weights[i] = math.Sqrt(float64((p.u[i]-u)*(p.u[i]-u)) + float64((p.v[i]-v)*(p.v[i]-v)))
			sum += weights[i]
		}
		least := nearest * sum / float64(n)
		if least == 0 {
			return s
		}
		for i, off := range weights {
			weights[i] = 1 / (least + off)
		}
		better, ok := p.weighted(weights)
		if !ok {
			return s
		}
		s = better
	}
	return s
}

// weighted returns the similarity of the least weighted sum of squares. ok is false where
// the points, or what they go to, are one.
func (p points) weighted(weights []float64) (s similarity, ok bool) {
	var sum, x, y, u, v float64
	for i, w := range weights {
		sum += w
		x += float64(w * p.x[i])
		y += float64(w * p.y[i])
		u += float64(w * p.u[i])
		v += float64(w * p.v[i])
	}
	x, y, u, v = x/sum, y/sum, u/sum, v/sum
	var square, along, across float64
	for i, w := range weights {
		px, py, pu, pv := p.x[i]-x, p.y[i]-y, p.u[i]-u, p.v[i]-v
		square += float64(w * (float64(px*px) + float64(py*py)))
		along += float64(w * (float64(px*pu) + float64(py*pv)))
		across += float64(w * (float64(px*pv) - float64(py*pu)))
	}
	if square == 0 || along == 0 && across == 0 {
		return s, false
	}
	s = similarity{a: along / square, b: across / square}
	tx, ty := s.to(x, y)
	s.u, s.v = u-tx, v-ty
	return s, true
}

// thinned returns at most mostPoints of the points.
func (p points) thinned() points {
	if len(p.x) <= mostPoints {
		return p
	}
	var some points
	for _, i := range core.Evenly(len(p.x), mostPoints) {
		some.add(p.x[i], p.y[i], p.u[i], p.v[i])
	}
	return some
}

// add adds a point.
func (p *points) add(x, y, u, v float64) {
	p.x, p.y, p.u, p.v = append(p.x, x), append(p.y, y), append(p.u, u), append(p.v, v)
}
