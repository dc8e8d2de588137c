package hopkins

import (
	"motionseg/segment"
)

// FrameMode says which frames of a sequence are segmented, and how.
type FrameMode int

const (
	// AllFrames takes every frame as trajectories.
	AllFrames FrameMode = iota
	// FirstLast takes the first and last frame as two-view correspondences.
	FirstLast
	// FramePair takes frames I and J as two-view correspondences.
	FramePair
	// FrameRange takes frames I…J, both included, as trajectories.
	FrameRange
)

// FrameSelection is the choice of frames to segment. Frames count from 0.
type FrameSelection struct {
	Mode FrameMode
	I, J int
}

// ParseFrames reads a selection as the command line writes it: "all",
// "first-last", "i,j" (two frames, from 1) or "i-j" (a range, from 1).
func ParseFrames(text string) (FrameSelection, error) { return FrameSelection{}, nil }

// String writes the selection as ParseFrames reads it.
func (f FrameSelection) String() string { return "" }

// Data returns the data matrix of the chosen frames and, for each of its
// columns, the number of the track that it is. Tracks that are not visible in
// every chosen frame are left out, and so are tracks with truth 0 (outliers).
// The error names the sequence, what was expected and what was found.
func (s *Sequence) Data(f FrameSelection) (data segment.Data, tracks []int, err error) {
	return segment.Data{}, nil, nil
}
