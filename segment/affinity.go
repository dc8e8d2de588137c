package segment

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/parallel"
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
		heap := make([]float64, n)
		for j := lo; j < hi; j++ {
			row := kept.RawRowView(j)
			if ratio < 1 {
				keepLargest(row, ratio, heap)
			}
			if largest := slices.Max(row); largest > 0 {
				floats.Scale(1/(largest+machineEpsilon), row)
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

// machineEpsilon is the distance from 1 to the next larger float64.
const machineEpsilon = 2.220446049250313e-16

// keepLargest zeroes all but the largest entries of row, as few as reach
// ratio times its sum and at least one. Entries are non-negative; heap is
// scratch of the same length. Of equal entries the earlier ones are kept.
func keepLargest(row []float64, ratio float64, heap []float64) {
	var total float64
	for _, v := range row {
		if v > 0 {
			total += v
		}
	}
	if total == 0 {
		return
	}
	// The largest entries are nearly always among those not far below the mean,
	// which are few.
	heap = heap[:0]
	var sought float64
	least := smallShare * total / float64(len(row))
	for _, v := range row {
		if v > least {
			heap = append(heap, v)
			sought += v
		}
	}
	if sought <= ratio*total*(1+1e-9) {
		heap = heap[:0]
		for _, v := range row {
			if v > 0 {
				heap = append(heap, v)
			}
		}
	}
	// A heap with the largest entry first: few of many are taken.
	for i := len(heap)/2 - 1; i >= 0; i-- {
		siftDown(heap, i)
	}
	var sum, smallest float64
	ties := 0
	for len(heap) > 0 && (ties == 0 || sum < ratio*total) {
		if heap[0] != smallest {
			smallest, ties = heap[0], 0
		}
		ties++
		sum += smallest
		heap[0] = heap[len(heap)-1]
		heap = heap[:len(heap)-1]
		siftDown(heap, 0)
	}
	for i, v := range row {
		switch {
		case v > smallest:
		case v == smallest && ties > 0:
			ties--
		default:
			row[i] = 0
		}
	}
}

// smallShare is the share of the mean up to which keepLargest leaves entries
// out at first.
const smallShare = 0.5

// siftDown moves entry i of a heap with the largest entry first to its place.
func siftDown(heap []float64, i int) {
	for {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && heap[child+1] > heap[child] {
			child++
		}
		if heap[i] >= heap[child] {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}
