package batch

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/track"
	"motionseg/segment"
)

// Change is what a line of a list says in place of the settings of all.
type Change struct {
	Motions     *int // as hopkins.Task.Motions
	First, Last int  // frames from 1; 0 for those of all
	Method      *segment.Spec
}

// listColumns are those that a list may have.
var listColumns = []string{"path", "name", "second", "motions", "first", "last", "method"}

// maxList bounds a list, in bytes.
const maxList = 64 << 20

// ReadList reads a list of sources: a table with a line of names of columns, of
// which path is one, and name, second (the other picture of a pair), motions,
// first, last and method may be. A field that is empty says nothing. Paths are
// taken from the folder of the list. motions reads a number of motions. The error
// names the file and the line.
func ReadList(path string, motions func(string) (int, error)) ([]Source, error) {
	text, err := files.Read(path, maxList)
	if err != nil {
		return nil, err
	}
	sources, err := readList(strings.NewReader(strings.TrimPrefix(string(text), "\ufeff")), filepath.Dir(path), motions)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return sources, nil
}

func readList(r io.Reader, folder string, motions func(string) (int, error)) ([]Source, error) {
	table := csv.NewReader(r)
	table.TrimLeadingSpace = true
	head, err := table.Read()
	if err == io.EOF {
		return nil, errors.New("expected a line with the names of columns, found an empty file")
	}
	if err != nil {
		return nil, err
	}
	for i, name := range head {
		head[i] = strings.ToLower(strings.TrimSpace(name))
		if !slices.Contains(listColumns, head[i]) || slices.Contains(head[:i], head[i]) {
			return nil, fmt.Errorf("expected columns %s, each once, found %q", strings.Join(listColumns, ", "), name)
		}
	}
	if !slices.Contains(head, "path") {
		return nil, errors.New("expected a column path, found none")
	}
	var sources []Source
	for {
		line, err := table.Read()
		if err == io.EOF {
			return sources, nil
		}
		if err != nil {
			return nil, err
		}
		at, _ := table.FieldPos(0)
		fields := map[string]string{}
		for i, name := range head {
			fields[name] = strings.TrimSpace(line[i])
		}
		s, err := sourceOf(fields, folder, motions)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", at, err)
		}
		sources = append(sources, s)
	}
}

// sourceOf returns what a line of a list says.
func sourceOf(fields map[string]string, folder string, motions func(string) (int, error)) (Source, error) {
	from := func(path string) string {
		if path == "" || filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(folder, filepath.FromSlash(path))
	}
	s := Source{Path: from(fields["path"]), Second: from(fields["second"]), Name: fields["name"], Change: &Change{}}
	if s.Path == "" {
		return s, errors.New("path: expected one, found none")
	}
	s.Film = s.Second == "" && track.Recognise(s.Path)
	if e, err := hopkins.FindEntry(s.Path); err == nil && !s.Film {
		s.Tracks = e.Points
	}
	if text := fields["motions"]; text != "" {
		k, err := motions(text)
		if err != nil {
			return s, err
		}
		s.Change.Motions = &k
	}
	for _, frame := range []struct {
		name string
		to   *int
	}{{"first", &s.Change.First}, {"last", &s.Change.Last}} {
		if text := fields[frame.name]; text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				return s, fmt.Errorf("%s: expected a frame from 1, found %q", frame.name, text)
			}
			*frame.to = n
		}
	}
	if c := s.Change; c.Last != 0 && c.Last < c.First {
		return s, fmt.Errorf("last: expected a frame from %d on, found %d", c.First, c.Last)
	}
	if text := fields["method"]; text != "" {
		spec, err := segment.ParseSpec(text)
		if err != nil {
			return s, fmt.Errorf("method: %w", err)
		}
		s.Change.Method = &spec
	}
	return s, nil
}
