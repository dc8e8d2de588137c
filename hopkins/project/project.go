package project

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/mask"
	"motionseg/segment"
)

const (
	// Ending is that of project files.
	Ending = ".motionseg"
	// Version is the version of the format that is written. Keys may be added
	// without a new one; a program refuses files of a version above its own.
	Version = 1
	format  = "motionseg project"
	// maxSize bounds a project file: far more than one with a million tracks.
	maxSize = 256 << 20
	// maxRuns bounds the number of a run.
	maxRuns = 1_000_000_000
)

// Project is the work on one sequence, without the sequence itself.
type Project struct {
	Data Data
	Plan Plan
	// Results are the labels of both sides when the project was saved; nil for a
	// side without.
	Results [2]*Result
	// Mine is the labelling by hand; nil before one was begun.
	Mine *Labelling
	View View
	// Runs are the results of this sequence so far, the latest last.
	Runs []Run
	// Note is what the user wrote about a film that was a clip of a queue, and Done says
	// that it was ticked.
	Note string
	Done bool
}

// Data says where the tracks are.
type Data struct {
	// Path is that of the file or folder, as the program opens it; written
	// relative to the project's folder, with slashes. Empty for the built-in
	// example.
	Path string
	// SHA256 is the checksum of the file, in hexadecimal; empty for a folder.
	SHA256 string
	Tracks int
	Frames int
	// Options are how a table was read where the user said so.
	Options *hopkins.Options
	// Pictures are those that the tracks were followed or matched in; nil where the
	// file or its folder knows its own. Paths are written as Path is.
	Pictures *hopkins.Footage
}

// Plan is what the next run does.
type Plan struct {
	Sides   [2]Setup `json:"sides"`
	Motions int      `json:"motions"` // 0 takes that of the truth or estimates it
	Frames  string   `json:"frames"`  // as the command line has it
	Seed    uint64   `json:"seed"`
	// Outliers and Incomplete say what becomes of tracks without a motion and of
	// tracks with gaps, as the command line has them, empty for automatic;
	// Unassigned leaves tracks that were left out without a label.
	Outliers   string `json:"outliers,omitempty"`
	Incomplete string `json:"incomplete,omitempty"`
	Unassigned bool   `json:"unassigned,omitempty"`
}

// Setup is a method and its parameters.
type Setup struct {
	Method string         `json:"method"`
	Preset string         `json:"preset,omitempty"`
	Values segment.Values `json:"values,omitempty"`
}

// Result is what a side showed.
type Result struct {
	Method string `json:"method"` // as its title
	Labels []int  `json:"labels"` // of all tracks, 0 for none
	// Run is the number of its line in the list of runs, 0 for none, and Pinned
	// whether it was chosen from there, whatever the settings of the side are.
	Run    int  `json:"run,omitempty"`
	Pinned bool `json:"pinned,omitempty"`
}

// Run is a line of the list of runs.
type Run struct {
	Number  int      `json:"number"` // from 1, in the order in which they ended
	Method  string   `json:"method"` // as its title
	Setup   Setup    `json:"setup"`
	Motions int      `json:"motions"`
	Frames  string   `json:"frames,omitempty"` // as the command line has it
	Seed    uint64   `json:"seed,omitempty"`
	Error   *float64 `json:"error_percent"` // by the truth of the file; null where that is unknown
	Seconds float64  `json:"seconds"`
	// Labels are those of all tracks, 0 for none, and How says how every track came
	// to its label or why it has none, as tables of labels do; nil where the method
	// labelled all. Both are missing from projects of old.
	Labels []int    `json:"labels,omitempty"`
	How    []string `json:"how,omitempty"`
	// Given is all that the run was given, as the program compares it: a result is
	// that of the present settings where these give the same.
	Given string `json:"given,omitempty"`
}

// mostMotions is the largest number of a motion of this many tracks.
func mostMotions(tracks int) int { return max(tracks, segment.MaxSeedMotion) }

// checkLabels reports what is wrong with the labels of all of this many tracks.
func checkLabels(labels []int, tracks int) error {
	if len(labels) != tracks {
		return fmt.Errorf("expected %d labels, found %d", tracks, len(labels))
	}
	for t, l := range labels {
		if most := mostMotions(tracks); l < 0 || l > most {
			return fmt.Errorf("label of track %d: expected 0 to %d, found %d", t+1, most, l)
		}
	}
	return nil
}

// check reports what does not fit this many tracks.
func (r Run) check(tracks int) error {
	if r.Number < 0 || r.Number > maxRuns {
		return fmt.Errorf("run: expected a number up to %d, found %d", maxRuns, r.Number)
	}
	if most := mostMotions(tracks); r.Motions < 0 || r.Motions > most {
		return fmt.Errorf("run %d: motions: expected 0 to %d, found %d", r.Number, most, r.Motions)
	}
	if r.Seconds < 0 {
		return fmt.Errorf("run %d: seconds: expected 0 or more, found %v", r.Number, r.Seconds)
	}
	if _, err := hopkins.ParseFrames(r.Frames); err != nil && r.Frames != "" {
		return fmt.Errorf("run %d: %w", r.Number, err)
	}
	if r.Labels == nil && r.How == nil {
		return nil
	}
	if err := checkLabels(r.Labels, tracks); err != nil {
		return fmt.Errorf("run %d: %w", r.Number, err)
	}
	if r.How != nil && len(r.How) != tracks {
		return fmt.Errorf("run %d: expected %d words how, found %d", r.Number, tracks, len(r.How))
	}
	for _, word := range r.How {
		if _, err := hopkins.ParseHow(word); err != nil {
			return fmt.Errorf("run %d: how: %w", r.Number, err)
		}
	}
	return nil
}

// View is how the pictures are looked at.
type View struct {
	Frame   int     `json:"frame"` // from 1
	CentreX float64 `json:"centre_x"`
	CentreY float64 `json:"centre_y"`
	Zoom    float64 `json:"zoom"` // 0 shows all
	// Labels say what each side draws: "method", "mine" or "truth"; nil in projects
	// of old.
	Labels *[2]string `json:"labels,omitempty"`
	// Film says that one method is shown alone and large, and Views how the views of
	// both are arranged: "both", "stacked", "left", "right" or "wipe"; empty in projects
	// of old.
	Film  bool   `json:"film,omitempty"`
	Views string `json:"views,omitempty"`
	// Look is how the views draw; nil in projects of old.
	Look *Look `json:"look,omitempty"`
	// Hidden are the labels of motions that are not shown, 0 for tracks without one.
	Hidden []int `json:"hidden,omitempty"`
}

// Look is how the views draw. Shares go from 0, invisible, to 1.
type Look struct {
	Frames     string  `json:"frames"`     // "one", or two "beside" each other or "blended"
	Masks      string  `json:"masks"`      // "overlay", "outline", "off", or cut out on "black", "white" or "checks"
	Trail      int     `json:"trail"`      // past frames of the trails
	Future     bool    `json:"future"`     // trails into the future too
	Picture    float64 `json:"picture"`    // share of the picture's brightness
	Size       float64 `json:"size"`       // of the points, over what suits the view
	Points     float64 `json:"points"`     // share of the points' opacity
	Trails     float64 `json:"trails"`     // likewise
	Background float64 `json:"background"` // likewise, of the still world's points and trails
	Overlay    float64 `json:"overlay"`    // likewise, of the masks
}

// file is the object in a project file.
type file struct {
	Format  string     `json:"format"`
	Version int        `json:"version"`
	Data    dataJSON   `json:"data"`
	Plan    Plan       `json:"plan"`
	Results [2]*Result `json:"results"`
	Mine    *mineJSON  `json:"mine"`
	View    View       `json:"view"`
	Runs    []Run      `json:"runs"`
	Note    string     `json:"note,omitempty"`
	Done    bool       `json:"done,omitempty"`
}

type dataJSON struct {
	// Path is nil where a file has none: only the empty one is that of the example.
	Path    *files.Name      `json:"path"`
	SHA256  string           `json:"sha256,omitempty"`
	Tracks  int              `json:"tracks"`
	Frames  int              `json:"frames"`
	Options *hopkins.Options `json:"options,omitempty"`
	// Pictures are a film or folder, or two photographs.
	Pictures *picturesJSON `json:"pictures,omitempty"`
}

// check reports what is missing or cannot be.
func (d dataJSON) check() error {
	switch {
	case d.Path == nil:
		return errors.New("data.path: expected the path of the tracks, empty for the built-in example; found none")
	case d.Tracks < 1:
		return fmt.Errorf("data.tracks: expected 1 or more, found %d", d.Tracks)
	case d.Frames < 1:
		return fmt.Errorf("data.frames: expected 1 or more, found %d", d.Frames)
	}
	return nil
}

type picturesJSON struct {
	Path    files.Name   `json:"path,omitempty"`
	Files   []files.Name `json:"files,omitempty"`
	First   int          `json:"first"` // from 0
	Step    int          `json:"step,omitempty"`
	MaxSide int          `json:"max_side,omitempty"`
	Channel int          `json:"channel,omitempty"`
}

// absolute returns what a path in a project's file in folder stands for; empty
// stays so.
func absolute(folder string, stored files.Name) string {
	path := string(stored)
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, filepath.FromSlash(path))
}

// relative returns how a path is written to a project's file in folder: relative
// where it can be, with slashes; empty stays so.
func relative(folder, path string) (files.Name, error) {
	if path == "" {
		return "", nil
	}
	from, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if short, err := filepath.Rel(from, to); err == nil {
		to = short
	}
	return files.Name(filepath.ToSlash(to)), nil
}

type mineJSON struct {
	Labels      []int           `json:"labels"`
	Excluded    []int           `json:"excluded,omitempty"`
	Constraints json.RawMessage `json:"constraints"`
	Names       map[int]string  `json:"names,omitempty"`
	Colours     map[int]string  `json:"colours,omitempty"`
	Truth       bool            `json:"truth,omitempty"`
	Strokes     []mask.Stroke   `json:"strokes,omitempty"`
}

// ErrNewer is in the error for a file of a later version of the program.
var ErrNewer = errors.New("the file is of a later version of MotionSeg")

// Read reads a project. Paths in it are taken from folder, that of its file. The
// error says what is wrong; it wraps ErrNewer for a version that is not known.
func Read(r io.Reader, folder string) (*Project, error) {
	in, err := decoded(r)
	if err != nil {
		return nil, err
	}
	p := &Project{Plan: in.Plan, Results: in.Results, View: in.View, Runs: in.Runs, Note: in.Note, Done: in.Done}
	p.Data = Data{Path: absolute(folder, *in.Data.Path), SHA256: in.Data.SHA256, Tracks: in.Data.Tracks,
		Frames: in.Data.Frames, Options: in.Data.Options}
	if of := in.Data.Pictures; of != nil {
		p.Data.Pictures = &hopkins.Footage{Path: absolute(folder, of.Path), First: of.First, Step: of.Step,
			MaxSide: of.MaxSide, Channel: of.Channel}
		for _, file := range of.Files {
			p.Data.Pictures.Files = append(p.Data.Pictures.Files, absolute(folder, file))
		}
	}
	for side, result := range p.Results {
		if result == nil {
			continue
		}
		if err := checkLabels(result.Labels, p.Data.Tracks); err != nil {
			return nil, fmt.Errorf("results %d: %w", side+1, err)
		}
	}
	for _, run := range p.Runs {
		if err := run.check(p.Data.Tracks); err != nil {
			return nil, err
		}
	}
	if _, err := hopkins.ParseFrames(p.Plan.Frames); err != nil && p.Plan.Frames != "" {
		return nil, fmt.Errorf("plan: %w", err)
	}
	if p.Mine, err = in.Mine.labelling(p.Data.Tracks, p.Data.Frames); err != nil {
		return nil, err
	}
	return p, nil
}

// decoded returns what stands in a file of a version that is known.
func decoded(r io.Reader) (*file, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxSize {
		return nil, fmt.Errorf("expected at most %d MB, found more", maxSize>>20)
	}
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("the file is damaged or no project: %w", files.JSONError(err))
	}
	if head.Format != format {
		return nil, fmt.Errorf("expected a %s, found format %q", format, head.Format)
	}
	if head.Version > Version {
		return nil, fmt.Errorf("%w: it has version %d, this program knows up to %d", ErrNewer, head.Version, Version)
	}
	if head.Version < 1 {
		return nil, fmt.Errorf("expected version 1 or above, found %d", head.Version)
	}
	var in file
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, fmt.Errorf("the file is damaged: %w", files.JSONError(err))
	}
	if err := in.Data.check(); err != nil {
		return nil, fmt.Errorf("the file is damaged: %w", err)
	}
	return &in, nil
}

// labelling returns the labels by hand of a file, nil for none.
func (m *mineJSON) labelling(tracks, frames int) (*Labelling, error) {
	if m == nil {
		return nil, nil
	}
	l := Labelling{Labels: m.Labels, Names: m.Names, Colours: m.Colours, Truth: m.Truth, Strokes: m.Strokes}
	for _, t := range m.Excluded {
		l.Excluded = append(l.Excluded, t-1)
	}
	slices.Sort(l.Excluded)
	l.Excluded = slices.Compact(l.Excluded)
	if len(m.Constraints) > 0 {
		var err error
		if l.Constraints, err = hopkins.ReadConstraints(bytes.NewReader(m.Constraints), tracks); err != nil {
			return nil, fmt.Errorf("mine: constraints: %w", err)
		}
	}
	if err := l.check(tracks, frames); err != nil {
		return nil, err
	}
	return &l, nil
}

// Write writes a project whose file is to lie in folder: the path of the data is
// written relative to that where it can be.
func (p *Project) Write(w io.Writer, folder string) error {
	out := file{Format: format, Version: Version, Plan: p.Plan, Results: p.Results, View: p.View, Runs: p.Runs,
		Note: p.Note, Done: p.Done}
	path, err := relative(folder, p.Data.Path)
	if err != nil {
		return err
	}
	out.Data = dataJSON{Path: &path, SHA256: p.Data.SHA256, Tracks: p.Data.Tracks, Frames: p.Data.Frames,
		Options: p.Data.Options}
	if of := p.Data.Pictures; of != nil {
		pictures := &picturesJSON{First: of.First, Step: of.Step, MaxSide: of.MaxSide, Channel: of.Channel}
		if pictures.Path, err = relative(folder, of.Path); err != nil {
			return err
		}
		for _, file := range of.Files {
			short, err := relative(folder, file)
			if err != nil {
				return err
			}
			pictures.Files = append(pictures.Files, short)
		}
		out.Data.Pictures = pictures
	}
	if p.Mine != nil {
		var constraints bytes.Buffer
		if err := hopkins.WriteConstraints(&constraints, p.Mine.Constraints); err != nil {
			return err
		}
		out.Mine = &mineJSON{Labels: p.Mine.Labels, Constraints: constraints.Bytes(), Names: p.Mine.Names,
			Colours: p.Mine.Colours, Truth: p.Mine.Truth, Strokes: p.Mine.Strokes}
		for _, t := range p.Mine.Excluded {
			out.Mine.Excluded = append(out.Mine.Excluded, t+1)
		}
	}
	text, err := json.Marshal(out)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// Load reads the project file at path. The error names the file.
func Load(path string) (*Project, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := Read(f, filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// Save writes the project file at path, whole or not at all: the file that was
// there stays until the new one is complete and on the disk. The error names
// the file.
func (p *Project) Save(path string) error {
	return hopkins.WriteFile(path, func(w io.Writer) error { return p.Write(w, filepath.Dir(path)) })
}

// Checksum returns what Data.SHA256 has for a path: empty for a folder. It ends
// with ctx.Err() when ctx ends first.
func Checksum(ctx context.Context, path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return "", err
	}
	f, err := files.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, files.WithContext(ctx, f)); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Errors of Data.Check.
var (
	ErrMoved   = errors.New("the data are not where the project says")
	ErrChanged = errors.New("the data are not those of the project")
)

// Fit reports whether tracks that were opened are as many, in as many frames, as
// the project says: the error wraps ErrChanged.
func (d Data) Fit(tracks, frames int) error {
	switch {
	case tracks != d.Tracks:
		return fmt.Errorf("%w: data.tracks: expected %d, found %d", ErrChanged, d.Tracks, tracks)
	case frames != d.Frames:
		return fmt.Errorf("%w: data.frames: expected %d, found %d", ErrChanged, d.Frames, frames)
	}
	return nil
}

// Check reports whether the data are where the project says and as they were:
// the error wraps ErrMoved or ErrChanged, and names the path.
func (d Data) Check(ctx context.Context) error {
	if d.Path == "" {
		return nil // the built-in example
	}
	sum, err := Checksum(ctx, d.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", d.Path, ErrMoved)
	}
	if err != nil {
		return err
	}
	if d.SHA256 != "" && sum != d.SHA256 {
		return fmt.Errorf("%s: %w", d.Path, ErrChanged)
	}
	return nil
}
