package command

import (
	"context"
	"errors"
	"io"

	"motionseg/hopkins"
	"motionseg/hopkins/bench"
	"motionseg/hopkins/imageset"
)

// Exit codes.
const (
	ExitOK      = 0
	ExitFailure = 1
	ExitUsage   = 2
	// ExitStopped is that of a batch that a signal has stopped, and that the same
	// line goes on with.
	ExitStopped = 75
)

// Program is what the commands are run in.
type Program struct {
	// Version is what --version says behind the name.
	Version string
	// Input is standard input, which - stands for; may be nil.
	Input io.Reader
	// Window opens the window with a file or folder, with what it had last where
	// path is empty, and returns when it is closed.
	Window func(path string) error
	// CrashReport keeps an internal error and says where, as the end of a message;
	// nothing is kept where it is nil.
	CrashReport func(p any) string
	// Drawing makes the pictures among the results.
	Drawing Drawing
}

// Drawing draws results. Package render of the user interface has one.
type Drawing interface {
	// Film writes the labelled tracks over their pictures, where there are any, as a
	// film by the ending of path. progress may be nil.
	Film(ctx context.Context, path string, g *hopkins.Segmentation, progress func(done, frames int)) error
	// Affinity writes the affinity matrix as a PNG.
	Affinity(w io.Writer, g *hopkins.Segmentation) error
	// ErrorPlot writes a plot of the mean error over the number of subjects, in one
	// of the formats of PlotFormats.
	ErrorPlot(w io.Writer, r imageset.Trials, format string) error
	// Figure writes segmentations of one sequence side by side, as papers show them, in
	// one of the formats of PlotFormats.
	Figure(ctx context.Context, w io.Writer, of []*hopkins.Segmentation, o hopkins.FigureOptions, format string) error
	// BenchmarkPlot writes a plot of the errors of a benchmark, in one of the formats of
	// PlotFormats: of two methods sequence against sequence, else their distributions.
	BenchmarkPlot(w io.Writer, rows []bench.Row, format string) error
	// PlotFormats returns the formats of plots, as endings of names without the dot.
	PlotFormats() []string
}

// errInterrupted is what the user sees of a cancelled context.
var errInterrupted = errors.New("interrupted")

// usageError marks an error of the command line itself.
type usageError struct{ error }

// exitError is an error with an exit code of its own.
type exitError struct {
	code int
	error
}

// console is where the commands read and write.
type console struct {
	in       io.Reader // may be nil
	out, err io.Writer
	copies   *copies // of what came in
}
