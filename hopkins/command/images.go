package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/imageset"
	"motionseg/segment"
)

type imagesCommand struct {
	File     string   `arg:"" help:"MATLAB file with pictures and classes, or folder with a folder of pictures for every class."`
	Method   []string `default:"lrksc-robust" help:"Methods, separated by commas; name:param=value:… changes parameters."`
	Preset   string   `placeholder:"NAME" help:"Published setting to start from, as yale, orl or coil; \"motionseg methods\" lists them."`
	Set      []string `placeholder:"NAME=VALUE" sep:"none" help:"Change a parameter of every method that has it; may be given several times."`
	Subjects []int    `placeholder:"K,…" help:"Numbers of subjects; all runs of K consecutive subjects are clustered. All subjects together when not given."`
	Classes  string   `placeholder:"I-J" help:"Only the Ith to the Jth class of the set."`
	Data     string   `placeholder:"NAME" help:"Variable of the MATLAB file with the pictures; found automatically in the usual layouts."`
	Labels   string   `placeholder:"NAME" help:"Variable of the MATLAB file with the classes."`
	Size     string   `placeholder:"WxH" help:"Width and height that pictures in folders are brought to; 48 on the longer side when not given."`
	MaxRuns  int      `default:"0" help:"Largest number of runs for every K, evenly spread; 0 takes all."`
	Workers  int      `default:"0" help:"Runs that are under way at the same time; 0 takes one for every processor."`
	seedFlag `embed:""`
	Format   string `default:"table" enum:"${formats}" help:"${enum}."`
	Out      string `placeholder:"FILE" help:"Write the report to this file instead of standard output."`
	Plot     string `placeholder:"FILE" help:"Write a plot of the mean error against K to this file: .png, .pdf or .svg."`
}

func (c imagesCommand) Run(ctx context.Context, con console, p Program) error {
	if err := refuseProject(c.File); err != nil {
		return err
	}
	protocol, plotFormat, err := c.protocol(p.Drawing)
	if err != nil {
		return err
	}
	options := imageset.Options{Data: c.Data, Labels: c.Labels}
	if options.Width, options.Height, err = imageset.ParseSize(c.Size); err != nil {
		return usageError{fmt.Errorf("--size: %w", err)}
	}
	if err := spare([]string{c.Out, c.Plot}, imageset.Inputs(c.File)...); err != nil {
		return err
	}
	if err := writable([]string{c.Out, c.Plot}); err != nil {
		return err
	}
	if protocol.Set, err = imageset.Open(ctx, c.File, options); err != nil {
		return err
	}
	for _, p := range protocol.Set.Problems {
		fmt.Fprintln(con.err, "passed over", files.Message(p.Err))
	}
	if protocol.Set, err = protocol.Set.Select(c.Classes); err != nil {
		return usageError{fmt.Errorf("--classes: %w", err)}
	}
	if len(protocol.Subjects) == 0 {
		protocol.Subjects = []int{len(protocol.Set.Classes)}
	}
	if err := protocol.Check(); err != nil {
		return usageError{fmt.Errorf("--%w", err)}
	}

	show, done := progress(con.err, protocol.Total())
	protocol.Finished = func(row imageset.Trial) {
		show(protocol.Set.SpanName(row.First, row.Subjects), row.Method,
			outcome(row.Error, row.Iterations, row.Seconds, row.Failure))
	}
	rows, runErr := protocol.Run(ctx)
	done()

	report := imageset.Trials{Protocol: protocol, Rows: rows}
	if err := c.write(con, p.Drawing, report, plotFormat); err != nil {
		return err
	}
	return unfinished(runErr, len(rows), protocol.Total(), len(report.Failures()))
}

// protocol returns what the flags say before the pictures are read, and the format
// of the plot.
func (c imagesCommand) protocol(drawing Drawing) (imageset.Protocol, string, error) {
	protocol := imageset.Protocol{Subjects: c.Subjects, MaxRuns: c.MaxRuns, Seed: c.Seed, Workers: c.Workers}
	if c.Workers < 0 || c.MaxRuns < 0 {
		return protocol, "", usageError{fmt.Errorf("--workers and --max-runs: expected 0 or more, found "+
			"%d and %d", c.Workers, c.MaxRuns)}
	}
	var err error
	if protocol.Methods, err = segment.ParseSpecs(c.Method, c.Set, c.Preset); err != nil {
		return protocol, "", usageError{fmt.Errorf("--method, --preset, --set: %w", err)}
	}
	format, err := plotFormat(drawing, "plot", c.Plot)
	return protocol, format, err
}

// plotFormat returns the format of a plot or figure by its name, that of a flag: empty
// for an empty name.
func plotFormat(drawing Drawing, flag, path string) (string, error) {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	if path != "" && !slices.Contains(drawing.PlotFormats(), format) {
		return "", usageError{fmt.Errorf("--%s %s: expected a name that ends in .png, .pdf or .svg", flag, path)}
	}
	return format, nil
}

// write writes the report and the plot to where they were asked for.
func (c imagesCommand) write(con console, drawing Drawing, report imageset.Trials, plotFormat string) error {
	err := writeReport(con, c.Out, c.Format, report.Write)
	if c.Plot != "" {
		err = errors.Join(err,
			hopkins.WriteFile(c.Plot, func(w io.Writer) error { return drawing.ErrorPlot(w, report, plotFormat) }))
	}
	return err
}
