package eigen

import (
	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/blas"
	"motionseg/segment/internal/parallel"
)

// sparseShare is the share of non-zero entries up to which a matrix is
// multiplied as a sparse one.
const sparseShare = 0.25

// Scaled returns the operator diag(scale)·W·diag(scale) for a symmetric N×N
// matrix w, which it copies: as a sparse matrix where at most a quarter of the
// entries differ from zero. It runs on at most workers goroutines, all cores
// when it is 0 or less; their number does not change the result. The operator
// is for one goroutine at a time.
func Scaled(w *mat.Dense, scale []float64, workers int) Operator {
	n := len(scale)
	count := 0
	for i := range n {
		for _, v := range w.RawRowView(i) {
			if v != 0 {
				count++
			}
		}
	}
	if float64(count) <= sparseShare*float64(n)*float64(n) {
		s := Sparse{make([]int, 1, n+1), make([]int32, 0, count), make([]float64, 0, count)}
		for i := range n {
			for j, v := range w.RawRowView(i) {
				if v != 0 {
					s.Column = append(s.Column, int32(j))
					s.Value = append(s.Value, scale[i]*v*scale[j])
				}
			}
			s.Start = append(s.Start, len(s.Value))
		}
		return s.product(workers)
	}
	scaled := make([]float64, n*n)
	for i := range n {
		to := scaled[i*n:][:n]
		for j, v := range w.RawRowView(i) {
			to[j] = scale[i] * v * scale[j]
		}
	}
	return denseOperator(n, scaled, workers)
}

// ScaledSparse is Scaled of a symmetric matrix by its rows, which it multiplies
// as a dense one where more than a quarter of the entries differ from zero.
func ScaledSparse(w Sparse, scale []float64, workers int) Operator {
	n := len(scale)
	if float64(len(w.Value)) > sparseShare*float64(n)*float64(n) {
		scaled := make([]float64, n*n)
		parallel.Blocks(n, workers, func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				to := scaled[i*n:][:n]
				column, value := w.Row(i)
				for t, j := range column {
					to[j] = scale[i] * value[t] * scale[j]
				}
			}
		})
		return denseOperator(n, scaled, workers)
	}
	s := Sparse{w.Start, w.Column, make([]float64, len(w.Value))}
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			column, value := w.Row(i)
			to := s.Value[s.Start[i]:s.Start[i+1]]
			for t, j := range column {
				to[t] = scale[i] * value[t] * scale[j]
			}
		}
	})
	return s.product(workers)
}

// denseOperator returns the operator of a symmetric n×n matrix.
func denseOperator(n int, scaled []float64, workers int) Operator {
	// S is symmetric, so (S·src)ᵀ = srcᵀ·S, whose large factor is packed once.
	factor := blas.Pack(false, n, n, scaled, n)
	var transposed []float64
	return func(dst, src []float64, cols int) {
		if len(transposed) < n*cols {
			transposed = make([]float64, n*cols)
		}
		factor.Multiply(true, cols, 1, src, cols, 0, transposed, n, workers)
		for c := range cols {
			for i, v := range transposed[c*n:][:n] {
				dst[i*cols+c] = v
			}
		}
	}
}

// Sparse is a matrix by compressed rows: row i holds the entries Start[i] …
// Start[i+1]−1, by ascending column.
type Sparse struct {
	Start  []int // one more than there are rows
	Column []int32
	Value  []float64
}

// Row returns the columns of the entries of row i, and the entries.
func (s Sparse) Row(i int) (column []int32, value []float64) {
	return s.Column[s.Start[i]:s.Start[i+1]], s.Value[s.Start[i]:s.Start[i+1]]
}

// sharedProducts is how many products of two numbers there must be in one of matrices for
// several goroutines to share it.
const sharedProducts = 1 << 18

// product returns the operator of s on at most workers goroutines.
func (s Sparse) product(workers int) Operator {
	n := len(s.Start) - 1
	return func(dst, src []float64, cols int) {
		if len(s.Value)*cols < sharedProducts {
			s.multiplyRows(dst, src, cols, 0, n)
			return
		}
		parallel.Blocks(n, workers, func(_, lo, hi int) { s.multiplyRows(dst, src, cols, lo, hi) })
	}
}

// multiplyRows stores rows lo…hi−1 of S·src in those of dst, n×cols.
func (s Sparse) multiplyRows(dst, src []float64, cols, lo, hi int) {
	for i := lo; i < hi; i++ {
		column, value := s.Row(i)
		to := dst[i*cols:][:cols]
		c := 0
		for ; c+32 <= cols; c += 32 {
			multiplyWidestRow(to[c:][:32], src[c:], column, value, cols)
		}
		for ; c+16 <= cols; c += 16 {
			multiplyWideRow(to[c:][:16], src[c:], column, value, cols)
		}
		for ; c+8 <= cols; c += 8 {
			multiplyRow(to[c:][:8], src[c:], column, value, cols)
		}
		for ; c < cols; c++ {
			to[c] = multiplyEntry(src[c:], column, value, cols)
		}
	}
}

// multiplyEntry returns the sum over t of value[t] times the entry of src at
// column[t]·stride, of four sums that do not wait for each other.
func multiplyEntry(src []float64, column []int32, value []float64, stride int) float64 {
	var s0, s1, s2, s3 float64
	value = value[:len(column)]
	for len(column) >= 4 {
		s0 += value[0] * src[int(column[0])*stride]
		s1 += value[1] * src[int(column[1])*stride]
		s2 += value[2] * src[int(column[2])*stride]
		s3 += value[3] * src[int(column[3])*stride]
		column, value = column[4:], value[4:]
	}
	for t, j := range column {
		s0 += value[t] * src[int(j)*stride]
	}
	return s0 + s1 + (s2 + s3)
}

// multiplyRow stores in the 8 entries of dst the sum over t of value[t] times
// the 8 entries of src at column[t]·stride.
func multiplyRow(dst, src []float64, column []int32, value []float64, stride int) {
	if vectorCode && len(column) > 0 {
		multiplyRowVector(len(column), &column[0], &value[0], &src[0], stride, &dst[0])
		return
	}
	var s0, s1, s2, s3, s4, s5, s6, s7 float64
	for t, j := range column {
		v, from := value[t], src[int(j)*stride:][:8]
		s0 += v * from[0]
		s1 += v * from[1]
		s2 += v * from[2]
		s3 += v * from[3]
		s4 += v * from[4]
		s5 += v * from[5]
		s6 += v * from[6]
		s7 += v * from[7]
	}
	dst = dst[:8]
	dst[0], dst[1], dst[2], dst[3], dst[4], dst[5], dst[6], dst[7] = s0, s1, s2, s3, s4, s5, s6, s7
}
