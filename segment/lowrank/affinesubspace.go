package lowrank

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/subspace"
)

// AffineDimensions is how many dimensions the trajectories of one rigid
// motion span under an affine camera.
const AffineDimensions = 4

// AffineSubspace is the affine subspace nearest to some points: the trajectories of one
// rigid motion before an affine camera lie in one of dimension AffineDimensions − 1
// (Tomasi & Kanade, Shape and Motion from Image Streams under Orthography, IJCV 9(2), 1992).
type AffineSubspace struct {
	mean  []float64
	basis [][]float64 // orthonormal
	// Leverages are those of the points that it was fitted to, in their order: how much
	// of the distance of each the fit takes away.
	Leverages []float64
	// within and beyond are the sums of the points' squares along the subspace and off it.
	within, beyond float64
}

// FitAffineSubspace returns the subspace of a dimension that is nearest to the rows of
// points, N×D, by least squares; of less where they have no more directions. It overwrites
// points.
func FitAffineSubspace(points *mat.Dense, dimension int) AffineSubspace {
	n, d := points.Dims()
	s := AffineSubspace{mean: make([]float64, d), Leverages: make([]float64, n)}
	for i := range n {
		floats.AddScaled(s.mean, 1/float64(n), points.RawRowView(i))
	}
	for i := range n {
		floats.Sub(points.RawRowView(i), s.mean)
		s.Leverages[i] = 1 / float64(n)
	}
	var svd mat.SVD
	if !svd.Factorize(points, mat.SVDThinV) {
		return s
	}
	values := svd.Values(nil)
	var directions mat.Dense
	svd.VTo(&directions)
	for k, v := range values {
		if k >= dimension || v <= subspace.RowSpaceCutoff*values[0] {
			s.beyond += v * v
			continue
		}
		s.within += v * v
		direction := mat.Col(nil, k, &directions)
		s.basis = append(s.basis, direction)
		for i := range n {
			share := floats.Dot(points.RawRowView(i), direction) / v
			s.Leverages[i] += float64(share * share)
		}
	}
	return s
}

// dimension returns how many directions the subspace has.
func (s *AffineSubspace) dimension() int { return len(s.basis) }

// Distance returns how far a point is from the subspace.
func (s *AffineSubspace) Distance(point []float64) float64 { return floats.Norm(s.rest(point), 2) }

// rest returns what of a point is off the subspace, a vector of its own.
func (s *AffineSubspace) rest(point []float64) []float64 {
	rest := slices.Clone(point)
	floats.Sub(rest, s.mean)
	for _, direction := range s.basis {
		floats.AddScaled(rest, -floats.Dot(rest, direction), direction)
	}
	return rest
}
