package hopkins

// Coverage tells how many tracks of a sequence are seen, in single frames and
// throughout stretches of frames. Outliers are not counted.
type Coverage struct {
	// Tracks is the number of tracks.
	Tracks int
	// Seen holds, for every frame, how many of them are seen in it.
	Seen []int
	// runs holds the longest stretches in which a track is seen without a gap,
	// both ends included, by their first frame: the last frames.
	runs [][]int
}

// Coverage counts the tracks that are seen.
func (s *Sequence) Coverage() *Coverage {
	frames := s.Frames()
	c := &Coverage{Seen: make([]int, frames), runs: make([][]int, frames)}
	for i := range s.Points() {
		if s.outlier(i) {
			continue
		}
		c.Tracks++
		start := -1
		for f := range frames + 1 {
			seen := f < frames && s.Seen(i, f)
			if seen {
				c.Seen[f]++
			}
			switch {
			case seen && start < 0:
				start = f
			case !seen && start >= 0:
				c.runs[start] = append(c.runs[start], f-1)
				start = -1
			}
		}
	}
	return c
}

// outlier reports whether the truth says that a track belongs to no motion.
func (s *Sequence) outlier(i int) bool { return s.Truth != nil && s.Truth[i] == 0 }

// Complete returns how many tracks are seen in every frame from first to last,
// both included, counted from 0.
func (c *Coverage) Complete(first, last int) int {
	n := 0
	for start := 0; start <= first; start++ {
		for _, end := range c.runs[start] {
			if end >= last {
				n++
			}
		}
	}
	return n
}

// shortestRange is the least number of frames of the range that Best proposes:
// motions that differ little show only over several frames.
const shortestRange = 5

// Best returns the range of frames with the most points of complete tracks:
// the number of tracks that are seen throughout, times the number of frames, is
// largest. It has at least five frames, or all where there are fewer; of equal
// ranges it is the longest, and of these the first.
func (c *Coverage) Best() (first, last int) {
	frames := len(c.Seen)
	first, last = 0, frames-1
	least := min(shortestRange, frames)
	best := int64(c.Complete(first, last)) * int64(frames)
	ending := make([]int, frames) // how many of the runs that have begun end there
	for i := range frames {
		for _, end := range c.runs[i] {
			ending[end]++
		}
		complete := 0
		for j := frames - 1; j >= i+least-1; j-- {
			complete += ending[j]
			length := j - i + 1
			if points := int64(complete) * int64(length); points > best || points == best && length > last-first+1 {
				best, first, last = points, i, j
			}
		}
	}
	return first, last
}
