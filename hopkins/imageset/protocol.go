package imageset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"motionseg/hopkins"
	"motionseg/hopkins/internal/pool"
	"motionseg/segment"
)

// Protocol is the experiment of the literature on a set of pictures: for every
// number K of subjects (classes), every run of K consecutive subjects is
// clustered by every method.
type Protocol struct {
	Set *Set
	// Methods are told apart by segment.Spec.Name.
	Methods []segment.Spec
	// Subjects holds the numbers K, each 1…len(Set.Classes).
	Subjects []int
	// MaxRuns is the largest number of runs for every K, spread evenly over the
	// first subjects; 0 takes all of them.
	MaxRuns int
	Seed    uint64
	// Workers is how many runs are under way at the same time, each on one
	// core; 0 takes one for every processor. It changes nothing but the time.
	Workers int
	// Finished, when not nil, is called as each row is there, one call at a
	// time, in the order in which they finish.
	Finished func(Trial)
}

// Trial is the outcome of one method on one run of subjects.
type Trial struct {
	Method     string  // segment.Spec.Name
	Subjects   int     // K
	First      int     // first subject, from 1
	Images     int     // N
	Error      float64 // clustering error in %; NaN when it failed
	Iterations int
	Seconds    float64 // time of the method's stages
	Warnings   []string
	Preset     string // of the method's values, see hopkins.Segmentation
	// Failure says why there is no result; empty when there is one.
	Failure string
}

// span is a run of consecutive subjects.
type span struct{ first, count int }

// spans returns the runs, in the order of Subjects and of the first subject.
func (p Protocol) spans() []span {
	var all []span
	for _, k := range p.Subjects {
		possible := len(p.Set.Classes) - k + 1
		n := possible
		if p.MaxRuns > 0 {
			n = min(n, p.MaxRuns)
		}
		for i := range n {
			first := 1
			if n > 1 {
				first += i * (possible - 1) / (n - 1)
			}
			all = append(all, span{first, k})
		}
	}
	return all
}

// Total returns the number of rows that a whole experiment has.
func (p Protocol) Total() int { return len(p.spans()) * len(p.Methods) }

// Check returns what is wrong with the numbers of subjects, nil when nothing is.
func (p Protocol) Check() error {
	if len(p.Subjects) == 0 {
		return errors.New("subjects: expected numbers of subjects, found none")
	}
	for i, k := range p.Subjects {
		if k < 1 || k > len(p.Set.Classes) {
			return fmt.Errorf("subjects: expected 1 to %d, the number in %s, found %d", len(p.Set.Classes), p.Set.Path, k)
		}
		if slices.Contains(p.Subjects[:i], k) {
			return fmt.Errorf("subjects: %d is given twice", k)
		}
	}
	return nil
}

// Run carries out the experiment and returns the rows in the order of Subjects,
// first subject and Methods, on any number of workers. A run that fails has a
// row with the reason. When ctx ends first, the rows that are finished come
// back with ctx.Err().
func (p Protocol) Run(ctx context.Context) ([]Trial, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	spans := p.spans()
	rows := make([]*Trial, p.Total())
	var announce sync.Mutex
	pool.Run(ctx, len(rows), p.Workers, func(i int) {
		row := p.runMethod(ctx, spans[i/len(p.Methods)], p.Methods[i%len(p.Methods)])
		if row == nil {
			return
		}
		rows[i] = row
		if p.Finished != nil {
			announce.Lock()
			defer announce.Unlock()
			p.Finished(*row)
		}
	})

	finished := make([]Trial, 0, len(rows))
	for _, row := range rows {
		if row != nil {
			finished = append(finished, *row)
		}
	}
	return finished, ctx.Err()
}

// runMethod returns the row of one method on one run of subjects, nil when ctx
// has ended.
func (p Protocol) runMethod(ctx context.Context, s span, m segment.Spec) *Trial {
	row := &Trial{Method: m.Name, Subjects: s.count, First: s.first, Error: math.NaN()}
	if ctx.Err() != nil {
		return nil
	}
	set := p.Set.Subset(s.first, s.count)
	row.Images = set.Images()
	if row.Images > maxRunImages {
		row.Failure = fmt.Sprintf("expected at most %d pictures in a run, found %d", maxRunImages, row.Images)
		return row
	}
	g, err := hopkins.Segment(ctx, set.Source(), hopkins.Task{Method: m, Seed: p.Seed, Workers: 1})
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		row.Failure = err.Error()
		return row
	}
	row.Error, row.Preset = g.Score.Error, g.Preset
	row.Iterations = g.Result.Iterations()
	row.Seconds = g.Result.Elapsed().Seconds()
	row.Warnings = g.WarningTexts()
	return row
}

// maxRunImages bounds N: a solver holds several N×N matrices.
const maxRunImages = 10000
