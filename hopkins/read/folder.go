package read

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"motionseg/hopkins/files"
	"motionseg/hopkins/read/input"
	"motionseg/hopkins/read/tables"
	"motionseg/segment"
)

// TrackFiles returns the names of the files of a folder that has one for each track, in
// the order of the numbers in them: two text files or more of one ending, all of them
// frame, x and y. It is nil for other folders.
func TrackFiles(folder string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	for _, extension := range text.Extensions {
		var names []string
		all := true
		for _, e := range entries {
			path := filepath.Join(folder, e.Name())
			if all && !files.Hidden(path) && strings.EqualFold(filepath.Ext(e.Name()), extension) && files.Regular(path) {
				names, all = append(names, e.Name()), isTrackFile(path)
			}
		}
		if all && len(names) > 1 {
			slices.SortStableFunc(names, files.CompareNames)
			return names
		}
	}
	return nil
}

func isTrackFile(path string) bool {
	f, content, err := input.Beginning(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return tables.IsOneTrack(content)
}

// FromFolder reads the tracks of a folder from the files that TrackFiles found, and ends
// with ctx.Err() soon after ctx has ended. The error names the file.
func FromFolder(ctx context.Context, folder string, names []string) (t *Tracks, err error) {
	defer func() {
		if p := recover(); p != nil {
			t, err = nil, segment.Recovered("Reading", p)
		}
	}()
	all, first, relative := make([][]input.Point, len(names)), math.MaxInt, true
	left := input.MaxEntries
	for i, name := range names {
		path := filepath.Join(folder, name)
		if all[i], err = trackFile(ctx, path); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if left -= len(all[i]); left < 0 {
			return nil, fmt.Errorf("expected at most %d points, found more", input.MaxEntries)
		}
		first = min(first, all[i][0].Frame)
		relative = relative && !slices.ContainsFunc(all[i], func(p input.Point) bool {
			return min(p.X, p.Y) < -0.5 || max(p.X, p.Y) > 1.5
		})
	}
	c := input.Collector{Upwards: !relative, Relative: relative}
	for i, name := range names {
		for _, p := range all[i] {
			if relative {
				p.Y = 1 - p.Y
			}
			if err := c.Add(strings.TrimSuffix(name, filepath.Ext(name)), p.Frame-min(first, 1), p.X, p.Y); err != nil {
				return nil, err
			}
		}
	}
	if t, err = c.Tracks(); err != nil {
		return nil, err
	}
	if relative {
		t.Note("coordinates from 0 to 1 were taken for parts of the picture, y upwards")
	}
	return t, ctx.Err()
}

func trackFile(ctx context.Context, path string) ([]input.Point, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return tables.ReadOneTrack(bufio.NewReaderSize(files.WithContext(ctx, f), input.SniffLength))
}
