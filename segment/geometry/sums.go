package geometry

import "motionseg/segment/internal/dense"

// planeMonomials and spaceMonomials are how many products of two numbers of a place
// there are, for places of three and four.
const (
	planeMonomials = 6
	spaceMonomials = 10
)

// triangle is where the product of numbers i and j of a place, of k, is among its
// monomials.
func triangle(k, i, j int) int {
	i, j = min(i, j), max(i, j)
	return i*k - i*(i-1)/2 + j - i
}

// setProjected makes m, 3k×3k, the sum over points of the two weighted rows that a homogeneous
// place of k numbers gives whose image is (u, v): (place, 0, −u·place) and (0, place,
// −v·place). sums holds for every monomial of the places its sum weighed by w, wu, wv
// and w(u² + v²).
func setProjected(m *dense.Small, sums []float64, k int) {
	for i := range k {
		for j := i; j < k; j++ {
			of := sums[4*triangle(k, i, j):][:4]
			m[i][j], m[k+i][k+j], m[2*k+i][2*k+j] = of[0], of[0], of[3]
			m[i][2*k+j], m[j][2*k+i] = -of[1], -of[1]
			m[k+i][2*k+j], m[k+j][2*k+i] = -of[2], -of[2]
		}
	}
}

// setEpipolar makes m, 9×9, the sum over points of the weighted rows of their epipolar
// constraints, (u, v, 1) ⊗ (x, y, 1). sums holds for every monomial of the second places,
// a row, its weighted sums with those of the first.
func setEpipolar(m *dense.Small, sums *[planeMonomials * planeMonomials]float64) {
	for i := range 9 {
		for j := i; j < 9; j++ {
			m[i][j] = sums[triangle(3, i/3, j/3)*planeMonomials+triangle(3, i%3, j%3)]
		}
	}
}
