package geometry

import (
	"math"

	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
)

// normalDeviation is the standard deviation of a normal distribution in units of
// its median absolute deviation.
const normalDeviation = 1.4826

// TrackNoise measures the noise of tracks, one standard deviation of a coordinate in
// the data's units, without knowing their motions: by what is left of
// core.Data.ThirdDifferences, which smooth motion hardly has, when the median of all
// tracks, which a camera that shakes has, is taken off; the median of that over all. It
// is 0 where too few tracks are seen in four frames in a row.
func TrackNoise(data core.Data) float64 {
	noise, _ := measuredNoise(data)
	return noise
}

// measuredNoise is TrackNoise with whether there was anything to measure.
func measuredNoise(data core.Data) (noise float64, known bool) {
	if data.Kind != core.Trajectories {
		return 0, false
	}
	rows, _ := data.X.Dims()
	var left, differences []float64
	for r := 0; r+6 < rows; r++ {
		differences = data.ThirdDifferences(r, differences[:0])
		if len(differences) < LeastJudged {
			continue
		}
		middle := dense.Ordered(differences, len(differences)/2)
		for _, v := range differences {
			left = append(left, math.Abs(v-middle))
		}
	}
	if left == nil {
		return 0, false
	}
	// Of x₀ − 3x₁ + 3x₂ − x₃ the variance is as many times that of x.
	return normalDeviation * dense.Ordered(left, len(left)/2) / math.Sqrt(1+3*3+3*3+1), true
}

// noisyTracks is the share of the noise that motion allows for from which motions
// between pairs of frames do not tell which grouping is better.
const noisyTracks = 2.0 / 3

// NoisyTracks reports whether tracks are so noisy that motions between pairs of frames do not
// tell which grouping is better: a pair has the noise of two points against one displacement, all
// frames together have much less.
func NoisyTracks(data core.Data) bool { return TrackNoise(data) > MostNoise(data) }

// MostNoise returns the most noise that tracks have which are not noisy, see NoisyTracks, in the data's units.
func MostNoise(data core.Data) float64 { return noisyTracks * MotionNoise * RMSOfSeen(data) }
