package dense

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// MachineEpsilon is the distance from 1 to the next larger float64.
const MachineEpsilon = 2.220446049250313e-16

// Rounding is the relative size up to which rounding may take what would be 0 or equal, after
// sums over many points.
const Rounding = 1e-9

// JacobiSweeps bounds the sweeps of Jacobi's rotations of a small matrix; five are usual.
const JacobiSweeps = 30

// Transpose replaces a by aᵀ, in tiles that stay in the cache.
func Transpose(a *mat.Dense) {
	const tile = 32
	n, _ := a.Dims()
	raw := a.RawMatrix()
	for i0 := 0; i0 < n; i0 += tile {
		for j0 := 0; j0 <= i0; j0 += tile {
			for i := i0; i < min(i0+tile, n); i++ {
				row := raw.Data[i*raw.Stride:]
				for j := j0; j < min(j0+tile, i); j++ {
					row[j], raw.Data[j*raw.Stride+i] = raw.Data[j*raw.Stride+i], row[j]
				}
			}
		}
	}
}

// Symmetrize replaces a by (a + aᵀ)/2.
func Symmetrize(a *mat.Dense) {
	n, _ := a.Dims()
	for i := range n {
		for j := range i {
			m := 0.5 * (a.At(i, j) + a.At(j, i))
			a.Set(i, j, m)
			a.Set(j, i, m)
		}
	}
}

// Columns returns the columns of x with these numbers.
func Columns(x *mat.Dense, numbers []int) *mat.Dense {
	rows, _ := x.Dims()
	sub := mat.NewDense(rows, len(numbers), nil)
	for i := range rows {
		from, to := x.RawRowView(i), sub.RawRowView(i)
		for j, c := range numbers {
			to[j] = from[c]
		}
	}
	return sub
}

// ColumnNorms returns the squared length of every column of x.
func ColumnNorms(x *mat.Dense) []float64 {
	rows, cols := x.Dims()
	squared := make([]float64, cols)
	for i := range rows {
		for j, v := range x.RawRowView(i) {
			squared[j] += v * v
		}
	}
	return squared
}

// SoftThreshold is S_t(x): x moved towards zero by t.
func SoftThreshold(x, t float64) float64 {
	switch {
	case x > t:
		return x - t
	case x < -t:
		return x + t
	}
	return 0
}

// ColumnSums returns the sum of every column of a.
func ColumnSums(a *mat.Dense) []float64 {
	rows, cols := a.Dims()
	sums := make([]float64, cols)
	for i := range rows {
		for j, v := range a.RawRowView(i) {
			sums[j] += v
		}
	}
	return sums
}

// Absolute returns |a|.
func Absolute(a *mat.Dense) *mat.Dense {
	var w mat.Dense
	w.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, a)
	return &w
}
