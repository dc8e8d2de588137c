package segment

import "gonum.org/v1/gonum/mat"

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

// twoFrameRepeat is how many times the 9 rows of two-frame data are stacked in
// the published experiments. Stacking is the same as multiplying the Gram
// matrix by this number, which is what the kernel methods do.
const twoFrameRepeat = 30

// Points returns N, the number of columns.
func (d Data) Points() int {
	if d.X == nil {
		return 0
	}
	_, n := d.X.Dims()
	return n
}
