package filmset

import (
	"image"

	"motionseg/hopkins"
	"motionseg/segment"
)

// ObjectFigures are how well the groups of tracks tell the one object of a film whose
// truth pictures show one, as those of DAVIS do: the share of the points of a frame that
// are on the object or are taken for it, that are both (Jaccard's index), the mean over
// the frames in which there are such points, in %.
//
// F. Perazzi and others: A benchmark dataset and evaluation methodology for video object
// segmentation, CVPR 2016.
type ObjectFigures struct {
	// J takes what moves against the background (segment.Background) for the object,
	// and BestGroup the one group with the largest figure.
	J, BestGroup float64
}

// objectFigures judges labelled tracks by pictures that show one object in white.
func objectFigures(s *hopkins.Sequence, labels []int, truth map[int]*image.Gray) ObjectFigures {
	background := segment.Background(segment.Data{X: s.Pixels, Kind: segment.Trajectories, Visible: s.Visible}, labels)
	f := ObjectFigures{J: jaccard(s, truth, func(i int) bool { return labels[i] > 0 && labels[i] != background })}
	groups := map[int]int{}
	for _, l := range labels {
		groups[l]++
	}
	for _, g := range sortedKeys(groups) {
		if g > 0 {
			f.BestGroup = max(f.BestGroup, jaccard(s, truth, func(i int) bool { return labels[i] == g }))
		}
	}
	return f
}

// jaccard returns Jaccard's index of the points that are taken for the object, in %.
func jaccard(s *hopkins.Sequence, truth map[int]*image.Gray, taken func(i int) bool) float64 {
	var sum float64
	frames := 0
	for frame := range s.Frames() {
		picture := truth[frame]
		if picture == nil {
			continue
		}
		both, either := 0, 0
		for i := range s.Points() {
			if !s.Seen(i, frame) {
				continue
			}
			at := pixelOf(s, i, frame)
			if !at.In(picture.Rect) {
				continue
			}
			on, said := picture.GrayAt(at.X, at.Y).Y > 0, taken(i)
			if on && said {
				both++
			}
			if on || said {
				either++
			}
		}
		if either > 0 {
			sum += float64(both) / float64(either)
			frames++
		}
	}
	if frames == 0 {
		return 0
	}
	return 100 * sum / float64(frames)
}
