package lowrank

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/dense"
)

// affineNoise is what may be left of tracks beyond the motions that affine cameras see, in units
// of their noise. Independent noise leaves 1; of tracks that were followed half of Hopkins155 has
// less than 0.8, and one in twenty of the scenes of synthetic.Varied.
const affineNoise = 0.8

// OfAffineCameras reports whether complete tracks are those of so many motions before affine
// cameras: off the affine subspace of dimension 4K − 1 that such motions span together (Tomasi &
// Kanade 1992) there is noise, by the median track. A camera that comes close to what it shows, or
// drives into it, is none.
func OfAffineCameras(data core.Data, motions int) bool {
	rows, n := data.X.Dims()
	span := FitAffineSubspace(mat.DenseCopyOf(data.X.T()), min(4*motions-1, rows-1))
	off, left := make([]float64, n), float64(rows-span.Dimension())
	for i := range off {
		free := left * max(1-span.Leverages[i], 1/float64(n))
		off[i] = span.Distance(mat.Col(nil, i, data.X)) / math.Sqrt(free)
	}
	// Of noise in few dimensions the median is less than the deviation, by that of χ² (Wilson & Hilferty 1931).
	usual := math.Pow(1-2/(9*left), 1.5)
	return dense.Median(off) <= affineNoise*usual*geometry.TrackNoise(data)
}

// BeyondAffineCameras reports whether complete tracks are of so many motions that affine cameras do not see,
// as pairs of frames do: not those of affine cameras, and not noisy, see geometry.NoisyTracks, as pairs tell
// nothing then. Noisy ones that are those of affine cameras have no such noise, but motion that third
// differences take for it, as near a camera that drives or shakes; in frames so few that the motions span more
// than two thirds of their coordinates that is not known, as any tracks are close to that.
func BeyondAffineCameras(data core.Data, motions int) bool {
	affine := OfAffineCameras(data, motions)
	if !geometry.NoisyTracks(data) {
		return !affine
	}
	rows, _ := data.X.Dims()
	return affine && 3*(4*motions-1) <= 2*rows
}
