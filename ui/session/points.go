package session

import (
	"context"
	"sync"

	"motionseg/hopkins"
	"motionseg/hopkins/imageset"
	"motionseg/ui/draw"
)

// material is what can be segmented.
type material int

const (
	tracks   material = iota // of a sequence
	pictures                 // of a set
)

// points are what the methods segment: the tracks of a sequence or the pictures
// of a set. Wherever a Session speaks of tracks by number, they are these.
type points struct {
	material material
	name     string
	count    int
	groups   int   // in truth, 0 when it is unknown
	truth    []int // nil when unknown
	data     func(context.Context, scope) (*hopkins.Prepared, error)
}

// scope says which data of the points are segmented.
type scope struct {
	frames     hopkins.FrameSelection
	incomplete hopkins.Incomplete
	seed       uint64
}

func pointsOfSequence(q *hopkins.Sequence) *points {
	return &points{material: tracks, name: q.Name, count: q.Points(), groups: q.Motions(), truth: q.Truth, data: preparedOnce(q)}
}

// preparedOnce returns what prepares the data of a sequence, for both sides once:
// completing gaps may take seconds.
func preparedOnce(q *hopkins.Sequence) func(context.Context, scope) (*hopkins.Prepared, error) {
	var (
		mu   sync.Mutex
		of   scope
		last *hopkins.Prepared
	)
	return func(ctx context.Context, sc scope) (*hopkins.Prepared, error) {
		mu.Lock()
		defer mu.Unlock()
		if last == nil || of != sc {
			prepared, err := q.Prepare(ctx, sc.frames, sc.incomplete, sc.seed, solverWorkers())
			if err != nil {
				return nil, err
			}
			of, last = sc, prepared
		}
		p := *last
		return &p, nil
	}
}

func pointsOfSet(set *imageset.Set) *points {
	columns := make([]int, set.Images())
	for i := range columns {
		columns[i] = i
	}
	return &points{
		material: pictures, name: set.Name, count: set.Images(), groups: len(set.Classes), truth: set.Truth,
		data: func(context.Context, scope) (*hopkins.Prepared, error) {
			return &hopkins.Prepared{Data: set.Data(), Columns: columns}, nil
		},
	}
}

func (p *points) truthOf(some []int) []int {
	if p.truth == nil {
		return nil
	}
	truth := make([]int, len(some))
	for k, i := range some {
		truth[k] = p.truth[i]
	}
	return truth
}

// Name returns the name of the open sequence or set, empty when none is.
func (s *Session) Name() string {
	if s.points == nil {
		return ""
	}
	return s.points.name
}

// Points returns the number of tracks or pictures that are open.
func (s *Session) Points() int {
	if s.points == nil {
		return 0
	}
	return s.points.count
}

// TruthOf returns the truth of some points, nil when it is unknown.
func (s *Session) TruthOf(some []int) []int {
	if s.points == nil {
		return nil
	}
	return s.points.truthOf(some)
}

// TrueMotions returns the number of groups in the truth, 0 when it is unknown.
func (s *Session) TrueMotions() int {
	if s.points == nil {
		return 0
	}
	return s.points.groups
}

// Words are what the points and their groups are called.
type Words struct {
	Point, Points string // "track" or "picture"
	Group         string // "motion" or "cluster"
}

// Words returns what the open points and their groups are called.
func (s *Session) Words() Words {
	if s.set != nil {
		return Words{"picture", "pictures", "cluster"}
	}
	return Words{"track", "tracks", "motion"}
}

// open makes points the open ones: runs of those before are cancelled, and
// results computed earlier for these are shown again.
func (s *Session) open(p *points, key string) {
	s.Cancel()
	s.dropEstimate()
	s.closePictures()
	if s.points != nil && s.points.material != p.material || s.points == nil && p.material == pictures {
		for _, side := range Sides {
			s.sides[side].setup, s.sides[side].aside = s.sides[side].aside, s.sides[side].setup
		}
	}
	s.points, s.key, s.picturesNote, s.coverage = p, key, "", nil
	s.frame, s.position, s.playing, s.rate = 0, 0, false, defaultRate
	s.selection, s.hovered = map[int]bool{}, -1
	s.filters = Filters{Hidden: map[int]bool{}}
	s.camera = draw.Camera{}
	s.history = history{}
	s.motions = 0
	if s.sequence != nil && !fits(s.frames, s.sequence) {
		s.frames = hopkins.FrameSelection{}
	}
	for _, side := range Sides {
		s.sides[side].outcome, s.sides[side].failure = nil, nil
		s.sides[side].setup = s.settled(s.sides[side].setup)
		s.recall(side)
	}
	s.align()
	s.announce(SequenceChanged)
}
