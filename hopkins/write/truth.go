package write

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/matfile"
	"motionseg/hopkins/read"
)

// TruthArrays returns the variables of a truth file of Hopkins155: x, y, s when the
// truth is known, width and height when they are, points, frames, the mask m when
// entries are missing, and the matrix K with y = Kx, or the identity where no such
// matrix fits. The same tracks give the same variables.
//
// Source: README.txt of the Hopkins 155 dataset, 2007.
func TruthArrays(s *read.Tracks) []*matfile.Array {
	points, frames := s.Points(), s.Frames()
	array := func(name string, data []float64, dims ...int) *matfile.Array {
		return &matfile.Array{Name: name, Class: matfile.Double, Dims: dims, Data: data}
	}
	arrays := []*matfile.Array{
		array("x", homogeneous(s.Normalized), 3, points, frames),
		array("y", homogeneous(s.Pixels), 3, points, frames),
	}
	if s.Truth != nil {
		truth := make([]float64, points)
		for i, t := range s.Truth {
			truth[i] = float64(t)
		}
		arrays = append(arrays, array("s", truth, points, 1))
	}
	if s.Width > 0 && s.Height > 0 {
		arrays = append(arrays,
			array("width", []float64{float64(s.Width)}, 1, 1),
			array("height", []float64{float64(s.Height)}, 1, 1))
	}
	arrays = append(arrays,
		array("points", []float64{float64(points)}, 1, 1),
		array("frames", []float64{float64(frames)}, 1, 1),
		array("K", calibration(s), 3, 3))
	if s.Visible != nil {
		mask := &matfile.Array{Name: "m", Class: matfile.Double, Dims: []int{points, frames},
			Data: make([]float64, points*frames)}
		for i, seen := range s.Visible {
			for f, v := range seen {
				if v {
					mask.Data[f*points+i] = 1
				}
			}
		}
		arrays = append(arrays, mask)
	}
	return arrays
}

// homogeneous returns the 2F×N matrix as 3×N×F, first index fastest, with ones
// in row 3.
func homogeneous(m *mat.Dense) []float64 {
	rows, n := m.Dims()
	data := make([]float64, 0, 3*n*rows/2)
	for r := 0; r < rows; r += 2 {
		for i := range n {
			data = append(data, m.At(r, i), m.At(r+1, i), 1)
		}
	}
	return data
}

// calibration returns the matrix K, column by column, that scales and shifts
// normalised coordinates to pixels, the identity when none does so to a
// thousandth of a pixel.
func calibration(s *read.Tracks) []float64 {
	identity := []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	K := []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	rows, n := s.Pixels.Dims()
	for axis := range 2 {
		// The line through the two points furthest from one another.
		var low, high struct{ x, y float64 }
		low.x, high.x = math.Inf(1), math.Inf(-1)
		each := func(visit func(x, y float64)) {
			for r := axis; r < rows; r += 2 {
				for i := range n {
					if s.Seen(i, r/2) {
						visit(s.Normalized.At(r, i), s.Pixels.At(r, i))
					}
				}
			}
		}
		each(func(x, y float64) {
			if x < low.x {
				low.x, low.y = x, y
			}
			if x > high.x {
				high.x, high.y = x, y
			}
		})
		if !(high.x > low.x) {
			return identity
		}
		// Without the last digits, which are rounding, 320 is 320.
		scale := math.Round(1e6*(high.y-low.y)/(high.x-low.x)) / 1e6
		shift := math.Round(1e6*(low.y-scale*low.x)) / 1e6
		fits := scale > 0
		each(func(x, y float64) { fits = fits && math.Abs(scale*x+shift-y) <= 1e-3 })
		if !fits {
			return identity
		}
		K[4*axis], K[6+axis] = scale, shift
	}
	return K
}
