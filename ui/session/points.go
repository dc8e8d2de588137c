package session

import (
	"context"
	"sync"

	"motionseg/hopkins"
	"motionseg/hopkins/imageset"
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
