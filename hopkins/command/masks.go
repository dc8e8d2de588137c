package command

import (
	"context"
	"fmt"

	"github.com/alecthomas/kong"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/mask"
	"motionseg/hopkins/project"
)

type masksCommand struct {
	File         string `arg:"" help:"Film, folder of pictures, sequence with pictures, or project of the window, whose labels by hand are taken, or those of its first result."`
	segmentFlags `embed:""`
	Out          string   `required:"" placeholder:"DIR" help:"Write the masks to this folder, new or empty: one PNG for every frame, named as the frame's picture or by its number from 1; motions from 1, 0 undecided."`
	Foreground   bool     `help:"Two values: 255 where something else than the background moves, 0 elsewhere."`
	Background   []int    `placeholder:"MOTION,…" help:"Which motions are the background; found by their extent when not given."`
	Constraints  string   `placeholder:"DIR" help:"Folder of masks of some frames, as this command writes them: pixels have the motions that they have there, 0 says nothing."`
	As           []string `placeholder:"FORMAT,…" help:"Formats, separated by commas; several are written to a folder each in DIR: png, matte, matte16, exr, alpha, colmap, nerfstudio, coco, yolo, cvat, labelstudio, svg, overlay, cutout, prores, vp9; png when not given."`

	Tracking trackingFlags `embed:"" prefix:"track-" group:"Of a film"`
}

// Run writes the masks and prints one line about them.
func (c masksCommand) Run(ctx context.Context, con console, line *kong.Context) error {
	for _, m := range c.Background {
		if m < 1 || m > mask.MostMotions {
			return usageError{fmt.Errorf("--background: expected motions from 1 to %d, found %d", mask.MostMotions, m)}
		}
	}
	o := mask.Output{Folder: c.Out, Formats: c.As, Foreground: c.Foreground, Background: c.Background,
		Constraints: c.Constraints}
	if err := o.Check(); err != nil {
		return usageError{fmt.Errorf("--out, --as: %w", err)}
	}
	if err := hopkins.CheckFolderWritable(c.Out); err != nil {
		return err
	}
	sequence, labels, strokes, err := c.labels(ctx, con, line)
	if err != nil {
		return err
	}
	show, done := frameBar(con.err)
	defer done()
	if show != nil {
		o.Following = func(n, total int) { show(n, total, "following soft points") }
		o.Progress = func(n, total int) { show(n, total, "masks") }
	}
	summary, err := mask.WriteSequence(ctx, sequence, labels, mask.Strokes(strokes, sequence.Width, sequence.Height), o)
	if err != nil {
		return err
	}
	done()
	_, err = fmt.Fprintf(con.out, "%s: %s\n", files.Printable(sequence.Name), summary.Text())
	return err
}

// labels returns the tracks and their motions: those of a project, with its strokes, or of
// a method.
func (c masksCommand) labels(
	ctx context.Context, con console, line *kong.Context,
) (*hopkins.Sequence, []int, []mask.Stroke, error) {
	if isProject(c.File) {
		return c.ofProject(ctx, con, line)
	}
	task, err := c.task()
	if err != nil {
		return nil, nil, nil, err
	}
	reading, err := c.reading()
	if err != nil {
		return nil, nil, nil, err
	}
	sequence, err := c.Tracking.openAny(ctx, con, c.File, reading)
	if err != nil {
		return nil, nil, nil, err
	}
	result, err := sequence.Segment(ctx, task)
	if err != nil {
		return nil, nil, nil, err
	}
	return sequence, result.Labels, nil, nil
}

// ofProject opens the tracks of a project and takes the labels and strokes that it holds.
func (c masksCommand) ofProject(
	ctx context.Context, con console, line *kong.Context,
) (*hopkins.Sequence, []int, []mask.Stroke, error) {
	for _, flag := range []string{"method", "set", "motions", "frames", "incomplete", "outliers", "assign", "window",
		"seed"} {
		if isGiven(line)(flag) {
			return nil, nil, nil, usageError{fmt.Errorf("--%s: expected none with a project, whose labels are taken", flag)}
		}
	}
	p, err := project.Load(c.File)
	if err != nil {
		return nil, nil, nil, err
	}
	var labels []int
	var strokes []mask.Stroke
	switch {
	case p.Mine != nil:
		labels, strokes = p.Mine.Labels, p.Mine.Strokes
	case p.Results[0] != nil:
		labels = p.Results[0].Labels
	case p.Results[1] != nil:
		labels = p.Results[1].Labels
	default:
		return nil, nil, nil, fmt.Errorf("%s: expected a project with labels by hand or a result, found neither", c.File)
	}
	reading, err := c.readingOf(line, p)
	if err != nil {
		return nil, nil, nil, err
	}
	sequence, err := c.Tracking.openProject(ctx, con, c.File, p, reading)
	if err != nil {
		return nil, nil, nil, err
	}
	return sequence, labels, strokes, nil
}
