package hopkins

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"motionseg/hopkins/files"
	"motionseg/hopkins/read"
)

// What says how a file is read, and what is wrong with one; see package read.
type (
	// Options say how to read a file where its content alone does not tell.
	Options = read.Options
	// Columns says which columns of a table hold what.
	Columns = read.Columns
	// ColumnsError is returned by Open for a text file whose columns it does not
	// recognise; OpenWith reads it when told what they are.
	ColumnsError = read.ColumnsError
	// ArrayError is returned by Open for a file with arrays of which none is recognised as
	// tracks; OpenWith reads it when told which one it is.
	ArrayError = read.ArrayError
	// KnownTable is a table that other programs write.
	KnownTable = read.KnownTable
	// TablePreview is the beginning of a text file with a table, to choose columns by.
	TablePreview = read.TablePreview
)

const (
	// Formats says in a few words which files with tracks can be opened.
	Formats = read.Kinds
	// ListArrays, as Options.Array, has a file answer by an ArrayError.
	ListArrays = read.ListArrays
	// DefaultLikelihood is from where on a point of DeepLabCut counts as seen.
	DefaultLikelihood = read.DefaultLikelihood
)

// ParseColumns reads columns as the command line writes them, see
// read.ParseColumns.
func ParseColumns(text string) (Columns, error) { return read.ParseColumns(text) }

// KnownTables lists the tables that are recognised by the names of their columns.
func KnownTables() []KnownTable { return read.KnownTables() }

// PreviewTable reads the first rows of a text file. The error says why it is not
// a table.
func PreviewTable(path string, rows int) (*TablePreview, error) { return read.PreviewTable(path, rows) }

// Open reads the tracks of any file or sequence folder that the package
// understands, recognised by content: read.Rows lists them.
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
	opened := path
	if info.IsDir() {
		if path, err = trackFile(opened); err != nil {
			return nil, err
		}
	}
	folder := filepath.Dir(path)
	alone := onlyTrackFile(path)
	tracks, err := readPath(ctx, path, o)
	if err != nil && IsFrame(path) {
		return nil, fmt.Errorf("%s: expected tracks or a film, found one picture; a folder of pictures is a film: open %s",
			path, folder)
	}
	if err != nil {
		return nil, naming(path, err)
	}
	s, err := sequenceOf(tracks, path, func(s *Sequence) error {
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
	if info.IsDir() {
		s.NoteFilms(opened)
	}
	return s, nil
}

// Read reads the tracks of one file from r as Open does. The path gives the
// sequence its name and names it in errors; nothing is read from there, so that
// the sequence has no description, and no size of the picture where only
// pictures beside the file tell it.
func Read(r io.Reader, path string) (*Sequence, error) {
	s, err := readSequence(context.Background(), r, path, Options{}, func(*Sequence) error { return nil })
	return s, files.Message(err)
}

// readPath reads the tracks of a file, or of a folder with a file for each track.
func readPath(ctx context.Context, path string, o Options) (*read.Tracks, error) {
	if names := read.TrackFiles(path); names != nil {
		return read.FromFolder(ctx, path, names)
	}
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read.From(ctx, f, path, o)
}

// readSequence reads a sequence, see sequenceOf.
func readSequence(
	ctx context.Context, r io.Reader, path string, o Options, findSize func(*Sequence) error,
) (*Sequence, error) {
	t, err := read.From(ctx, r, path, o)
	if err != nil {
		return nil, naming(path, err)
	}
	return sequenceOf(t, path, findSize)
}

// naming puts the path in front of an error that does not begin with it.
func naming(path string, err error) error {
	if strings.HasPrefix(err.Error(), path) {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// sequenceOf makes a sequence of tracks. findSize may fill in the size of the picture
// before coordinates are normalised by it.
func sequenceOf(t *read.Tracks, path string, findSize func(*Sequence) error) (*Sequence, error) {
	s := &Sequence{
		Name: nameOf(path), Path: path, Width: t.Width, Height: t.Height, Pixels: t.Pixels, Normalized: t.Normalized,
		Visible: t.Visible, Truth: t.Truth, IDs: t.IDs, TwoFrame: t.TwoFrame, Notes: t.Notes,
	}
	s.Category = categoryOf(s.Name)
	s.Parent = parentOf(s.Name)
	s.compactTruth()
	if s.Normalized == nil {
		if err := findSize(s); err != nil {
			return nil, err
		}
		if t.Relative {
			s.scale()
		}
		s.normalize()
	}
	s.repeats = s.findRepeats()
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

// Kinds of files of tracks, the one that a folder is taken for first.
const (
	truthFile = iota
	matlabFile
	otherFile
)

// trackKind returns the kind of a file of a format.
func trackKind(name string, format *read.Format) int {
	switch {
	case strings.HasSuffix(name, "_truth.mat"):
		return truthFile
	case read.IsMATLAB(format):
		return matlabFile
	}
	return otherFile
}

// onlyTrackFile reports whether a file is the one that trackFile returns for its
// folder. It reads no more of the others than it takes to find one that says no.
func onlyTrackFile(path string) bool {
	folder, own := filepath.Split(path)
	format := read.ByName(path)
	entries, err := os.ReadDir(filepath.Clean(folder))
	if err != nil || format == nil {
		return false
	}
	kind := trackKind(own, format)
	for _, e := range entries {
		other := filepath.Join(folder, e.Name())
		of := read.ByName(other)
		if e.Name() == own || files.Hidden(other) || of == nil || trackKind(e.Name(), of) > kind {
			continue
		}
		if files.Regular(other) && of.Glance(other) {
			return false
		}
	}
	return files.Regular(path) && format.Glance(path)
}

// trackFile returns the one file of a folder that holds tracks: the only one
// named "…_truth.mat", or else the only MATLAB file, or else the only other file
// that looks like tracks, or the only one that has the ending of any and can be read. It is
// the folder itself where that has a file for each track.
func trackFile(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var others, films []string
	var tracks [otherFile + 1][]string // by their kinds
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		format := read.ByName(path)
		switch {
		case files.Hidden(path) || !files.Regular(path):
		case IsVideo(path):
			films = append(films, path)
		case format == nil:
		case !format.Glance(path):
			others = append(others, path)
		default:
			kind := trackKind(e.Name(), format)
			tracks[kind] = append(tracks[kind], path)
		}
	}
	for _, found := range tracks {
		switch len(found) {
		case 0:
			continue
		case 1:
			return found[0], nil
		}
		return "", fmt.Errorf("%s: expected one sequence in the folder, found %d: %s, %s, …", folder, len(found),
			filepath.Base(found[0]), filepath.Base(found[1]))
	}
	if read.TrackFiles(folder) != nil {
		return folder, nil
	}
	if len(others) == 1 && opens(others[0]) == nil {
		return others[0], nil // such as a matrix, which does not look like tracks
	}
	return "", noTracks(folder, films, others)
}

// opens reads the tracks of a file, and returns why it has none.
func opens(path string) error {
	f, err := files.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = Read(f, filepath.Base(path))
	return err
}

// noTracks says that a folder has no tracks, and what it has instead: films, or files
// of the endings of tracks that are none.
func noTracks(folder string, films, others []string) error {
	found := "none"
	switch {
	case len(films) > 0:
		found = fmt.Sprintf("%s, such as %s: open that, to follow points through it",
			Counted(len(films), "film", "films"), filepath.Base(films[0]))
	case len(others) > 0:
		found = Counted(len(others), "file of the right ending that is none", "files of the right endings that are none")
		if err := opens(others[0]); err != nil {
			found += ", the first: " + err.Error()
		}
	}
	return fmt.Errorf("%s: expected a film, the pictures of one or a file of tracks in the folder, such as %s.mp4 or "+
		"%[2]s_truth.mat, found %s", folder, filepath.Base(folder), found)
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
