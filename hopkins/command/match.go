package command

import (
	"context"
	"fmt"
	"io"

	"motionseg/hopkins/files"
	"motionseg/hopkins/match"
)

type matchCommand struct {
	First  string `arg:"" help:"The first photograph."`
	Second string `arg:"" help:"The second photograph of the same things."`
	Out    string `placeholder:"MATCHES.CSV" help:"Write the matches to this file, x1,y1,x2,y2 on each line; \"motionseg segment\" reads it."`
}

func (c matchCommand) Run(ctx context.Context, con console) error {
	for _, path := range []string{c.First, c.Second} {
		if err := refuseProject(path); err != nil {
			return err
		}
	}
	if err := spare([]string{c.Out}, c.First, c.Second); err != nil {
		return err
	}
	if err := writable([]string{c.Out}); err != nil {
		return err
	}
	sequence, err := match.Open(ctx, c.First, c.Second)
	if err != nil {
		return err
	}
	if c.Out == "" {
		c.Out = standard
	}
	if err := con.write(c.Out, func(w io.Writer) error { return match.WriteCSV(w, sequence) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.summary(c.Out), "%s: %d matches\n", files.Printable(sequence.Name), sequence.Points())
	return err
}
