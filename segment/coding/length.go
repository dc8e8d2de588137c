package coding

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"motionseg/segment/internal/dense"
)

// centred holds the points of one group around their mean: D×n, with the mean.
type centred struct {
	x    *mat.Dense
	mean []float64
}

// centre returns the columns of x (D×N) whose label is group, around their
// mean; nil when there are none.
func centre(x *mat.Dense, labels []int, group int) *centred {
	d, _ := x.Dims()
	n := 0
	for _, l := range labels {
		if l == group {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	c := &centred{mat.NewDense(d, n, nil), make([]float64, d)}
	for i := range d {
		from, to := x.RawRowView(i), c.x.RawRowView(i)
		next := 0
		for j, l := range labels {
			if l == group {
				to[next] = from[j]
				c.mean[i] += from[j] / float64(n)
				next++
			}
		}
		for j := range to {
			to[j] -= c.mean[i]
		}
	}
	return c
}

// Length returns the bits a point that it takes to code the columns of x
// (D×N) up to a noise of standard deviation noise in every coordinate, when
// every group 1…K of labels is coded as a Gaussian of its own:
//
//	Σ_g (n_g + D)/2 · log₂ det(I + X_gX_gᵀ/(n_g·noise²)) − n_g log₂(n_g/N)
//
// (Ma, Derksen, Hong & Wright, Segmentation of Multivariate Mixed Data via
// Lossy Data Coding and Compression, IEEE TPAMI 29(9), 2007). It is least when
// every group lies near a subspace of its own, of whatever dimension.
func Length(x *mat.Dense, labels []int, k int, noise float64) float64 {
	d, total := x.Dims()
	var bits float64
	for group := 1; group <= k; group++ {
		g := centre(x, labels, group)
		if g == nil {
			continue
		}
		_, n := g.x.Dims()
		scatter := dense.Outer(g.x, d > n, 1)
		size, _ := scatter.Dims()
		s := mat.NewSymDense(size, scatter.RawMatrix().Data)
		s.ScaleSym(1/(float64(n)*noise*noise), s)
		for i := range size {
			s.SetSym(i, i, s.At(i, i)+1)
		}
		var chol mat.Cholesky
		if !chol.Factorize(s) {
			return math.Inf(1)
		}
		bits += float64(n+d)/2*chol.LogDet()/math.Ln2 - float64(n)*math.Log2(float64(n)/float64(total))
	}
	return bits / float64(total)
}

// refineRounds bounds the rounds of RefineLabels, which hardly ever needs five.
const refineRounds = 5

// RefineLabels moves every column of x (D×N) to the group whose Gaussian,
// fitted to the group's points and widened by a noise of standard deviation
// noise in every coordinate, makes it most likely, and repeats with the new
// groups until nothing changes (classification EM, Celeux & Govaert 1992). No
// group is emptied. It returns new labels; when ctx ends, those of the rounds so
// far.
func RefineLabels(ctx context.Context, x *mat.Dense, labels []int, k int, noise float64) []int {
	d, total := x.Dims()
	current := append([]int(nil), labels...)
	whitened := mat.NewDense(d, total, nil)
	for range refineRounds {
		cost := make([][]float64, k+1)
		sizes := make([]int, k+1)
		for group := 1; group <= k; group++ {
			if ctx.Err() != nil {
				return current
			}
			g := centre(x, current, group)
			if g == nil {
				continue
			}
			_, sizes[group] = g.x.Dims()
			var ok bool
			if cost[group], ok = g.nats(x, noise, whitened); !ok {
				return current
			}
		}
		changed := false
		for j, own := range current {
			best := own
			for group := 1; group <= k; group++ {
				if cost[group] != nil && cost[group][j] < cost[best][j] {
					best = group
				}
			}
			if best != own && sizes[own] > 1 {
				sizes[own]--
				sizes[best]++
				current[j] = best
				changed = true
			}
		}
		if !changed {
			break
		}
	}
	return current
}

// nats returns what every column of x takes, in nats but for what all groups have in common,
// to be coded as one of a group: by its Gaussian, widened by the noise, and its share of the
// points. whitened is scratch of the size of x. ok is false where the group has no Gaussian.
func (g *centred) nats(x *mat.Dense, noise float64, whitened *mat.Dense) (nats []float64, ok bool) {
	d, total := x.Dims()
	_, n := g.x.Dims()
	scatter := dense.Outer(g.x, false, 1)
	s := mat.NewSymDense(d, scatter.RawMatrix().Data)
	s.ScaleSym(1/(float64(n)*noise*noise), s)
	for i := range d {
		s.SetSym(i, i, s.At(i, i)+1)
	}
	var chol mat.Cholesky
	if !chol.Factorize(s) {
		return nil, false
	}
	inverse := 1 / noise
	for i := range d {
		from, to, mean := x.RawRowView(i), whitened.RawRowView(i), g.mean[i]
		for j, v := range from {
			to[j] = (v - mean) * inverse
		}
	}
	blas64.Trsm(blas.Left, blas.Trans, 1, chol.RawU().(*mat.TriDense).RawTriangular(), whitened.RawMatrix())
	nats = slices.Repeat([]float64{chol.LogDet()/2 - math.Log(float64(n)/float64(total))}, total)
	for i := range d {
		for j, v := range whitened.RawRowView(i)[:total] {
			nats[j] += v * v / 2
		}
	}
	return nats, true
}

// RMS returns the root mean square of the coordinates of x (D×N) around
// the means of its rows.
func RMS(x *mat.Dense) float64 {
	d, _ := x.Dims()
	var s float64
	for i := range d {
		s += stat.PopVariance(x.RawRowView(i), nil)
	}
	return math.Sqrt(s / float64(d))
}
