package dense

import (
	"slices"
)

// Median returns the median of some numbers, the larger one of two.
func Median(of []float64) float64 {
	return Ordered(slices.Clone(of), len(of)/2)
}

// Ordered returns what would stand at place k if values were sorted, as quicksort
// would find it, in the one part only in which it is. The order of values changes.
func Ordered(values []float64, k int) float64 {
	for len(values) > 1 {
		first, last := values[0], values[len(values)-1]
		pivot := max(min(first, values[len(values)/2]), min(max(first, values[len(values)/2]), last))
		// Those below the pivot come first, then those equal to it.
		below, upTo := 0, 0
		for i, v := range values {
			if v < pivot {
				values[i] = values[below]
				values[below] = v
				below++
			}
		}
		if k < below {
			values = values[:below]
			continue
		}
		rest := values[below:]
		for i, v := range rest {
			if v == pivot {
				rest[i] = rest[upTo]
				rest[upTo] = v
				upTo++
			}
		}
		if k < below+upTo || upTo == 0 { // nothing equals what is no number
			return pivot
		}
		values, k = rest[upTo:], k-below-upTo
	}
	return values[0]
}
