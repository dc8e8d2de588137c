package lrksc

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
)

// The kernels of LRKSC and KSSC, in the order of the kernel parameter's
// choices.
const (
	polynomialKernel = iota
	LinearKernel
	gaussianKernel
)

// kernelParams describes the kernel of a kernel method, to be listed among its
// parameters.
var kernelParams = []core.Param{
	{Name: "kernel", Symbol: "K", Words: "kernel", Kind: core.Choice, Default: polynomialKernel, Min: 0, Max: 2,
		Choices: []string{"polynomial", "linear", "gaussian"},
		Help:    "Kernel that lifts the points: polynomial (xᵀy + a)^b, linear xᵀy + a, Gaussian exp(−‖x − y‖²/2σ²)."},
	{Name: "a", Symbol: "a", Words: "offset", Kind: core.Real, Default: 2.2, Min: -1e6, Max: 1e6,
		Help: "Offset of the polynomial or linear kernel; larger weighs the low degrees more."},
	{Name: "b", Symbol: "b", Words: "degree", Kind: core.Integer, Default: 3, Min: 1, Max: 12,
		Help: "Degree of the polynomial kernel; raise it for stronger perspective or bending."},
	{Name: "sigma", Symbol: "σ", Words: "width", Kind: core.Real, Default: 1, Min: 0, MinOpen: true, Max: 1e6,
		Help: "Width of the Gaussian kernel, in units of the normalised data."},
}

// Normalized returns the matrix whose Gram matrix a kernel method lifts: X
// with a row of ones for trajectories, mapped into [−1, 1] by one global
// minimum and maximum if any entry lies outside (as the authors' program
// does), (D or D+1)×N. Coordinates that were scaled to reach from −1 to 1 may
// pass either by their rounding: that is not outside.
func Normalized(d core.Data) *mat.Dense {
	rows, n := d.X.Dims()
	total := rows
	if d.Kind == core.Trajectories {
		total++
	}
	x := mat.NewDense(total, n, nil)
	x.Slice(0, rows, 0, n).(*mat.Dense).Copy(d.X)
	if total > rows {
		ones := x.RawRowView(rows)
		for j := range ones {
			ones[j] = 1
		}
	}
	low, high := mat.Min(x), mat.Max(x)
	if low < -1-dense.Rounding || high > 1+dense.Rounding {
		span := high - low + 1
		x.Apply(func(_, _ int, v float64) float64 { return 2 * ((v-low)/span - 0.5) }, x)
	}
	return x
}

// kernelMatrix returns K_G, N×N, for the kernel parameters in v.
func kernelMatrix(d core.Data, v core.Values, workers int) *mat.Dense {
	x := Normalized(d)
	g := dense.Outer(x, true, workers)
	squared := dense.ColumnNorms(x)
	Lift(g, squared, squared, d.Kind, v)
	return g
}

// Lift replaces the block g of a Gram matrix, xᵀy for points x as rows and y as
// columns, by the kernel of the parameters in v. The squared lengths of the
// points are needed by the Gaussian kernel.
func Lift(g *mat.Dense, squaredRows, squaredCols []float64, kind core.Kind, v core.Values) {
	repeat := 1.0
	if kind == core.TwoFrames {
		repeat = core.TwoFrameRepeat
		g.Scale(repeat, g)
	}
	switch int(v["kernel"]) {
	case polynomialKernel:
		Polynomial(g, v["a"], int(v["b"]))
	case LinearKernel:
		Polynomial(g, v["a"], 1)
	case gaussianKernel:
		scale := -0.5 / (v["sigma"] * v["sigma"])
		for i, s := range squaredRows {
			row := g.RawRowView(i)
			for j := range row {
				distance := max(repeat*(s+squaredCols[j])-2*row[j], 0)
				row[j] = math.Exp(scale * distance)
			}
		}
	}
}

// Polynomial replaces every entry x of g by (x + a)^b.
func Polynomial(g *mat.Dense, a float64, b int) {
	n, _ := g.Dims()
	for i := range n {
		row := g.RawRowView(i)
		Raise(row, row, 1, a, b, 1)
	}
}

// Raise stores factor·(repeat·x + a)^b in to for every x of from, which may be to.
func Raise(to, from []float64, repeat, a float64, b int, factor float64) {
	switch b { // the usual degrees without a loop
	case 2:
		for j, v := range from {
			base := repeat*v + a
			to[j] = factor * (base * base)
		}
	case 3:
		for j, v := range from {
			base := repeat*v + a
			to[j] = factor * (base * base * base)
		}
	default:
		for j, v := range from {
			base := repeat*v + a
			raised := base
			for range b - 1 {
				raised *= base
			}
			to[j] = factor * raised
		}
	}
}

// shrinkEigenvalue solves the scalar problem of LRKSC's kernel step,
// γ = argmin_{γ≥0} λ3/2 (σ − γ²)² + γ, in closed form (Ji et al. 2017, after
// Garg et al.): zero up to the cut-off 1.5 λ3^(−2/3), then the largest root of
// γ³ − σγ + 1/(2λ3) = 0. Negative σ, which only rounding and the perturbation
// of the kernel produce, give zero.
func shrinkEigenvalue(sigma, lambda3 float64) float64 {
	if sigma <= rankCutoff(lambda3) {
		return 0
	}
	angle := -(3 / (4 * lambda3 * sigma)) * math.Sqrt(3/sigma)
	return 2 * math.Sqrt(sigma/3) * math.Cos(math.Acos(max(angle, -1))/3)
}

// rankCutoff is the eigenvalue of the kernel below which LRKSC drops it.
func rankCutoff(lambda3 float64) float64 { return 1.5 * math.Pow(lambda3, -2.0/3) }
