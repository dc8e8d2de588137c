package bench

import (
	"context"
	"errors"
	"math"
	"runtime/debug"
	"slices"
	"sync"

	"motionseg/hopkins"
	"motionseg/segment"
)

// Benchmark runs methods on sequences.
type Benchmark struct {
	Entries []hopkins.Entry
	Methods []segment.Spec
	Frames  hopkins.FrameSelection
	Seed    uint64
	// Outliers says whether outliers are looked for, and Estimate whether the
	// number of motions is estimated in place of the truth's.
	Outliers hopkins.Outliers
	Estimate bool
	// Corruption spoils the tracks first, by the seed.
	Corruption hopkins.Corruption
	// Workers is how many sequences a batch does at the same time, each on one core;
	// 0 takes one for every processor. It changes nothing but the time.
	Workers int
	// Done holds rows of an earlier run with the same frames and seed; what
	// they cover is not run again.
	Done []Row
	// Finished, when not nil, is called as each row is there, one call at a
	// time, in the order in which they finish. Rows of Done are not announced.
	Finished func(Row)
}

// Row is the outcome of one method on one sequence.
type Row struct {
	Sequence    string
	Category    hopkins.Category // or the name of the turning, of sequences turned
	InBenchmark bool             // Entry.InBenchmark
	Motions     int              // K, the truth's
	Found       int              // the number of motions that the method was asked for
	Confidence  float64          // of Found, 0…1, where it was estimated; 0 where it is not known
	Points      int              // tracks in the sequence
	Frames      int              // frames in the sequence
	Method      string           // segment.Spec.Name
	Error       float64          // clustering error in %; NaN when it failed or the truth is unknown
	Iterations  int
	Seconds     float64 // time of the method's stages, reading the file not counted
	Warnings    []string
	// Failure says why there is no result; empty when there is one.
	Failure string
	// Gaps reports whether the sequence has tracks that are not seen in every
	// frame.
	Gaps bool
	// Score is what Error is, with what it counts.
	Score hopkins.Score
	// Table holds the labels of all tracks, aligned with the truth.
	Table hopkins.LabelTable
}

// Total returns the number of rows that a whole run has.
func (b Benchmark) Total() int { return len(b.Entries) * len(b.Methods) }

// Run runs every method on one sequence after another and returns the rows in the
// order of the entries, and for each entry in the order of the methods. A sequence
// that fails has a row with the reason. When ctx ends first, the rows that are
// finished come back with ctx.Err(). batch.Rows does the same side by side.
func (b Benchmark) Run(ctx context.Context) ([]Row, error) {
	defer collectLess()()
	rows := make([]*Row, b.Total())
	b.takeDone(rows)
	for i, e := range b.Entries {
		b.runEntry(ctx, e, rows[i*len(b.Methods):(i+1)*len(b.Methods)])
	}
	finished := make([]Row, 0, len(rows))
	for _, row := range rows {
		if row != nil {
			finished = append(finished, *row)
		}
	}
	return finished, ctx.Err()
}

// takeDone fills in the rows that an earlier run has finished.
func (b Benchmark) takeDone(rows []*Row) {
	type key struct{ sequence, method string }
	done := make(map[key]*Row, len(b.Done))
	for i := range b.Done {
		done[key{b.Done[i].Sequence, b.Done[i].Method}] = &b.Done[i]
	}
	for i, e := range b.Entries {
		for j, m := range b.Methods {
			rows[i*len(b.Methods)+j] = done[key{e.Name, m.Name}]
		}
	}
}

// runEntry fills in the rows of one sequence that are still missing. It leaves
// a row missing when ctx ends.
func (b Benchmark) runEntry(ctx context.Context, e hopkins.Entry, rows []*Row) {
	if !slices.Contains(rows, nil) || ctx.Err() != nil {
		return
	}
	var source *hopkins.Source
	sequence, openErr := hopkins.OpenContext(ctx, e.Path, hopkins.Options{})
	if openErr == nil {
		b.Seed = e.Turning.Seed(b.Seed)
		sequence = sequence.Corrupt(b.Corruption, b.Seed)
		if turned := sequence.Turn(e.Turning); turned != sequence {
			sequence, e.Points, e.Frames, e.Motions = turned, turned.Points(), turned.Frames(), turned.Motions()
		}
		source = hopkins.SourceOf(sequence)
	}
	for j, m := range b.Methods {
		if rows[j] != nil || ctx.Err() != nil {
			continue
		}
		row := Row{
			Sequence: e.Name, Category: e.Category, InBenchmark: e.InBenchmark, Method: m.Name,
			Motions: e.Motions, Points: e.Points, Frames: e.Frames, Error: math.NaN(),
		}
		err := openErr
		if err == nil {
			err = b.runMethod(ctx, source, m, &row)
		}
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return
		}
		if err != nil {
			row.Failure = err.Error()
		}
		rows[j] = &row
		if b.Finished != nil {
			b.Finished(row)
		}
	}
}

// runMethod fills in row with the result of one method.
func (b Benchmark) runMethod(ctx context.Context, s *hopkins.Source, m segment.Spec, row *Row) error {
	motions := row.Motions
	if b.Estimate {
		motions = hopkins.EstimatedMotions
	}
	g, err := hopkins.Segment(ctx, s,
		hopkins.Task{Method: m, Frames: b.Frames, Motions: motions, Outliers: b.Outliers, Seed: b.Seed, Workers: 1})
	if err != nil {
		return err
	}
	row.Table, row.Score, row.Gaps = g.LabelTable(), g.Score, s.Sequence.Visible != nil
	row.Error, row.Found = g.Score.Error, g.Result.Motions
	if g.Estimate != nil {
		row.Confidence = g.Estimate.Confidence
	}
	row.Iterations = g.Result.Iterations()
	row.Seconds = g.Result.Elapsed().Seconds()
	row.Warnings = g.WarningTexts()
	return nil
}

// collecting counts the runs under way, and keeps what the collector was set to
// before the first.
var collecting struct {
	sync.Mutex
	runs, percent int
}

// collectLess lets garbage wait until the function that it returns is called:
// every sequence leaves some matrices behind, small beside the memory of any
// machine.
func collectLess() (end func()) {
	const percent = 400
	collecting.Lock()
	defer collecting.Unlock()
	if collecting.runs++; collecting.runs == 1 {
		collecting.percent = debug.SetGCPercent(percent)
	}
	return func() {
		collecting.Lock()
		defer collecting.Unlock()
		if collecting.runs--; collecting.runs == 0 {
			debug.SetGCPercent(collecting.percent)
		}
	}
}
