package command

import (
	"context"
	"errors"
	"fmt"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/track"
)

// trackingFlags say which frames of a film are looked at, and how points are
// found and followed in them.
type trackingFlags struct {
	Density string   `default:"medium" help:"How many points are followed: sparse, medium or dense."`
	First   int      `default:"1" help:"First frame; frames count from 1."`
	Last    int      `default:"0" help:"Last frame; 0 takes all to the end."`
	Every   int      `default:"1" help:"Look at every n-th frame only."`
	Size    int      `default:"0" help:"Reduce pictures with more pixels on the longer side to so many; 0 leaves them."`
	Channel int      `default:"1" help:"Which channel of a stack of a microscope is taken, from 1."`
	Only    []string `placeholder:"X,Y,X,Y" sep:"none" help:"Begin points only in this rectangle, in pixels, or with three corners or more in this outline; may be given several times."`
	Without []string `placeholder:"X,Y,X,Y" sep:"none" help:"Leave this rectangle or outline out; may be given several times."`
}

// trackPrefix is what the names of the flags begin with in commands that do more than to follow points.
const trackPrefix = "track-"

// options returns what the flags say, whose names begin with prefix. The error names the flag.
func (c trackingFlags) options(prefix string) (track.Options, footage.Range, error) {
	fail := func(flag string, err error) (track.Options, footage.Range, error) {
		return track.Options{}, footage.Range{}, usageError{fmt.Errorf("--%s%s: %w", prefix, flag, err)}
	}
	density, err := track.ParseDensity(c.Density)
	if err != nil {
		return fail("density", err)
	}
	o := track.Default(density)
	for _, list := range []struct {
		name  string
		texts []string
		to    *[]track.Region
	}{{"only", c.Only, &o.Only}, {"without", c.Without, &o.Without}} {
		for _, text := range list.texts {
			r, err := track.ParseRegion(text)
			if err != nil {
				return fail(list.name, err)
			}
			*list.to = append(*list.to, r)
		}
	}
	for _, number := range []struct {
		name         string
		least, value int
	}{{"first", 1, c.First}, {"every", 1, c.Every}, {"size", 0, c.Size}, {"channel", 1, c.Channel}} {
		if number.value < number.least {
			return fail(number.name, fmt.Errorf("expected a number from %d, found %d", number.least, number.value))
		}
	}
	if c.Last != 0 && c.Last < c.First {
		return fail("last", fmt.Errorf("expected 0 or a frame from the first on, %d, found %d", c.First, c.Last))
	}
	r := footage.Range{First: c.First - 1, Step: c.Every, MaxSide: c.Size, Channel: c.Channel}
	if c.Last > 0 {
		r.Count = (c.Last-c.First)/c.Every + 1
	}
	return o, r, nil
}

// open follows points through a film. The names of the flags begin with prefix.
func (c trackingFlags) open(ctx context.Context, con console, film, prefix string) (*hopkins.Sequence, error) {
	o, r, err := c.options(prefix)
	if err != nil {
		return nil, err
	}
	in, err := con.take(ctx, film)
	if err != nil {
		return nil, err
	}
	report, done := tracking(con.err)
	defer done()
	return in.named(track.OpenLong(ctx, in.path, r, o, report))
}

// openAny follows points where path is a film, and reads anything else; - is standard
// input.
func (c trackingFlags) openAny(
	ctx context.Context, con console, path string, reading hopkins.Options,
) (*hopkins.Sequence, error) {
	if _, _, err := c.options(trackPrefix); err != nil {
		return nil, err
	}
	in, err := con.take(ctx, path)
	if err != nil {
		return nil, err
	}
	if track.Recognise(in.path) {
		return in.named(c.open(ctx, con, in.path, trackPrefix))
	}
	sequence, err := in.named(hopkins.OpenContext(ctx, in.path, reading))
	var unknown *hopkins.ColumnsError
	if errors.As(err, &unknown) {
		return nil, fmt.Errorf("%w; say which columns they are, as --columns id=NAME,frame=NAME,x=NAME,y=NAME", err)
	}
	return sequence, err
}
