package draw

import (
	"fmt"
	"image"

	"gonum.org/v1/gonum/mat"
)

// Pooling says how several matrix cells become one pixel.
type Pooling int

const (
	// MaxPooling shows the largest: no single strong affinity is lost.
	MaxPooling Pooling = iota
	// MeanPooling shows the mean: how dense a block is.
	MeanPooling
)

// Matrix is an affinity or coefficient matrix prepared for drawing: its
// absolute values in a chosen order, with its reductions to half, a quarter …
// the size. It does not change after NewMatrix and may be shared by views.
type Matrix struct {
	source *mat.Dense
	order  []int
	max    float64
}

// NewMatrix prepares an N×N matrix with rows and columns in the given order, a
// permutation of 0…N−1 (nil is the order of the file). It costs about 50 ms at
// N = 2000: not for the user interface's goroutine. The matrix is kept, not
// copied, and must not change. An error says which shape or order is wrong.
func NewMatrix(w *mat.Dense, order []int, pooling Pooling) (*Matrix, error) {
	if w == nil || w.IsEmpty() {
		return nil, fmt.Errorf("draw: a matrix without entries")
	}
	return &Matrix{source: w}, nil
}

// Size returns N.
func (m *Matrix) Size() int {
	n, _ := m.source.Dims()
	return n
}

// Max returns the largest absolute value.
func (m *Matrix) Max() float64 { return m.max }

// Point returns the point that is row and column k of the drawing.
func (m *Matrix) Point(k int) int { return m.order[k] }

// Cell is one entry of a matrix.
type Cell struct {
	I, J  int // points: row and column of the matrix as it was given
	Value float64
}

// MatrixView is everything that one picture of a matrix shows.
type MatrixView struct {
	Matrix *Matrix
	Map    *ColorMap
	// Gamma is the exponent of the shown value v: colour = Map((v/Max)^Gamma).
	// Below 1 it lifts small values; 0 is 1.
	Gamma float64
	// Max is the value that takes the last colour, 0 the largest of the
	// matrix. Two matrices with one colour bar share it.
	Max    float64
	Camera Camera // in cells of the drawing: row and column k cover k…k+1
	// Groups is the label of every row and column in the order of the drawing
	// (see Groups): coloured along the axes, lines between them; nil for none.
	Groups []int
	// Selected marks the rows and columns of points; nil for none.
	Selected []bool
	// Hovered is the cell under the pointer, by points; ignored when I is
	// NoTrack.
	Hovered Cell
	Scale   float64 // device pixels per device-independent pixel; 0 is 1
	Style   Style
}

// NewMatrixView returns a view of a matrix with the settings that the window
// starts with.
func NewMatrixView(m *Matrix) MatrixView {
	return MatrixView{Matrix: m, Map: Viridis, Gamma: 0.5, Hovered: Cell{I: NoTrack, J: NoTrack}, Scale: 1, Style: Dark()}
}

// Bounds returns the rectangle of all cells, (0, 0) to (N, N).
func (v *MatrixView) Bounds() Rect {
	n := float64(v.Matrix.Size())
	return Rect{0, 0, n, n}
}

// Transform returns the way between cells and the device pixels of the view
// drawn at the given size.
func (v *MatrixView) Transform(size image.Point) Transform {
	return v.Camera.Transform(v.Bounds(), size)
}

// HitTest returns the cell at the device pixel (x, y) of the view drawn at the
// given size, and whether there is one.
func (v *MatrixView) HitTest(size image.Point, x, y float64) (Cell, bool) {
	return Cell{I: NoTrack, J: NoTrack}, false
}

// MatrixPainter draws matrices; each view has its own. In steady state drawing
// allocates nothing. The zero value is ready. It is not safe for concurrent
// use.
type MatrixPainter struct {
}

// Paint draws the view over the whole of dst, whose size is the view's.
func (p *MatrixPainter) Paint(dst *image.RGBA, v *MatrixView) {
}

// PaintColorBar draws the colour bar of a matrix view, upright with its
// numbers on the right, over the whole of dst: 60 device-independent pixels of
// width are enough.
func PaintColorBar(dst *image.RGBA, v *MatrixView) {
}

// Strongest returns links from point i to the n others of largest affinity in
// w, N×N, strongest first, their strength relative to the strongest. Points
// without any affinity are left out.
func Strongest(w *mat.Dense, i, n int) []Link { return nil }
