package spectral

import (
	"math"

	"motionseg/segment/internal/shrink"
)

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
