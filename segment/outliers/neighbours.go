package outliers

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/nearest"
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
		for j := lo; j < hi && ctx.Err() == nil; j++ {
			others := strongest(affinity, j)
			if told := toldShare(visible, j); len(others) > affineSpan && told > 0 {
				var seen []bool
				if visible != nil {
					seen = visible[j]
				}
				left := squaredBeyond(columns, others, columns.RawRowView(j), seen)
				distances[j] = math.Sqrt(left / (float64(rows) * told))
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

// strongest returns the points with the largest affinity to point own, from the largest,
// Neighbours of them at most. Of equal ones the first come first.
func strongest(affinity eigen.Sparse, own int) []int32 {
	few := nearest.Few{Most: Neighbours}
	column, value := affinity.Row(own)
	for t, i := range column {
		if int(i) != own {
			few.Offer(int(i), -value[t])
		}
	}
	return few.Places
}

// squaredBeyond returns the squared length of what is left of a trajectory off the affine
// subspace of dimension affineSpan nearest to some rows of columns, at most Neighbours of
// them, in the frames in which it is seen, nil for all.
func squaredBeyond(columns *mat.Dense, some []int32, trajectory []float64, seen []bool) float64 {
	count, rows := len(some), len(trajectory)
	mean, v := make([]float64, rows), make([]float64, rows)
	for _, i := range some {
		floats.AddScaled(mean, 1/float64(count), columns.RawRowView(int(i)))
	}
	a := mat.NewDense(count, rows, nil)
	for k, i := range some {
		floats.SubTo(a.RawRowView(k), columns.RawRowView(int(i)), mean)
	}
	floats.SubTo(v, trajectory, mean)
	keepSeen(seen, a, v)
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
	for k := range min(affineSpan, count) {
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

// turnToAxes turns a symmetric matrix, of which the upper half is read, to its
// eigenvectors and leaves its eigenvalues on the diagonal, and turns v with it, by
// Jacobi's rotations (Golub & Van Loan, Matrix Computations, §8.5): for so small a
// matrix, whose eigenvectors nobody needs, other ways cost more than they save.
func turnToAxes(a *[Neighbours][Neighbours]float64, v *[Neighbours]float64) {
	for range dense.JacobiSweeps {
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
