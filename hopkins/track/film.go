package track

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
)

// filmExtensions are the endings of the names of films.
var filmExtensions = []string{".avi", ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".mpg", ".mpeg", ".ts", ".mts", ".wmv", ".ogv", ".3gp", ".gif", ".tif", ".tiff"}

// pictureExtensions are the endings of the names of pictures in a folder.
var pictureExtensions = []string{".png", ".jpg", ".jpeg"}

// Recognise reports whether path is a film by its name, or a folder with two
// pictures or more but no tracks.
func Recognise(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	if !info.IsDir() {
		return slices.Contains(filmExtensions, strings.ToLower(filepath.Ext(path)))
	}
	items, err := os.ReadDir(path)
	if err != nil {
		return false
	}
	pictures := 0
	for _, item := range items {
		if slices.Contains(pictureExtensions, strings.ToLower(filepath.Ext(item.Name()))) {
			pictures++
		}
	}
	if pictures < 2 {
		return false
	}
	_, err = hopkins.FindEntry(path)
	return err != nil
}

// Open follows points through a film or a folder of pictures, as Film does, and
// returns their tracks with the pictures they belong to. When ctx ends or a frame
// can't be read, the tracks up to that frame come with the error, nil where there
// are none. The error names the file.
func Open(ctx context.Context, path string, r footage.Range, o Options, report func(Progress)) (*hopkins.Sequence, error) {
	source, err := footage.OpenFilm(ctx, path, r)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	tracks, err := Film(ctx, source, o, report)
	var s *hopkins.Sequence
	if tracks != nil {
		s = tracks.Sequence(nameOf(path))
	}
	if s != nil {
		s.Path = path
		s.Footage = &hopkins.Footage{Path: path, First: r.First, Step: r.Step, MaxSide: r.MaxSide}
	}
	switch {
	case ctx.Err() != nil:
		return s, ctx.Err()
	case err != nil:
		return s, fmt.Errorf("%s: %w", path, err)
	case s == nil:
		return nil, fmt.Errorf("%s: expected points that can be followed through at least %d frames, found none in %d frames", path, o.Shortest, tracks.Frames)
	}
	return s, nil
}

// nameOf returns what a film is called: its file without the ending, or its
// folder, of "name/frames" name.
func nameOf(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	name := filepath.Base(path)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if parent := filepath.Base(filepath.Dir(path)); strings.EqualFold(name, "frames") && parent != "." && parent != string(filepath.Separator) {
			return parent
		}
		return name
	}
	return strings.TrimSuffix(name, filepath.Ext(name))
}
