package geometry

import (
	"math"

	"motionseg/segment/internal/dense"
)

// nullVector returns the unit vector that all rows of a are perpendicular to,
// by elimination with complete pivoting, and false where the rows do not
// determine it. It overwrites a.
func nullVector(a *[8][9]float64) (x [9]float64, ok bool) {
	column := [9]int{0, 1, 2, 3, 4, 5, 6, 7, 8} // the unknown of every column
	var largest float64
	for r := range 8 {
		pi, pj, pivot := r, r, 0.0
		for i := r; i < 8; i++ {
			for j := r; j < 9; j++ {
				if v := math.Abs(a[i][j]); v > pivot {
					pi, pj, pivot = i, j, v
				}
			}
		}
		if r == 0 {
			largest = pivot
		}
		if !(pivot > dense.Rounding*largest) {
			return x, false
		}
		a[r], a[pi] = a[pi], a[r]
		if pj != r {
			for i := range a {
				a[i][r], a[i][pj] = a[i][pj], a[i][r]
			}
			column[r], column[pj] = column[pj], column[r]
		}
		inverse := 1 / a[r][r]
		for i := r + 1; i < 8; i++ {
			f := a[i][r] * inverse
			if f == 0 {
				continue
			}
			for j := r + 1; j < 9; j++ {
				a[i][j] -= f * a[r][j]
			}
		}
	}
	var y [9]float64
	y[8] = 1
	square := 1.0
	for r := 7; r >= 0; r-- {
		var s float64
		for j := r + 1; j < 9; j++ {
			s += a[r][j] * y[j]
		}
		y[r] = -s / a[r][r]
		square += y[r] * y[r]
	}
	scale := 1 / math.Sqrt(square)
	for j, to := range column {
		x[to] = y[j] * scale
	}
	return x, true
}

// adjugate returns the adjugate of a 3×3 matrix, its inverse times its
// determinant, and the determinant.
func adjugate(m *[9]float64) (a [9]float64, det float64) {
	a = [9]float64{
		m[4]*m[8] - m[5]*m[7], m[2]*m[7] - m[1]*m[8], m[1]*m[5] - m[2]*m[4],
		m[5]*m[6] - m[3]*m[8], m[0]*m[8] - m[2]*m[6], m[2]*m[3] - m[0]*m[5],
		m[3]*m[7] - m[4]*m[6], m[1]*m[6] - m[0]*m[7], m[0]*m[4] - m[1]*m[3],
	}
	return a, m[0]*a[0] + m[1]*a[3] + m[2]*a[6]
}

// singular replaces a 3×3 matrix by the nearest one of rank 2 at most: with
// the right singular vector v of the smallest singular value it subtracts mvvᵀ.
func singular(m *[9]float64) {
	var s [3][3]float64 // mᵀm
	for i := range 3 {
		for j := range 3 {
			s[i][j] = m[i]*m[j] + m[3+i]*m[3+j] + m[6+i]*m[6+j]
		}
	}
	v := leastAxis(&s)
	for r := 0; r < 9; r += 3 {
		along := m[r]*v[0] + m[r+1]*v[1] + m[r+2]*v[2]
		for c := range 3 {
			m[r+c] -= along * v[c]
		}
	}
}

// leastAxis returns the eigenvector of the smallest eigenvalue of a symmetric
// matrix, by Jacobi rotations. It overwrites s.
func leastAxis(s *[3][3]float64) [3]float64 {
	e := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} // eigenvectors, one a row
	for range dense.JacobiSweeps {
		if s[0][1] == 0 && s[0][2] == 0 && s[1][2] == 0 {
			break
		}
		for _, at := range [...][2]int{{0, 1}, {0, 2}, {1, 2}} {
			p, q := at[0], at[1]
			if s[p][q] == 0 {
				continue
			}
			theta := (s[q][q] - s[p][p]) / (2 * s[p][q])
			t := math.Copysign(1/(math.Abs(theta)+math.Sqrt(theta*theta+1)), theta)
			c := 1 / math.Sqrt(t*t+1)
			sn := t * c
			for k := range 3 {
				s[k][p], s[k][q] = c*s[k][p]-sn*s[k][q], sn*s[k][p]+c*s[k][q]
			}
			for k := range 3 {
				s[p][k], s[q][k] = c*s[p][k]-sn*s[q][k], sn*s[p][k]+c*s[q][k]
				e[p][k], e[q][k] = c*e[p][k]-sn*e[q][k], sn*e[p][k]+c*e[q][k]
			}
			s[p][q], s[q][p] = 0, 0
		}
	}
	least := 0
	for i := range 3 {
		if s[i][i] < s[least][least] {
			least = i
		}
	}
	return e[least]
}
