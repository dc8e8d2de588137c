package hopkins

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"motionseg/hopkins/files"
	"motionseg/segment"
)

// Open reads the tracks of any file or sequence folder that the package
// understands, recognised by content:
//   - MATLAB files in the layout of Hopkins155 (x, y, s), with the mask m for
//     missing entries or without,
//   - MATLAB files in the layout of KT3DMoSeg and MTPV (struct Data),
//   - MATLAB files in the layout of AdelaideRMF (data, label),
//   - text with correspondences, x1 y1 x2 y2 [label] on each line,
//   - text with a table of tracks: as WriteTracks writes it, of napari,
//     TrackMate and others with usual names of columns, and of DeepLabCut,
//   - text with tracks of Brox and Malik (.dat),
//   - XML of TrackMate,
//   - arrays of NumPy (.npz, .npy) as CoTracker and TAP-Vid have them.
//
// A folder stands for the one track file in it. The error names the file, the
// field, what was expected and what was found; it wraps a ColumnsError for a
// table whose columns are not recognised.
func Open(path string) (*Sequence, error) { return OpenWith(path, Options{}) }

// OpenWith reads tracks as Open does, with options for what the file's content
// does not tell.
func OpenWith(path string, o Options) (*Sequence, error) {
	return OpenContext(context.Background(), path, o)
}

// OpenContext reads tracks as OpenWith does, and ends with ctx.Err() soon after
// ctx has ended.
func OpenContext(ctx context.Context, path string, o Options) (*Sequence, error) {
	s, err := openContext(ctx, path, o)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return s, files.Message(err)
}

func openContext(ctx context.Context, path string, o Options) (*Sequence, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		if path, err = trackFile(path); err != nil {
			return nil, err
		}
	}
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	folder := filepath.Dir(path)
	only, err := trackFile(folder)
	alone := err == nil && filepath.Base(only) == filepath.Base(path)
	s, err := read(ctx, f, path, o, func(s *Sequence) error {
		if s.Width > 0 || s.TwoFrame {
			return nil
		}
		var err error
		s.Width, s.Height, err = pictureSize(frameFolder(folder))
		if err == nil && s.Width == 0 {
			s.Width, s.Height = filmSize(findVideo(folder, s.Name, alone))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if alone {
		s.Description = readDescription(folder)
	}
	return s, nil
}

// Read reads the tracks of one file from r as Open does. The path gives the
// sequence its name and names it in errors; nothing is read from there, so that
// the sequence has no description, and no size of the picture where only
// pictures beside the file tell it.
func Read(r io.Reader, path string) (*Sequence, error) {
	s, err := read(context.Background(), r, path, Options{}, func(*Sequence) error { return nil })
	return s, files.Message(err)
}

// read reads a sequence. findSize may fill in the size of the picture before
// coordinates are normalised by it.
func read(ctx context.Context, r io.Reader, path string, o Options, findSize func(*Sequence) error) (s *Sequence, err error) {
	defer func() {
		if p := recover(); p != nil {
			s, err = nil, fmt.Errorf("%s: %w", path, segment.Recovered("Reading", p))
		}
	}()
	in := &input{ctx: ctx, raw: r, head: bufio.NewReaderSize(files.WithContext(ctx, r), sniffLength), path: path, options: o}
	format, err := formatOf(in.head)
	if err == nil && o.Columns != (Columns{}) && format.name != textFormat {
		err = fmt.Errorf("expected a text file with the columns %s, found %s", o.Columns, format.name)
	}
	if err == nil {
		s, err = format.read(in)
	}
	var unknown *ColumnsError
	if errors.As(err, &unknown) {
		unknown.Path = path
	}
	if err != nil {
		if strings.HasPrefix(err.Error(), path+":") {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.Path = path
	s.Name = nameOf(path)
	s.Category = categoryOf(s.Name)
	s.Parent = parentOf(s.Name)
	s.compactTruth()
	if s.Normalized == nil {
		if err := findSize(s); err != nil {
			return nil, err
		}
		if in.relative {
			s.scale()
		}
		s.normalize()
	}
	if s.Frames() == 2 && s.Visible == nil && !s.TwoFrame {
		s.TwoFrame = true
		s.note("tracks of two frames were taken for matches of two pictures")
	}
	return s, nil
}

// nameOf returns the name of the sequence in a file: the file's own without
// its extension and without "_truth" or "_Tracks".
func nameOf(path string) string {
	base := filepath.Base(path)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	for _, suffix := range []string{"_truth", "_Tracks"} {
		if short := strings.TrimSuffix(name, suffix); short != "" {
			name = short
		}
	}
	return name
}

// trackFile returns the one file of a folder that holds tracks: the only one
// named "…_truth.mat", or else the only MATLAB file, or else the only other file
// that looks like tracks.
func trackFile(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var truth, matlab, other, others, films []string
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		format := formatByName(path)
		switch {
		case !files.Regular(path):
		case IsVideo(path):
			films = append(films, path)
		case format == nil:
		case format.glance != nil:
			if format.glance(path) {
				other = append(other, path)
			} else {
				others = append(others, path)
			}
		case strings.HasSuffix(e.Name(), "_truth.mat"):
			truth = append(truth, path)
		default:
			matlab = append(matlab, path)
		}
	}
	for _, found := range [][]string{truth, matlab, other} {
		switch len(found) {
		case 0:
			continue
		case 1:
			return found[0], nil
		}
		return "", fmt.Errorf("%s: expected one sequence in the folder, found %d: %s, %s, …", folder, len(found), filepath.Base(found[0]), filepath.Base(found[1]))
	}
	return "", noTracks(folder, films, others)
}

// noTracks says that a folder has no tracks, and what it has instead: films, or files
// of the endings of tracks that are none.
func noTracks(folder string, films, others []string) error {
	found := "none"
	switch {
	case len(films) > 0:
		found = fmt.Sprintf("%s, such as %s: open that, to follow points through it", Counted(len(films), "film", "films"), filepath.Base(films[0]))
	case len(others) > 0:
		found = fmt.Sprintf("%s that are none", Counted(len(others), "file of the right ending", "files of the right endings"))
		if f, err := files.Open(others[0]); err == nil {
			_, err = Read(f, filepath.Base(others[0]))
			f.Close()
			if err != nil {
				found += ", the first: " + err.Error()
			}
		}
	}
	return fmt.Errorf("%s: expected a sequence in the folder, such as %s_truth.mat, found %s", folder, filepath.Base(folder), found)
}

// maxDescription bounds what is read of description.txt.
const maxDescription = 1 << 16

// readDescription returns the text of description.txt, empty when there is
// none that can be read.
func readDescription(folder string) string {
	f, err := files.Open(filepath.Join(folder, "description.txt"))
	if err != nil {
		return ""
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxDescription))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.ToValidUTF8(string(raw), "?"))
}
