package mask

import (
	"motionseg/hopkins"
	"motionseg/segment"
)

// Background returns the motion, from 1, that is the still world by
// segment.Background, 0 where no track has a motion.
func Background(s *hopkins.Sequence, labels []int) int {
	if s.Long() {
		// By its first window: the still world keeps its motion.
		part, tracks := s.Excerpt(0, min(hopkins.WindowFrames, s.Frames())-1)
		if part == nil {
			return 0
		}
		of := make([]int, len(tracks))
		for c, i := range tracks {
			of[c] = labels[i]
		}
		s, labels = part, of
	}
	return segment.Background(segment.Data{X: s.Pixels, Kind: segment.Trajectories, Visible: s.Visible}, labels)
}
