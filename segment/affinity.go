package segment

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Affinity turns coefficients C (N×N, column j expresses point j) into a
// symmetric, non-negative affinity W (N×N) in three steps: per column the
// smallest coefficients are dropped so that the kept ones reach ratio times
// the column's ℓ1 norm (ratio ≥ 1 keeps all), the column is divided by its
// largest absolute entry, and W = |C| + |C|ᵀ (Ji et al. 2017, after the
// published SSC program).
func Affinity(c *mat.Dense, ratio float64) *mat.Dense {
	n, _ := c.Dims()
	// kept holds thresholded, scaled columns of C as rows, so that both the
	// selection and the symmetrisation run along memory.
	kept := mat.NewDense(n, n, nil)
	kept.Copy(c.T())
	order := make([]int, n)
	for j := range n {
		row := kept.RawRowView(j)
		for i, v := range row {
			row[i] = math.Abs(v)
		}
		if ratio < 1 {
			keepLargest(row, ratio, order)
		}
		if largest := slices.Max(row); largest > 0 {
			scale := 1 / (largest + machineEpsilon)
			for i := range row {
				row[i] *= scale
			}
		}
	}
	const tile = 64
	for i0 := 0; i0 < n; i0 += tile {
		for j0 := i0; j0 < n; j0 += tile {
			for i := i0; i < min(i0+tile, n); i++ {
				ri := kept.RawRowView(i)
				for j := max(j0, i); j < min(j0+tile, n); j++ {
					rj := kept.RawRowView(j)
					sum := ri[j] + rj[i]
					ri[j], rj[i] = sum, sum
				}
			}
		}
	}
	return kept
}

// machineEpsilon is the distance from 1 to the next larger float64.
const machineEpsilon = 2.220446049250313e-16

// keepLargest zeroes all but the largest entries of row, as few as reach
// ratio times its sum and at least one. Entries are non-negative; order is
// scratch of the same length. Ties keep the earlier entry.
func keepLargest(row []float64, ratio float64, order []int) {
	var total float64
	order = order[:0]
	for i, v := range row {
		if v > 0 {
			total += v
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case row[a] > row[b]:
			return -1
		case row[a] < row[b]:
			return 1
		}
		return a - b
	})
	var sum float64
	for rank, i := range order {
		sum += row[i]
		if sum >= ratio*total {
			for _, drop := range order[rank+1:] {
				row[drop] = 0
			}
			return
		}
	}
}
