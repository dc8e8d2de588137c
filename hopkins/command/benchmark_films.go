package command

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"motionseg/hopkins/batch"
	"motionseg/hopkins/filmset"
	"motionseg/hopkins/track"
	"motionseg/segment"
)

// runFilms tracks points in films with a truth and segments them.
func (c benchmarkCommand) runFilms(ctx context.Context, con console, p Program, films []filmset.Film) error {
	b, err := c.filmBenchmark()
	if err != nil {
		return err
	}
	if b.Films, err = filmset.Select(films, c.Filter...); err != nil {
		return usageError{err}
	}
	var inputs, names []string
	for _, f := range films {
		inputs = append(inputs, f.Inputs()...)
	}
	for _, f := range b.Films {
		names = append(names, f.Name)
	}
	if err := spare(c.outputs(names, b.Methods), inputs...); err != nil {
		return err
	}
	if len(b.Films) == 0 {
		return fmt.Errorf("%s: no film to run among the %d found", c.Dir, len(films))
	}
	if c.Resume {
		return c.runBatch(ctx, con, p, batch.TruthFilms(c.Out, b, c.Films), nil)
	}
	if err := c.ready(); err != nil {
		return err
	}
	show, done := progress(con.err, b.Total())
	var labelsErr error
	b.Finished = func(row filmset.Row) {
		show(string(row.Film), row.Method, filmOutcome(row))
		if row.Table != nil && labelsErr == nil {
			labelsErr = c.writeLabels(string(row.Film), row.Method, *row.Table)
		}
	}
	rows, runErr := batch.FilmRows(ctx, b)
	done()
	report := filmset.Report{Seed: c.Seed, Tracks: c.Films, Rows: rows}
	if err := errors.Join(writeReport(con, c.Out, c.Format, report.Write), labelsErr); err != nil {
		return err
	}
	return unfinished(runErr, len(rows), b.Total(), len(report.Failures()))
}

// filmBenchmark returns what the flags say of a benchmark of films.
func (c benchmarkCommand) filmBenchmark() (filmset.Benchmark, error) {
	if len(c.Methods) == 0 {
		c.Methods = []string{"lrksc-auto"}
	}
	if c.Frames != "all" || c.Outliers != "auto" || c.Corrupt != "" || c.Turn != "" {
		return filmset.Benchmark{},
			usageError{errors.New("--frames, --outliers, --corrupt and --turn: expected none of them for films")}
	}
	density, err := track.ParseDensity(c.Density)
	if err != nil {
		return filmset.Benchmark{}, usageError{fmt.Errorf("--density: %w", err)}
	}
	b := filmset.Benchmark{Workers: c.Workers, Seed: c.Seed, Tracking: track.Default(density)}
	if b.Methods, err = c.filmMethods(); err != nil {
		return b, usageError{fmt.Errorf("--methods, --set: %w", err)}
	}
	if b.Motions, err = parseMotions(c.Motions); err != nil {
		return b, usageError{err}
	}
	return b, nil
}

// filmMethods returns what is to label the tracks of films: methods, and the truth.
func (c benchmarkCommand) filmMethods() ([]segment.Spec, error) {
	isTruth := func(name string) bool { return name == filmset.ByTruth.Name }
	names := slices.DeleteFunc(slices.Clone(c.Methods), isTruth)
	if len(names) == len(c.Methods) {
		return segment.ParseSpecs(names, c.Set, "")
	}
	if len(names) == 0 {
		return []segment.Spec{filmset.ByTruth}, nil
	}
	specs, err := segment.ParseSpecs(names, c.Set, "")
	return append(specs, filmset.ByTruth), err
}

// filmOutcome says in a few words what became of a row.
func filmOutcome(row filmset.Row) string {
	if row.Failure != "" {
		return "failed: " + row.Failure
	}
	return fmt.Sprintf("%.2f %%  %d of %d found  %.1f s", row.Error, row.Found, row.Regions, row.TrackSeconds+row.Seconds)
}
