package segment

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// scatter is the second-order statistics of some points: how many, their mean,
// and the sum of the outer products of their distances to it, d×d.
type scatter struct {
	n    float64
	mean []float64
	s    []float64
}

// scatterOf returns the scatter of every group 1…k of labels among the columns
// of x (D×N).
func scatterOf(x *mat.Dense, labels []int, k int) []scatter {
	d, _ := x.Dims()
	groups := make([]scatter, k)
	point := make([]float64, d)
	for g := range groups {
		groups[g] = scatter{mean: make([]float64, d), s: make([]float64, d*d)}
	}
	for _, l := range labels {
		groups[l-1].n++
	}
	for i := range d {
		for j, v := range x.RawRowView(i) {
			g := &groups[labels[j]-1]
			g.mean[i] += v / g.n
		}
	}
	for j, l := range labels {
		g := &groups[l-1]
		for i := range point {
			point[i] = x.At(i, j) - g.mean[i]
		}
		for i, v := range point {
			axpy(v, point, g.s[i*d:][:d])
		}
	}
	return groups
}

// union returns the scatter of the points of a and b together.
func (a scatter) union(b scatter) scatter {
	d := len(a.mean)
	u := scatter{mean: make([]float64, d), s: make([]float64, d*d)}
	u.unite(a, b)
	return u
}

// unite makes u, of as many dimensions, the scatter of the points of a and b
// together. u may be a.
func (u *scatter) unite(a, b scatter) {
	d := len(a.mean)
	n := a.n + b.n
	share := a.n * b.n / n
	for i := range d {
		across := share * (b.mean[i] - a.mean[i])
		for j := range d {
			u.s[i*d+j] = a.s[i*d+j] + b.s[i*d+j] + across*(b.mean[j]-a.mean[j])
		}
	}
	for i, v := range a.mean {
		u.mean[i] = v + (b.mean[i]-v)*b.n/n
	}
	u.n = n
}

// bits returns the coding length of the points as one of several groups, as
// codingLength sums it, total points in all.
func (a scatter) bits(noise, total float64) float64 {
	if a.n == 0 {
		return 0
	}
	d := len(a.mean)
	return (a.n+float64(d))/2*logDeterminant(a.s, 1/(a.n*noise*noise), d)/math.Ln2 - a.n*math.Log2(a.n/total)
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

// mergePieces joins the groups 1…m of labels, of the columns of x (D×N), two by
// two to k groups, every time those whose union lengthens the code least: the
// bottom-up minimisation of the coding length of Ma, Derksen, Hong & Wright
// (see codingLength), begun with pieces in place of single points. It returns
// labels 1…k in the order of their first points; fewer when labels have fewer.
func mergePieces(x *mat.Dense, labels []int, m, k int, noise float64) []int {
	total := float64(len(labels))
	pieces := scatterOf(x, labels, m)
	into := make([]int, m) // the piece that every piece is now part of
	bits := make([]float64, m)
	growth := make([][]float64, m) // of every pair i < j
	var alive []int
	for i, p := range pieces {
		into[i] = i
		bits[i] = p.bits(noise, total)
		growth[i] = make([]float64, m)
		if p.n > 0 {
			alive = append(alive, i)
		}
	}
	d, _ := x.Dims()
	both := scatter{mean: make([]float64, d), s: make([]float64, d*d)}
	grow := func(i, j int) {
		i, j = min(i, j), max(i, j)
		both.unite(pieces[i], pieces[j])
		growth[i][j] = both.bits(noise, total) - bits[i] - bits[j]
	}
	for a, i := range alive {
		for _, j := range alive[a+1:] {
			grow(i, j)
		}
	}
	for len(alive) > k {
		first, second, least := -1, -1, math.Inf(1)
		for a, i := range alive {
			for b, j := range alive[a+1:] {
				if first < 0 || growth[i][j] < least {
					first, second, least = a, a+1+b, growth[i][j]
				}
			}
		}
		i, j := alive[first], alive[second]
		pieces[i].unite(pieces[i], pieces[j])
		bits[i] = pieces[i].bits(noise, total)
		alive = append(alive[:second], alive[second+1:]...)
		for p, q := range into {
			if q == j {
				into[p] = i
			}
		}
		for _, other := range alive {
			if other != i {
				grow(i, other)
			}
		}
	}
	merged := make([]int, len(labels))
	for p, l := range labels {
		merged[p] = into[l-1]
	}
	return inOrderOfAppearance(merged)
}
