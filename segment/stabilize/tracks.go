package stabilize

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
)

const (
	// reach is how many frames before and after one tell where it would be without shake: two thirds of a
	// second, in which a hand that holds a camera sways once at least.
	reach = 16
	// smoother is how many times as smooth tracks must come out. Where they do not, what most of them
	// follow is bodies by turns, or a camera that hardly shakes, and moving frames may shake them.
	smoother = 5
	// leastSeen is how many tracks two frames must share to tell how the camera moves between them;
	// where they share fewer it is taken to stand.
	leastSeen = 8
)

// Tracks returns trajectories without the shake of the camera, each frame moved by a similarity.
// The data is not changed, and what is seen of it is shared. Other data, and trajectories that do not
// become smoother by it or that nobody sees in four frames in a row, come back as they are.
func Tracks(data core.Data) core.Data {
	rows, n := data.X.Dims()
	frames := rows / 2
	if data.Kind != core.Trajectories || frames < 4 {
		return data
	}
	path := pathOf(data)
	steady := mat.DenseCopyOf(data.X)
	for f := range frames {
		move := smooth(path, f).after(path[f].inverse())
		x, y := steady.RawRowView(2*f), steady.RawRowView(2*f+1)
		for i := range n {
			x[i], y[i] = move.to(x[i], y[i])
		}
	}
	stabilized := data
	stabilized.X = steady
	if jerk(stabilized)*smoother >= jerk(data) {
		return data
	}
	return stabilized
}

// jerk returns the median of core.Data.ThirdDifferences of all coordinates, in absolute value: smooth tracks have
// hardly any. It is 0 where no track is seen in four frames in a row.
func jerk(data core.Data) float64 {
	rows, _ := data.X.Dims()
	var all []float64
	for r := range max(rows-6, 0) {
		all = data.ThirdDifferences(r, all)
	}
	for i, v := range all {
		all[i] = math.Abs(v)
	}
	if all == nil {
		return 0
	}
	return dense.Ordered(all, len(all)/2)
}

// pathOf returns what the camera makes of the first frame in every frame: the similarities that
// most tracks follow from frame to frame, one after the other.
func pathOf(data core.Data) []similarity {
	rows, _ := data.X.Dims()
	path := []similarity{still}
	for f := 1; f < rows/2; f++ {
		var p points
		x, y, u, v := data.X.RawRowView(2*f-2), data.X.RawRowView(2*f-1), data.X.RawRowView(2*f), data.X.RawRowView(2*f+1)
		for _, i := range data.SeenIn([2]int{f - 1, f}) {
			p.add(x[i], y[i], u[i], v[i])
		}
		step := still
		if len(p.x) >= leastSeen {
			step = p.similarity()
		}
		path = append(path, step.after(path[f-1]))
	}
	return path
}

// smooth returns the quadratic in time that is fitted to the path around frame f, there, by
// least squares. Its value is a weighted sum of the path's, so that it does not matter what is the
// origin of the plane.
func smooth(path []similarity, f int) similarity {
	from, to := max(f-reach, 0), min(f+reach, len(path)-1)
	var s similarity
	for k, weight := range quadraticWeights(from-f, to-f) {
		p := path[from+k]
		s.a += float64(weight * p.a)
		s.b += float64(weight * p.b)
		s.u += float64(weight * p.u)
		s.v += float64(weight * p.v)
	}
	return s
}

// quadraticWeights returns what the values at first…last, three whole numbers around 0 at least, count in the
// value at 0 of the quadratic that fits them best (Savitzky & Golay, Analytical Chemistry 36(8), 1964): by
// polynomials that are orthogonal over them. Three values are interpolated exactly.
func quadraticWeights(first, last int) []float64 {
	n := last - first + 1
	weights := make([]float64, n)
	middle := float64(first+last) / 2
	variance := float64(n*n-1) / 12 // of n numbers in a row
	var lines, curves float64       // sums of squares
	for k := range n {
		d := float64(first+k) - middle
		lines += float64(d * d)
		c := float64(d*d) - variance
		curves += float64(c * c)
	}
	for k := range n {
		d := float64(first+k) - middle
		weights[k] = 1/float64(n) - float64(middle*d)/lines
		weights[k] += float64((float64(middle*middle) - variance) * (float64(d*d) - variance) / curves)
	}
	return weights
}
