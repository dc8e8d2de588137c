package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/mask"
	"motionseg/hopkins/project"
	"motionseg/segment"
)

type segmentCommand struct {
	File         string `arg:"" help:"Sequence file or folder: .mat of Hopkins155, KT3DMoSeg or AdelaideRMF, table of tracks, .npz or .npy of tracks, or text file of correspondences; or a project of the window, of which the tracks and the settings are taken. In a film or a folder of pictures alone points are followed first, as \"motionseg track\" does."`
	segmentFlags `embed:""`
	corruptFlag  `embed:""`
	Side         string   `default:"shown" enum:"shown,left,right" help:"Side of a project whose settings are taken."`
	Out          string   `placeholder:"LABELS.CSV" help:"Write the labels to this file."`
	Constraints  string   `placeholder:"FILE.JSON" help:"Obey what this file says of single tracks: {\"seeds\": [{\"track\": 12, \"motion\": 1}], \"together\": [[3, 7]], \"apart\": [[3, 9]]}; tracks and motions count from 1, motion 0 is an outlier."`
	Truth        string   `placeholder:"DIR" help:"Folder of masks of some frames or all, as \"motionseg masks\" writes them: a track's true motion is the one that most of them have where it is."`
	Export       []string `placeholder:"FORMAT:PATH" sep:"none" help:"Write the tracks with their labels: ${labelled} to a file, folder to a new folder in the layout of Hopkins155 with the pictures, film to a film that ends in .mp4, .mov, .mkv, .webm, .avi or .gif; may be given several times."`
	Affinity     string   `placeholder:"W.NPY|W.CSV|W.PNG" help:"Write the affinity matrix to this file."`
	JSON         bool     `name:"json" help:"Print the result as JSON."`
	Times        bool     `help:"Say where the time went, by stages from reading on."`

	Tracking trackingFlags `embed:"" prefix:"track-" group:"Of a film"`
}

func (c segmentCommand) Run(ctx context.Context, con console, p Program, line *kong.Context) error {
	task, reading, saved, err := c.given(line)
	if err != nil {
		return err
	}
	corruption, err := c.corruption()
	if err != nil {
		return err
	}
	if err := c.checkAffinity(); err != nil {
		return err
	}
	exports, err := parseExports(c.Export)
	if err != nil {
		return usageError{fmt.Errorf("--export %w", err)}
	}

	outputs := c.outputs(exports)
	if err := spare(outputs, c.File, c.Constraints); err != nil {
		return err
	}
	if err := single("input", c.File, c.Constraints); err != nil {
		return err
	}
	if err := writable(outputs); err != nil {
		return err
	}
	start := time.Now()
	sequence, err := c.open(ctx, con, reading, saved)
	if err != nil {
		return err
	}
	read := time.Since(start)
	if err := spare(outputs, sequence.Inputs()...); err != nil {
		return err
	}
	if sequence, err = c.withTruth(ctx, sequence); err != nil {
		return err
	}
	if err := c.wholeFor(sequence, corruption); err != nil {
		return err
	}
	if c.Constraints != "" {
		if task.Constraints, err = con.constraints(ctx, c.Constraints, sequence.Points()); err != nil {
			return err
		}
	}
	result, err := sequence.Corrupt(corruption, c.Seed).Segment(ctx, task)
	if err != nil {
		return err
	}
	if c.Times {
		before := []segment.Stage{{Name: "reading", Time: read}, {Name: "number of motions", Time: max(result.Counting, 0)}}
		result.Times = append(before, result.Result.Stages...)
	}
	return c.write(ctx, con, p, result, exports, con.summary(outputs...))
}

// withTruth returns the sequence with the truth that masks say, where some are given.
func (c *segmentCommand) withTruth(ctx context.Context, s *hopkins.Sequence) (*hopkins.Sequence, error) {
	if c.Truth == "" {
		return s, nil
	}
	motions, err := mask.Truth(ctx, s, c.Truth)
	if err != nil {
		return nil, err
	}
	return s.WithTruth(motions), nil
}

// checkAffinity returns an error where the affinity cannot be written under its name.
func (c *segmentCommand) checkAffinity() error {
	if c.Affinity == "" || isStandard(c.Affinity) ||
		slices.Contains([]string{".npy", ".csv", ".png"}, c.affinityEnding()) {
		return nil
	}
	return usageError{fmt.Errorf("--affinity %s: expected a name that ends in .npy, .csv or .png", c.Affinity)}
}

// outputs returns the paths that are written, the standard output among them.
func (c *segmentCommand) outputs(exports []export) []string {
	paths := []string{c.Out, c.Affinity}
	for _, e := range exports {
		paths = append(paths, e.path)
	}
	if c.JSON {
		paths = append(paths, standard)
	}
	return paths
}

// wholeFor returns an error where something is asked for that needs all of a film at
// once, which is segmented in windows.
func (c segmentCommand) wholeFor(s *hopkins.Sequence, corruption hopkins.Corruption) error {
	switch {
	case c.Affinity != "" && c.Window > 0:
		return usageError{errors.New("--affinity: expected a film that is segmented as a whole, found --window")}
	case c.Affinity != "" || corruption != (hopkins.Corruption{}):
		return s.LaidOut()
	}
	return nil
}

// given returns what the flags, and the project where File is one, say of segmenting and reading.
func (c *segmentCommand) given(line *kong.Context) (hopkins.Task, hopkins.Options, *project.Project, error) {
	if !isProject(c.File) {
		task, err := c.task()
		if err != nil {
			return task, hopkins.Options{}, nil, err
		}
		reading, err := c.reading()
		return task, reading, nil, err
	}
	saved, err := project.Load(c.File)
	if err != nil {
		return hopkins.Task{}, hopkins.Options{}, nil, err
	}
	task, err := c.takePlan(line, c.File, saved.Plan, sideOf(c.Side, saved.View))
	if err != nil {
		return task, hopkins.Options{}, nil, err
	}
	reading, err := c.readingOf(line, saved)
	return task, reading, saved, err
}

// open opens the tracks, of a project where there is one.
func (c segmentCommand) open(
	ctx context.Context, con console, reading hopkins.Options, saved *project.Project,
) (*hopkins.Sequence, error) {
	if saved != nil {
		return c.Tracking.openProject(ctx, con, c.File, saved, reading)
	}
	return c.Tracking.openAny(ctx, con, c.File, reading)
}

// affinityEnding returns the ending of the affinity's file in lower case.
func (c segmentCommand) affinityEnding() string { return strings.ToLower(filepath.Ext(c.Affinity)) }

// write prints the result and writes the files that were asked for.
func (c segmentCommand) write(
	ctx context.Context, con console, p Program, result *hopkins.Segmentation, exports []export, summary io.Writer,
) error {
	// Printed first, so that a file that can't be written loses nothing.
	var err error
	if c.JSON {
		err = result.WriteJSON(con.out)
	} else {
		err = result.WriteText(summary)
	}
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := con.write(c.Out, result.LabelTable().Write); err != nil {
			return err
		}
	}
	for _, e := range exports {
		if err := e.write(ctx, con, p.Drawing, result); err != nil {
			return err
		}
	}
	switch ending := c.affinityEnding(); {
	case ending == ".npy" || isStandard(c.Affinity):
		return con.write(c.Affinity, func(w io.Writer) error { return hopkins.WriteNPY(w, result.Result.W) })
	case ending == ".csv":
		return hopkins.WriteFile(c.Affinity, func(w io.Writer) error { return hopkins.WriteCSV(w, result.Result.W) })
	case ending == ".png":
		return hopkins.WriteFile(c.Affinity, func(w io.Writer) error { return p.Drawing.Affinity(w, result) })
	}
	return nil
}

// refuseProject returns an error that says what a project is for, where path is one and
// its data are expected.
func refuseProject(path string) error {
	if !isProject(path) {
		return nil
	}
	p, err := project.Load(path)
	if err != nil {
		return err
	}
	data := p.Data.Path
	if data == "" {
		data = "the built-in example"
	}
	return fmt.Errorf("%s: expected tracks or a film, found a project, which opens in the window by \"motionseg "+
		"%s\"; its data are %s", path, path, data)
}

// constraints reads a file of constraints on this many tracks.
func (con console) constraints(ctx context.Context, path string, tracks int) (hopkins.Constraints, error) {
	in, err := con.take(ctx, path)
	if err != nil {
		return hopkins.Constraints{}, err
	}
	f, err := files.Open(in.path)
	if err != nil {
		return hopkins.Constraints{}, err
	}
	defer f.Close()
	constraints, err := hopkins.ReadConstraints(f, tracks)
	if err != nil {
		return constraints, fmt.Errorf("%s: %w", path, err)
	}
	return constraints, nil
}
