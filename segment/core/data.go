package core

import (
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
)

// Kind says what the columns of a data matrix are. A method uses it to choose
// its published preset and whether to append the row of ones that makes the
// affine constraint of the input space linear.
type Kind int

const (
	// Trajectories are point tracks: 2F rows, for every frame the row of x
	// then the row of y.
	Trajectories Kind = iota
	// TwoFrames are two-view correspondences: 9 rows, the Kronecker product of
	// the homogeneous points (x, y, 1) and (x', y', 1).
	TwoFrames
	// Images are pictures, one a column, grey values in any one scale.
	Images
)

// String returns the name of the preset that belongs to the kind:
// "all-frames", "two-frames" or "images".
func (k Kind) String() string {
	switch k {
	case Trajectories:
		return "all-frames"
	case TwoFrames:
		return "two-frames"
	case Images:
		return "images"
	}
	return "unknown"
}

// Data is the input of every method.
type Data struct {
	// X is D×N, one point a column, without any row of ones appended. For
	// TwoFrames it has the 9 distinct rows only.
	X *mat.Dense
	// Kind says what the columns are.
	Kind Kind
	// Visible is N×F for Trajectories with gaps: Visible[i][f] reports whether
	// point i is seen in frame f. Entries of X where it is not are finite and
	// without meaning. It is nil when every point is seen in every frame.
	Visible [][]bool
}

// TwoFrameRepeat is how many times the 9 rows of two-frame data are stacked in
// the published experiments. Stacking is the same as multiplying the Gram
// matrix by this number, which is what the kernel methods do.
const TwoFrameRepeat = 30

// Points returns N, the number of columns.
func (d Data) Points() int {
	if d.X == nil {
		return 0
	}
	_, n := d.X.Dims()
	return n
}

// RowsOf returns the rows with these numbers; nil of nil.
func RowsOf(visible [][]bool, numbers []int) [][]bool {
	if visible == nil {
		return nil
	}
	rows := make([][]bool, len(numbers))
	for i, r := range numbers {
		rows[i] = visible[r]
	}
	return rows
}

// Columns returns the data of some points only.
func (d Data) Columns(some []int) Data {
	return Data{X: dense.Columns(d.X, some), Kind: d.Kind, Visible: RowsOf(d.Visible, some)}
}

// SeenIn returns the points that are seen in both frames of a pair, ascending.
func (d Data) SeenIn(pair [2]int) []int {
	var points []int
	for i := range d.Points() {
		if d.Visible == nil || d.Visible[i][pair[0]] && d.Visible[i][pair[1]] {
			points = append(points, i)
		}
	}
	return points
}

// ThirdDifferences appends to some numbers x₀ − 3x₁ + 3x₂ − x₃, in the data's units, of one row of trajectories and
// of the same coordinate in the three frames after, of every track that is seen in all four: smooth motion hardly has
// any, noise has. row is from 0 and below the number of rows less 6.
func (d Data) ThirdDifferences(row int, to []float64) []float64 {
	x, y, z, w := d.X.RawRowView(row), d.X.RawRowView(row+2), d.X.RawRowView(row+4), d.X.RawRowView(row+6)
	for i := range x {
		if d.Visible == nil || !slices.Contains(d.Visible[i][row/2:row/2+4], false) {
			to = append(to, x[i]-float64(3*y[i])+float64(3*z[i])-w[i])
		}
	}
	return to
}

// MostSeen returns how many of some points are seen in the frame in which most of them are: all, unless
// Visible says otherwise.
func (d Data) MostSeen(some []int) int {
	if d.Visible == nil {
		return len(some)
	}
	rows, _ := d.X.Dims()
	counts := make([]int, rows/2)
	for _, i := range some {
		for f, seen := range d.Visible[i] {
			if seen {
				counts[f]++
			}
		}
	}
	return slices.Max(counts)
}

// AllSeen returns a Data.Visible of complete trajectories, which are seen in every frame.
func AllSeen(d Data) [][]bool {
	rows, n := d.X.Dims()
	return slices.Repeat([][]bool{slices.Repeat([]bool{true}, rows/2)}, n)
}
