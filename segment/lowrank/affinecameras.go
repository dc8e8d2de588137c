package lowrank

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
)

// beyondAffine is from how far on tracks off the affine subspace of their motion, by the root mean square, are of one
// that affine cameras do not see, in units of the noise that motion allows for, geometry.MotionNoise: the second of the
// groups of five drawn films that a low rank tears is off by 1.9 and more, of two sequences of Hopkins155 and a film
// that it does not by 1.4 and less.
const beyondAffine = 5.0 / 3

// noiseOf measures the noise of tracks, 2F×N, complete or filled, in their units, as geometry.TrackNoise does, off the
// affine subspace of dimension 4K − 1 that so many motions before affine cameras span together (Tomasi & Kanade 1992):
// near a camera that drives or shakes motion itself has third differences. Of filled tracks only what is seen counts.
// It is 0 where geometry.TrackNoise tells none.
func noiseOf(data core.Data, motions int) float64 {
	span, off := offAffine(data, motions)
	rest := core.Data{Kind: data.Kind, X: off, Visible: data.Visible}
	return geometry.TrackNoise(rest) / span.thirdDifferences()
}

// Noisy reports whether tracks of so many motions, as noiseOf takes them, are so noisy that pairs of frames tell
// nothing, see geometry.NoisyTracks.
func Noisy(data core.Data, motions int) bool {
	return noiseOf(data, motions) > geometry.MostNoise(data)
}

// MayBeTorn reports whether the groups 1…count of labels of tracks, as noiseOf takes them, may be pieces of one motion
// that affine cameras do not see: two of them or more, of enough tracks to be judged, are off the affine subspace of
// dimension 3 that one motion spans, see beyondAffine. A camera that comes close to what it shows, or drives into it,
// tears it into several such groups; where there is one, it is whole.
func MayBeTorn(data core.Data, labels []int, count int) bool {
	noise, beyond := geometry.MotionNoise*geometry.RMSOfSeen(data), 0
	for _, of := range core.Members(labels, count) {
		if len(of) >= geometry.LeastJudged && offOne(data.Columns(of)) > beyondAffine*noise {
			beyond++
		}
	}
	return beyond > 1
}

// offAffine returns the subspace that so many motions before affine cameras span, and the residuals of tracks off it,
// 2F×N, scaled by 1/√(1 − leverage), which the fit made them shorter by.
func offAffine(data core.Data, motions int) (span AffineSubspace, off *mat.Dense) {
	rows, n := data.X.Dims()
	span = FitAffineSubspace(mat.DenseCopyOf(data.X.T()), min(4*motions-1, rows-1))
	off = mat.NewDense(rows, n, nil)
	for i := range n {
		rest := span.rest(mat.Col(nil, i, data.X))
		floats.Scale(1/math.Sqrt(max(1-span.Leverages[i], 1/float64(n))), rest)
		off.SetCol(i, rest)
	}
	return span, off
}

// offOne returns how far tracks are off the subspace of one motion before an affine camera: the root mean square of a
// coordinate of what is seen.
func offOne(data core.Data) float64 {
	span, off := offAffine(data, 1)
	rows, _ := off.Dims()
	var sum, seen float64
	for r := range rows {
		for i, v := range off.RawRowView(r) {
			if data.Visible == nil || data.Visible[i][r/2] {
				sum += float64(v * v)
				seen++
			}
		}
	}
	left := seen * float64(rows-span.dimension()) / float64(rows)
	return math.Sqrt(sum / left)
}

// thirdDifferences returns how much of the third differences of noise, see geometry.TrackNoise, is left off a
// subspace of tracks.
func (s *AffineSubspace) thirdDifferences() float64 {
	rows := len(s.mean)
	taken, all := 0.0, 20*float64(max(rows-6, 1)) // 1² + 3² + 3² + 1² of each
	for _, b := range s.basis {
		for r := 0; r+6 < rows; r++ {
			d := b[r] - float64(3*b[r+2]) + float64(3*b[r+4]) - b[r+6]
			taken += float64(d * d)
		}
	}
	return math.Sqrt(max(all-taken, 1) / all)
}
