package mask

import (
	"motionseg/hopkins"
	"motionseg/segment"
)

// Background returns the motion, from 1, that is the still world by
// segment.Background, 0 where no track has a motion.
func Background(s *hopkins.Sequence, labels []int) int {
	return segment.Background(segment.Data{X: s.Pixels, Kind: segment.Trajectories, Visible: s.Visible}, labels)
}
