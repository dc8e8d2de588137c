package spectral

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/internal/shrink"
)

// SparseAffinity turns coefficients C (N×N, column j expresses point j) into a
// symmetric, non-negative affinity W (N×N) in three steps: per column the
// smallest coefficients are dropped so that the kept ones reach ratio times
// the column's ℓ1 norm (ratio ≥ 1 keeps all; of equal ones the earlier are kept), the
// column is divided by its largest absolute entry, and W = |C| + |C|ᵀ (Ji et al. 2017,
// after the published SSC program). It is given Cᵀ, as the solver of LRKSC leaves it, and
// returns W by compressed rows; nothing useful when ctx ends.
func SparseAffinity(ctx context.Context, ct *mat.Dense, ratio float64, workers int) eigen.Sparse {
	n, _ := ct.Dims()
	kept := make([]shrink.Row, n) // columns of C
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		index, values := make([]int32, n), make([]float64, n)
		var allIndex []int32 // of the columns of this block, one after the other
		var allValue []float64
		for j := lo; j < hi && ctx.Err() == nil; j++ {
			row := ct.RawRowView(j)
			var least leastKept
			selected := index
			if ratio < 1 {
				least, selected = largestEntries(row, ratio, index, values)
			} else {
				selected = index[:shrink.Select(index, row, 0)]
			}
			count := 0
			if least.ties == least.equal {
				// Every entry is stored, and the place moves on only past those that are kept,
				// which no processor could foresee.
				for _, i := range selected {
					size := math.Abs(row[i])
					index[count], values[count] = i, size
					step := 0
					if size >= least.value {
						step = 1
					}
					count += step
				}
			} else {
				for _, i := range selected {
					size := math.Abs(row[i])
					if size > least.value || size == least.value && least.take() {
						index[count], values[count] = i, size
						count++
					}
				}
			}
			var largest float64
			for _, v := range values[:count] {
				largest = max(largest, v)
			}
			scale := 1 / (largest + dense.MachineEpsilon)
			if j == lo { // others are about as long
				room := (hi - lo) * (count + count/2)
				allIndex, allValue = make([]int32, 0, room), make([]float64, 0, room)
			}
			first := len(allIndex)
			allIndex = append(allIndex, index[:count]...)
			for _, v := range values[:count] {
				allValue = append(allValue, v*scale)
			}
			kept[j] = shrink.Row{Index: allIndex[first:], Value: allValue[first:]}
		}
	})
	return PlusTranspose(ctx, kept, workers)
}

// PlusTranspose returns A + Aᵀ for a square A of non-negative entries given by rows,
// or nothing useful when ctx ends.
func PlusTranspose(ctx context.Context, rows []shrink.Row, workers int) eigen.Sparse {
	n := len(rows)
	across := transposed(ctx, rows, workers)
	if ctx.Err() != nil {
		return eigen.Sparse{Start: make([]int, n+1)}
	}
	// Every row of the sum is first stored where it would stand if the two had no entry in common.
	first := make([]int, n+1)
	for i, row := range rows {
		first[i+1] = first[i] + len(row.Index) + across.Start[i+1] - across.Start[i]
	}
	sum := eigen.Sparse{Start: make([]int, n+1), Column: make([]int32, first[n]), Value: make([]float64, first[n])}
	counts := make([]int, n)
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		both, found := make([]float64, n), make([]int32, n)
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			row := rows[i]
			for t, j := range row.Index {
				both[j] = row.Value[t]
			}
			column, value := across.Row(i)
			for t, j := range column {
				both[j] += value[t]
			}
			counts[i] = shrink.Select(found, both, 0)
			for t, j := range found[:counts[i]] {
				sum.Column[first[i]+t], sum.Value[first[i]+t] = j, both[j]
				both[j] = 0
			}
		}
	})
	for i, count := range counts {
		from, to := first[i], sum.Start[i]
		copy(sum.Column[to:], sum.Column[from:from+count])
		copy(sum.Value[to:], sum.Value[from:from+count])
		sum.Start[i+1] = to + count
	}
	sum.Column, sum.Value = sum.Column[:sum.Start[n]], sum.Value[:sum.Start[n]]
	return sum
}

// transposed returns Aᵀ for a square A given by rows, or nothing useful when ctx ends.
func transposed(ctx context.Context, rows []shrink.Row, workers int) eigen.Sparse {
	n := len(rows)
	// Where the entries of every column of A go that a block of rows has, one column after the other.
	next := make([][]int, parallel.BlockCount(n))
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		of := make([]int, n)
		for _, row := range rows[lo:hi] {
			for _, j := range row.Index {
				of[j]++
			}
		}
		next[lo/parallel.BlockRows] = of
	})
	t := eigen.Sparse{Start: make([]int, n+1)}
	for j := range n {
		t.Start[j+1] = t.Start[j]
		for _, of := range next {
			t.Start[j+1], of[j] = t.Start[j+1]+of[j], t.Start[j+1]
		}
	}
	t.Column, t.Value = make([]int32, t.Start[n]), make([]float64, t.Start[n])
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		to := next[lo/parallel.BlockRows]
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			for k, j := range rows[i].Index {
				t.Column[to[j]], t.Value[to[j]] = int32(i), rows[i].Value[k]
				to[j]++
			}
		}
	})
	return t
}

// SumNormalized returns the sum of the normalised affinities D^(−½)WD^(−½), N×N each, or
// nothing useful when ctx ends.
func SumNormalized(ctx context.Context, affinities []eigen.Sparse, workers int) eigen.Sparse {
	n := len(affinities[0].Start) - 1
	scales := make([][]float64, len(affinities))
	for a, w := range affinities {
		scales[a], _ = degreeScale(w)
	}
	sum := eigen.Sparse{Start: make([]int, n+1)}
	parts := make([]eigen.Sparse, parallel.BlockCount(n)) // of the sum, by blocks of rows
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		most := 0
		for _, w := range affinities {
			most += w.Start[hi] - w.Start[lo]
		}
		most = min(most, (hi-lo)*n)
		part := eigen.Sparse{Column: make([]int32, 0, most), Value: make([]float64, 0, most)}
		row, index := make([]float64, n), make([]int32, n)
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			for a, w := range affinities {
				column, value := w.Row(i)
				scale, own := scales[a], scales[a][i]
				for t, j := range column {
					row[j] += value[t] * (own * scale[j])
				}
			}
			for _, j := range index[:shrink.Select(index, row, 0)] {
				part.Column, part.Value = append(part.Column, j), append(part.Value, row[j])
				row[j] = 0
			}
			sum.Start[i+1] = len(part.Value)
		}
		parts[lo/parallel.BlockRows] = part
	})
	if ctx.Err() != nil {
		return eigen.Sparse{Start: make([]int, n+1)}
	}
	for i := range n {
		sum.Start[i+1] += sum.Start[i/parallel.BlockRows*parallel.BlockRows]
	}
	sum.Column, sum.Value = make([]int32, sum.Start[n]), make([]float64, sum.Start[n])
	parallel.Blocks(n, workers, func(_, lo, _ int) {
		part := parts[lo/parallel.BlockRows]
		copy(sum.Column[sum.Start[lo]:], part.Column)
		copy(sum.Value[sum.Start[lo]:], part.Value)
	})
	return sum
}

// degreeScale returns D^(−½) for an affinity, and the points that have none.
func degreeScale(w eigen.Sparse) (scale []float64, isolated []int) {
	scale = make([]float64, len(w.Start)-1)
	for i := range scale {
		var degree float64
		_, value := w.Row(i)
		for _, v := range value {
			degree += v
		}
		if degree == 0 {
			isolated = append(isolated, i)
		}
		scale[i] = 1 / math.Sqrt(degree+dense.MachineEpsilon)
	}
	return scale, isolated
}

// EmbedSparse is Embed of an affinity by its rows, with eigenvectors whose residual
// is at most tolerance; start is that of another such embedding, or nil.
func EmbedSparse(
	ctx context.Context, w eigen.Sparse, start *eigen.Start, k int, tolerance float64, workers int,
) (Embedding, error) {
	var e Embedding
	e.Scale, e.Isolated = degreeScale(w)
	return e, e.find(ctx, eigen.ScaledSparse(w, e.Scale, workers), start, k, tolerance)
}

// DenseOf returns the matrix that the rows hold, or nothing useful when ctx ends.
func DenseOf(ctx context.Context, w eigen.Sparse, workers int) *mat.Dense {
	n := len(w.Start) - 1
	return DenseIn(ctx, mat.NewDense(n, n, nil), w, workers)
}

// DenseIn is DenseOf in d, which is zero.
func DenseIn(ctx context.Context, d *mat.Dense, w eigen.Sparse, workers int) *mat.Dense {
	n, _ := d.Dims()
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			to := d.RawRowView(i)
			column, value := w.Row(i)
			for t, j := range column {
				to[j] = value[t]
			}
		}
	})
	return d
}
