package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/batch"
	"motionseg/hopkins/files"
	"motionseg/hopkins/footage"
)

type batchCommand struct {
	Inputs  []string `arg:"" optional:"" help:"Films, folders of frames, files of tracks, and folders in which all of these are looked for."`
	Out     string   `required:"" placeholder:"DIR" help:"Folder of the results, made if it is missing: one folder for each film."`
	List    string   `placeholder:"FILMS.CSV" help:"Table of films: a column path, and if wanted name, second (the other picture of a pair), motions, first, last, method."`
	Film    string   `placeholder:"mp4|mov|mkv|webm|avi|gif" help:"Write a film of the labelled tracks too."`
	Masks   bool     `help:"Write the motion of every pixel of every frame too, as \"motionseg masks\" does."`
	Project bool     `help:"Write a project too, which the window opens; one that was changed there stays as it is."`

	batchFlags   `embed:""`
	segmentFlags `embed:""`

	Tracking trackingFlags `embed:"" prefix:"track-" group:"Of films"`
}

// batchFlags say how a batch is worked on.
type batchFlags struct {
	Shard       string `placeholder:"I/N" help:"Do only the I-th of N parts. In a Slurm array that is whole each task takes its own part by itself."`
	Workers     int    `default:"0" help:"How many are worked on side by side; 0 takes one for every processor."`
	Memory      string `default:"auto" help:"How much memory all together may take, by an estimate, as 8GB; auto takes four fifths of what there is."`
	RetryFailed bool   `help:"Try again what has failed."`
	Force       bool   `help:"Do everything again, but for projects that were changed in the window."`
}

// apply gives a batch what the flags say.
func (c batchFlags) apply(b *batch.Batch, version string) error {
	var err error
	b.Version, b.Workers, b.RetryFailed, b.Force = version, c.Workers, c.RetryFailed, c.Force
	if c.Workers < 0 {
		return usageError{fmt.Errorf("--workers: expected 0 or more, found %d", c.Workers)}
	}
	if b.Memory, err = batch.ParseMemory(c.Memory); err != nil {
		return usageError{fmt.Errorf("--memory: %w", err)}
	}
	if c.Shard == "" {
		if b.Shard, err = batch.SlurmShard(os.Getenv); err != nil {
			return usageError{err}
		}
	} else if b.Shard, err = batch.ParseShard(c.Shard); err != nil {
		return usageError{fmt.Errorf("--shard: %w", err)}
	}
	return nil
}

func (c batchCommand) Run(ctx context.Context, con console, p Program) error {
	how, err := c.films(p)
	if err != nil {
		return err
	}
	sources, err := c.sources()
	if err != nil {
		return err
	}
	if len(sources) == 0 {
		return errors.New("expected films or tracks, found none")
	}
	b := batch.Batch{Folder: c.Out, Kind: batch.FilmsKind}
	if err := c.apply(&b, p.Version); err != nil {
		return err
	}
	how.Task.Workers = batch.Cores(b.Workers, len(sources))
	how.Tracking.Workers = how.Task.Workers
	how.Memory = b.Memory
	if b.Items, err = how.Items(sources); err != nil {
		return usageError{err}
	}
	return runBatch(ctx, con, &b, con.out, func() error {
		_, err := writeTables(con, c.Out, "")
		return err
	})
}

// films returns what the flags say of each film.
func (c batchCommand) films(p Program) (batch.Films, error) {
	how := batch.Films{Masks: c.Masks, Project: c.Project, Draw: p.Drawing.Film}
	var err error
	if how.Task, err = c.task(); err != nil {
		return how, err
	}
	if how.Reading, err = c.reading(); err != nil {
		return how, err
	}
	if how.Tracking, how.Range, err = c.Tracking.options(trackPrefix); err != nil {
		return how, err
	}
	if c.Film != "" {
		how.Film = "." + strings.ToLower(strings.TrimPrefix(c.Film, "."))
		if !slices.Contains(footage.DrawnEndings, how.Film) {
			return how, usageError{fmt.Errorf("--film: expected one of %s, found %q",
				strings.Join(footage.DrawnEndings, ", "), c.Film)}
		}
	}
	return how, nil
}

// sources returns the films that were named.
func (c batchCommand) sources() ([]batch.Source, error) {
	sources, err := batch.Find(c.Inputs, c.Out)
	if err != nil {
		return nil, err
	}
	if c.List == "" {
		return sources, nil
	}
	listed, err := batch.ReadList(c.List, parseMotions)
	return append(sources, listed...), err
}

// runBatch works on a batch, says how it goes and what came out, and calls finish
// where it was all of it. What came out in all is written to summary.
func runBatch(ctx context.Context, con console, b *batch.Batch, summary io.Writer, finish func() error) error {
	if err := spareTables(b); err != nil {
		return err
	}
	show, done := batchProgress(con.err)
	b.Happened = show
	results, counts, err := b.Run(ctx)
	done()
	if results == nil && err != nil {
		return err
	}
	for _, r := range results {
		if r.State == batch.Failed {
			fmt.Fprintf(con.err, "failed: %s: %s\n", files.Printable(r.Name), files.Printable(r.Reason))
		}
	}
	fmt.Fprintf(summary, "%s: %d found, %s\n", files.Printable(b.Folder), counts.Total(), countsText(counts))
	if mended := mendedOf(results); mended > 0 {
		fmt.Fprintf(summary, "%d of them changed by hand since, and left as they are\n", mended)
	}
	if ctx.Err() != nil {
		err := fmt.Errorf("stopped with %d left; the same line again does the rest", counts.Left)
		return exitError{ExitStopped, err}
	}
	if err != nil {
		return err
	}
	if b.Shard.Whole() {
		if err := finish(); err != nil {
			return err
		}
	}
	return batchOutcome(counts)
}

// spareTables returns an error where a table or the log of a batch would be written over
// one of its inputs. What is written of the items has folders of its own.
func spareTables(b *batch.Batch) error {
	outputs := []string{filepath.Join(b.Folder, batch.ResultsName), filepath.Join(b.Folder, batch.LogName)}
	for _, f := range reportFiles {
		outputs = append(outputs, filepath.Join(b.Folder, f.name))
	}
	var inputs []string
	for _, item := range b.Items {
		inputs = append(inputs, item.Inputs...)
	}
	return spare(outputs, inputs...)
}

// countsText says how far a batch is.
func countsText(c batch.Counts) string {
	return fmt.Sprintf("%d done, %d failed, %d left", c.Done, c.Failed, c.Left)
}

// batchOutcome is the error for a batch of which something failed or is left.
func batchOutcome(c batch.Counts) error {
	if c.Left > 0 {
		return fmt.Errorf("%s left; the same line again does the rest", hopkins.Counted(c.Left, "is", "are"))
	}
	if c.Failed > 0 {
		return fmt.Errorf("%d failed; --retry-failed tries them again", c.Failed)
	}
	return nil
}

func mendedOf(results []batch.Result) int {
	n := 0
	for _, r := range results {
		if r.Mended {
			n++
		}
	}
	return n
}

// batchProgress returns what shows the events of a batch and what ends the
// display.
func batchProgress(w io.Writer) (show func(batch.Event), done func()) {
	var item func(item, method, outcome string)
	end := func() {}
	return func(e batch.Event) {
		switch e.Event {
		case batch.Started:
			if e.Left < e.Total {
				fmt.Fprintf(w, "%d found, %s\n", e.Total, countsText(e.Counts))
			}
			item, end = progress(w, e.Left)
		case string(batch.Done):
			item(e.Name, "done", fmt.Sprintf("%.1f s", e.Seconds))
		case string(batch.Failed):
			item(e.Name, "failed", e.Reason)
		}
	}, func() { end() }
}
