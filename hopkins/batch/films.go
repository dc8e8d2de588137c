package batch

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/mask"
	"motionseg/hopkins/match"
	"motionseg/hopkins/project"
	"motionseg/hopkins/track"
)

// FilmsKind is the Batch.Kind of films and tracks.
const FilmsKind = "films"

// Names of the files of a result.
const (
	tracksName  = "tracks.csv"
	labelsName  = "labels.csv"
	summaryName = "summary.json"
	filmName    = "film"
	masksName   = "masks"
)

// Films says how films and files of tracks are segmented and what is written of
// them: tracks.csv, labels.csv and summary.json always.
type Films struct {
	Task     hopkins.Task
	Reading  hopkins.Options
	Tracking track.Options
	Range    footage.Range
	// Film is the ending of a film of the labelled tracks, as ".mp4"; empty for none.
	Film string
	// Project says that a project is written, which the window opens.
	Project bool
	// Masks writes the motion of every pixel too, a PNG for every frame.
	Masks bool
	// Memory is how many bytes a film may take, by an estimate; 0 for any number.
	Memory int64
	// Draw writes the film of labelled tracks at a path.
	Draw func(ctx context.Context, path string, g *hopkins.Segmentation, progress func(done, frames int)) error
}

// settings is what decides a result, as Item.Settings has it.
type settings struct {
	Method     string `json:"method"`
	Motions    int    `json:"motions"`
	Frames     string `json:"frames"`
	Incomplete string `json:"incomplete"`
	Outliers   string `json:"outliers"`
	Unassigned bool   `json:"unassigned,omitempty"`
	Seed       uint64 `json:"seed"`
	Window     int    `json:"window,omitempty"`
	// How tables are read, of tracks only.
	Reading *hopkins.Options `json:"reading,omitempty"`
	// How points are followed, of films only.
	Tracking *track.Options `json:"tracking,omitempty"`
	Range    *footage.Range `json:"range,omitempty"`
	Film     string         `json:"film,omitempty"`
	Masks    bool           `json:"masks,omitempty"`
	Project  bool           `json:"project,omitempty"`
}

// Items returns the work on sources, in the stated order. The error names a source
// whose settings can't be.
func (f Films) Items(sources []Source) ([]Item, error) {
	names := Names(sources)
	var items []Item
	for i, s := range sources {
		of, err := f.of(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Path, err)
		}
		item := Item{Name: names[i], Inputs: append([]string{s.Path}, s.Pictures...), Settings: of.settings(s),
			Memory: filmNeed}
		item.Reckon = func(ctx context.Context) (int64, string, error) { return of.reckon(ctx, s) }
		if s.Second != "" {
			item.Inputs = append(item.Inputs, s.Second)
		}
		item.Do = func(ctx context.Context, folder, place string) (Facts, error) { return of.do(ctx, s, folder, place) }
		item.Extends = func(before string) bool { return sameLabels(item.Settings, before) }
		item.Extend = func(ctx context.Context, before *Record, folder, place string) (Facts, error) {
			return of.extend(ctx, s, before, folder, place)
		}
		items = append(items, item)
	}
	Sort(items)
	for i := 1; i < len(items); i++ {
		if strings.EqualFold(items[i].Name, items[i-1].Name) {
			return nil, fmt.Errorf("%s: expected each film once, found it twice, as %s", items[i].Inputs[0], items[i].Name)
		}
	}
	return items, nil
}

// of returns the settings for a source.
func (f Films) of(s Source) (Films, error) {
	c := s.Change
	if c == nil {
		return f, nil
	}
	if c.Motions != nil {
		f.Task.Motions = *c.Motions
	}
	if c.Method != nil {
		f.Task.Method = *c.Method
	}
	if c.First == 0 && c.Last == 0 {
		return f, nil
	}
	first, last := f.frames(s)
	switch {
	case last == 0 && !s.Film:
		return f, errors.New("last: expected the last frame too for tracks, found none")
	case last > 0 && last < first:
		return f, fmt.Errorf("last: expected a frame from %d on, found %d", first, last)
	case !s.Film:
		f.Task.Frames = hopkins.FrameSelection{Mode: hopkins.FrameRange, I: first - 1, J: last - 1}
	default:
		f.Range.First, f.Range.Count = first-1, 0
		if last > 0 {
			f.Range.Count = (last-first)/max(f.Range.Step, 1) + 1
		}
	}
	return f, nil
}

// frames returns the first and the last frame, from 1, of a source of which a list names one or both: the other is
// that of all sources. The last is 0 where neither says it.
func (f Films) frames(s Source) (first, last int) {
	first = 1
	switch {
	case s.Film:
		first = f.Range.First + 1
		if f.Range.Count > 0 {
			last = first + (f.Range.Count-1)*max(f.Range.Step, 1)
		}
	case f.Task.Frames.Mode == hopkins.FrameRange:
		first, last = f.Task.Frames.I+1, f.Task.Frames.J+1
	}
	if s.Change.First > 0 {
		first = s.Change.First
	}
	if s.Change.Last > 0 {
		last = s.Change.Last
	}
	return first, last
}

// settings returns the settings of a source in words.
func (f Films) settings(s Source) string {
	of := settings{
		Method: f.Task.Method.Name, Motions: f.Task.Motions, Frames: f.Task.Frames.String(),
		Incomplete: f.Task.Incomplete.String(),
		Outliers:   f.Task.Outliers.String(), Unassigned: f.Task.Unassigned, Seed: f.Task.Seed, Window: f.Task.Window,
		Film: f.Film, Masks: f.Masks, Project: f.Project,
	}
	if s.Film {
		tracking := f.Tracking
		tracking.Workers = 0 // changes nothing but the time
		of.Tracking, of.Range = &tracking, &f.Range
	} else {
		of.Reading = &f.Reading
	}
	text, err := json.Marshal(of)
	if err != nil {
		panic(err) // numbers are finite, as checked before
	}
	return string(text)
}

// do writes the result of a source into a folder.
func (f Films) do(ctx context.Context, s Source, folder, place string) (Facts, error) {
	sequence, err := f.open(ctx, s)
	if err != nil {
		return Facts{}, err
	}
	facts := Facts{Tracks: sequence.Points(), Frames: sequence.Frames()}
	if err := checkNeed(sequence, f.Memory); err != nil {
		return facts, err
	}
	if err := create(filepath.Join(folder, tracksName), sequence.WritePlainTracks); err != nil {
		return facts, err
	}
	g, err := sequence.Segment(ctx, f.Task)
	if err != nil {
		return facts, err
	}
	facts.Motions, facts.Warnings = g.Result.Motions, g.WarningTexts()
	if g.Estimate != nil {
		facts.Estimated, facts.Confidence = true, g.Estimate.Confidence
	}
	if !math.IsNaN(g.Score.Error) {
		facts.Error = &g.Score.Error
	}
	if err := create(filepath.Join(folder, labelsName), g.LabelTable().Write); err != nil {
		return facts, err
	}
	if err := create(filepath.Join(folder, summaryName), g.WriteJSON); err != nil {
		return facts, err
	}
	return f.outputs(ctx, s, g, facts, folder, place)
}

// outputs writes what is made of the labels.
func (f Films) outputs(
	ctx context.Context, s Source, g *hopkins.Segmentation, facts Facts, folder, place string,
) (Facts, error) {
	sequence := g.Source.Sequence
	if f.Masks {
		_, err := mask.WriteSequence(ctx, sequence, g.Labels, nil, mask.Output{Folder: filepath.Join(folder, masksName)})
		if errors.Is(err, footage.ErrNone) {
			facts.Warnings = append(facts.Warnings, "no masks: no pictures of the tracks were found")
		} else if err != nil {
			return facts, err
		}
	}
	if sequence.Long() && (f.Film != "" || f.Project) {
		facts.Warnings = append(facts.Warnings, "no film and no project: the film is too long to be shown at once")
		return facts, nil
	}
	if f.Film != "" {
		if err := f.Draw(ctx, filepath.Join(folder, filmName+f.Film), g, nil); err != nil {
			return facts, err
		}
	}
	if f.Project {
		return facts, f.writeProject(ctx, s, g, folder, place)
	}
	return facts, nil
}

// open follows the points of a film, matches a pair or reads tracks.
func (f Films) open(ctx context.Context, s Source) (*hopkins.Sequence, error) {
	switch {
	case s.Second != "":
		return match.Open(ctx, s.Path, s.Second)
	case s.Film:
		sequence, err := track.OpenLong(ctx, s.Path, f.Range, f.Tracking, nil)
		if err != nil {
			return nil, err
		}
		return sequence, nil
	case strings.EqualFold(filepath.Ext(s.Path), project.Ending):
		return nil, fmt.Errorf("%s: expected a film or tracks, found a project", s.Path)
	}
	return hopkins.OpenContext(ctx, s.Path, f.Reading)
}

// writeProject writes a project of the result at its place, which the window opens.
func (f Films) writeProject(ctx context.Context, s Source, g *hopkins.Segmentation, folder, place string) error {
	q := g.Source.Sequence
	name := filepath.Base(place) + project.Ending
	p := &project.Project{Data: project.Data{Path: q.Path, Tracks: q.Points(), Frames: q.Frames()}}
	read := s.Path
	if s.Film || s.Second != "" {
		// The tracks are those of the result.
		p.Data.Path, p.Data.Pictures = filepath.Join(place, tracksName), q.Footage
		read = filepath.Join(folder, tracksName)
	}
	var err error
	if p.Data.SHA256, err = project.Checksum(ctx, read); err != nil {
		return err
	}
	setup := project.Setup{Method: g.Result.Method, Preset: string(g.Preset), Values: g.Result.Values}
	title := g.Task.Method.Method.Describe().Title
	p.Plan = project.Plan{
		Sides: [2]project.Setup{setup, setup}, Motions: max(f.Task.Motions, 0), Frames: g.Task.Frames.String(),
		Seed: g.Task.Seed, Unassigned: g.Task.Unassigned,
	}
	if f.Task.Outliers != hopkins.OutliersAutomatic {
		p.Plan.Outliers = f.Task.Outliers.String()
	}
	if f.Task.Incomplete != hopkins.Automatic {
		p.Plan.Incomplete = f.Task.Incomplete.String()
	}
	p.Results[0] = &project.Result{Method: title, Labels: g.Labels, Pinned: true}
	p.View = project.View{Frame: 1}
	if p.Data.Pictures != nil { // as films are shown
		p.View.Film, p.View.Views = true, "left"
	}
	return create(filepath.Join(folder, name), func(w io.Writer) error { return p.Write(w, place) })
}

// changedByHand reports whether a file of a result is one that people change.
func changedByHand(path string) bool { return strings.EqualFold(filepath.Ext(path), project.Ending) }

// create writes a file of a result that is not whole yet.
func create(path string, write func(w io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriterSize(f, 1<<18)
	err = write(buffer)
	if err == nil {
		err = buffer.Flush()
	}
	return errors.Join(err, f.Close())
}
