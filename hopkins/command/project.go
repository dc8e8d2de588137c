package command

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/project"
	"motionseg/hopkins/track"
	"motionseg/segment"
)

// isProject reports whether a path is that of a project.
func isProject(path string) bool { return strings.EqualFold(filepath.Ext(path), project.Ending) }

// isGiven returns what reports whether a flag is on the command line.
func isGiven(line *kong.Context) func(flag string) bool {
	return func(flag string) bool {
		return slices.ContainsFunc(line.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == flag })
	}
}

// readingOf is reading for the data of a project, which says what flags do not. Flags of films are for projects of
// films.
func (c segmentFlags) readingOf(line *kong.Context, p *project.Project) (hopkins.Options, error) {
	for _, of := range line.Path {
		if of.Flag != nil && strings.HasPrefix(of.Flag.Name, trackPrefix) && !track.Recognise(p.Data.Path) {
			return hopkins.Options{}, usageError{fmt.Errorf("--%s: expected a project whose points are followed in a film, "+
				"found one of tracks in %s", of.Flag.Name, p.Data.Path)}
		}
	}
	reading, err := c.reading()
	if saved := p.Data.Options; saved != nil {
		given := isGiven(line)
		if !given("columns") {
			reading.Columns = saved.Columns
		}
		if !given("likelihood") {
			reading.Likelihood = saved.Likelihood
		}
		if !given("array") {
			reading.Array = saved.Array
		}
	}
	return reading, err
}

// openProject opens the tracks of a project as its window does; they must be those that
// it was saved with.
func (c trackingFlags) openProject(
	ctx context.Context, con console, path string, p *project.Project, reading hopkins.Options,
) (*hopkins.Sequence, error) {
	if p.Data.Path == "" {
		return nil, fmt.Errorf("%s: expected a project of tracks in a file or a film, found the built-in example's; "+
			"write it by \"motionseg demo\"", path)
	}
	if err := p.Data.Check(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	sequence, err := c.openAny(ctx, con, p.Data.Path, reading)
	if err != nil {
		return nil, err
	}
	if of := p.Data.Pictures; of != nil {
		with, err := footage.Attach(ctx, sequence, *of)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil: // as in the window the tracks stay; what needs the pictures says that they are gone
			sequence.Footage = of
			sequence.Notes = append(sequence.Notes, err.Error())
		default:
			sequence = with
		}
	}
	if err := p.Data.Fit(sequence.Points(), sequence.Frames()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return sequence, nil
}

// sideOf returns which side is meant, left or right; shown by a project is the one that its
// window shows without the other, as that of a film, else the left.
func sideOf(side string, view project.View) string {
	if side == "shown" && view.Views == "right" {
		return "right"
	}
	return side
}

// takePlan gives the flags that are not on the command line the settings of a project:
// those of one side, left or right. What the project says wrong is told of its file, at path,
// and not of flags that nobody gave.
func (c *segmentFlags) takePlan(
	line *kong.Context, path string, plan project.Plan, side string,
) (hopkins.Task, error) {
	given := isGiven(line)
	setup := plan.Sides[map[string]int{"right": 1}[side]]
	for _, text := range []struct {
		flag, value string
		to          *string
		check       func(string) error
	}{
		{"method", setup.Method, &c.Method, failing(segment.ParseSpec)},
		{"frames", plan.Frames, &c.Frames, failing(hopkins.ParseFrames)},
		{"outliers", plan.Outliers, &c.Outliers, failing(hopkins.ParseOutliers)},
		{"incomplete", plan.Incomplete, &c.Incomplete, failing(hopkins.ParseIncomplete)},
	} {
		if given(text.flag) || text.value == "" {
			continue
		}
		if err := text.check(text.value); err != nil {
			return hopkins.Task{}, fmt.Errorf("%s: plan: %s: %w", path, text.flag, err)
		}
		*text.to = text.value
	}
	if !given("motions") && plan.Motions > 0 {
		c.Motions = fmt.Sprint(plan.Motions)
	}
	if !given("seed") {
		c.Seed = plan.Seed
	}
	if !given("assign") {
		c.Assign = !plan.Unassigned
	}
	task, err := c.task()
	if err != nil || given("method") || setup.Method == "" {
		return task, err
	}
	// As the window does: values of one's own stand for all, others are changes of a
	// preset; what --set says comes on top.
	changes := segment.Values{}
	for name, v := range setup.Values {
		changes[name] = v
	}
	for name, v := range task.Method.Changes {
		changes[name] = v
	}
	task.Method.Changes = changes
	if setup.Preset != customPreset {
		task.Method.Preset = setup.Preset
	}
	return task, nil
}

// failing returns what reports why a text can't be parsed.
func failing[T any](parse func(string) (T, error)) func(string) error {
	return func(text string) error {
		_, err := parse(text)
		return err
	}
}

// customPreset is what a project has for values of one's own.
const customPreset = "custom"
