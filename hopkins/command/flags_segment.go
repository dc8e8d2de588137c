package command

import (
	"fmt"
	"strconv"
	"strings"

	"motionseg/hopkins"
	"motionseg/segment"
)

// segmentFlags say how a sequence is read and segmented.
type segmentFlags struct {
	Method     string   `default:"lrksc-auto" placeholder:"NAME" help:"Method; \"motionseg methods\" lists them. lrksc-auto when not given."`
	Motions    string   `default:"truth" help:"Number of motions, truth to take it from the file where that has one and estimate it otherwise, or auto to estimate it."`
	Frames     string   `default:"all" help:"all, first-last, two frames i,j, a range i-j, or best for the range with the most points of complete tracks; frames count from 1."`
	Incomplete string   `default:"auto" help:"What becomes of tracks that are not seen in every chosen frame: auto gives them to methods that take gaps and leaves them out of others; leave-out; or fill-gaps to complete those with short gaps by a low rank first."`
	Outliers   string   `default:"auto" help:"What becomes of tracks and matches that belong to no motion: find looks for them first; none gives every one to a motion; auto finds them among matches of two pictures only."`
	Assign     bool     `default:"true" negatable:"" help:"Give the tracks that were left out to the motions afterwards."`
	Window     int      `default:"0" help:"Segment a film in windows of so many frames, joined by the tracks that they share; 0 does so for films with more than 6.3 million tracks × frames only, in windows of 100 frames. A number of motions is then that of each window."`
	Columns    string   `placeholder:"id=NAME,frame=NAME,x=NAME,y=NAME" help:"Which columns of a table hold what, by name or by place from 1; also label=NAME, width=NAME,height=NAME or right=NAME,bottom=NAME of boxes, from=0 or from=1 for the number of the first frame, up=yes or up=HEIGHT where y grows upwards, and scale=PIXELS for a unit."`
	Likelihood float64  `default:"0.6" help:"From which likelihood on a point of DeepLabCut counts as seen."`
	Array      string   `placeholder:"NAME" help:"Which array of a MATLAB, NumPy or HDF5 file has the tracks, or which two have x and y, as X,Y; of a COLMAP database, which two pictures, as a.jpg,b.jpg."`
	Set        []string `placeholder:"NAME=VALUE" sep:"none" help:"Change a parameter of the method; may be given several times."`
	seedFlag   `embed:""`
}

// seedFlag is the seed of a command with something random.
type seedFlag struct {
	Seed uint64 `default:"0" help:"Seed of everything random."`
}

// corruptFlag spoils tracks.
type corruptFlag struct {
	Corrupt string `placeholder:"entries=SHARE,tracks=SHARE,hidden=SHARE" help:"Spoil the tracks first: put a share of all points anywhere, replace a share of the tracks by smooth random paths, or hide a share of all points in runs, as a tracker loses them; the seed decides which."`
}

// corruption returns what the flag says.
func (c corruptFlag) corruption() (hopkins.Corruption, error) {
	corruption, err := hopkins.ParseCorruption(c.Corrupt)
	if err != nil {
		return corruption, usageError{fmt.Errorf("--corrupt: %w", err)}
	}
	return corruption, nil
}

// leastWindow is of how many frames a window has to be for motions to be seen in it.
const leastWindow = 10

// task returns what the flags say of segmenting.
func (c segmentFlags) task() (hopkins.Task, error) {
	task := hopkins.Task{Unassigned: !c.Assign, Seed: c.Seed, Window: c.Window}
	var err error
	if c.Window != 0 && c.Window < leastWindow {
		return task, usageError{fmt.Errorf("--window: expected 0 or %d frames and more, found %d", leastWindow, c.Window)}
	}
	if task.Method, err = segment.ParseSpec(strings.Join(append([]string{c.Method}, c.Set...), ":")); err != nil {
		return task, usageError{err}
	}
	if task.Frames, err = hopkins.ParseFrames(c.Frames); err != nil {
		return task, usageError{err}
	}
	if task.Motions, err = parseMotions(c.Motions); err != nil {
		return task, usageError{err}
	}
	if task.Incomplete, err = hopkins.ParseIncomplete(c.Incomplete); err != nil {
		return task, usageError{fmt.Errorf("--incomplete: %w", err)}
	}
	if task.Outliers, err = hopkins.ParseOutliers(c.Outliers); err != nil {
		return task, usageError{fmt.Errorf("--outliers: %w", err)}
	}
	return task, nil
}

// reading returns what the flags say of reading files.
func (c segmentFlags) reading() (hopkins.Options, error) {
	columns, err := hopkins.ParseColumns(c.Columns)
	if err != nil {
		return hopkins.Options{}, usageError{fmt.Errorf("--columns: %w", err)}
	}
	if !(c.Likelihood > 0 && c.Likelihood <= 1) {
		return hopkins.Options{},
			usageError{fmt.Errorf("--likelihood: expected a number above 0 and at most 1, found %v", c.Likelihood)}
	}
	return hopkins.Options{Columns: columns, Likelihood: c.Likelihood, Array: c.Array}, nil
}

// parseMotions reads --motions; 0 stands for the truth's.
func parseMotions(text string) (int, error) {
	switch text {
	case "truth":
		return 0, nil
	case "auto":
		return hopkins.EstimatedMotions, nil
	}
	k, err := strconv.Atoi(text)
	if err != nil || k < 1 {
		return 0, fmt.Errorf("--motions: expected truth, auto or a whole number from 1, found %q", text)
	}
	return k, nil
}
