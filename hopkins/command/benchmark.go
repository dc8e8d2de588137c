package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/batch"
	"motionseg/hopkins/bench"
	"motionseg/hopkins/files"
	"motionseg/hopkins/filmset"
	"motionseg/segment"
)

type benchmarkCommand struct {
	Dir         string   `arg:"" help:"Dataset folder, such as the unpacked Hopkins155, or folder of films with truth pictures."`
	Methods     []string `placeholder:"NAME,…" help:"Methods, separated by commas; name:param=value:… changes parameters. lrksc,ssc when not given, and lrksc-auto for films; there truth labels the tracks by the truth pictures, to judge the masks alone."`
	Set         []string `placeholder:"NAME=VALUE" sep:"none" help:"Change a parameter of every method that has it; may be given several times."`
	Frames      string   `default:"all" help:"all, first-last, two frames i,j, a range i-j, or best; frames count from 1."`
	Workers     int      `default:"0" help:"Sequences that run at the same time; 0 takes one for every processor."`
	Filter      []string `placeholder:"GLOB" sep:"none" help:"Only the sequences whose name matches, as \"cars*\"; may be given several times, for those that match one of them."`
	seedFlag    `embed:""`
	Format      string `default:"table" enum:"${formats}" help:"${enum}."`
	LaTeX       bool   `name:"latex" help:"As --format latex: a table like a paper's, methods by 2 motions, 3 and all, the best in bold; --format latex-long has all tables."`
	Plot        string `placeholder:"FILE" help:"Write a plot of the errors to this file, of two methods one against the other, else their distributions: .png, .pdf or .svg. Not of films."`
	Out         string `placeholder:"FILE" help:"Write the report to this file instead of standard output."`
	LabelsDir   string `placeholder:"DIR" help:"Write the labels of every row to a file in this folder."`
	Density     string `default:"medium" help:"How many points are followed through films: sparse, medium or dense."`
	Films       bool   `help:"Follow points through the films of the sequences, and judge them by the nearest labelled track within 8 pixels."`
	Motions     string `default:"truth" help:"Number of motions: truth, which for films is the regions above 1000 pixels, auto to estimate it, or for films a whole number."`
	Outliers    string `default:"auto" help:"What becomes of tracks and matches that belong to no motion: find, none, or auto, which finds them among matches of two pictures only."`
	corruptFlag `embed:""`
	Turn        string `placeholder:"WAY,…" help:"Run every sequence turned in ways that leave its motions what they are: as-is, reversed, rotated (by half a radian), every-second (frame), half-tracks, first-half (of the frames), seed-1 and seed-2 (other seeds), or all of these."`
	Resume      bool   `help:"Take --out for a folder, keep every row there, and do only what is left of an earlier run."`
	Shard       string `placeholder:"I/N" help:"With --resume: do only the I-th of N parts; \"motionseg merge\" makes the tables."`
	RetryFailed bool   `help:"With --resume: try again what has failed."`
}

func (c benchmarkCommand) Run(ctx context.Context, con console, p Program) error {
	if c.Resume && (c.Out == "" || c.LabelsDir != "") {
		return usageError{errors.New("--resume: expected a folder as --out, where the labels are too, and no --labels-dir")}
	}
	if !c.Resume && (c.Shard != "" || c.RetryFailed) {
		return usageError{errors.New("--shard, --retry-failed: expected --resume with them, found none")}
	}
	if c.Workers < 0 {
		return usageError{fmt.Errorf("--workers: expected 0 or more, found %d", c.Workers)}
	}
	if c.LaTeX {
		c.Format = "latex"
	}
	if _, err := plotFormat(p.Drawing, "plot", c.Plot); err != nil {
		return err
	}
	if err := refuseProject(c.Dir); err != nil {
		return err
	}
	films, err := filmset.Open(c.Dir)
	if c.Plot != "" && (c.Resume || c.Films || err == nil) {
		return usageError{errors.New("--plot: expected a benchmark of sequences without --resume, found another")}
	}
	if err == nil {
		return c.runFilms(ctx, con, p, films)
	}
	if c.Films {
		dataset, err := hopkins.OpenDataset(c.Dir)
		if err != nil {
			return err
		}
		films := filmset.OpenSequences(dataset)
		if len(films) == 0 {
			return fmt.Errorf("%s: expected sequences with labels and a film or a folder of frames, found "+
				"none among %d", c.Dir, len(dataset.Entries))
		}
		return c.runFilms(ctx, con, p, films)
	}
	return c.runSequences(ctx, con, p)
}

// runSequences segments sequences with a truth.
func (c benchmarkCommand) runSequences(ctx context.Context, con console, p Program) error {
	b, err := c.sequences()
	if err != nil {
		return err
	}
	dataset, err := hopkins.OpenDataset(c.Dir)
	if err != nil {
		return err
	}
	for _, p := range dataset.Problems {
		fmt.Fprintln(con.err, "passed over", files.Message(p.Err))
	}
	if b.Entries, err = dataset.Select(c.Filter...); err != nil {
		return usageError{err}
	}
	ways, err := hopkins.ParseTurnings(c.Turn)
	if err != nil {
		return usageError{fmt.Errorf("--turn: %w", err)}
	}
	b.Entries = hopkins.Turned(b.Entries, ways)
	var inputs, names []string
	for _, e := range dataset.Entries {
		inputs = append(inputs, e.Inputs()...)
	}
	for _, e := range b.Entries {
		names = append(names, e.Name)
	}
	if err := spare(c.outputs(names, b.Methods), inputs...); err != nil {
		return err
	}
	if len(b.Entries) == 0 {
		return fmt.Errorf("%s: no sequence to run among the %d found", c.Dir, len(dataset.Entries))
	}
	if c.Resume {
		return c.runBatch(ctx, con, p, batch.Sequences(c.Out, b, dataset.Problems), dataset.Problems)
	}
	if err := c.ready(); err != nil {
		return err
	}

	show, done := progress(con.err, b.Total())
	var labelsErr error
	b.Finished = func(row bench.Row) {
		show(row.Sequence, row.Method, outcome(row.Error, row.Iterations, row.Seconds, row.Failure))
		if row.Failure == "" && labelsErr == nil {
			labelsErr = c.writeLabels(row.Sequence, row.Method, row.Table)
		}
	}
	rows, runErr := batch.Rows(ctx, b)
	done()
	report := bench.Report{Frames: b.Frames, Seed: c.Seed, Estimate: b.Estimate, Corruption: b.Corruption, Rows: rows,
		Problems: dataset.Problems}
	if err := errors.Join(writeReport(con, c.Out, c.Format, report.Write), c.writePlot(con, p, rows),
		labelsErr); err != nil {
		return err
	}
	return unfinished(runErr, len(rows), b.Total(), len(report.Failures()))
}

// writePlot writes the plot of the errors, where that was asked for.
func (c benchmarkCommand) writePlot(con console, p Program, rows []bench.Row) error {
	format, err := plotFormat(p.Drawing, "plot", c.Plot)
	if c.Plot == "" || err != nil {
		return err
	}
	return con.write(c.Plot, func(w io.Writer) error { return p.Drawing.BenchmarkPlot(w, rows, format) })
}

// sequences returns what the flags say of a benchmark of sequences.
func (c benchmarkCommand) sequences() (bench.Benchmark, error) {
	if len(c.Methods) == 0 {
		c.Methods = []string{"lrksc", "ssc"}
	}
	b := bench.Benchmark{Workers: c.Workers, Seed: c.Seed}
	if c.Density != "medium" {
		return b, usageError{errors.New("--density: expected films, or --films, found sequences with tracks of their own")}
	}
	var err error
	if b.Methods, err = segment.ParseSpecs(c.Methods, c.Set, ""); err != nil {
		return b, usageError{fmt.Errorf("--methods, --set: %w", err)}
	}
	if b.Frames, err = hopkins.ParseFrames(c.Frames); err != nil {
		return b, usageError{err}
	}
	if b.Outliers, err = hopkins.ParseOutliers(c.Outliers); err != nil {
		return b, usageError{fmt.Errorf("--outliers: %w", err)}
	}
	if b.Corruption, err = c.corruption(); err != nil {
		return b, err
	}
	if b.Estimate = c.Motions == "auto"; !b.Estimate && c.Motions != "truth" {
		return b, usageError{fmt.Errorf("--motions: expected truth or auto, found %q; a number is for films only", c.Motions)}
	}
	return b, nil
}

// runBatch does what is left of a benchmark in the folder --out; problems are what could not be read of it.
func (c benchmarkCommand) runBatch(
	ctx context.Context, con console, p Program, b batch.Batch, problems []hopkins.Skipped,
) error {
	flags := batchFlags{Shard: c.Shard, Workers: c.Workers, Memory: "auto", RetryFailed: c.RetryFailed}
	if err := flags.apply(&b, p.Version); err != nil {
		return err
	}
	err := runBatch(ctx, con, &b, con.err, func() error {
		_, err := writeTables(con, c.Out, c.Format)
		return err
	})
	if err != nil {
		return err
	}
	return unfinished(nil, 0, 0, len(bench.Report{Problems: problems}.Failures()))
}

// writeLabels writes the labels of a row, where that was asked for.
func (c benchmarkCommand) writeLabels(sequence, method string, table hopkins.LabelTable) error {
	if c.LabelsDir == "" {
		return nil
	}
	return hopkins.WriteFileIn(c.LabelsDir, labelsName(sequence, method), table.Write)
}

// outputs lists the files that are written for sequences of these names.
func (c benchmarkCommand) outputs(names []string, methods []segment.Spec) []string {
	outputs := []string{c.Out, c.Plot}
	if c.LabelsDir == "" {
		return outputs
	}
	for _, name := range names {
		for _, m := range methods {
			outputs = append(outputs, filepath.Join(c.LabelsDir, labelsName(name, m.Name)))
		}
	}
	return outputs
}

// ready returns why the report or the plot can't be written, and makes the folder of the labels, where they were asked
// for.
func (c benchmarkCommand) ready() error {
	if err := writable([]string{c.Out, c.Plot}); err != nil {
		return err
	}
	if c.LabelsDir == "" {
		return nil
	}
	return os.MkdirAll(c.LabelsDir, 0o777)
}

// writeReport writes a report to the file out, to standard output where that is
// empty.
func writeReport(con console, out, format string, report func(w io.Writer, format string) error) error {
	write := func(w io.Writer) error { return report(w, format) }
	if out == "" {
		out = standard
	}
	if isStandard(out) {
		return con.write(out, write)
	}
	if err := con.write(out, write); err != nil {
		// Nothing computed is lost.
		return errors.Join(err, write(con.out))
	}
	return nil
}

// unfinished says why a benchmark is not whole; nil when it is.
func unfinished(runErr error, rows, total, failures int) error {
	if runErr != nil {
		return fmt.Errorf("%w after %d of %d rows", errInterrupted, rows, total)
	}
	if failures > 0 {
		return fmt.Errorf("%d failed, see the list in the report", failures)
	}
	return nil
}

// labelsName returns the name of the file with the labels of a row: never one in
// another folder, also for sequences that are named by their path.
func labelsName(sequence, method string) string {
	return strings.NewReplacer(":", "_", "=", "_", "/", "_", `\`, "_").Replace(sequence + "_" + method + ".csv")
}
