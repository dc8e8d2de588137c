package draw

import (
	"motionseg/segment"
)

// Run is what the plots of two methods take of each: a name for the legend and
// what the method left behind. A run with nothing to show is left out.
type Run struct {
	Name     string
	History  []segment.Iteration // for Convergence
	Spectrum []float64           // for Spectrum, ascending
	Motions  int                 // K, for Spectrum
}

// Convergence plots objective and residuals by iteration on logarithmic axes.
// Values that are not positive or not finite leave a gap.
func Convergence(style Style, left, right Run) *Chart { return &Chart{style: style} }

// Spectrum plots the smallest eigenvalues of the Laplacian of both runs and
// marks the gap between the Kth and the next.
func Spectrum(style Style, left, right Run) *Chart { return &Chart{style: style} }

// Pair is the error of two methods on one sequence, in %; NaN when unknown.
type Pair struct {
	Name        string
	Left, Right float64
}

// ErrorScatter plots the errors of two methods against each other, a mark a
// sequence. The axes run to the same value, so that the diagonal is the line
// of equal errors.
func ErrorScatter(style Style, leftName, rightName string, pairs []Pair) *Chart {
	return &Chart{style: style}
}

// ErrorBars plots the errors of two methods as bars, a pair a sequence, in the
// order given.
func ErrorBars(style Style, leftName, rightName string, pairs []Pair) *Chart {
	return &Chart{style: style}
}

// Curve is a named line of a plot: Y over X, of the same length. NaN in Y
// leaves a gap.
type Curve struct {
	Name string
	X, Y []float64
}

// ErrorByMotions plots the clustering error in % over the number of groups K,
// a curve a method: the image benchmark of the paper.
func ErrorByMotions(style Style, curves []Curve) *Chart { return &Chart{style: style} }

// ErrorDistribution plots, for every method, the share of sequences (in %)
// whose error is at most the value on the x axis. Curve.Y holds the errors in
// any order, NaN left out; Curve.X is not read.
func ErrorDistribution(style Style, methods []Curve) *Chart { return &Chart{style: style} }

// Coverage plots the number of tracks that are visible in each frame.
func Coverage(style Style, s *Scene) *Chart { return &Chart{style: style} }
