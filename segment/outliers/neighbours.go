package outliers

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/lowrank"
	"motionseg/segment/subspace"
)

const (
	// Neighbours is how many tracks of the largest affinity a track is compared
	// with: more than an affine subspace of its dimension needs, few enough that
	// small bodies have them.
	Neighbours = 6
	// affineSpan is the dimension of the affine subspace that the trajectories of
	// one rigid motion lie in, seen by an affine camera.
	affineSpan = lowrank.AffineDimensions - 1
)

// NeighbourDistances returns how far every trajectory, a column of x (D×N), is from
// the affine subspace nearest to those that have the largest affinity to it: root
// mean square over the coordinates, in the units of x. Tracks of a rigid motion
// lie in one of dimension 3, whatever their number is; a track that moves with no
// others does not, by whatever others it is expressed. Where visible is not nil it
// says in which frames each is seen, and only these are compared: the fewer they are,
// the more of what is wrong with a track the subspace follows, so that the mean is
// over the coordinates that are left to tell. When ctx ends it returns nothing useful.
func NeighbourDistances(
	ctx context.Context, x *mat.Dense, visible [][]bool, affinity eigen.Sparse, workers int,
) []float64 {
	rows, n := x.Dims()
	distances := make([]float64, n)
	columns := mat.DenseCopyOf(x.T())
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		others := make([]int, 0, Neighbours+1)
		mean, own := make([]float64, rows), make([]float64, rows)
		around := mat.NewDense(Neighbours, rows, nil)
		for j := lo; j < hi && ctx.Err() == nil; j++ {
			others = strongest(others[:0], affinity, j)
			count := len(others)
			if count <= affineSpan {
				continue
			}
			clear(mean)
			for _, i := range others {
				for r, v := range columns.RawRowView(i) {
					mean[r] += v / float64(count)
				}
			}
			for k, i := range others {
				to := around.RawRowView(k)
				for r, v := range columns.RawRowView(i) {
					to[r] = v - mean[r]
				}
			}
			for r, v := range columns.RawRowView(j) {
				own[r] = v - mean[r]
			}
			among := around.Slice(0, count, 0, rows).(*mat.Dense)
			if visible != nil {
				keepSeen(visible[j], among, own)
			}
			if told := toldShare(visible, j); told > 0 {
				distances[j] = math.Sqrt(squaredBeyond(among, own, affineSpan) / (float64(rows) * told))
			}
		}
	})
	return distances
}

// keepSeen sets what frames that are not seen have in some rows and in own to 0.
func keepSeen(seen []bool, some *mat.Dense, own []float64) {
	count, _ := some.Dims()
	for f, ok := range seen {
		if ok {
			continue
		}
		own[2*f], own[2*f+1] = 0, 0
		for i := range count {
			row := some.RawRowView(i)
			row[2*f], row[2*f+1] = 0, 0
		}
	}
}

// toldShare returns how much of what a complete track tells track i does that is
// seen in some frames: the coordinates that an affine subspace of a rigid motion does
// not follow. It is 1 where visible is nil.
func toldShare(visible [][]bool, i int) float64 {
	if visible == nil {
		return 1
	}
	seen := 0
	for _, ok := range visible[i] {
		if ok {
			seen++
		}
	}
	told := func(frames int) float64 { return max(float64(2*frames-affineSpan), 0) }
	return told(seen) / max(told(len(visible[i])), 1)
}

// strongest appends to some the points with the largest affinity to point own, from
// the largest, Neighbours of them at most. Of equal ones the first come first.
func strongest(some []int, affinity eigen.Sparse, own int) []int {
	var values [Neighbours]float64
	column, value := affinity.Row(own)
	for t, i := range column {
		v := value[t]
		if int(i) == own || len(some) == Neighbours && v <= values[Neighbours-1] {
			continue
		}
		at := len(some)
		for at > 0 && values[at-1] < v {
			at--
		}
		if len(some) == Neighbours {
			some = some[:Neighbours-1]
		}
		some = slices.Insert(some, at, int(i))
		copy(values[at+1:], values[at:])
		values[at] = v
	}
	return some
}

// squaredBeyond returns the squared length of what is left of v off the leading
// span principal directions of the rows of a, at most Neighbours of them.
func squaredBeyond(a *mat.Dense, v []float64, span int) float64 {
	count, _ := a.Dims()
	var gram [Neighbours][Neighbours]float64
	var along [Neighbours]float64
	for i := range count {
		along[i] = floats.Dot(a.RawRowView(i), v)
		for j := i; j < count; j++ {
			gram[i][j] = floats.Dot(a.RawRowView(i), a.RawRowView(j))
		}
	}
	turnToAxes(&gram, &along)
	left := floats.Dot(v, v)
	var used [Neighbours]bool
	var largest float64
	for k := range min(span, count) {
		next := -1
		for i := range count {
			if !used[i] && (next < 0 || gram[i][i] > gram[next][next]) {
				next = i
			}
		}
		used[next] = true
		if k == 0 {
			largest = gram[next][next]
		}
		if gram[next][next] <= subspace.RowSpaceCutoff*subspace.RowSpaceCutoff*largest {
			break
		}
		left -= along[next] * along[next] / gram[next][next]
	}
	return max(left, 0)
}

// axisSweeps bounds the sweeps of turnToAxes; five are usual.
const axisSweeps = 30

// turnToAxes turns a symmetric matrix, of which the upper half is read, to its
// eigenvectors and leaves its eigenvalues on the diagonal, and turns v with it, by
// Jacobi's rotations (Golub & Van Loan, Matrix Computations, §8.5): for so small a
// matrix, whose eigenvectors nobody needs, other ways cost more than they save.
func turnToAxes(a *[Neighbours][Neighbours]float64, v *[Neighbours]float64) {
	for range axisSweeps {
		turned := false
		for p := range Neighbours - 1 {
			for q := p + 1; q < Neighbours; q++ {
				off := a[p][q]
				if off*off <= dense.MachineEpsilon*dense.MachineEpsilon*math.Abs(a[p][p]*a[q][q]) {
					continue
				}
				turned = true
				half := (a[q][q] - a[p][p]) / (2 * off)
				t := 1 / (math.Abs(half) + math.Sqrt(1+half*half))
				if half < 0 {
					t = -t
				}
				cos := 1 / math.Sqrt(1+t*t)
				sin := t * cos
				a[p][p] -= t * off
				a[q][q] += t * off
				a[p][q] = 0
				for i := range Neighbours {
					var x, y *float64
					switch {
					case i < p:
						x, y = &a[i][p], &a[i][q]
					case i > p && i < q:
						x, y = &a[p][i], &a[i][q]
					case i > q:
						x, y = &a[p][i], &a[q][i]
					default:
						continue
					}
					*x, *y = cos**x-sin**y, sin**x+cos**y
				}
				v[p], v[q] = cos*v[p]-sin*v[q], sin*v[p]+cos*v[q]
			}
		}
		if !turned {
			return
		}
	}
}

// SetAsideWarning tells of tracks that were set aside, of n in all.
func SetAsideWarning(setAside []int, n int) core.Warning {
	return core.Warning{Code: core.OutlierTracks, Points: setAside, Text: fmt.Sprintf("%d of %d tracks move with no "+
		"others; each was given the motion of the tracks most like it", len(setAside), n)}
}
