package spectral

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/internal/shrink"
)

// Affinity turns coefficients C (N×N, column j expresses point j) into a
// symmetric, non-negative affinity W (N×N) in three steps: per column the
// smallest coefficients are dropped so that the kept ones reach ratio times
// the column's ℓ1 norm (ratio ≥ 1 keeps all), the column is divided by its
// largest absolute entry, and W = |C| + |C|ᵀ (Ji et al. 2017, after the
// published SSC program). At most workers goroutines are used, all cores when
// it is 0 or less.
func Affinity(c *mat.Dense, ratio float64, workers int) *mat.Dense {
	n, _ := c.Dims()
	// kept holds thresholded, scaled columns of C as rows, so that both the
	// selection and the symmetrisation run along memory.
	kept := mat.NewDense(n, n, nil)
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		for i := range n {
			for j, v := range c.RawRowView(i)[lo:hi] {
				kept.RawRowView(lo + j)[i] = math.Abs(v)
			}
		}
		index, values := make([]int32, n), make([]float64, n)
		for j := lo; j < hi; j++ {
			row := kept.RawRowView(j)
			if ratio < 1 {
				keepLargest(row, ratio, index, values)
			}
			if largest := slices.Max(row); largest > 0 {
				floats.Scale(1/(largest+dense.MachineEpsilon), row)
			}
		}
	})
	// A block of rows writes only pairs of which it holds the first.
	const tile = 64
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		for j0 := lo; j0 < n; j0 += tile {
			for i := lo; i < hi; i++ {
				ri := kept.RawRowView(i)
				for j := max(j0, i); j < min(j0+tile, n); j++ {
					rj := kept.RawRowView(j)
					sum := ri[j] + rj[i]
					ri[j], rj[i] = sum, sum
				}
			}
		}
	})
	return kept
}

// keepLargest zeroes all but the largest entries of row, as few as reach
// ratio times its sum and at least one. Entries are non-negative; of equal
// entries the earlier ones are kept. index and values are scratch of the same
// length.
func keepLargest(row []float64, ratio float64, index []int32, values []float64) {
	least, index := largestEntries(row, ratio, index, values)
	at := 0
	for _, i := range index {
		if v := row[i]; v > least.value || v == least.value && least.take() {
			clear(row[at:i])
			at = int(i) + 1
		}
	}
	clear(row[at:])
}

// leastKept is the smallest value that is kept of some numbers, how many that are
// equal to it are kept, and how many there are.
type leastKept struct {
	value float64
	ties  int
	equal int
}

// take reports whether another number that is equal to the smallest is kept.
func (l *leastKept) take() bool {
	l.ties--
	return l.ties >= 0
}

// largestEntries returns the smallest of the largest absolute values in row, as few
// as reach ratio times their sum and at least one, and the numbers of entries
// among which these are, ascending. index and values are scratch of the length
// of row.
func largestEntries(row []float64, ratio float64, index []int32, values []float64) (leastKept, []int32) {
	total := absoluteSum(row)
	beyond := func(least float64) ([]int32, []float64) {
		selected := index[:shrink.Select(index, row, least)]
		sizes := values[:len(selected)]
		for t, i := range selected {
			sizes[t] = math.Abs(row[i])
		}
		return selected, sizes
	}
	// The largest entries are nearly always among those above the mean, or not far
	// below it, which are few.
	var selected []int32
	var sizes []float64
	for _, share := range smallShares {
		selected, sizes = beyond(share * total / float64(len(row)))
		if absoluteSum(sizes) > ratio*total*(1+1e-9) {
			break
		}
	}
	return largestValues(sizes, ratio*total), selected
}

// absoluteSum returns Σ|v|, of four sums side by side that do not wait for each
// other.
func absoluteSum(values []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(values) >= 4 {
		s0 += math.Abs(values[0])
		s1 += math.Abs(values[1])
		s2 += math.Abs(values[2])
		s3 += math.Abs(values[3])
		values = values[4:]
	}
	for _, v := range values {
		s0 += math.Abs(v)
	}
	return s0 + s1 + (s2 + s3)
}

// largestValues returns the smallest of the largest values, as few as reach sum
// and at least one, which are found as quicksort would find them, in the one half
// only in which the smallest is. The order of values changes.
func largestValues(values []float64, sum float64) leastKept {
	var least leastKept
	for len(values) > 0 {
		first, middle, last := values[0], values[len(values)/2], values[len(values)-1]
		pivot := max(min(first, middle), min(max(first, middle), last))
		// Those above the pivot come first, then those equal to it. Both passes store
		// every value twice in place of jumping where it is to stay, which no processor
		// can foresee.
		above := 0
		for i, v := range values {
			values[i], values[above] = values[above], v
			step := 0
			if v > pivot {
				step = 1
			}
			above += step
		}
		var inAbove float64
		for _, v := range values[:above] {
			inAbove += v
		}
		if above > 0 && inAbove >= sum {
			values = values[:above]
			continue
		}
		sum -= inAbove
		rest, level := values[above:], 0
		for i, v := range rest {
			rest[i], rest[level] = rest[level], v
			step := 0
			if v == pivot {
				step = 1
			}
			level += step
		}
		least = leastKept{value: pivot, equal: level}
		for least.ties == 0 || least.ties < level && sum > 0 {
			least.ties++
			sum -= pivot
		}
		if sum <= 0 {
			break
		}
		values = rest[level:]
	}
	return least
}

// smallShares are the shares of the mean up to which largestEntries leaves entries
// out, one after the other until enough are left.
var smallShares = [3]float64{1, 0.5, 0}
