package hopkins

import (
	"fmt"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
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
	// BestRange takes the range that Coverage.Best proposes: that with the most
	// points of complete tracks.
	BestRange
)

// FrameSelection is the choice of frames to segment. Frames count from 0.
type FrameSelection struct {
	Mode FrameMode
	I, J int
}

// ParseFrames reads a selection as the command line writes it: "all",
// "first-last", "best", "i,j" (two different frames, from 1) or "i-j" (a range, from
// 1). The empty text means "all".
func ParseFrames(text string) (FrameSelection, error) {
	trimmed := strings.ToLower(strings.TrimSpace(text))
	switch trimmed {
	case "", "all":
		return FrameSelection{Mode: AllFrames}, nil
	case "first-last":
		return FrameSelection{Mode: FirstLast}, nil
	case "best":
		return FrameSelection{Mode: BestRange}, nil
	}
	fail := func(found string) (FrameSelection, error) {
		return FrameSelection{},
			fmt.Errorf(`frames %q: expected "all", "first-last", "best", "i,j" or "i-j" with frames from 1, found %s`,
				text, found)
	}
	selection := FrameSelection{Mode: FramePair}
	first, second, ok := strings.Cut(trimmed, ",")
	if !ok {
		selection.Mode = FrameRange
		if first, second, ok = strings.Cut(trimmed, "-"); !ok {
			return fail("neither a comma nor a hyphen")
		}
	}
	for _, number := range []struct {
		text string
		to   *int
	}{{first, &selection.I}, {second, &selection.J}} {
		digits := strings.TrimSpace(number.text)
		n, err := strconv.ParseUint(digits, 10, 31)
		if err != nil || n < 1 {
			return fail(fmt.Sprintf("%q in place of a frame number", digits))
		}
		*number.to = int(n) - 1
	}
	switch {
	case selection.Mode == FramePair && selection.I == selection.J:
		return fail("the same frame twice")
	case selection.Mode == FrameRange && selection.I > selection.J:
		return fail("a range that ends before it begins")
	}
	return selection, nil
}

// String writes the selection as ParseFrames reads it.
func (f FrameSelection) String() string {
	switch f.Mode {
	case AllFrames:
		return "all"
	case FirstLast:
		return "first-last"
	case BestRange:
		return "best"
	case FramePair:
		return fmt.Sprintf("%d,%d", f.I+1, f.J+1)
	case FrameRange:
		return fmt.Sprintf("%d-%d", f.I+1, f.J+1)
	}
	return fmt.Sprintf("unknown frame mode %d", int(f.Mode))
}

// Check returns what is wrong with the selection for a sequence of count frames,
// nil when nothing is.
func (f FrameSelection) Check(count int) error {
	if f.Mode == BestRange {
		return nil
	}
	_, _, err := f.frames(count)
	return err
}

// frames returns the numbers of the chosen frames among count, and whether
// they are two views rather than a stretch of the tracks.
func (f FrameSelection) frames(count int) (chosen []int, pair bool, err error) {
	first, last := f.I, f.J
	switch f.Mode {
	case AllFrames:
		first, last = 0, count-1
	case FirstLast:
		first, last, pair = 0, count-1, true
	case FramePair:
		pair = true
	case FrameRange:
		if first > last {
			return nil, false, fmt.Errorf("expected a range that ends after it begins, found %d to %d", first+1, last+1)
		}
	default:
		return nil, false, fmt.Errorf("expected one of the frame modes, found number %d", int(f.Mode))
	}
	for _, k := range []int{first, last} {
		if k < 0 || k >= count {
			return nil, false, fmt.Errorf("expected frames from 1 to %d, found %d", count, k+1)
		}
	}
	if pair {
		if first == last {
			return nil, false, fmt.Errorf("expected two different frames, found frame %d twice", first+1)
		}
		return []int{first, last}, true, nil
	}
	if first == last {
		return nil, false, fmt.Errorf("expected at least 2 frames, in which a motion can be seen, found one")
	}
	for k := first; k <= last; k++ {
		chosen = append(chosen, k)
	}
	return chosen, false, nil
}

// trajectories returns the 2F×N matrix of the frames and tracks of points.
func trajectories(points *mat.Dense, frames, tracks []int) *mat.Dense {
	x := mat.NewDense(2*len(frames), len(tracks), nil)
	for r, f := range frames {
		for c, i := range tracks {
			x.Set(2*r, c, points.At(2*f, i))
			x.Set(2*r+1, c, points.At(2*f+1, i))
		}
	}
	return x
}

// kronecker returns the 9×N matrix of the Kronecker products of the
// homogeneous points in frames f and g.
func kronecker(points *mat.Dense, f, g int, tracks []int) *mat.Dense {
	x := mat.NewDense(9, len(tracks), nil)
	for c, t := range tracks {
		p := [3]float64{points.At(2*f, t), points.At(2*f+1, t), 1}
		q := [3]float64{points.At(2*g, t), points.At(2*g+1, t), 1}
		for i := range 3 {
			for j := range 3 {
				x.Set(3*i+j, c, p[i]*q[j])
			}
		}
	}
	return x
}
