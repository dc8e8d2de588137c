package geometry

import (
	"cmp"
	"math"
	"slices"

	"motionseg/segment/core"
)

// TwoView is two frames of a scene: the points seen in both, usually normalised
// in either frame so that their mean is the origin and their root mean square
// distance from it √2 (Hartley, In Defense of the Eight-Point Algorithm, IEEE
// TPAMI 19(6), 1997).
type TwoView struct {
	// Points are columns of the data in the order of their coordinates, so that
	// what is drawn by number does not depend on the order of the columns.
	Points []int
	// x, y in the first frame and u, v in the second, in the order of points.
	X, Y, U, V []float64
	// unit is how long a unit of x, y and of u, v is in the data.
	unit [2]float64
	// precision is 1 over the square of the noise at every point, by the scale that the
	// view is looked at with; nil where that is not known beforehand.
	precision []float64
}

// TwoViewOf returns frames f and g of data, which is Trajectories, and the
// two frames of TwoFrames data whatever f and g are.
func TwoViewOf(data core.Data, f, g int) *TwoView {
	w := PlainViewOf(data, f, g)
	w.unit = [2]float64{hartley(w.X, w.Y), hartley(w.U, w.V)}
	return w
}

// PlainViewOf is TwoViewOf with the coordinates that the data has.
func PlainViewOf(data core.Data, f, g int) *TwoView {
	rows := [4]int{2 * f, 2*f + 1, 2 * g, 2*g + 1}
	if data.Kind == core.TwoFrames {
		rows = [4]int{2, 5, 6, 7}
	}
	w := &TwoView{Points: data.SeenIn([2]int{f, g})}
	slices.SortStableFunc(w.Points, func(i, j int) int {
		for _, r := range rows {
			if c := cmp.Compare(data.X.At(r, i), data.X.At(r, j)); c != 0 {
				return c
			}
		}
		return 0
	})
	for r, to := range []*[]float64{&w.X, &w.Y, &w.U, &w.V} {
		row := data.X.RawRowView(rows[r])
		*to = make([]float64, len(w.Points))
		for j, i := range w.Points {
			(*to)[j] = row[i]
		}
	}
	w.unit = [2]float64{1, 1}
	return w
}

// hartley moves and scales points in place and returns how long their new unit
// is in the old; points that coincide, or of which there are none, keep their scale.
func hartley(x, y []float64) float64 {
	n := float64(len(x))
	var mx, my float64
	for i := range x {
		mx += x[i] / n
		my += y[i] / n
	}
	var s float64
	for i := range x {
		x[i] -= mx
		y[i] -= my
		s += (x[i]*x[i] + y[i]*y[i]) / n
	}
	unit := math.Sqrt(s / 2)
	if unit == 0 {
		return 1
	}
	for i := range x {
		x[i] /= unit
		y[i] /= unit
	}
	return unit
}

// Len returns how many points are seen in both frames.
func (w *TwoView) Len() int { return len(w.Points) }

// weigh keeps the precision by this scale.
func (w *TwoView) weigh(scale motionScale) {
	w.precision = nil
	precision := make([]float64, w.Len())
	for i := range precision {
		precision[i] = w.precisionOf(i, scale)
	}
	w.precision = precision
}

// precisionOf returns 1 over the square of the noise at the point at a place.
func (w *TwoView) precisionOf(i int, scale motionScale) float64 {
	if w.precision != nil {
		return w.precision[i]
	}
	return 1 / scale.at(w.X[i], w.Y[i], w.U[i], w.V[i])
}

// renumbered returns the view with other columns for its points.
func (w *TwoView) renumbered(columns []int) motionView {
	o := *w
	o.Points = columns
	return &o
}

// columns returns the columns of the data that the points are.
func (w *TwoView) columns() []int { return w.Points }

// thinned returns w with at most limit points.
func (w *TwoView) thinned(limit int) *TwoView {
	if w.Len() <= limit {
		return w
	}
	return w.only(core.Evenly(w.Len(), limit))
}

// only returns w with the points at these places.
func (w *TwoView) only(places []int) *TwoView {
	o := &TwoView{unit: w.unit}
	for _, i := range places {
		o.Points = append(o.Points, w.Points[i])
		o.X, o.Y, o.U, o.V = append(o.X, w.X[i]), append(o.Y, w.Y[i]), append(o.U, w.U[i]), append(o.V, w.V[i])
	}
	return o
}

// Members returns the places of the points of every group 1…k.
func (w *TwoView) Members(labels []int, k int) [][]int {
	sizes := make([]int, k)
	for _, point := range w.Points {
		if l := labels[point]; l > 0 {
			sizes[l-1]++
		}
	}
	members := make([][]int, k)
	for group, size := range sizes {
		members[group] = make([]int, 0, size)
	}
	for i, point := range w.Points {
		if l := labels[point]; l > 0 {
			members[l-1] = append(members[l-1], i)
		}
	}
	return members
}
