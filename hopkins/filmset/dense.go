package filmset

import (
	"image"
	"maps"
	"math"
	"slices"

	"motionseg/segment"
)

// DenseJudgement is how well masks agree with truth pictures. Motions are matched
// to regions one to one over the whole film. Regions that never have more than
// LargeRegion pixels in a picture count in Error alone. All shares are in %.
type DenseJudgement struct {
	// Error is the share of the pixels whose motion is not that of their region,
	// undecided ones included, and Flat what it would be if all were background,
	// the largest region.
	Error float64 `json:"error_percent"`
	Flat  float64 `json:"flat_error_percent"`
	// IoU is the mean over the regions of intersection over union.
	IoU float64 `json:"iou_percent"`
	// F is the measure of the Freiburg-Berkeley set: precision and recall averaged
	// over the regions, matched by the largest F, and their harmonic mean. A region
	// without a motion has precision 1 and recall 0.
	F float64 `json:"f_percent"`
	// Objects is the number of regions with an F-measure of 0.75 or more, of
	// ObjectsOf, the background not counted.
	Objects   int `json:"objects"`
	ObjectsOf int `json:"of_objects"`
	// J and Boundary are those of DAVIS, where the truth shows one object, otherwise
	// 0: of what moves against the background, intersection over union with the
	// object and the F-measure of its border, in the mean of the pictures, those of
	// the film's first and last frame left out.
	J        float64 `json:"j_percent"`
	Boundary float64 `json:"boundary_percent"`
	// Flicker is the share of the pixels whose motion in the masks changes from a frame to
	// the next along the dense flow of the pictures while their region in the truth does
	// not, and TruthFlicker the share whose region changes, by drawing and by what the flow
	// gets wrong. They are of neighbouring frames that both have a truth picture and a mask,
	// and of the pixels that the flow leads there and back again; 0 where there are none.
	Flicker      float64 `json:"flicker_percent"`
	TruthFlicker float64 `json:"truth_flicker_percent"`
	// Pictures is the number of truth pictures, Missing how many had no mask.
	Pictures int `json:"pictures"`
	Missing  int `json:"missing"`
}

// boundaryShare is the tolerance of borders in parts of the picture's diagonal.
const boundaryShare = 0.008

// Dense judges masks by truth pictures, one after the other.
//
// P. Ochs, J. Malik, T. Brox: Segmentation of moving objects by long term video
// analysis, TPAMI 2014. F. Perazzi et al.: A benchmark dataset and evaluation
// methodology for video object segmentation, CVPR 2016.
type Dense struct {
	truth   map[int]*image.Gray
	object  bool // the truth shows one, and masks have 2 for what moves
	last    int  // frame of the film
	counts  map[int]*confusion
	borders map[int]float64 // F of the frames
	flicker flicker
}

// moving is the label of what moves in masks of films with one object.
const moving = 2

// confusion is the number of pixels by motion and region.
type confusion [256][256]int

// NewDense returns a judge by these truth pictures, which count frames from 0, of a
// film with so many frames. object says that they show one object in white; the
// masks are then 1 for the background and 2 for what moves.
func NewDense(truth map[int]*image.Gray, object bool, frames int) *Dense {
	return &Dense{truth: truth, object: object, last: frames - 1, counts: map[int]*confusion{}, borders: map[int]float64{}}
}

// Add judges the mask of a frame: motions from 1, 0 undecided. One that has no
// truth picture does not count; one of another size is all undecided. Flicker is of
// frames that follow each other in their order, and that come with their picture, which
// may be nil. Masks are kept until the next one comes.
func (d *Dense) Add(frame int, mask *image.Gray, picture *image.RGBA) {
	truth := d.truth[frame]
	if truth == nil {
		return
	}
	if mask.Rect.Size() != truth.Rect.Size() {
		mask, picture = image.NewGray(truth.Rect), nil
	}
	if picture != nil {
		d.flicker.add(frame, mask, truth, picture)
	}
	c := &confusion{}
	for y := range truth.Rect.Dy() {
		m, t := mask.Pix[y*mask.Stride:], truth.Pix[y*truth.Stride:]
		for x := range truth.Rect.Dx() {
			c[m[x]][t[x]]++
		}
	}
	d.counts[frame] = c
	if d.object && d.takesPart(frame) {
		got := borderOf(mask, func(v uint8) bool { return v == moving })
		wanted := borderOf(truth, func(v uint8) bool { return v > 0 })
		d.borders[frame] = borderF(got, wanted, truth.Rect.Dx(), boundaryReach(truth.Rect))
	}
}

// takesPart reports whether a frame counts in J and Boundary.
func (d *Dense) takesPart(frame int) bool { return frame > 0 && frame < d.last }

// Judge returns the figures of the masks so far; pictures without one count as
// undecided.
func (d *Dense) Judge() DenseJudgement {
	j := DenseJudgement{Pictures: len(d.truth)}
	var sum confusion
	var large [256]bool
	for frame, truth := range d.truth {
		c := d.counts[frame]
		if c == nil {
			j.Missing++
			c = &confusion{}
			for _, v := range truth.Pix {
				c[0][v]++
			}
		}
		var of [256]int
		for g := range c {
			for r, n := range c[g] {
				sum[g][r] += n
				of[r] += n
			}
		}
		for r, n := range of {
			large[r] = large[r] || n > LargeRegion
		}
	}
	d.overall(&j, &sum, &large)
	j.Flicker, j.TruthFlicker = d.flicker.shares()
	return j
}

// overall fills in the figures of all pictures together.
func (d *Dense) overall(j *DenseJudgement, sum *confusion, large *[256]bool) {
	var inGroup, inRegion [256]int
	total := 0
	for g := range sum {
		for r, n := range sum[g] {
			inGroup[g] += n
			inRegion[r] += n
			total += n
		}
	}
	if total == 0 {
		return
	}
	var regions, counted, groups []int
	background := 0
	for r, n := range inRegion {
		if n > 0 {
			regions = append(regions, r)
		}
		if n > 0 && large[r] {
			counted = append(counted, r)
		}
		if n > inRegion[background] {
			background = r
		}
	}
	for g := 1; g < 256; g++ {
		if inGroup[g] > 0 {
			groups = append(groups, g)
		}
	}
	of := matched(groups, regions, func(g, r int) float64 { return float64(sum[g][r]) })
	right := 0
	for _, r := range regions {
		if g := of[r]; g > 0 {
			right += sum[g][r]
		}
	}
	j.Error = 100 * (1 - float64(right)/float64(total))
	j.Flat = 100 * (1 - float64(inRegion[background])/float64(total))
	for _, r := range counted {
		if g := of[r]; g > 0 {
			j.IoU += 100 * float64(sum[g][r]) / float64(inRegion[r]+inGroup[g]-sum[g][r]) / float64(len(counted))
		}
	}
	j.objects(sum, groups, counted, &inGroup, &inRegion, background)
	if d.object {
		j.J, j.Boundary = d.davis()
	}
}

// objects fills in F and Objects: groups are matched to the regions that count so that
// the sum of the F-measures is the largest.
func (j *DenseJudgement) objects(sum *confusion, groups, counted []int, inGroup, inRegion *[256]int, background int) {
	f := func(g, r int) float64 { return float64(2*sum[g][r]) / float64(inGroup[g]+inRegion[r]) }
	byF := matched(groups, counted, f)
	var precision, recall float64
	for _, r := range counted {
		g := byF[r]
		if r != background {
			j.ObjectsOf++
		}
		if g == 0 {
			precision++
			continue
		}
		precision += float64(sum[g][r]) / float64(inGroup[g])
		recall += float64(sum[g][r]) / float64(inRegion[r])
		if r != background && f(g, r) >= found {
			j.Objects++
		}
	}
	if precision+recall > 0 {
		j.F = 100 * 2 * precision * recall / (precision + recall) / float64(len(counted))
	}
}

// davis returns J and the F-measure of borders of the object.
func (d *Dense) davis() (area, border float64) {
	n := 0
	for _, frame := range slices.Sorted(maps.Keys(d.truth)) { // the order decides the last digits of the sums
		if !d.takesPart(frame) {
			continue
		}
		n++
		c := d.counts[frame]
		if c == nil {
			continue
		}
		both, either := 0, 0
		for g := range c {
			for r, pixels := range c[g] {
				if g == moving && r > 0 {
					both += pixels
				}
				if g == moving || r > 0 {
					either += pixels
				}
			}
		}
		if either == 0 {
			area++ // both are empty
		} else {
			area += float64(both) / float64(either)
		}
		border += d.borders[frame]
	}
	if n == 0 {
		return 0, 0
	}
	return 100 * area / float64(n), 100 * border / float64(n)
}

// matched matches groups and regions one to one so that the sum of what they are
// worth is largest. It returns the group of every region, 0 for none.
func matched(groups, regions []int, worth func(group, region int) float64) map[int]int {
	of := map[int]int{}
	match := segment.Assign(len(groups), len(regions), func(g, r int) float64 { return worth(groups[g], regions[r]) })
	for r, g := range match {
		if g >= 0 && worth(groups[g], regions[r]) > 0 {
			of[regions[r]] = groups[g]
		}
	}
	return of
}

// boundaryReach is how many pixels borders may lie apart.
func boundaryReach(r image.Rectangle) int {
	return int(math.Ceil(boundaryShare * math.Hypot(float64(r.Dx()), float64(r.Dy()))))
}

// borderOf returns the pixels at the border of a region: whose neighbour right,
// below or right below is in it and they are not, or the other way round.
func borderOf(m *image.Gray, inside func(uint8) bool) []bool {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	border := make([]bool, w*h)
	in := func(x, y int) bool { return inside(m.Pix[min(y, h-1)*m.Stride+min(x, w-1)]) }
	for y := range h {
		for x := range w {
			here := in(x, y)
			border[y*w+x] = here != in(x+1, y) || here != in(x, y+1) || here != in(x+1, y+1)
		}
	}
	return border
}

// borderF is the F-measure of a border with that of the truth: a pixel is right
// where one of the other lies within reach.
func borderF(got, wanted []bool, width, reach int) float64 {
	gotNear, wantedNear := columnDistances(got, width, reach), columnDistances(wanted, width, reach)
	hits, all := borderHits(got, wantedNear, width, reach)
	found, of := borderHits(wanted, gotNear, width, reach)
	precision, recall := 1.0, 1.0
	switch {
	case all == 0 && of == 0:
		return 1
	case all == 0:
		recall = 0
	case of == 0:
		precision = 0
	default:
		precision, recall = float64(hits)/float64(all), float64(found)/float64(of)
	}
	if precision+recall == 0 {
		return 0
	}
	return 2 * precision * recall / (precision + recall)
}

// columnDistances returns for every pixel how far the nearest of the border is
// above or below, at most beyond reach.
func columnDistances(border []bool, width, reach int) []int {
	height := len(border) / width
	d := slices.Repeat([]int{reach + 1}, len(border))
	for x := range width {
		for _, down := range [2]bool{true, false} {
			far := reach + 1
			for i := range height {
				at := i*width + x
				if !down {
					at = (height-1-i)*width + x
				}
				if far = min(far+1, reach+1); border[at] {
					far = 0
				}
				d[at] = min(d[at], far)
			}
		}
	}
	return d
}

// borderHits counts the pixels of a border, and those with one of the other within
// reach.
func borderHits(border []bool, other []int, width, reach int) (hits, all int) {
	for at, b := range border {
		if !b {
			continue
		}
		all++
		x := at % width
		for u := max(x-reach, 0); u <= min(x+reach, width-1); u++ {
			if d := other[at-x+u]; d <= reach && d*d+(u-x)*(u-x) <= reach*reach {
				hits++
				break
			}
		}
	}
	return hits, all
}
