package hopkins

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"motionseg/hopkins/matfile"
	"motionseg/hopkins/numpy"
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
//   - arrays of NumPy (.npz, .npy) as CoTracker and TAP-Vid have them.
//
// A folder stands for the one track file in it. The error names the file, the
// field, what was expected and what was found; it wraps a ColumnsError for a
// table whose columns are not recognised.
func Open(path string) (*Sequence, error) { return OpenWith(path, Options{}) }

// OpenWith reads tracks as Open does, with options for what the file's content
// does not tell.
func OpenWith(path string, o Options) (*Sequence, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		if path, err = trackFile(path); err != nil {
			return nil, err
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	folder := filepath.Dir(path)
	only, err := trackFile(folder)
	alone := err == nil && filepath.Base(only) == filepath.Base(path)
	s, err := read(f, path, o, func(s *Sequence) error {
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
	return read(r, path, Options{}, func(*Sequence) error { return nil })
}

// read reads a sequence. findSize may fill in the size of the picture before
// coordinates are normalised by it.
func read(r io.Reader, path string, o Options, findSize func(*Sequence) error) (s *Sequence, err error) {
	defer func() {
		if p := recover(); p != nil {
			s, err = nil, fmt.Errorf("%s: %w", path, segment.Recovered("Reading", p))
		}
	}()
	content := bufio.NewReaderSize(r, sniffLength)
	format, err := sniff(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if o.Columns != (Columns{}) && format != text {
		return nil, fmt.Errorf("%s: expected a text file with the columns %s, found another kind of file", path, o.Columns)
	}
	relative := false // coordinates are relative to the size of the picture
	switch format {
	case matlab:
		var f *matfile.File
		if f, err = matfile.Read(content, path, layoutVariables...); err != nil {
			return nil, err
		}
		s, err = readLayout(f)
	case text:
		s, err = readText(content, o)
	case array:
		s, err = readArray(content)
	case archive:
		var all io.Reader = content
		if f, ok := r.(*os.File); ok {
			all = f
		}
		s, relative, err = readArchive(all)
	default:
		err = fmt.Errorf("expected a MATLAB file, a NumPy array (.npy, .npz) or text with tracks or with %s on each line, found none of them", correspondenceColumns)
	}
	var unknown *ColumnsError
	if errors.As(err, &unknown) {
		unknown.Path = path
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s.Path = path
	s.Name = nameOf(path)
	s.Category = categoryOf(s.Name)
	s.Parent = parentOf(s.Name)
	if s.Normalized == nil {
		if err := findSize(s); err != nil {
			return nil, err
		}
		if relative {
			s.scale()
		}
		s.normalize()
	}
	return s, nil
}

// format is the kind of a file by its first bytes.
type format int

const (
	unknown format = iota
	matlab
	text
	array
	archive
)

const sniffLength = 1 << 14

// sniff looks at the first bytes of a file.
func sniff(r *bufio.Reader) (format, error) {
	head, err := r.Peek(sniffLength)
	if err != nil && err != io.EOF {
		return unknown, err
	}
	switch {
	case len(head) == 0:
		return unknown, fmt.Errorf("expected tracks, found an empty file")
	case matfile.Recognise(head):
		return matlab, nil
	case numpy.Recognise(head):
		return array, nil
	case numpy.RecogniseArchive(head):
		return archive, nil
	case bytes.IndexByte(head, 0) < 0 && utf8.Valid(trimPartialRune(head)):
		return text, nil
	}
	return unknown, nil
}

// trimPartialRune drops the bytes of a character that was cut off at the end.
func trimPartialRune(b []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if utf8.RuneStart(b[len(b)-n]) {
			if !utf8.FullRune(b[len(b)-n:]) {
				return b[:len(b)-n]
			}
			break
		}
	}
	return b
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
	var truth, matlab, text []string
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		path := filepath.Join(folder, e.Name())
		switch extension := strings.ToLower(filepath.Ext(path)); {
		case extension == ".mat" && strings.HasSuffix(e.Name(), "_truth.mat"):
			truth = append(truth, path)
		case extension == ".mat":
			matlab = append(matlab, path)
		case holdsTracks(path, extension):
			text = append(text, path)
		}
	}
	for _, found := range [][]string{truth, matlab, text} {
		switch len(found) {
		case 0:
			continue
		case 1:
			return found[0], nil
		}
		return "", fmt.Errorf("%s: expected one sequence in the folder, found %d: %s, %s, …", folder, len(found), filepath.Base(found[0]), filepath.Base(found[1]))
	}
	return "", fmt.Errorf("%s: expected a sequence in the folder, such as %s_truth.mat, found none", folder, filepath.Base(folder))
}

// holdsTracks reports whether a file that is not MATLAB's seems to hold tracks.
func holdsTracks(path, extension string) bool {
	switch {
	case slices.Contains(textExtensions, extension):
		return looksLikeTracks(path)
	case slices.Contains(arrayExtensions, extension):
		return looksLikeArrays(path)
	}
	return false
}

// maxDescription bounds what is read of description.txt.
const maxDescription = 1 << 16

// readDescription returns the text of description.txt, empty when there is
// none that can be read.
func readDescription(folder string) string {
	f, err := os.Open(filepath.Join(folder, "description.txt"))
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
