package filmset

import (
	"image"
	"math"
	"slices"

	"motionseg/hopkins"
	"motionseg/segment"
)

// SparseFigures are the figures of the Freiburg–Berkeley set's own evaluation for
// tracks, all but Objects and Regions in %. Every point of a track in a frame
// with a truth picture counts, near a border too, the pixel that it is on. Groups are
// matched to regions one to one so that the sum of the F-measures is the largest. The
// precision of a region is the share of its group's points that lie in it, the recall
// the share of its points, not of its pixels, that are in its group; a region without a
// group has precision 100 and recall 0. Regions without a point and at most LargeRegion
// pixels in every picture are strays and do not count.
//
// P. Ochs, J. Malik, T. Brox: Segmentation of moving objects by long term video
// analysis, TPAMI 2014.
type SparseFigures struct {
	// Precision and Recall are means over the regions, F is their harmonic mean.
	Precision, Recall, F float64
	// Objects is how many of the Regions have an F-measure above 0.75, less one for
	// the background. Neither is negative, and Regions leaves out one as well.
	Objects, Regions int
	// Density is the share of the pixels that points are on.
	Density float64
}

// sparseFigures judges labelled tracks by truth pictures of frames, from 0.
func sparseFigures(s *hopkins.Sequence, labels []int, truth map[int]*image.Gray) SparseFigures {
	c := countPoints(s, labels, truth)
	groups, regions := sortedKeys(c.inGroup), sortedKeys(c.inRegion)
	var f SparseFigures
	if len(regions) == 0 {
		return f
	}
	measure := func(g, r int) float64 {
		return 2 * float64(c.inBoth[[2]int{groups[g], regions[r]}]) / float64(c.inGroup[groups[g]]+c.inRegion[regions[r]])
	}
	match := segment.Assign(len(groups), len(regions), measure)
	for r, g := range match {
		if g < 0 || c.inBoth[[2]int{groups[g], regions[r]}] == 0 {
			f.Precision++
			continue
		}
		both := float64(c.inBoth[[2]int{groups[g], regions[r]}])
		f.Precision += both / float64(c.inGroup[groups[g]])
		f.Recall += both / float64(c.inRegion[regions[r]])
		if measure(g, r) > found {
			f.Objects++
		}
	}
	f.Precision *= 100 / float64(len(regions))
	f.Recall *= 100 / float64(len(regions))
	f.F = harmonicMean(f.Precision, f.Recall)
	f.Objects, f.Regions = max(f.Objects-1, 0), len(regions)-1
	f.Density = 100 * float64(c.hit) / float64(c.pixels)
	return f
}

// pointCounts are how many points of all judged frames are in every group, in every
// region that counts, and in both; and how many of the pixels are hit.
type pointCounts struct {
	inBoth            map[[2]int]int // group, region
	inGroup, inRegion map[int]int
	pixels, hit       int
}

// countPoints counts the points of a sequence in the truth pictures of its frames.
func countPoints(s *hopkins.Sequence, labels []int, truth map[int]*image.Gray) pointCounts {
	c := pointCounts{inBoth: map[[2]int]int{}, inGroup: map[int]int{}, inRegion: map[int]int{}}
	var large [256]bool
	for frame, picture := range truth {
		var area [256]int
		for _, v := range picture.Pix {
			area[v]++
		}
		for v, n := range area {
			large[v] = large[v] || n > LargeRegion
		}
		c.pixels += picture.Rect.Dx() * picture.Rect.Dy()
		if frame < s.Frames() {
			c.add(s, labels, frame, picture)
		}
	}
	for v, counts := range large {
		if counts {
			c.inRegion[v] += 0
		}
	}
	return c
}

// add counts the points of one frame.
func (c *pointCounts) add(s *hopkins.Sequence, labels []int, frame int, picture *image.Gray) {
	taken := map[image.Point]bool{}
	for i := range s.Points() {
		if !s.Seen(i, frame) {
			continue
		}
		at := pixelOf(s, i, frame)
		if !at.In(picture.Rect) {
			continue
		}
		taken[at] = true
		region := int(picture.GrayAt(at.X, at.Y).Y)
		c.inRegion[region]++
		if g := labels[i]; g > 0 {
			c.inGroup[g]++
			c.inBoth[[2]int{g, region}]++
		}
	}
	c.hit += len(taken)
}

// harmonicMean returns the harmonic mean of two figures, 0 where both are 0.
func harmonicMean(a, b float64) float64 {
	if a+b == 0 {
		return 0
	}
	return 2 * a * b / (a + b)
}

// pixelOf returns the pixel that track i is on in a frame.
func pixelOf(s *hopkins.Sequence, i, frame int) image.Point {
	return image.Pt(int(math.RoundToEven(s.Pixels.At(2*frame, i))), int(math.RoundToEven(s.Pixels.At(2*frame+1, i))))
}

// sortedKeys returns the keys of counts, ascending.
func sortedKeys(counts map[int]int) []int {
	keys := make([]int, 0, len(counts))
	for k := range counts {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
