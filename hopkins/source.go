package hopkins

import (
	"context"
	"sync"
	"time"

	"motionseg/segment"
)

// Source is what Segment groups: the tracks of a sequence or the pictures of a
// set. Both are called points here and are numbered from 0. It keeps what was
// prepared and estimated last, so that several methods share it, and may be used
// from several goroutines.
type Source struct {
	Name string
	Path string // the file it was read from; may be empty
	// Truth holds the group of every point from 1, 0 for an outlier; nil when
	// unknown.
	Truth []int
	// Sequence is where the tracks come from; nil for pictures.
	Sequence *Sequence

	pictures segment.Data
	groups   int
	ignored  []bool     // points that no figure counts; nil for none
	origin   *Source    // that this one has another truth than; nil for none
	mu       sync.Mutex // held while preparing
	prepared []*Prepared
	searches []search
	// analysis keeps what is worked out about prepared data, whatever the number of
	// motions.
	analysis segment.Analysis
}

// SourceOf returns the tracks of a sequence.
func SourceOf(s *Sequence) *Source {
	return &Source{Name: s.Name, Path: s.Path, Truth: s.Truth, Sequence: s, groups: s.Motions()}
}

// PictureSource returns pictures, one a column of data, and their classes from 1.
func PictureSource(name, path string, data segment.Data, truth []int) *Source {
	return &Source{Name: name, Path: path, Truth: truth, pictures: data, groups: countMotions(truth)}
}

// Points returns the number of tracks or pictures.
func (s *Source) Points() int {
	if s.Sequence != nil {
		return s.Sequence.Points()
	}
	return s.pictures.Points()
}

// Groups returns the number of groups in the truth, outliers not counted; 0 when
// it is unknown.
func (s *Source) Groups() int { return s.groups }

// Kind returns what the columns of the data are when these frames are chosen.
func (s *Source) Kind(f FrameSelection) segment.Kind {
	switch {
	case s.Sequence == nil:
		return segment.Images
	case s.Sequence.TwoFrame || f.Mode == FirstLast || f.Mode == FramePair:
		return segment.TwoFrames
	}
	return segment.Trajectories
}

// judgedBy returns the source with another truth, of all its points, and points
// that no figure counts.
func (s *Source) judgedBy(truth, ignored []int) *Source {
	other := &Source{Name: s.Name, Path: s.Path, Truth: truth, Sequence: s.Sequence, pictures: s.pictures,
		groups: countMotions(truth), origin: s}
	if s.origin != nil {
		other.origin = s.origin
	}
	if len(ignored) > 0 {
		other.ignored = make([]bool, len(truth))
		for _, i := range ignored {
			other.ignored[i] = true
		}
	}
	return other
}

// where names the source in errors.
func (s *Source) where() string {
	if s.Path != "" {
		return s.Path
	}
	return s.Name
}

// Counted reports whether the protocol counts a point: those whose group is
// known, and of tracks those that are seen in at least two frames.
func (s *Source) Counted(i int) bool {
	return s.Truth != nil && s.Truth[i] != 0 && !s.ignores(i) && s.traceable(i)
}

// ignores reports whether no figure counts a point.
func (s *Source) ignores(i int) bool { return s.ignored != nil && s.ignored[i] }

// traceable reports whether a point can be grouped at all: whether a track is
// seen in at least two frames.
func (s *Source) traceable(i int) bool {
	if s.Sequence == nil || s.Sequence.Visible == nil {
		return true
	}
	return seenIn(s.Sequence.Visible[i]) >= 2
}

// scope returns which data the method of a task is given.
func (s *Source) scope(t Task) scope {
	if s.Sequence == nil {
		return scope{}
	}
	sc := scope{frames: s.Sequence.Resolve(t.Frames), incomplete: t.Incomplete}
	switch {
	case s.Sequence.Visible == nil:
		sc.incomplete = LeaveOut
	case sc.incomplete == Automatic:
		sc.incomplete = s.Sequence.Incomplete(t.Method.Method.Describe(), t.Frames)
	}
	if sc.incomplete == FillGaps {
		sc.seed = t.Seed
	}
	sc.outliers = t.Outliers.seeks(s)
	sc.all = sc.outliers || t.Outliers == OutliersNone
	return sc
}

// counted returns which data the number of motions is estimated from: that of a
// sequence is the same whatever the method takes.
func (s *Source) counted(t Task) scope {
	sc := s.scope(t)
	if s.Sequence != nil && s.Sequence.Visible != nil && t.Incomplete == Automatic {
		sc.incomplete = s.Sequence.Incomplete(segment.Description{Gaps: true}, t.Frames)
	}
	return sc
}

// keptScopes is how much is kept of what was prepared: the two methods that are
// compared may take different data.
const keptScopes = 2

// prepare returns the data of a scope, prepared only once.
func (s *Source) prepare(ctx context.Context, sc scope, workers int) (*Prepared, error) {
	if s.origin != nil {
		return s.origin.prepare(ctx, sc, workers)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.prepared {
		if p.scope == sc {
			return p, nil
		}
	}
	var p *Prepared
	if s.Sequence == nil {
		p = &Prepared{Data: s.pictures, Columns: make([]int, s.pictures.Points())}
		for i := range p.Columns {
			p.Columns[i] = i
		}
		p.Complete = p.Columns
	} else {
		var err error
		points := s.Sequence
		if sc.all {
			all := *points
			all.Truth = nil
			points = &all
		}
		if p, err = points.Prepare(ctx, sc.frames, sc.incomplete, sc.seed, workers); err != nil {
			return nil, err
		}
	}
	p.scope = sc
	s.prepared = append(s.prepared, p)
	if len(s.prepared) > keptScopes {
		s.prepared = s.prepared[1:]
	}
	return p, nil
}

// seeks reports whether outliers are looked for among the points of a source.
func (o Outliers) seeks(s *Source) bool {
	if s.Sequence == nil {
		return false
	}
	return o == OutliersFound || o == OutliersAutomatic && s.Sequence.TwoFrame
}

// interim returns what is to be called with labels of these tracks of a source; nil
// where nobody asks.
func (t Task) interim(s *Source, tracks []int) func(labels []int) {
	if t.Interim == nil || s.Sequence == nil {
		return nil
	}
	return func(labels []int) {
		all := make([]int, s.Sequence.Points())
		for column, track := range tracks {
			all[track] = labels[column]
		}
		t.Interim(all)
	}
}

// search is what was found before the method runs: the columns of some data that
// are outliers, and the number of motions of the others where it was estimated.
type search struct {
	scope    scope
	outliers []int
	trimmed  []int // of the others, see segment.FindOutliers
	estimate *segment.MotionsEstimate
	took     time.Duration // to find the outliers
}
