package spectral

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
)

// confidences returns 0…1 for every row of an embedding: how much nearer the
// centre that it is assigned to is than the next one; 0 when another is nearer.
func confidences(rows *mat.Dense, assigned []int, centres *mat.Dense) []float64 {
	k, _ := centres.Dims()
	confidence := make([]float64, len(assigned))
	for i, c := range assigned {
		own, next := math.Inf(1), math.Inf(1)
		for other := range k {
			distance := squaredDistance(rows.RawRowView(i), centres.RawRowView(other))
			if other == c {
				own = distance
			} else {
				next = min(next, distance)
			}
		}
		switch {
		case k == 1 || own == 0:
			confidence[i] = 1
		case next > own:
			confidence[i] = 1 - math.Sqrt(own/next)
		}
	}
	return confidence
}

// LabelConfidences returns the confidences of labels 1…k that k-means on the
// embedding did not find: around the means of their rows.
func LabelConfidences(rows *mat.Dense, labels []int, k int) []float64 {
	_, d := rows.Dims()
	centres := mat.NewDense(k, d, nil)
	assigned := make([]int, len(labels))
	counts := make([]float64, k)
	for i, l := range labels {
		assigned[i] = l - 1
		counts[l-1]++
		dense.Axpy(1, rows.RawRowView(i), centres.RawRowView(l-1))
	}
	for g, n := range counts {
		row := centres.RawRowView(g)
		for j := range row {
			if n > 0 {
				row[j] /= n
			} else {
				row[j] = math.Inf(1) // no point is near an empty group
			}
		}
	}
	return confidences(rows, assigned, centres)
}

// squaredDistance returns ‖a − b‖². It sums every other term by itself, so that
// no sum waits for the one before it.
func squaredDistance(a, b []float64) float64 {
	var s0, s1 float64
	b = b[:len(a)]
	i := 0
	for ; i < len(a)-1; i += 2 {
		d0, d1 := a[i]-b[i], a[i+1]-b[i+1]
		s0 += d0 * d0
		s1 += d1 * d1
	}
	if i < len(a) {
		d := a[i] - b[i]
		s0 += d * d
	}
	return s0 + s1
}
