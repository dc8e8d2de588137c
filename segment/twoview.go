package segment

import (
	"cmp"
	"math"
	"slices"
)

// twoView is two frames of a scene: the points seen in both, usually normalised
// in either frame so that their mean is the origin and their root mean square
// distance from it √2 (Hartley, In Defense of the Eight-Point Algorithm, IEEE
// TPAMI 19(6), 1997).
type twoView struct {
	// points are columns of the data in the order of their coordinates, so that
	// what is drawn by number does not depend on the order of the columns.
	points []int
	// x, y in the first frame and u, v in the second, in the order of points.
	x, y, u, v []float64
	// unit is how long a unit of x, y and of u, v is in the data.
	unit [2]float64
}

// twoViewOf returns frames f and g of data, which is Trajectories, and the
// two frames of TwoFrames data whatever f and g are.
func twoViewOf(data Data, f, g int) *twoView {
	w := plainViewOf(data, f, g)
	w.unit = [2]float64{hartley(w.x, w.y), hartley(w.u, w.v)}
	return w
}

// plainViewOf is twoViewOf with the coordinates that the data has.
func plainViewOf(data Data, f, g int) *twoView {
	rows := [4]int{2 * f, 2*f + 1, 2 * g, 2*g + 1}
	if data.Kind == TwoFrames {
		rows = [4]int{2, 5, 6, 7}
	}
	w := &twoView{points: data.seenIn([2]int{f, g})}
	slices.SortStableFunc(w.points, func(i, j int) int {
		for _, r := range rows {
			if c := cmp.Compare(data.X.At(r, i), data.X.At(r, j)); c != 0 {
				return c
			}
		}
		return 0
	})
	for r, to := range []*[]float64{&w.x, &w.y, &w.u, &w.v} {
		row := data.X.RawRowView(rows[r])
		*to = make([]float64, len(w.points))
		for j, i := range w.points {
			(*to)[j] = row[i]
		}
	}
	w.unit = [2]float64{1, 1}
	return w
}

// seenIn returns the points that are seen in both frames of a pair, ascending.
func (d Data) seenIn(pair [2]int) []int {
	var points []int
	for i := range d.Points() {
		if d.Visible == nil || d.Visible[i][pair[0]] && d.Visible[i][pair[1]] {
			points = append(points, i)
		}
	}
	return points
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

// len returns how many points are seen in both frames.
func (w *twoView) len() int { return len(w.points) }

// columns returns the columns of the data that the points are.
func (w *twoView) columns() []int { return w.points }
