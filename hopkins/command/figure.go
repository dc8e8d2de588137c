package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/segment"
)

type figureCommand struct {
	File         string `arg:"" help:"Sequence, film or folder, as for segment; - is standard input."`
	segmentFlags `embed:""`
	Against      []string `placeholder:"METHOD,…" help:"More methods, each a panel to the right."`
	Out          string   `required:"" placeholder:"FILE" help:"Write the figure to this file: .pdf, .svg or .png; - writes PDF to standard output."`
	Frame        int      `default:"1" help:"Frame that is shown, from 1."`
	Column       bool     `help:"As wide as one column of two, 245 points, in place of a page, 504."`
	Affinities   bool     `default:"true" negatable:"" help:"Draw the affinity matrices below the tracks, or do not."`
	Title        bool     `default:"true" negatable:"" help:"Write the name of the sequence above, or do not."`

	Tracking trackingFlags `embed:"" prefix:"track-" group:"Of a film"`
}

// methods returns the methods of the panels, of which --method names the first.
func (c figureCommand) methods(first segment.Spec) ([]segment.Spec, error) {
	methods := []segment.Spec{first}
	for _, name := range c.Against {
		spec, err := segment.ParseSpec(name)
		if err != nil {
			return nil, usageError{fmt.Errorf("--against: %w", err)}
		}
		methods = append(methods, spec)
	}
	return methods, nil
}

// Run segments by every method and draws what comes out side by side.
func (c figureCommand) Run(ctx context.Context, con console, p Program) error {
	if err := refuseProject(c.File); err != nil {
		return err
	}
	task, err := c.task()
	if err != nil {
		return err
	}
	reading, err := c.reading()
	if err != nil {
		return err
	}
	format := "pdf" // on standard output
	if !isStandard(c.Out) {
		if format, err = plotFormat(p.Drawing, "out", c.Out); err != nil {
			return err
		}
	}
	methods, err := c.methods(task.Method)
	if err != nil {
		return err
	}
	if err := spare([]string{c.Out}, c.File); err != nil {
		return err
	}
	if err := writable([]string{c.Out}); err != nil {
		return err
	}
	sequence, err := c.Tracking.openAny(ctx, con, c.File, reading)
	if err != nil {
		return err
	}
	if c.Frame < 1 || c.Frame > sequence.Frames() {
		return usageError{fmt.Errorf("--frame: expected 1 to %d, found %d", sequence.Frames(), c.Frame)}
	}
	if err := spare([]string{c.Out}, sequence.Inputs()...); err != nil {
		return err
	}
	var of []*hopkins.Segmentation
	var said []string
	for _, spec := range methods {
		task.Method = spec
		result, err := sequence.Segment(ctx, task)
		if err != nil {
			return fmt.Errorf("%s: %w", spec.Name, err)
		}
		of = append(of, result)
		said = append(said, spec.Name+" "+result.Headline(2))
	}
	o := hopkins.FigureOptions{Frame: c.Frame - 1, Column: c.Column, Without: !c.Affinities, Untitled: !c.Title}
	err = con.write(c.Out, func(w io.Writer) error { return p.Drawing.Figure(ctx, w, of, o, format) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.summary(c.Out), "%s: %s\n", files.Printable(c.Out), strings.Join(said, "; "))
	return err
}
