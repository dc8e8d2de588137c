package hopkins

import "math"

// Figure is a published clustering error over a group of sequences, in %.
type Figure struct {
	Mean   float64
	Median float64 // NaN when it was not published
}

// PublishedSource is where Published's figures were printed.
const PublishedSource = "P. Ji, I. Reid, R. Garg, H. Li, M. Salzmann, " +
	"Adaptive Low-Rank Kernel Subspace Clustering, arXiv:1707.04974, Tables 1 and 2"

// published holds the paper's figures for 2 motions, 3 motions and all
// sequences of Hopkins155, by method name.
var published = map[FrameMode]map[string][3]Figure{
	AllFrames: {
		"lrksc":   {{1.22, 0.00}, {3.10, 0.56}, {1.64, 0.00}},
		"ssc":     {{1.53, 0.00}, {4.41, 0.56}, {2.18, 0.00}},
		"kssc":    {{1.85, 0.00}, {3.57, 0.30}, {2.24, 0.00}},
		"lrr":     {{2.13, 0.00}, {4.13, 1.43}, {2.56, 0.00}},
		"lrsc":    {{2.57, 0.00}, {6.64, 1.76}, {3.47, 0.09}},
		"ssc-omp": {{10.34, 3.48}, {18.58, 13.01}, {12.20, 5.11}},
	},
	FirstLast: {
		"lrksc":   {{2.53, 0.36}, {5.93, 0.20}, {3.30, 0.36}},
		"ssc":     {{3.52, math.NaN()}, {10.93, math.NaN()}, {5.20, math.NaN()}},
		"kssc":    {{2.75, math.NaN()}, {8.60, math.NaN()}, {4.07, math.NaN()}},
		"lrr":     {{6.18, math.NaN()}, {14.92, math.NaN()}, {8.15, math.NaN()}},
		"lrsc":    {{3.74, math.NaN()}, {22.28, math.NaN()}, {7.93, math.NaN()}},
		"ssc-omp": {{14.41, math.NaN()}, {37.32, math.NaN()}, {19.58, math.NaN()}},
	},
}

// Published returns the figure that the paper prints for a method, by its
// name, over the sequences of Hopkins155 with 2 or 3 motions, or all of them
// (motions 0). There is none for other methods, and for other frames than all
// of them (AllFrames) or the first and last (FirstLast).
func Published(method string, frames FrameMode, motions int) (Figure, bool) {
	figures, ok := published[frames][method]
	if !ok {
		return Figure{}, false
	}
	switch motions {
	case 2:
		return figures[0], true
	case 3:
		return figures[1], true
	case 0:
		return figures[2], true
	}
	return Figure{}, false
}
