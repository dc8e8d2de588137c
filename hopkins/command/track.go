package command

import (
	"context"
	"fmt"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
)

type trackCommand struct {
	Film  string        `arg:"" help:"Film, or folder of pictures in the order of the numbers in their names."`
	Out   string        `placeholder:"TRACKS.CSV|TRACKS.NPZ|TRACKS.MAT" help:"Write the tracks to this file; - writes CSV to standard output."`
	Flags trackingFlags `embed:""`
}

// Run follows points through a film. When it is interrupted, the tracks up to
// there are written.
func (c trackCommand) Run(ctx context.Context, con console) error {
	toFile := c.Out != "" && !isStandard(c.Out)
	if toFile && !hopkins.IsTrackFormat(c.Out) {
		return usageError{fmt.Errorf("--out %s: expected a name that "+
			"ends in %s", c.Out, strings.Join(hopkins.TrackFormats, ", "))}
	}
	if err := refuseProject(c.Film); err != nil {
		return err
	}
	if err := spare([]string{c.Out}, c.Film); err != nil {
		return err
	}
	if err := writable([]string{c.Out}); err != nil {
		return err
	}
	sequence, err := c.Flags.open(ctx, con, c.Film, "")
	if sequence == nil {
		return err
	}
	switch {
	case toFile:
		if err := sequence.WriteTracksFile(c.Out); err != nil {
			return err
		}
	case c.Out != "":
		if err := con.write(c.Out, sequence.WritePlainTracks); err != nil {
			return err
		}
	}
	for _, note := range sequence.Notes {
		fmt.Fprintf(con.err, "%s: %s\n", files.Printable(c.Film), files.Printable(note))
	}
	coverage := sequence.Coverage()
	if _, err := fmt.Fprintf(con.summary(c.Out), "%s: %d tracks in %d frames of %d×%d pixels, %d of them in every frame\n",
		files.Printable(sequence.Name), sequence.Points(), sequence.Frames(), sequence.Width, sequence.Height,
		coverage.Complete(0, sequence.Frames()-1)); err != nil {
		return err
	}
	return err
}
