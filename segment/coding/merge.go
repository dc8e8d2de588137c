package coding

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
	"motionseg/segment/spectral"
)

// Scatter is the second-order statistics of some points: how many, their mean,
// and the sum of the outer products of their distances to it, d×d.
type Scatter struct {
	N    float64
	Mean []float64
	S    []float64
}

// ScatterOf returns the scatter of every group 1…k of labels among the columns
// of x (D×N).
func ScatterOf(x *mat.Dense, labels []int, k int) []Scatter {
	d, _ := x.Dims()
	groups := make([]Scatter, k)
	point := make([]float64, d)
	for g := range groups {
		groups[g] = Scatter{Mean: make([]float64, d), S: make([]float64, d*d)}
	}
	for _, l := range labels {
		groups[l-1].N++
	}
	for i := range d {
		for j, v := range x.RawRowView(i) {
			g := &groups[labels[j]-1]
			g.Mean[i] += v / g.N
		}
	}
	for j, l := range labels {
		g := &groups[l-1]
		for i := range point {
			point[i] = x.At(i, j) - g.Mean[i]
		}
		for i, v := range point {
			dense.Axpy(v, point, g.S[i*d:][:d])
		}
	}
	return groups
}

// Union returns the scatter of the points of a and b together.
func (a Scatter) Union(b Scatter) Scatter {
	d := len(a.Mean)
	u := Scatter{Mean: make([]float64, d), S: make([]float64, d*d)}
	u.unite(a, b)
	return u
}

// unite makes u, of as many dimensions, the scatter of the points of a and b
// together. u may be a.
func (u *Scatter) unite(a, b Scatter) {
	d := len(a.Mean)
	n := a.N + b.N
	share := a.N * b.N / n
	for i := range d {
		across := share * (b.Mean[i] - a.Mean[i])
		for j := range d {
			u.S[i*d+j] = a.S[i*d+j] + b.S[i*d+j] + across*(b.Mean[j]-a.Mean[j])
		}
	}
	for i, v := range a.Mean {
		u.Mean[i] = v + (b.Mean[i]-v)*b.N/n
	}
	u.N = n
}

// bits returns the coding length of the points as one of several groups, as
// Length sums it, total points in all.
func (a Scatter) bits(noise, total float64) float64 {
	if a.N == 0 {
		return 0
	}
	d := len(a.Mean)
	return (a.N+float64(d))/2*logDeterminant(a.S, 1/(a.N*noise*noise), d)/math.Ln2 - a.N*math.Log2(a.N/total)
}

// logDeterminant returns ln det(I + scale·s) of a positive semidefinite s, d×d.
func logDeterminant(s []float64, scale float64, d int) float64 {
	l := make([]float64, d*d)
	var sum float64
	for i := range d {
		for j := 0; j <= i; j++ {
			v := scale * s[i*d+j]
			for t := range j {
				v -= l[i*d+t] * l[j*d+t]
			}
			if i == j {
				// Rounding alone takes a pivot below 1.
				pivot := max(v+1, 1)
				sum += math.Log(pivot)
				l[i*d+i] = math.Sqrt(pivot)
			} else {
				l[i*d+j] = v / l[j*d+j]
			}
		}
	}
	return sum
}

// MergePieces joins the groups 1…m of labels, of the columns of x (D×N), two by
// two to k groups, every time those whose union lengthens the code least: the
// bottom-up minimisation of the coding length of Ma, Derksen, Hong & Wright
// (see Length), begun with pieces in place of single points. It returns
// labels 1…k in the order of their first points; fewer when labels have fewer.
func MergePieces(x *mat.Dense, labels []int, m, k int, noise float64) []int {
	total := float64(len(labels))
	pieces := ScatterOf(x, labels, m)
	into := make([]int, m) // the piece that every piece is now part of
	bits := make([]float64, m)
	var alive []int
	for i, p := range pieces {
		into[i], bits[i] = i, p.bits(noise, total)
		if p.N > 0 {
			alive = append(alive, i)
		}
	}
	d, _ := x.Dims()
	both := Scatter{Mean: make([]float64, d), S: make([]float64, d*d)}
	for len(alive) > k {
		first, second, least := -1, -1, math.Inf(1)
		for a, i := range alive {
			for b, j := range alive[a+1:] {
				both.unite(pieces[i], pieces[j])
				if growth := both.bits(noise, total) - bits[i] - bits[j]; first < 0 || growth < least {
					first, second, least = a, a+1+b, growth
				}
			}
		}
		i, j := alive[first], alive[second]
		pieces[i].unite(pieces[i], pieces[j])
		bits[i] = pieces[i].bits(noise, total)
		alive = slices.Delete(alive, second, second+1)
		for p, q := range into {
			if q == j {
				into[p] = i
			}
		}
	}
	merged := make([]int, len(labels))
	for p, l := range labels {
		merged[p] = into[l-1]
	}
	return spectral.InOrderOfAppearance(merged)
}
