package bench

import (
	"maps"
	"math"
	"regexp"
	"slices"

	"motionseg/hopkins"
)

// Figure is a published clustering error over a group of sequences, in %.
type Figure struct {
	Mean   float64
	Median float64 // NaN when it was not published
}

// Published are the figures that one source prints for one data set, under one
// protocol. They compare with a run over exactly that set only.
type Published struct {
	Set      string // name of the data set
	Source   string // where they were printed
	Protocol string // what the errors are of, in one sentence
	// Frames is the choice of frames that the figures are for.
	Frames hopkins.FrameMode
	// Methods holds the figures of methods that the program has, by their names:
	// for 2 motions, 3 motions and all sequences; NaN where there is none.
	Methods map[string][3]Figure
	// Others holds the figures over all sequences of methods that it does not
	// have, in the order of the source.
	Others []NamedFigure
	// exact reports whether sequences, with their numbers of motions, are the
	// data set: all of it and nothing else.
	exact func(motions map[string]int) bool
}

// NamedFigure is the figure of a method by its name in the literature.
type NamedFigure struct {
	Name string
	Figure
}

// lrkscPaper is the source of the figures for Hopkins155.
const lrkscPaper = "P. Ji, I. Reid, R. Garg, H. Li, M. Salzmann, " +
	"Adaptive Low-Rank Kernel Subspace Clustering, arXiv:1707.04974, Tables 1 and 2"

// hopkins155Protocol is how errors on Hopkins155 are reported.
const hopkins155Protocol = "all tracks, which are complete; number of motions given"

var none = Figure{math.NaN(), math.NaN()}

// mean is a figure without a median.
func mean(v float64) Figure { return Figure{v, math.NaN()} }

// tables are all published figures.
var tables = []Published{
	{
		Set: "Hopkins155", Source: lrkscPaper, Protocol: hopkins155Protocol, Frames: hopkins.AllFrames, exact: is155,
		Methods: map[string][3]Figure{
			"lrksc":   {{1.22, 0.00}, {3.10, 0.56}, {1.64, 0.00}},
			"ssc":     {{1.53, 0.00}, {4.41, 0.56}, {2.18, 0.00}},
			"kssc":    {{1.85, 0.00}, {3.57, 0.30}, {2.24, 0.00}},
			"lrr":     {{2.13, 0.00}, {4.13, 1.43}, {2.56, 0.00}},
			"lrsc":    {{2.57, 0.00}, {6.64, 1.76}, {3.47, 0.09}},
			"ssc-omp": {{10.34, 3.48}, {18.58, 13.01}, {12.20, 5.11}},
		},
	},
	{
		Set: "Hopkins155", Source: lrkscPaper, Protocol: hopkins155Protocol, Frames: hopkins.FirstLast, exact: is155,
		Methods: map[string][3]Figure{
			"lrksc":   {{2.53, 0.36}, {5.93, 0.20}, {3.30, 0.36}},
			"ssc":     {mean(3.52), mean(10.93), mean(5.20)},
			"kssc":    {mean(2.75), mean(8.60), mean(4.07)},
			"lrr":     {mean(6.18), mean(14.92), mean(8.15)},
			"lrsc":    {mean(3.74), mean(22.28), mean(7.93)},
			"ssc-omp": {mean(14.41), mean(37.32), mean(19.58)},
		},
	},
	{
		Set: "KT3DMoSeg",
		Source: "X. Xu, L. F. Cheong, Z. Li, Motion Segmentation by Exploiting Complementary Geometric Models, " +
			"CVPR 2018, arXiv:1804.02142",
		Protocol: "all labelled tracks, incomplete ones included; number of motions given",
		Frames:   hopkins.AllFrames, exact: isKT3DMoSeg,
		Methods: map[string][3]Figure{
			"lrr": {none, none, {33.67, 36.01}},
			"ssc": {none, none, {33.88, 33.54}},
		},
		Others: []NamedFigure{
			{"GPCA", Figure{34.60, 33.95}}, {"LSA", Figure{38.30, 38.58}}, {"ALC", Figure{24.31, 19.04}},
			{"Affine", Figure{15.76, 11.52}}, {"Homography", Figure{11.45, 7.14}}, {"Fundamental", Figure{13.92, 5.09}},
			{"KerAdd", Figure{8.31, 1.02}}, {"CoReg", Figure{7.92, 0.75}}, {"Subset", Figure{8.08, 0.71}},
		},
	},
}

// is155 reports whether sequences are those of Hopkins155.
func is155(motions map[string]int) bool {
	return slices.Equal(slices.Sorted(maps.Keys(motions)), hopkins.Names155())
}

// ktScene matches the names of the scenes of KT3DMoSeg.
var ktScene = regexp.MustCompile(`^Seq\d{3}_Clip\d{2}$`)

// isKT3DMoSeg reports whether sequences are the 22 scenes: by their names and by
// how many have 2, 3, 4 and 5 motions, which no other choice of scenes shares.
func isKT3DMoSeg(motions map[string]int) bool {
	var counts [6]int
	for name, k := range motions {
		if !ktScene.MatchString(name) || k < 2 || k > 5 {
			return false
		}
		counts[k]++
	}
	return counts == [6]int{2: 12, 3: 4, 4: 5, 5: 1}
}

// Published returns the figures that the report compares with: those for its
// frames and for exactly the sequences that its rows are of. It is nil when
// there are none.
func (r Report) Published() *Published {
	if r.Estimate || r.Corruption != (hopkins.Corruption{}) || r.outliersClass() {
		return nil // other protocols
	}
	motions := map[string]int{}
	for _, row := range r.Rows {
		motions[row.Sequence] = row.Motions
	}
	for i := range tables {
		if t := &tables[i]; t.Frames == r.Frames.Mode && t.exact(motions) {
			return t
		}
	}
	return nil
}

// PublishedFor returns the published figure that a summary of the report
// compares with. There is none where the sequences or the frames are others,
// where the method is another or has other settings, for a single category, and
// where a sequence has failed.
func (r Report) PublishedFor(s Summary) (Figure, bool) {
	p := r.Published()
	if p == nil || s.Category != "" {
		return none, false
	}
	k, ok := map[int]int{2: 0, 3: 1, 0: 2}[s.Motions]
	figures, has := p.Methods[s.Method]
	if !ok || !has || math.IsNaN(figures[k].Mean) {
		return none, false
	}
	sequences := map[string]bool{}
	for _, row := range r.Rows {
		if s.Motions == 0 || row.Motions == s.Motions {
			sequences[row.Sequence] = true
		}
	}
	return figures[k], s.Count == len(sequences)
}
