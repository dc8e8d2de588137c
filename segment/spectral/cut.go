package spectral

import (
	"context"
	"encoding/binary"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/parallel"
)

// SmallCut keeps the logarithm finite for groups without any cut, and the relative gap of
// two tiny eigenvalues small.
const SmallCut = 0.01

// LabelKey returns a string that only the same labels give.
func LabelKey(labels []int) string {
	key := make([]byte, 0, 2*len(labels))
	for _, l := range labels {
		key = binary.AppendUvarint(key, uint64(l))
	}
	return string(key)
}

// NormalizedCut returns Σ over the groups 1…K of labels of the affinity that
// leaves the group over all affinity of its points (Shi & Malik 2000): 0…K. A
// group without affinity counts 1.
func NormalizedCut(w *mat.Dense, labels []int, k int) float64 {
	fromOne := make([]int, len(labels)) // affinity to points of no group counts too
	for i, l := range labels {
		fromOne[i] = l + 1
	}
	volume, inside := make([]float64, k+1), make([]float64, k+1)
	for i, sums := range GroupSums(w, fromOne, k+1) {
		own := labels[i]
		volume[own] += floats.Sum(sums)
		inside[own] += sums[own]
	}
	return CutShares(volume[1:], inside[1:])
}

// GroupSums returns for every point its affinity to each of the groups 1…k of labels.
func GroupSums(w *mat.Dense, labels []int, k int) [][]float64 {
	groups := make([][]int32, k)
	for i, l := range labels {
		groups[l-1] = append(groups[l-1], int32(i))
	}
	n := len(labels)
	all, sums := make([]float64, n*k), make([][]float64, n)
	for i := range sums {
		sums[i] = all[i*k:][:k:k]
	}
	i := 0
	for ; i+4 <= n; i += 4 { // four rows at a time, since a sum waits for the one before it
		first, second, third, fourth := w.RawRowView(i), w.RawRowView(i+1), w.RawRowView(i+2), w.RawRowView(i+3)
		second, third, fourth = second[:len(first)], third[:len(first)], fourth[:len(first)]
		for group, members := range groups {
			var a, b, c, d float64
			for _, j := range members {
				a += first[j]
				b += second[j]
				c += third[j]
				d += fourth[j]
			}
			sums[i][group], sums[i+1][group], sums[i+2][group], sums[i+3][group] = a, b, c, d
		}
	}
	for ; i < n; i++ {
		row := w.RawRowView(i)
		for group, members := range groups {
			for _, j := range members {
				sums[i][group] += row[j]
			}
		}
	}
	return sums
}

// membersOf returns for every label 0…k a list that is 1 for the points that have it and 0 for the
// others: as factors they sum what is within a group without a branch, which labels in any order
// make a processor guess wrong.
func membersOf(labels []int, k int) [][]float64 {
	members := make([][]float64, k+1)
	for group := range members {
		members[group] = make([]float64, len(labels))
	}
	for i, own := range labels {
		members[own][i] = 1
	}
	return members
}

// CutShare returns the share of a group's affinity, volume, that leaves it, when that
// much of it is inside; 1 for a group without affinity.
func CutShare(inside, volume float64) float64 {
	if volume > 0 {
		return 1 - inside/volume
	}
	return 1
}

// CutShares returns the normalised cut of groups with these volumes, and that much of
// them inside.
func CutShares(volume, inside []float64) float64 {
	var cut float64
	for group, v := range volume {
		cut += CutShare(inside[group], v)
	}
	return cut
}

// cutOffset is the degree that the regularised normalised cut adds to every
// point, half of it as affinity to itself: points with little affinity then
// cannot form a cheap cut of their own.
const cutOffset = 0.5

// RegularizedCut divides the points of the affinity W (N×N, symmetric,
// non-negative) into k groups by the normalised cut (Shi & Malik 2000) with
// regularised degrees, and discretises the eigenvectors by the rotation of Yu &
// Shi (Multiclass Spectral Clustering, ICCV 2003). It returns labels 1…k, named
// in the order of their first points.
func RegularizedCut(ctx context.Context, w *mat.Dense, k, workers int) ([]int, error) {
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
	pairs, err := eigen.Leading(ctx, n, k, k, eigen.Scaled(regular, scale, workers), embeddingTolerance)
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
	UnitRows(rows)
	return InOrderOfAppearance(discretize(rows)), nil
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
	for range mostTurns {
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
			dense.Axpy(1, x.RawRowView(i), sums.RawRowView(best))
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
		if math.Abs(cut-last) < dense.MachineEpsilon {
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

// InOrderOfAppearance renames labels to 1, 2, … in the order of their first
// points.
func InOrderOfAppearance(labels []int) []int {
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

// CutWeight returns the affinity between points of different labels, counted in
// both directions.
func CutWeight(w *mat.Dense, labels []int) float64 {
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

// GroupCount returns how many labels above 0 there are.
func GroupCount(labels []int) int {
	seen := map[int]bool{}
	for _, l := range labels {
		if l > 0 {
			seen[l] = true
		}
	}
	return len(seen)
}

// SparseCut is NormalizedCut of an affinity by its rows.
func SparseCut(w eigen.Sparse, labels []int, k, workers int) float64 {
	degree, kept := make([]float64, len(labels)), make([]float64, len(labels))
	members := membersOf(labels, k)
	parallel.Blocks(len(labels), workers, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			in := members[labels[i]]
			column, value := w.Row(i)
			value = value[:len(column)]
			var d, s float64
			for t, j := range column {
				d += value[t]
				s += float64(value[t] * in[j])
			}
			degree[i], kept[i] = d, s
		}
	})
	volume, inside := make([]float64, k+1), make([]float64, k+1)
	for i, own := range labels {
		volume[own] += degree[i]
		inside[own] += kept[i]
	}
	return CutShares(volume[1:], inside[1:])
}
