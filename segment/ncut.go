package segment

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/eigen"
)

// cutOffset is the degree that the regularised normalised cut adds to every
// point, half of it as affinity to itself: points with little affinity then
// cannot form a cheap cut of their own.
const cutOffset = 0.5

// spectralTolerance is the residual ‖Sv − λv‖ of the eigenvectors that points
// are embedded with.
const spectralTolerance = 1e-10

// regularizedCut divides the points of the affinity W (N×N, symmetric,
// non-negative) into k groups by the normalised cut (Shi & Malik 2000) with
// regularised degrees, and discretises the eigenvectors by the rotation of Yu &
// Shi (Multiclass Spectral Clustering, ICCV 2003). It returns labels 1…k, named
// in the order of their first points.
func regularizedCut(ctx context.Context, w *mat.Dense, k, workers int) ([]int, error) {
	n, _ := w.Dims()
	scale := make([]float64, n)
	for i := range n {
		degree := 2 * cutOffset
		for _, v := range w.RawRowView(i) {
			degree += v
		}
		scale[i] = 1 / math.Sqrt(degree)
	}
	regular := mat.DenseCopyOf(w)
	for i := range n {
		regular.Set(i, i, w.At(i, i)+cutOffset)
	}
	pairs, err := eigen.Leading(ctx, n, k, k, eigen.Scaled(regular, scale, workers), spectralTolerance)
	if err != nil {
		return nil, err
	}
	rows := pairs.Vectors
	for c := range k {
		var square float64
		for i := range n {
			v := rows.At(i, c) * scale[i]
			rows.Set(i, c, v)
			square += v * v
		}
		length := math.Sqrt(float64(n) / square)
		if rows.At(0, c) < 0 {
			length = -length
		}
		for i := range n {
			rows.Set(i, c, rows.At(i, c)*length)
		}
	}
	unitRows(rows)
	return inOrderOfAppearance(discretize(rows)), nil
}

// discretize assigns every row of x (N×k, unit rows) to one of k axes of a
// rotation that it improves in turns with the assignment: labels 0…k−1.
func discretize(x *mat.Dense) []int {
	n, k := x.Dims()
	rotation := mat.NewDense(k, k, nil) // axes as columns
	used := make([]float64, n)          // how much of a row the axes so far cover
	pick := n / 2
	for c := range k {
		if c > 0 {
			for i := range n {
				var along float64
				for j, v := range x.RawRowView(i) {
					along += v * rotation.At(j, c-1)
				}
				used[i] += math.Abs(along)
			}
			pick = 0
			for i, v := range used {
				if v < used[pick] {
					pick = i
				}
			}
		}
		rotation.SetCol(c, x.RawRowView(pick))
	}
	labels := make([]int, n)
	var last float64
	for range discretizeIterations {
		sums := mat.NewDense(k, k, nil) // sums of the rows of each group
		var turned mat.Dense
		turned.Mul(x, rotation)
		for i := range n {
			row := turned.RawRowView(i)
			best := 0
			for c, v := range row {
				if v > row[best] {
					best = c
				}
			}
			labels[i] = best
			axpy(1, x.RawRowView(i), sums.RawRowView(best))
		}
		var svd mat.SVD
		if !svd.Factorize(sums, mat.SVDFull) {
			break
		}
		var total float64
		for _, s := range svd.Values(nil) {
			total += s
		}
		cut := 2 * (float64(n) - total)
		if math.Abs(cut-last) < machineEpsilon {
			break
		}
		last = cut
		var u, v mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		rotation.Mul(&v, u.T())
	}
	return labels
}

// discretizeIterations bounds the turns of discretize; a few are usual.
const discretizeIterations = 100

// inOrderOfAppearance renames labels to 1, 2, … in the order of their first
// points.
func inOrderOfAppearance(labels []int) []int {
	names := map[int]int{}
	renamed := make([]int, len(labels))
	for i, l := range labels {
		if _, ok := names[l]; !ok {
			names[l] = len(names) + 1
		}
		renamed[i] = names[l]
	}
	return renamed
}

// cutWeight returns the affinity between points of different labels, counted in
// both directions.
func cutWeight(w *mat.Dense, labels []int) float64 {
	var sum float64
	for i, l := range labels {
		for j, v := range w.RawRowView(i) {
			if labels[j] != l {
				sum += v
			}
		}
	}
	return sum
}

// normalizedSpectrum returns the count largest eigenvalues of D⁻¹W, descending.
func normalizedSpectrum(ctx context.Context, w *mat.Dense, count, workers int) ([]float64, error) {
	n, _ := w.Dims()
	scale := make([]float64, n)
	for i := range n {
		var degree float64
		for _, v := range w.RawRowView(i) {
			degree += v
		}
		scale[i] = 1 / math.Sqrt(degree+machineEpsilon)
	}
	pairs, err := eigen.Leading(ctx, n, 1, count, eigen.Scaled(w, scale, workers), spectralTolerance)
	if err != nil {
		return nil, fmt.Errorf("affinity: %w", err)
	}
	return pairs.Values, nil
}
