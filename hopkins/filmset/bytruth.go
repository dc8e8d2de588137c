package filmset

import (
	"context"
	"fmt"
	"image"
	"slices"

	"motionseg/hopkins"
	"motionseg/segment"
)

// ByTruth stands for a method in a benchmark of films with truth pictures: every track
// has the region in which it lies in most of them. It shows what masks are worth by
// themselves.
var ByTruth = segment.Spec{Name: "truth"}

// runByTruth fills in row with tracks labelled by the truth.
func runByTruth(ctx context.Context, f Film, s *hopkins.Sequence, of reference, row *Row) error {
	p, ok := of.(pictures)
	if !ok {
		return fmt.Errorf("%s: expected truth pictures to label tracks by, found labelled tracks", f.Name)
	}
	labels := p.labels(s)
	row.Table, row.Motions = &hopkins.LabelTable{Labels: labels}, slices.Max(labels)
	for i := range labels {
		row.Table.Tracks = append(row.Table.Tracks, i)
	}
	return p.figures(ctx, f, s, labels, row)
}

// labels returns the region of every track, from 1 in the order of the values of the
// pictures, where there is one object 1 for the ground and 2 for it; 0 where a track lies in
// no picture.
func (p pictures) labels(s *hopkins.Sequence) []int {
	counts := make([]map[int]int, s.Points())
	values := map[int]int{}
	for i := range counts {
		counts[i] = map[int]int{}
		for frame, picture := range p.truth {
			if !s.Seen(i, frame) {
				continue
			}
			if at := pixelOf(s, i, frame); at.In(picture.Rect) {
				v := p.region(picture, at)
				counts[i][v]++
				values[v]++
			}
		}
	}
	number := map[int]int{0: 1, 1: 2} // of one object
	if !p.object {
		for k, v := range sortedKeys(values) {
			number[v] = k + 1
		}
	}
	labels := make([]int, s.Points())
	for i, count := range counts {
		most := 0
		for _, v := range sortedKeys(count) {
			if count[v] > most {
				labels[i], most = number[v], count[v]
			}
		}
	}
	return labels
}

// region returns the value of a pixel, 0 or 1 where the pictures show one object.
func (p pictures) region(picture *image.Gray, at image.Point) int {
	v := int(picture.GrayAt(at.X, at.Y).Y)
	if p.object {
		v = min(v, 1)
	}
	return v
}
