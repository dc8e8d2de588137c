package filmset

import (
	"context"
	"fmt"
	"image"
	"slices"

	"motionseg/hopkins"
	"motionseg/segment"
)

// border is how near to the border of a region, in pixels along either axis, a
// point does not count.
const border = 3

// found is the F-measure from which on a region counts as found.
const found = 0.75

// Judgement is how well labelled tracks agree with truth pictures. Of every
// frame with a truth picture each track counts once that is seen in it, unless
// near the border of a region. Groups are matched to regions one to one over the
// whole film, so that most points agree. Where labelled tracks judge, each track
// counts once, and their motions stand for the regions.
type Judgement struct {
	// Error is the share of the points whose group is not that of their region,
	// in %, undecided ones included; MeanOfRegions is the mean of the same share
	// of each region's points.
	Error, MeanOfRegions float64
	// Found is the number of regions whose F-measure with their group is at
	// least 0.75, of the Regions in which points were judged.
	Found, Regions int
	// Judged is the number of points, Groups that of the groups among them.
	Judged, Groups int
}

// Judge compares tracks with the truth pictures of frames, which count from 0.
// labels holds the group of every track of the sequence from 1, 0 where it is
// undecided or an outlier.
func Judge(s *hopkins.Sequence, labels []int, truth map[int]*image.Gray) Judgement {
	var groups, regions []int // of every point
	for frame, picture := range truth {
		if frame >= s.Frames() {
			continue
		}
		for i := range s.Points() {
			if !s.Seen(i, frame) {
				continue
			}
			at := pixelOf(s, i, frame)
			if region, inside := regionAt(picture, at.X, at.Y); inside {
				groups = append(groups, labels[i])
				// Regions count from 1 here: 0 would stand for no truth.
				regions = append(regions, region+1)
			}
		}
	}
	return judge(groups, regions)
}

// pictures are truth pictures by their frames, from 0.
type pictures struct {
	truth  map[int]*image.Gray
	object bool // they show one object in white
}

func (pictures) frames() int { return 0 }

func (p pictures) motions() int { return Regions(p.truth, LargeRegion) }

func (p pictures) judge(s *hopkins.Sequence, labels []int) Judgement {
	return Judge(s, labels, p.truth)
}

func (p pictures) fit(_ context.Context, s *hopkins.Sequence) error {
	for frame := range s.Frames() {
		if m := p.truth[frame]; m != nil && m.Rect.Size() != image.Pt(s.Width, s.Height) {
			return fmt.Errorf("%s: truth picture of frame %d: expected %d×%d pixels as the film has, found %d×%d",
				s.Path, frame+1, s.Width, s.Height, m.Rect.Dx(), m.Rect.Dy())
		}
	}
	return nil
}

// judge compares the groups of points with their regions, from 1.
func judge(groups, regions []int) Judgement {
	j := Judgement{Judged: len(groups), Regions: distinct(regions), Error: 100, MeanOfRegions: 100}
	if len(groups) == 0 {
		return j
	}
	var decided, of []int
	for i, g := range groups {
		if g > 0 {
			decided, of = append(decided, g), append(of, regions[i])
		}
	}
	j.Groups = distinct(decided)
	aligned := segment.Align(decided, of)
	hits, inGroup, inRegion := map[int]int{}, map[int]int{}, map[int]int{}
	right := 0
	for i, g := range aligned {
		inGroup[g]++
		if g == of[i] {
			hits[g]++
			right++
		}
	}
	for _, r := range regions {
		inRegion[r]++
	}
	j.Error = 100 * (1 - float64(right)/float64(len(groups)))
	j.MeanOfRegions = 0
	for r := range 257 {
		if inRegion[r] == 0 {
			continue
		}
		got := 0
		if hits[r] > 0 {
			got = inGroup[r]
		}
		j.MeanOfRegions += 100 * (1 - float64(hits[r])/float64(inRegion[r])) / float64(j.Regions)
		if float64(2*hits[r]) >= found*float64(inRegion[r]+got) {
			j.Found++
		}
	}
	return j
}

// distinct returns the number of different values.
func distinct(values []int) int {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return len(slices.Compact(sorted))
}

// regionAt returns the value of a pixel, and reports whether it lies in the
// picture and all others within the border have the same.
func regionAt(picture *image.Gray, x, y int) (value int, inside bool) {
	if !(image.Point{X: x, Y: y}).In(picture.Rect) {
		return 0, false
	}
	v := picture.GrayAt(x, y).Y
	near := image.Rect(x-border, y-border, x+border+1, y+border+1).Intersect(picture.Rect)
	for r := near.Min.Y; r < near.Max.Y; r++ {
		for c := near.Min.X; c < near.Max.X; c++ {
			if picture.GrayAt(c, r).Y != v {
				return 0, false
			}
		}
	}
	return int(v), true
}
