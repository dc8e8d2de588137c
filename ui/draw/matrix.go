package draw

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Matrix is an affinity or coefficient matrix prepared for drawing: its
// absolute values in a chosen order, with its reductions to half, a quarter …
// the size: of several cells the largest, so that no single strong affinity is lost. It does
// not change after NewMatrix and may be shared by views.
type Matrix struct {
	source *mat.Dense
	order  []int
	max    float64
	levels []level
}

// level is the matrix reduced by a power of two: n×n values by rows, 65535
// being the largest of the whole matrix.
type level struct {
	n      int
	values []uint16
}

func (l level) row(i int32) []uint16 { return l.values[int(i)*l.n : int(i+1)*l.n] }

const fullScale = math.MaxUint16

// NewMatrix prepares an N×N matrix with rows and columns in the given order, a
// permutation of 0…N−1 (nil is the order of the file). Entries that are not
// finite are drawn as 0. It takes tens of milliseconds at N = 2000: not for the
// user interface's goroutine. The matrix is kept, not copied, and must not
// change. An error says which shape or order is wrong.
func NewMatrix(w *mat.Dense, order []int) (*Matrix, error) {
	if w == nil || w.IsEmpty() {
		return nil, fmt.Errorf("draw: a matrix without entries")
	}
	n, columns := w.Dims()
	if n != columns {
		return nil, fmt.Errorf("draw: a matrix of %d×%d, expected a square one", n, columns)
	}
	if order == nil {
		order = FileOrder(n)
	}
	if err := checkOrder(order, n); err != nil {
		return nil, err
	}
	m := &Matrix{source: w, order: slices.Clone(order)}
	for i := range n {
		for _, v := range w.RawRowView(i) {
			if a := math.Abs(v); a > m.max && !math.IsInf(a, 0) {
				m.max = a
			}
		}
	}
	base := level{n, make([]uint16, n*n)}
	if m.max > 0 {
		unit := fullScale / m.max
		for i, from := range order {
			row, out := w.RawRowView(from), base.values[i*n:(i+1)*n]
			for j, at := range order {
				if a := math.Abs(row[at]); a <= m.max {
					out[j] = uint16(a*unit + 0.5)
				}
			}
		}
	}
	m.levels = []level{base}
	for last := base; last.n > 1; {
		last = last.half()
		m.levels = append(m.levels, last)
	}
	return m, nil
}

// checkOrder returns an error unless order is a permutation of 0…n−1.
func checkOrder(order []int, n int) error {
	if len(order) != n {
		return fmt.Errorf("draw: an order of %d points, expected %d", len(order), n)
	}
	seen := make([]bool, n)
	for k, i := range order {
		if i < 0 || i >= n {
			return fmt.Errorf("draw: place %d of the order has point %d, expected 0 to %d", k, i, n-1)
		}
		if seen[i] {
			return fmt.Errorf("draw: the order has point %d twice", i)
		}
		seen[i] = true
	}
	return nil
}

// half returns the level reduced by two.
func (l level) half() level {
	n := (l.n + 1) / 2
	h := level{n, make([]uint16, n*n)}
	for i := range n {
		top := l.values[2*i*l.n : (2*i+1)*l.n]
		bottom := top
		if 2*i+1 < l.n {
			bottom = l.values[(2*i+1)*l.n : (2*i+2)*l.n]
		}
		out := h.values[i*n : (i+1)*n]
		for j := range n {
			left, right := 2*j, min(2*j+1, l.n-1)
			out[j] = max(top[left], top[right], bottom[left], bottom[right])
		}
	}
	return h
}

// Size returns N.
func (m *Matrix) Size() int { return len(m.order) }

// Max returns the largest absolute value, entries that are not finite left out.
func (m *Matrix) Max() float64 { return m.max }

// farApart is from how many times the largest entry of one matrix on that of the
// other has a scale of its own: beside a matrix with far larger entries it would be
// black.
const farApart = 2.5

// SharedScale returns the value that takes the last colour in all of some matrices, nil
// where there is none; 0 where each has its own.
func SharedScale(matrices ...*Matrix) float64 {
	var largest, least float64
	for _, m := range matrices {
		if m == nil {
			continue
		}
		if largest = max(largest, m.max); least == 0 || m.max < least {
			least = m.max
		}
	}
	if largest > farApart*least && least > 0 {
		return 0
	}
	return largest
}

// Point returns the point that is row and column k of the drawing.
func (m *Matrix) Point(k int) int { return m.order[k] }
