package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"motionseg/hopkins/bench"
	"motionseg/hopkins/files"
)

// commandLine is the grammar: one field a command.
type commandLine struct {
	Version   kong.VersionFlag `short:"V" help:"Print version, commit and date."`
	Window    windowCommand    `cmd:"" default:"withargs" help:"Open the window (the default)."`
	Segment   segmentCommand   `cmd:"" help:"Segment one sequence."`
	Track     trackCommand     `cmd:"" help:"Follow points through a film or a folder of pictures."`
	Masks     masksCommand     `cmd:"" help:"Give every pixel of a film the motion of the points around it, and write the masks."`
	Match     matchCommand     `cmd:"" help:"Find the same places in two photographs."`
	Batch     batchCommand     `cmd:"" help:"Segment many films and files of tracks, resuming what is left, in shards if wanted."`
	Merge     mergeCommand     `cmd:"" help:"Make the tables of all shards of a batch."`
	Benchmark benchmarkCommand `cmd:"" help:"Segment every sequence of a dataset and print the tables beside the published figures."`
	Clicks    clicksCommand    `cmd:"" help:"Measure how fast the error falls when a simulated user gives the true motion to one track after the other."`
	Images    imagesCommand    `cmd:"" help:"Cluster pictures, such as faces by person, over runs of consecutive subjects."`
	Figure    figureCommand    `cmd:"" help:"Draw one method or several on a sequence as a figure, with their affinities."`
	Methods   methodsCommand   `cmd:"" help:"List the methods, their parameters and defaults."`
	Formats   formatsCommand   `cmd:"" help:"List the files of tracks that are read, and those that labelled tracks are written to."`
	Demo      demoCommand      `cmd:"" help:"Write the built-in example to a folder."`
	About     versionCommand   `cmd:"" name:"version" help:"Print version, commit and date."`
	Scene     sceneCommand     `cmd:"" help:"Write a synthetic scene of any size to a folder."`
	// Behind the others, as they are about them.
	Completion completionCommand `cmd:"" help:"Print a script that completes the command line in bash, zsh or fish."`
	Help       helpCommand       `cmd:"" help:"Print what the program or a command does, as --help does."`
}

// Run does what a command line says, without the process around it, and returns
// the exit code.
func (p Program) Run(ctx context.Context, args []string, stdout, stderr io.Writer) (code int) {
	defer func() {
		// An uncaught panic would end the program with 2, the code of a wrong
		// command line.
		if failure := recover(); failure != nil {
			kept := ""
			if p.CrashReport != nil {
				kept = p.CrashReport(failure)
			}
			fmt.Fprintf(stderr, "motionseg: internal error: %v%s\n", failure, kept)
			code = ExitFailure
		}
	}()
	con := console{p.Input, stdout, stderr, new(copies)}
	defer con.copies.remove()
	exited := false
	parser, err := p.parser(ctx, con, func(int) { exited = true })
	if err != nil {
		fmt.Fprintln(stderr, "motionseg:", err)
		return ExitFailure
	}
	args = joined(args)
	parsed, err := parser.Parse(args)
	if meant := mistyped(parser, args); meant != nil {
		err = meant
	}
	if exited {
		// --help or --version has printed what was asked for.
		return ExitOK
	}
	if err != nil {
		fmt.Fprintf(stderr, "motionseg: %v\nTry \"motionseg --help\".\n", files.Message(err))
		return ExitUsage
	}
	return report(stderr, parsed.Run())
}

// report says what an error of a command is, and returns the exit code.
func report(stderr io.Writer, err error) int {
	if err == nil {
		return ExitOK
	}
	var own exitError
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	fmt.Fprintln(stderr, "motionseg:", files.Message(err))
	switch {
	case errors.As(err, &own):
		return own.code
	case errors.As(err, &usageError{}):
		return ExitUsage
	}
	return ExitFailure
}

// parser returns the parser of the command line, which calls exit where it has
// printed what was asked for.
func (p Program) parser(ctx context.Context, con console, exit func(int)) (*kong.Kong, error) {
	return kong.New(&commandLine{},
		kong.Name("motionseg"),
		kong.Description("Segment the motions in a video's point tracks."),
		kong.Vars{"version": "motionseg " + p.Version, "formats": strings.Join(bench.ReportFormats, ","),
			"labelled": strings.Join(labelledFormats(), ", ")},
		kong.Writers(con.out, con.err),
		kong.Exit(exit),
		kong.KindMapper(reflect.String, kong.MapperFunc(takeText)),
		kong.KindMapper(reflect.Uint64, kong.MapperFunc(takeNumber)),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(con),
		kong.Bind(p),
	)
}

// takeText takes an argument as it is: that of the library goes by way of JSON,
// which changes names of files that are not UTF-8.
func takeText(in *kong.DecodeContext, to reflect.Value) error {
	value, err := in.Scan.PopValue("string")
	if err == nil {
		to.SetString(value.String())
	}
	return err
}

// takeNumber takes a number of 64 bits without a sign.
func takeNumber(in *kong.DecodeContext, to reflect.Value) error {
	value, err := in.Scan.PopValue("number")
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(value.String(), 0, 64)
	if err != nil {
		return fmt.Errorf("expected a whole number from 0, found %q", value.String())
	}
	to.SetUint(n)
	return nil
}
