package hopkins

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Category is the kind of scene in the Hopkins155 tables.
type Category string

// The categories of Hopkins155; Other is everything else.
const (
	Checkerboard Category = "checkerboard"
	Traffic      Category = "traffic"
	Articulated  Category = "articulated"
	Other        Category = "other"
)

// Sequence is a set of point tracks over frames, as read from a file.
type Sequence struct {
	Name     string
	Path     string // the file that it was read from
	Category Category
	// Parent is the name of the sequence whose tracks a "_g12" selection
	// repeats; empty otherwise. Pictures and video are the parent's.
	Parent string
	// Width and Height of the picture in pixels; 0 when unknown.
	Width, Height int
	// Pixels is 2F×N: rows 2f and 2f+1 are x and y of every track in frame f,
	// in pixels. Entries of invisible points are meaningless (finite).
	Pixels *mat.Dense
	// Normalized is 2F×N in the same layout: the coordinates that methods
	// segment, roughly within [−1, 1].
	Normalized *mat.Dense
	// Visible[i][f] reports whether track i is seen in frame f; nil when every
	// track is seen in every frame.
	Visible [][]bool
	// Truth holds the motion of every track from 1, 0 for an outlier; nil when
	// unknown.
	Truth []int
	// IDs holds what the file calls the tracks, where it does not number them
	// from 1 in their order; nil otherwise.
	IDs []string
	// TwoFrame marks two-view correspondences: F = 2 and always segmented by
	// the two-frame data matrix. Complete tracks of two frames in a file are such,
	// whatever its format.
	TwoFrame bool
	// Footage names the pictures of the sequence; nil for those that lie beside
	// its file, if any.
	Footage *Footage
	// Followed says that the tracks are those of the program's own tracker, which begins points evenly all
	// over the picture, so that most are the still world's wherever most of the picture is.
	Followed bool
	// Description is the text of description.txt, when there is one.
	Description string
	// MotionNumbers holds, for every motion of Truth from 1, the number that the
	// file gives it; nil where the file numbers them from 1 without a gap.
	MotionNumbers []int
	// Notes are sentences about how the file was read that a reader of the labels
	// should know.
	Notes []string
	// paths are the tracks of a long film over this many frames, see NewLongSequence;
	// nil for all others.
	paths  Paths
	frames int
	// repeats tells of every frame whether it repeats the one before it, so that nobody waits for it; nil where
	// that is found out when it is asked for.
	repeats []bool
	// ours says that Normalized was filled in by normalize, relative that the
	// file has coordinates relative to the size of the picture.
	ours, relative bool
}

// note adds a sentence to Notes.
func (s *Sequence) note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

// compactTruth numbers the motions from 1 without a gap, in the order of their
// numbers in the file, which are kept in MotionNumbers.
func (s *Sequence) compactTruth() {
	numbers := slices.Clone(s.Truth)
	slices.Sort(numbers)
	numbers = slices.DeleteFunc(slices.Compact(numbers), func(t int) bool { return t <= 0 })
	if len(numbers) == 0 || numbers[len(numbers)-1] == len(numbers) {
		return
	}
	for i, t := range s.Truth {
		if t > 0 {
			k, _ := slices.BinarySearch(numbers, t)
			s.Truth[i] = k + 1
		}
	}
	s.MotionNumbers = numbers
}

// OwnNumbers returns labels, which are from 1 and 0 for none, in the numbers that
// the file has for its motions. Labels beyond the truth's get numbers that no
// motion has.
func (s *Sequence) OwnNumbers(labels []int) []int { return inNumbers(s.MotionNumbers, labels) }

// inNumbers returns labels in these numbers of motion 1, 2, …, nil for as they
// are. Labels beyond them get numbers that no motion has.
func inNumbers(motions, labels []int) []int {
	if motions == nil || labels == nil {
		return labels
	}
	numbers := append([]int{0}, motions...)
	own := make([]int, len(labels))
	for i, l := range labels {
		for free := 1; len(numbers) <= l; free++ {
			if !slices.Contains(numbers, free) {
				numbers = append(numbers, free)
			}
		}
		own[i] = numbers[l]
	}
	return own
}

// Footage is a film or a folder of pictures, and which of its pictures are the
// frames of a sequence.
type Footage struct {
	Path    string   // of the film or the folder; empty where Files are given
	Files   []string // pictures, one a frame, such as two photographs
	First   int      // which picture the sequence's first frame has, from 0; negative when the pictures begin later
	Step    int      // every Step-th picture from there is a frame; 0 stands for 1
	MaxSide int      // pictures with more pixels on the longer side are reduced to that; 0 leaves them
	Channel int      // of a TIFF whose channels are pages of their own, from 1; 0 stands for the first
}

// Points returns N, the number of tracks.
func (s *Sequence) Points() int {
	if s.paths != nil {
		return s.paths.Points()
	}
	_, n := s.Pixels.Dims()
	return n
}

// Frames returns F, the number of frames.
func (s *Sequence) Frames() int {
	if s.paths != nil {
		return s.frames
	}
	r, _ := s.Pixels.Dims()
	return r / 2
}

// Motions returns the number of distinct motions in Truth, outliers not
// counted; 0 when the truth is unknown.
func (s *Sequence) Motions() int { return countMotions(s.Truth) }

// countMotions returns the number of distinct motions in truth.
func countMotions(truth []int) int {
	seen := map[int]bool{}
	for _, t := range truth {
		if t > 0 {
			seen[t] = true
		}
	}
	return len(seen)
}

// Seen reports whether track i is visible in frame f.
func (s *Sequence) Seen(i, f int) bool {
	if s.paths != nil {
		first, last := s.paths.Span(i)
		return first <= f && f <= last
	}
	return s.Visible == nil || s.Visible[i][f]
}

// TruthOf returns the truth of the given tracks, nil when it is unknown.
func (s *Sequence) TruthOf(tracks []int) []int {
	if s.Truth == nil {
		return nil
	}
	truth := make([]int, len(tracks))
	for i, t := range tracks {
		truth[i] = s.Truth[t]
	}
	return truth
}

// Paths are tracks that are seen in every frame from their first to their last. Tracks
// and frames count from 0.
type Paths interface {
	// Points returns the number of tracks.
	Points() int
	// Span returns the first and the last frame in which a track is seen.
	Span(track int) (first, last int)
	// Place returns where a track is in a frame of its span, in pixels.
	Place(track, frame int) (x, y float64)
}

// where names the sequence in errors: by its file, where there is one.
func (s *Sequence) where() string {
	if s.Path != "" {
		return s.Path
	}
	return s.Name
}

// part returns the sequence of these frames and tracks, in their order.
func (s *Sequence) part(frames, tracks []int) *Sequence {
	part := *s
	part.Pixels, part.Normalized = trajectories(s.Pixels, frames, tracks), trajectories(s.Normalized, frames, tracks)
	part.Truth, part.Visible, part.IDs = s.TruthOf(tracks), nil, nil
	for _, i := range tracks {
		if s.Visible != nil {
			seen := make([]bool, len(frames))
			for k, f := range frames {
				seen[k] = s.Visible[i][f]
			}
			part.Visible = append(part.Visible, seen)
		}
		if s.IDs != nil {
			part.IDs = append(part.IDs, s.IDs[i])
		}
	}
	part.compactTruth()
	part.repeats = part.findRepeats()
	return &part
}

// seenIn counts the frames in which a track is seen.
func seenIn(visible []bool) int {
	n := 0
	for _, v := range visible {
		if v {
			n++
		}
	}
	return n
}
