// Package moments sums products of the columns of two tables, as the normal equations of
// many small least squares problems need them: with the monomials of the points' places
// in one and their weights in the other, it is all sums of a weighted fit at once.
//
// A sum is of four, of every fourth product each, that are fused to it, and of these
// the first and third and the second and fourth are added first: the same to the bit
// on every processor.
package moments

import "math"

const (
	lanes = 4
	// A block of sums is of three rows of one table and four of the other, which fill
	// the registers of AVX2.
	blockRows, blockColumns = 3, 4
)

// Table is rows of as many numbers, of which one after the other, with zeros behind, has
// a length that vector code takes.
type Table struct {
	n, stride int
	values    []float64
}

// NewTable returns that many rows of n zeros.
func NewTable(rows, n int) *Table {
	stride := (n + lanes - 1) / lanes * lanes
	// Blocks may reach past the last row.
	padded := (rows + blockRows*blockColumns - 1) / (blockRows * blockColumns) * (blockRows * blockColumns)
	return &Table{n, stride, make([]float64, padded*stride)}
}

// Resize makes the table one of that many rows of n numbers, in the memory that it has
// where that is enough. What the numbers are is not said.
func (t *Table) Resize(rows, n int) {
	stride := (n + lanes - 1) / lanes * lanes
	padded := (rows + blockRows*blockColumns - 1) / (blockRows * blockColumns) * (blockRows * blockColumns)
	if padded*stride > cap(t.values) {
		*t = *NewTable(rows, n)
		return
	}
	*t = Table{n, stride, t.values[:padded*stride]}
	for r := range padded {
		clear(t.values[r*stride+n : (r+1)*stride])
	}
}

// Row returns row r, of n numbers.
func (t *Table) Row(r int) []float64 { return t.values[r*t.stride:][:t.n:t.n] }

// Sums stores in to, row-major with columns numbers a row, the sums over k of a's row i
// at k times b's row j at k, for the rows i and j below rows and columns. Both tables
// have rows of the same length.
func Sums(to []float64, a *Table, rows int, b *Table, columns int) {
	var block [2 * blockRows * blockColumns]float64
	at := blockRows
	if wideVectorCode {
		at *= 2
	}
	for i := 0; i < rows; i += at {
		for j := 0; j < columns; j += blockColumns {
			sumBlock(a.stride, a.values[i*a.stride:], b.values[j*b.stride:], &block)
			for r := range min(at, rows-i) {
				copy(to[(i+r)*columns+j:(i+r+1)*columns], block[r*blockColumns:][:blockColumns])
			}
		}
	}
}

// Multiply sets every number of to to the product of those of a and b, all of one length.
func Multiply(to, a, b []float64) {
	to, b = to[:len(a)], b[:len(a)]
	done := 0
	if vectorCode && len(a) >= lanes {
		done = len(a) / lanes * lanes
		multiplyVector(done, &to[0], &a[0], &b[0])
	}
	for k := done; k < len(a); k++ {
		to[k] = a[k] * b[k]
	}
}

// sumBlock sets block to the sums of three rows of a with four of b, and of the next three with these
// where registers hold both.
func sumBlock(n int, a, b []float64, block *[2 * blockRows * blockColumns]float64) {
	switch {
	case n == 0:
		*block = [2 * blockRows * blockColumns]float64{}
		return
	case wideVectorCode:
		sumBlockWide(n, &a[0], &b[0], &block[0])
		return
	case vectorCode:
		sumBlockVector(n, &a[0], &b[0], &block[0])
		return
	}
	for r := range blockRows {
		for c := range blockColumns {
			block[r*blockColumns+c] = sum(a[r*n:][:n], b[c*n:][:n])
		}
	}
}

func sum(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= lanes && len(b) >= lanes {
		s0 = math.FMA(a[0], b[0], s0)
		s1 = math.FMA(a[1], b[1], s1)
		s2 = math.FMA(a[2], b[2], s2)
		s3 = math.FMA(a[3], b[3], s3)
		a, b = a[lanes:], b[lanes:]
	}
	return (s0 + s2) + (s1 + s3)
}
