package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/track"
	"motionseg/segment"
)

// errNotKept says that an earlier result can't be added to, so that all is done again.
var errNotKept = errors.New("expected an earlier result that can be added to, found none")

// maxSummary bounds the summary of a result, in bytes.
const maxSummary = 256 << 20

// parse reads what Films.settings has written, without what is made of the labels.
func (of *settings) parse(text string) bool {
	return json.Unmarshal([]byte(text), of) == nil
}

// sameLabels reports whether two settings differ in nothing but what is made of the
// labels.
func sameLabels(a, b string) bool {
	var of, before settings
	if !of.parse(a) || !before.parse(b) {
		return false
	}
	of.Film, of.Masks, of.Project = before.Film, before.Masks, before.Project
	one, err1 := json.Marshal(of)
	other, err2 := json.Marshal(before)
	return err1 == nil && err2 == nil && string(one) == string(other)
}

// extend takes the tracks and labels of an earlier result at place, and what was made of
// them, over into a folder and makes what is missing. The error is errNotKept for one
// that can't be added to.
func (f Films) extend(ctx context.Context, s Source, before *Record, folder, place string) (Facts, error) {
	var had settings
	if !had.parse(before.Settings) || had.Project && f.Project {
		return Facts{}, errNotKept // a project says what else there is
	}
	g, err := f.restore(ctx, s, before.Facts, place)
	if err != nil {
		return Facts{}, errors.Join(errNotKept, err)
	}
	facts, missing := before.Facts, f
	for _, name := range []string{tracksName, labelsName, summaryName} {
		if err := linkAll(before, place, folder, name); err != nil {
			return facts, err
		}
	}
	if had.Masks && f.Masks {
		missing.Masks = false
		if err := linkAll(before, place, folder, masksName+"/"); err != nil {
			return facts, err
		}
	}
	if had.Film != "" && had.Film == f.Film {
		missing.Film = ""
		if err := linkAll(before, place, folder, filmName+f.Film); err != nil {
			return facts, err
		}
	}
	return missing.outputs(ctx, s, g, facts, folder, place)
}

// linkAll takes those files of an earlier result over whose path is a name, or begins
// with one that ends in a slash.
func linkAll(before *Record, place, folder, name string) error {
	for _, o := range before.Outputs {
		path := string(o.Path)
		if path != name && !(strings.HasSuffix(name, "/") && strings.HasPrefix(path, name)) {
			continue
		}
		from, to := filepath.Join(place, filepath.FromSlash(path)), filepath.Join(folder, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		// Not every file system has links.
		if os.Link(from, to) == nil {
			continue
		}
		source, err := files.Open(from)
		if err != nil {
			return err
		}
		err = create(to, func(w io.Writer) error {
			_, err := io.Copy(w, source)
			return err
		})
		if err = errors.Join(err, source.Close()); err != nil {
			return err
		}
	}
	return nil
}

// restore returns the segmentation of an earlier result at place.
func (f Films) restore(ctx context.Context, s Source, facts Facts, place string) (*hopkins.Segmentation, error) {
	text, err := files.Read(filepath.Join(place, summaryName), maxSummary)
	if err != nil {
		return nil, err
	}
	var of struct {
		Method  string         `json:"method"`
		Preset  string         `json:"preset"`
		Values  segment.Values `json:"settings"`
		Motions int            `json:"motions"`
		Labels  []int          `json:"labels"`
		How     []string       `json:"how"`
	}
	if err := json.Unmarshal(text, &of); err != nil {
		return nil, err
	}
	sequence, err := f.tracksAgain(ctx, s, place)
	if err != nil {
		return nil, err
	}
	n := sequence.Points()
	if n != facts.Tracks || sequence.Frames() != facts.Frames || len(of.Labels) != n || len(of.How) != n ||
		sequence.MotionNumbers != nil {
		return nil, fmt.Errorf("expected labels of %d tracks, found %d", n, len(of.Labels))
	}
	how := make([]hopkins.How, n)
	for i, word := range of.How {
		if how[i], err = hopkins.ParseHow(word); err != nil {
			return nil, err
		}
	}
	task := f.Task
	task.Motions = of.Motions
	g := hopkins.Restored(hopkins.SourceOf(sequence), task, of.Labels, how)
	g.Preset, g.Result.Method, g.Result.Values, g.Result.Motions = of.Preset, of.Method, of.Values, of.Motions
	return g, nil
}

// tracksAgain opens the tracks of an earlier result at place: those of a film are there,
// with the pictures of the film.
func (f Films) tracksAgain(ctx context.Context, s Source, place string) (*hopkins.Sequence, error) {
	if !s.Film {
		return f.open(ctx, s)
	}
	sequence, err := hopkins.OpenContext(ctx, filepath.Join(place, tracksName), hopkins.Options{})
	if err != nil {
		return nil, err
	}
	pictures := hopkins.Footage{Path: s.Path, First: f.Range.First, Step: f.Range.Step, MaxSide: f.Range.MaxSide,
		Channel: f.Range.Channel}
	if sequence, err = footage.Attach(ctx, sequence, pictures); err != nil {
		return nil, err
	}
	sequence.Path, sequence.Name = s.Path, track.NameOf(s.Path)
	return sequence, nil
}
