package draw

import (
	"image"
	"math"

	"motionseg/ui/shown"
)

// Cell is one entry of a matrix.
type Cell struct {
	I, J  int // points: row and column of the matrix as it was given
	Value float64
}

// MatrixView is everything that one picture of a matrix shows.
type MatrixView struct {
	Matrix *Matrix
	Map    *ColorMap // nil is Viridis
	// Gamma is the exponent of the shown value v: colour = Map((v/Max)^Gamma).
	// Below 1 it lifts small values; 0 is 1.
	Gamma float64
	// Max is the value that takes the last colour, 0 the largest of the
	// matrix. Two matrices with one colour bar share it.
	Max    float64
	Camera shown.Camera // in cells of the drawing: row and column k cover k…k+1
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

// NoCell is what stands for no cell in MatrixView.Hovered.
var NoCell = Cell{I: NoTrack, J: NoTrack}

// NewMatrixView returns a view of a matrix with the settings that the window
// starts with.
func NewMatrixView(m *Matrix) MatrixView {
	return MatrixView{Matrix: m, Map: Viridis, Gamma: 0.5, Hovered: NoCell, Scale: 1, Style: Dark()}
}

// Bounds returns the rectangle of all cells, (0, 0) to (N, N).
func (v *MatrixView) Bounds() shown.Rect {
	n := float64(v.Matrix.Size())
	return shown.Rect{MinX: 0, MinY: 0, MaxX: n, MaxY: n}
}

// Sizes in device-independent pixels.
const (
	stripWidth = 6 // of the labels along the axes
	stripGap   = 3 // between them and the cells
)

// margin is how many device pixels on the left and at the top are kept for the
// labels.
func (v *MatrixView) margin() int { return v.strip() + v.gap() }

func (v *MatrixView) strip() int { return int(stripWidth*v.scale() + 0.5) }

func (v *MatrixView) gap() int { return int(stripGap*v.scale() + 0.5) }

// inner returns the size of the part of the view that the cells are fitted to.
func (v *MatrixView) inner(size image.Point) image.Point {
	return image.Pt(max(size.X-v.margin(), 1), max(size.Y-v.margin(), 1))
}

// scale returns the device pixels per device-independent pixel.
func (v *MatrixView) scale() float64 {
	if v.Scale > 0 {
		return v.Scale
	}
	return 1
}

// limit returns the value that takes the last colour.
func (v *MatrixView) limit() float64 {
	if v.Max > 0 && finite(v.Max) {
		return v.Max
	}
	return v.Matrix.max
}

// shade returns where in the colour map a value lies, 0…1.
func (v *MatrixView) shade(value float64) float64 {
	limit := v.limit()
	if limit <= 0 {
		return 0
	}
	gamma := v.Gamma
	if !(gamma > 0) {
		gamma = 1
	}
	return math.Pow(math.Abs(value)/limit, gamma)
}

// colors returns the colour map.
func (v *MatrixView) colors() *ColorMap {
	if v.Map == nil {
		return Viridis
	}
	return v.Map
}

// Transform returns the way between cells and the device pixels of the view
// drawn at the given size.
func (v *MatrixView) Transform(size image.Point) shown.Transform {
	t := v.Camera.Transform(v.Bounds(), v.inner(size))
	t.DX += float64(v.margin())
	t.DY += float64(v.margin())
	return t
}

// ZoomAt returns the camera for the view drawn at the given size magnified by
// factor about the device pixel (x, y), for example the pointer's.
func (v *MatrixView) ZoomAt(size image.Point, x, y, factor float64) shown.Camera {
	m := float64(v.margin())
	return v.Camera.ZoomAt(v.Bounds(), v.inner(size), x-m, y-m, factor)
}

// Pan returns the camera for the view drawn at the given size with what is
// shown moved by (dx, dy) device pixels.
func (v *MatrixView) Pan(size image.Point, dx, dy float64) shown.Camera {
	return v.Camera.Pan(v.Bounds(), v.inner(size), dx, dy)
}

// HitTest returns the cell at the device pixel (x, y) of the view drawn at the
// given size, and whether there is one.
func (v *MatrixView) HitTest(size image.Point, x, y float64) (Cell, bool) {
	if v.Matrix == nil {
		return NoCell, false
	}
	cx, cy := v.Transform(size).ToWorld(x, y)
	n := float64(v.Matrix.Size())
	if !(cx >= 0 && cy >= 0 && cx < n && cy < n) {
		return NoCell, false
	}
	i, j := v.Matrix.order[int(cy)], v.Matrix.order[int(cx)]
	return Cell{i, j, v.Matrix.source.At(i, j)}, true
}
