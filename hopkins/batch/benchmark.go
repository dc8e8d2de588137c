package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"motionseg/hopkins"
	"motionseg/hopkins/bench"
	"motionseg/hopkins/files"
	"motionseg/hopkins/filmset"
	"motionseg/segment"
)

// Kinds of batches that are benchmarks.
const (
	sequencesKind  = "benchmark of sequences"
	truthFilmsKind = "benchmark of films"
)

// rowsName is the file with the rows of an item of a benchmark.
const rowsName = "rows.json"

// maxRows bounds that file, in bytes.
const maxRows = 256 << 20

// Benchmark says of a batch what its report says at its head, as Batch.Header.
type Benchmark struct {
	Methods    []string `json:"methods"`
	Frames     string   `json:"frames,omitempty"`
	Motions    int      `json:"motions"`
	Seed       uint64   `json:"seed"`
	Estimate   bool     `json:"estimate,omitempty"`
	Outliers   string   `json:"outliers,omitempty"`
	Corruption string   `json:"corruption,omitempty"`
	Tracking   any      `json:"tracking,omitempty"`
	// Tracks says that labelled tracks judge the films.
	Tracks   bool      `json:"tracks,omitempty"`
	Problems []Problem `json:"problems,omitempty"`
}

// Problem is a file that was passed over.
type Problem struct {
	Path   files.Name `json:"path"`
	Reason string     `json:"reason"`
}

// settings returns what decides the rows, as Item.Settings has it.
func (b Benchmark) settings() string {
	b.Problems = nil
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // numbers are finite, as checked before
	}
	return string(text)
}

func methodNames(methods []segment.Spec) []string {
	var names []string
	for _, m := range methods {
		names = append(names, m.Name)
	}
	return names
}

// part is the part of a benchmark that is an item: a sequence or a film, whose rows are
// of type R.
type part[R any] struct {
	run   func(ctx context.Context) ([]R, error)
	save  func(path string, rows []R) error
	facts func(R) Facts // of the first row
	of    func(R) (method string, table *hopkins.LabelTable, failure string)
	rows  []R // after it was done, as far as that came
}

// do runs a part, and writes its rows and labels into a folder, unless that is "". The
// error says which methods failed.
func (p *part[R]) do(ctx context.Context, folder, _ string) (Facts, error) {
	var err error
	if p.rows, err = p.run(ctx); err != nil {
		return Facts{}, err
	}
	var failures []string
	for _, r := range p.rows {
		if method, _, failure := p.of(r); failure != "" {
			failures = append(failures, method+": "+failure)
		}
	}
	if folder != "" {
		err = p.write(folder)
	}
	if err == nil && len(failures) > 0 {
		err = errors.New(strings.Join(failures, "; "))
	}
	return p.facts(p.rows[0]), err
}

// write writes the rows and labels into a folder.
func (p *part[R]) write(folder string) error {
	if err := p.save(filepath.Join(folder, rowsName), p.rows); err != nil {
		return err
	}
	for _, r := range p.rows {
		method, table, failure := p.of(r)
		if failure != "" {
			continue
		}
		if err := create(filepath.Join(folder, "labels_"+folderName(method)+".csv"), table.Write); err != nil {
			return err
		}
	}
	return nil
}

// rowsOf does a batch of parts of which nothing is kept, and returns their rows in
// order, those that are finished with ctx.Err() when ctx ends first.
func rowsOf[R any](ctx context.Context, b Batch, parts []*part[R], workers int) ([]R, error) {
	b.Workers, b.Memory = workers, mostMemory()
	_, _, err := b.Run(ctx)
	var rows []R
	for _, p := range parts {
		rows = append(rows, p.rows...)
	}
	return rows, err
}

// oneAtATime returns a function that may be called by several goroutines; nil for nil.
func oneAtATime[R any](f func(R)) func(R) {
	if f == nil {
		return nil
	}
	var calls sync.Mutex
	return func(r R) {
		calls.Lock()
		defer calls.Unlock()
		f(r)
	}
}

// Rows runs a benchmark of sequences as Sequences does, but keeps nothing on disk, and
// returns its rows as bench.Benchmark.Run does, on any number of workers. Sequences that
// are estimated to take more than four fifths of the memory together wait for each other.
func Rows(ctx context.Context, of bench.Benchmark) ([]bench.Row, error) {
	b, parts := sequences("", of, nil)
	return rowsOf(ctx, b, parts, of.Workers)
}

// FilmRows does as Rows for films.
func FilmRows(ctx context.Context, of filmset.Benchmark) ([]filmset.Row, error) {
	b, parts := truthFilms("", of, false)
	return rowsOf(ctx, b, parts, of.Workers)
}

// Sequences makes a batch of a benchmark of sequences: each is an item, with its
// rows and labels.
func Sequences(folder string, of bench.Benchmark, problems []hopkins.Skipped) Batch {
	b, _ := sequences(folder, of, problems)
	return b
}

func sequences(folder string, of bench.Benchmark, problems []hopkins.Skipped) (Batch, []*part[bench.Row]) {
	head := Benchmark{
		Methods: methodNames(of.Methods), Frames: of.Frames.String(), Seed: of.Seed, Estimate: of.Estimate,
		Outliers: of.Outliers.String(), Corruption: of.Corruption.String(),
	}
	for _, p := range problems {
		head.Problems = append(head.Problems, Problem{files.Name(p.Path), files.Message(p.Err).Error()})
	}
	b := Batch{Folder: folder, Kind: sequencesKind, Header: head}
	var sources []Source
	for _, e := range of.Entries {
		sources = append(sources, Source{Path: e.Path, Name: e.Name, Tracks: e.Points})
	}
	of.Finished = oneAtATime(of.Finished)
	var parts []*part[bench.Row]
	for i, name := range Names(sources) {
		one := of
		one.Entries = of.Entries[i : i+1]
		p := &part[bench.Row]{
			run: one.Run,
			save: func(path string, rows []bench.Row) error {
				return bench.Kept{Frames: one.Frames, Seed: one.Seed, Rows: rows}.Save(path)
			},
			facts: func(r bench.Row) Facts { return Facts{Tracks: r.Points, Frames: r.Frames} },
			of:    func(r bench.Row) (string, *hopkins.LabelTable, string) { return r.Method, &r.Table, r.Failure },
		}
		parts = append(parts, p)
		b.Items = append(b.Items, Item{
			Name: name, Inputs: []string{sources[i].Path}, Settings: head.settings(),
			Memory: needOf(sources[i].Tracks, 0, false), Do: p.do,
		})
	}
	return b, parts
}

// TruthFilms makes a batch of a benchmark of films: each is an item, with its rows
// and labels. tracks says that labelled tracks judge them.
func TruthFilms(folder string, of filmset.Benchmark, tracks bool) Batch {
	b, _ := truthFilms(folder, of, tracks)
	return b
}

func truthFilms(folder string, of filmset.Benchmark, tracks bool) (Batch, []*part[filmset.Row]) {
	tracking := of.Tracking
	tracking.Workers = 0
	head := Benchmark{Methods: methodNames(of.Methods), Motions: of.Motions, Seed: of.Seed, Tracking: tracking,
		Tracks: tracks}
	b := Batch{Folder: folder, Kind: truthFilmsKind, Header: head}
	var sources []Source
	for _, f := range of.Films {
		sources = append(sources, Source{Path: f.Path, Name: f.Name, Film: true})
	}
	of.Finished = oneAtATime(of.Finished)
	var parts []*part[filmset.Row]
	for i, name := range Names(sources) {
		one := of
		one.Films = of.Films[i : i+1]
		inputs := slices.DeleteFunc(one.Films[0].Inputs(), func(path string) bool { return path == "" })
		slices.Sort(inputs)
		p := &part[filmset.Row]{
			run: one.Run,
			save: func(path string, rows []filmset.Row) error {
				return create(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(rows) })
			},
			facts: func(r filmset.Row) Facts { return Facts{Tracks: r.Tracks, Frames: r.Frames} },
			of:    func(r filmset.Row) (string, *hopkins.LabelTable, string) { return r.Method, r.Table, r.Failure },
		}
		parts = append(parts, p)
		b.Items = append(b.Items, Item{Name: name, Inputs: inputs, Settings: head.settings(), Memory: filmNeed, Do: p.do})
	}
	return b, parts
}

// Report returns what writes the report of a benchmark from the rows of its items,
// without times; nil for a batch that is none. Items that are left are not in it,
// one that has failed as a whole has a line for every method.
func (p *Plan) Report(folder string, results []Result) (func(w io.Writer, format string) error, error) {
	if p.Kind != sequencesKind && p.Kind != truthFilmsKind {
		return nil, nil
	}
	var head Benchmark
	if err := json.Unmarshal(p.Header, &head); err != nil {
		return nil, fmt.Errorf("%s: the file is damaged: %w", filepath.Join(folder, stateFolder, planName),
			files.JSONError(err))
	}
	if p.Kind == truthFilmsKind {
		return p.filmsReport(folder, head, results)
	}
	report := bench.Report{Seed: head.Seed, Estimate: head.Estimate, Untimed: true}
	var err error
	if report.Frames, err = hopkins.ParseFrames(head.Frames); err != nil {
		return nil, err
	}
	if report.Corruption, err = hopkins.ParseCorruption(head.Corruption); err != nil {
		return nil, err
	}
	for _, problem := range head.Problems {
		report.Problems = append(report.Problems,
			hopkins.Skipped{Path: string(problem.Path), Err: errors.New(problem.Reason)})
	}
	for _, r := range results {
		kept, err := bench.LoadKept(filepath.Join(resultFolder(folder, r), rowsName))
		switch {
		case r.State == Left:
		case err == nil:
			report.Rows = append(report.Rows, kept.Rows...)
		case r.State == Failed:
			for _, m := range head.Methods {
				report.Rows = append(report.Rows, bench.Row{Sequence: r.Name, Method: m, Error: math.NaN(), Failure: r.Reason})
			}
		default:
			return nil, err
		}
	}
	return report.Write, nil
}

// filmsReport is Report for films.
func (p *Plan) filmsReport(
	folder string, head Benchmark, results []Result,
) (func(w io.Writer, format string) error, error) {
	report := filmset.Report{Seed: head.Seed, Tracks: head.Tracks, Untimed: true}
	for _, r := range results {
		if r.State == Left {
			continue
		}
		path := filepath.Join(resultFolder(folder, r), rowsName)
		var rows []filmset.Row
		text, err := files.Read(path, maxRows)
		if err == nil {
			if err = json.Unmarshal(text, &rows); err != nil {
				err = fmt.Errorf("%s: the file is damaged: %w", path, files.JSONError(err))
			}
		}
		if err != nil && r.State == Failed {
			for _, m := range head.Methods {
				rows = append(rows, filmset.Row{Film: files.Name(r.Name), Method: m, Failure: r.Reason})
			}
		} else if err != nil {
			return nil, err
		}
		report.Rows = append(report.Rows, rows...)
	}
	return report.Write, nil
}

// resultFolder returns where the files of a result are.
func resultFolder(folder string, r Result) string {
	if r.State == Failed {
		return filepath.Join(folder, stateFolder, failedFolder, r.Name)
	}
	return filepath.Join(folder, r.Name)
}
