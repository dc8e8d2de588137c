package hopkins

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment"
)

// Incomplete says what becomes of tracks that are not seen in every frame that
// is segmented. Most methods need complete ones.
type Incomplete int

const (
	// Automatic gives tracks as they are to a method that takes gaps, and does
	// as LeaveOut for the others.
	Automatic Incomplete = iota
	// LeaveOut segments complete tracks only.
	LeaveOut
	// FillGaps completes tracks with short gaps by a low rank first.
	FillGaps
	// KeepGaps gives every track that is seen in at least two of the frames as it
	// is, with what is seen of it. It is what Automatic stands for with a method
	// that takes gaps, never asked for.
	KeepGaps
)

// IncompleteNames are the words for the ways of treating incomplete tracks that
// can be asked for, in their order.
var IncompleteNames = []string{"auto", "leave-out", "fill-gaps"}

// String returns the word of the command line.
func (i Incomplete) String() string {
	switch {
	case i == KeepGaps:
		return "keep-gaps"
	case i < 0 || int(i) >= len(IncompleteNames):
		return fmt.Sprintf("unknown way %d", int(i))
	}
	return IncompleteNames[i]
}

// ParseIncomplete reads one of IncompleteNames; the empty text means the first.
func ParseIncomplete(text string) (Incomplete, error) {
	if text == "" {
		return Automatic, nil
	}
	for i, name := range IncompleteNames {
		if strings.EqualFold(strings.TrimSpace(text), name) {
			return Incomplete(i), nil
		}
	}
	return 0, fmt.Errorf("expected %s, found %q", strings.Join(IncompleteNames, " or "), text)
}

// Incomplete returns what Automatic stands for with a method and frames.
func (s *Sequence) Incomplete(d segment.Description, f FrameSelection) Incomplete {
	if _, pair, err := s.chosen(f); d.Gaps && s.Visible != nil && err == nil && !pair {
		return KeepGaps
	}
	return LeaveOut
}

// A gap is short when the track is seen in at least the share fillFrom of the
// frames, and in at least fillFrames of them: its place in a subspace of few
// dimensions is then well determined.
const (
	fillFrom   = 0.6
	fillFrames = 4
)

// Kept tells what becomes of every track when some frames are segmented.
// Outliers are in none of the lists. Tracks count from 0.
type Kept struct {
	Frames   []int // the frames that are looked at
	Repeated []int // frames between them that repeat the one before and are not
	Complete []int // seen in all of them
	Filled   []int // with short gaps, which FillGaps completes; empty otherwise
	Gapped   []int // with gaps, which KeepGaps leaves; empty otherwise
	LeftOut  []int // all others
}

// Tracks returns the tracks that are segmented, ascending.
func (k *Kept) Tracks() []int {
	tracks := slices.Concat(k.Complete, k.Filled, k.Gapped)
	slices.Sort(tracks)
	return tracks
}

// Keep tells what becomes of every track. The error says what is wrong with the
// frames.
func (s *Sequence) Keep(f FrameSelection, incomplete Incomplete) (*Kept, error) {
	chosen, pair, err := s.chosen(f)
	if err != nil {
		return nil, err
	}
	k := &Kept{}
	k.Frames, k.Repeated = s.withoutRepeats(chosen)
	chosen = k.Frames
	over := chosen
	if pair && incomplete == FillGaps {
		// The frames between two tell where a point is in one of them.
		over = nil
		for g := min(chosen[0], chosen[1]); g <= max(chosen[0], chosen[1]); g++ {
			over = append(over, g)
		}
	}
	for i := range s.Points() {
		if s.outlier(i) {
			continue
		}
		missing, seen := 0, 0
		for _, g := range chosen {
			if !s.Seen(i, g) {
				missing++
			}
		}
		for _, g := range over {
			if s.Seen(i, g) {
				seen++
			}
		}
		switch {
		case missing == 0:
			k.Complete = append(k.Complete, i)
		case incomplete == FillGaps && seen >= fillFrames && float64(seen) >= fillFrom*float64(len(over)):
			k.Filled = append(k.Filled, i)
		case incomplete == KeepGaps && len(chosen)-missing >= 2:
			k.Gapped = append(k.Gapped, i)
		default:
			k.LeftOut = append(k.LeftOut, i)
		}
	}
	return k, nil
}

// chosen returns the numbers of the chosen frames, and whether they are two
// views.
func (s *Sequence) chosen(f FrameSelection) (frames []int, pair bool, err error) {
	f = s.Resolve(f)
	frames, pair, err = f.frames(s.Frames())
	if err != nil {
		return nil, false, err
	}
	if s.TwoFrame && !pair {
		if len(frames) != 2 {
			return nil, false, errors.New("expected both frames of the correspondences, found one")
		}
		pair = true
	}
	return frames, pair, nil
}

// Resolve returns the selection with BestRange replaced by the range that it
// stands for on this sequence, see Coverage.Best.
func (s *Sequence) Resolve(f FrameSelection) FrameSelection {
	if f.Mode != BestRange {
		return f
	}
	if s.Visible == nil {
		return FrameSelection{Mode: AllFrames}
	}
	first, last := s.Coverage().Best()
	return FrameSelection{Mode: FrameRange, I: first, J: last}
}

// Prepared is a data matrix and what became of the tracks.
type Prepared struct {
	Kept
	Data segment.Data
	// Columns holds, for every column of Data, the number of its track.
	Columns []int
	// Fill is how gaps were completed; nil where there were none to complete.
	Fill  *Fill
	scope scope // that it is for
}

// Fill is how gaps of tracks were completed.
type Fill struct {
	Rank int
	// Median and Tenth say how near points come that were seen but hidden for a
	// trial: half of them within Median pixels, all but a tenth within Tenth.
	// NaN when too few could be hidden.
	Median, Tenth float64
}

// farOff is from how many pixels on, in the median, points that were completed
// are worth a warning.
const farOff = 1

// Warning says in a sentence what should be known about the completed gaps;
// empty when there is nothing.
func (p *Prepared) Warning() string {
	if p.Fill == nil || !(p.Fill.Median > farOff) {
		return ""
	}
	return fmt.Sprintf("gaps were filled with points that are off by %.1f pixels or more in half of the trials, so "+
		"that leaving the tracks out and assigning them afterwards may be better", p.Fill.Median)
}

// Prepare returns the data matrix of the chosen frames as Data does, with gaps
// completed if asked for; tracks with gaps that were followed are without the shake of the camera, see
// segment.Stabilized. seed chooses the points that are hidden for a trial.
// The error is ctx.Err() when ctx ends first.
func (s *Sequence) Prepare(
	ctx context.Context, f FrameSelection, incomplete Incomplete, seed uint64, workers int,
) (*Prepared, error) {
	p, err := s.prepare(ctx, f, incomplete, seed, workers)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s: frames %v: %w", s.where(), f, err)
	}
	return p, nil
}

func (s *Sequence) prepare(
	ctx context.Context, f FrameSelection, incomplete Incomplete, seed uint64, workers int,
) (*Prepared, error) {
	kept, err := s.Keep(f, incomplete)
	if err != nil {
		return nil, err
	}
	_, pair, err := s.chosen(f)
	if err != nil {
		return nil, err
	}
	chosen := kept.Frames
	p := &Prepared{Kept: *kept, Columns: kept.Tracks()}
	if len(p.Columns) < 2 {
		return nil, fmt.Errorf("expected at least 2 tracks that are visible in every chosen frame, found %d of %d; "+
			"choose fewer frames, as the range that \"best\" stands for", len(p.Columns), s.Points())
	}
	source := s.Normalized
	if len(p.Filled) > 0 {
		if source, p.Fill, err = s.fill(ctx, p.Columns, chosen, seed, workers); err != nil {
			return nil, err
		}
	}
	if pair {
		p.Data = segment.Data{X: kronecker(source, chosen[0], chosen[1], p.Columns), Kind: segment.TwoFrames}
	} else {
		p.Data = segment.Data{X: trajectories(source, chosen, p.Columns), Kind: segment.Trajectories}
		if len(p.Gapped) > 0 {
			for _, i := range p.Columns {
				seen := make([]bool, len(chosen))
				for k, f := range chosen {
					seen[k] = s.Visible[i][f]
				}
				p.Data.Visible = append(p.Data.Visible, seen)
			}
			if s.Followed {
				p.Data = segment.Stabilized(p.Data)
			}
		}
	}
	return p, nil
}

// fill completes the tracks over all frames from the first to the last chosen
// one. What comes back has the completed points in place of zeros.
func (s *Sequence) fill(
	ctx context.Context, tracks, chosen []int, seed uint64, workers int,
) (*mat.Dense, *Fill, error) {
	first, last := chosen[0], chosen[0]
	for _, f := range chosen {
		first, last = min(first, f), max(last, f)
	}
	var frames []int
	for f := first; f <= last; f++ {
		frames = append(frames, f)
	}
	seen := make([][]bool, len(tracks))
	for c, i := range tracks {
		seen[c] = s.Visible[i][first : last+1]
	}
	completed, err := segment.CompleteTracks(ctx, trajectories(s.Normalized, frames, tracks), seen, seed, workers)
	if err != nil {
		return nil, nil, err
	}
	whole := mat.DenseCopyOf(s.Normalized)
	for r, f := range frames {
		for c, i := range tracks {
			whole.Set(2*f, i, completed.X.At(2*r, c))
			whole.Set(2*f+1, i, completed.X.At(2*r+1, c))
		}
	}
	unit := s.unit()
	return whole, &Fill{completed.Rank, unit * completed.Quantile(0.5), unit * completed.Quantile(0.9)}, nil
}

// unit returns how many pixels one unit of Normalized is, by the spread of the
// points that are seen.
func (s *Sequence) unit() float64 {
	var sums [2]spread
	rows, n := s.Pixels.Dims()
	for r := range rows {
		for i := range n {
			if s.Seen(i, r/2) {
				sums[0].add(r%2, s.Pixels.At(r, i))
				sums[1].add(r%2, s.Normalized.At(r, i))
			}
		}
	}
	if v := sums[1].variance(); v > 0 {
		return math.Sqrt(sums[0].variance() / v)
	}
	return 1
}

// spread sums up coordinates to their variance.
type spread struct {
	n, sum, squares [2]float64
}

func (s *spread) add(axis int, v float64) {
	s.n[axis]++
	s.sum[axis] += v
	s.squares[axis] += v * v
}

func (s *spread) variance() float64 {
	total := 0.0
	for a := range 2 {
		if s.n[a] > 0 {
			total += s.squares[a]/s.n[a] - s.sum[a]*s.sum[a]/(s.n[a]*s.n[a])
		}
	}
	return total
}

// Assign gives the tracks that were left out of a segmentation to its motions,
// see segment.AssignTracks: labels are those of the columns of p.
func (s *Sequence) Assign(
	ctx context.Context, p *Prepared, labels []int, workers int,
) (*segment.Assignment, error) {
	all := make([]int, s.Points())
	for c, i := range p.Columns {
		all[i] = labels[c]
	}
	seen := s.Visible
	if seen == nil {
		return &segment.Assignment{}, nil
	}
	a, err := segment.AssignTracks(ctx, s.Normalized, seen, all, p.LeftOut, p.Frames, workers)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s: assigning tracks: %w", s.where(), err)
	}
	return a, err
}

// Data returns the data matrix of the chosen frames and, for each of its
// columns, the number of the track that it is. Tracks that are not visible in
// every chosen frame are left out, and so are tracks with truth 0 (outliers).
// The error names the sequence, what was expected and what was found.
//
// Trajectories are the 2F rows of Normalized. Two views, which is what
// FirstLast, FramePair and any choice of frames of a TwoFrame sequence give,
// are 9 rows: with p = (x, y, 1) in the first and p′ = (x′, y′, 1) in the
// second chosen frame, row 3i+j is pᵢp′ⱼ, that is xx′, xy′, x, yx′, yy′, y,
// x′, y′, 1.
func (s *Sequence) Data(f FrameSelection) (data segment.Data, tracks []int, err error) {
	p, err := s.Prepare(context.Background(), f, LeaveOut, 0, 1)
	if err != nil {
		return segment.Data{}, nil, err
	}
	return p.Data, p.Columns, nil
}

// scope says which data of a source a method is given.
type scope struct {
	frames     FrameSelection
	incomplete Incomplete // never Automatic
	seed       uint64     // 0 where it changes nothing
	// outliers reports whether outliers are looked for, and all whether those that
	// the file tells are among the points.
	outliers, all bool
}
