package hopkins

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"motionseg/hopkins/files"
	"motionseg/hopkins/matfile"
	"motionseg/hopkins/numpy"
)

// A format is a kind of file that tracks are read from. A new one is an entry in
// formats; a new table or list in a text file is one in textFormats (text.go), a
// new layout of MATLAB variables one in layouts (layout.go).
type format struct {
	name string // as messages say it, with an article
	// extensions are the endings of file names, in small letters, under which
	// folders are searched for it.
	extensions []string
	// types are the MIME types under which the desktop knows it.
	types []string
	// recognise reports whether a file begins like this: head holds its first
	// sniffLength bytes, all of a shorter one.
	recognise func(head []byte) bool
	// read reads the tracks; the path, and what normalisation needs, are filled
	// in by the caller.
	read func(*input) (*Sequence, error)
	// glance reports whether a file of that name seems to hold tracks, from its
	// beginning; nil where each file of the extension is taken for tracks.
	glance func(path string) bool
}

// input is a file that is being read.
type input struct {
	ctx     context.Context
	raw     io.Reader     // the whole of it, for random access
	head    *bufio.Reader // the same, of which nothing is read yet
	path    string
	options Options
	// relative says that the coordinates found are relative to the size of the
	// picture.
	relative bool
}

const (
	textFormat = "a text file"
	// sniffLength is how many bytes tell the format.
	sniffLength = 1 << 14
)

// formats are all formats, in the order in which they are recognised.
var formats []format

func init() {
	formats = []format{
		{"a MATLAB file", []string{".mat"},
			[]string{"application/x-matlab-data", "application/x-hopkins155-tracks", "application/x-kt3dmoseg-tracks"},
			matfile.Recognise, readMatlab, nil},
		{"a NumPy array", []string{".npy"}, []string{"application/x-numpy-array"}, numpy.Recognise, readArray, looksLikeArrays},
		{"a NumPy archive", []string{".npz"}, []string{"application/x-numpy-archive"}, numpy.RecogniseArchive, readArchive, looksLikeArrays},
		{"a file of TrackMate", []string{".xml"}, []string{"application/x-trackmate+xml"}, looksLikeTrackMate, readTrackMate, glanceTrackMate},
		{textFormat, []string{".csv", ".tsv", ".txt", ".dat"}, []string{"text/csv", "text/tab-separated-values"}, isText, readText, looksLikeTracks},
	}
}

// Formats says in a few words which files with tracks can be opened.
const Formats = "a MATLAB file of Hopkins155, KT3DMoSeg, MTPV or AdelaideRMF (.mat), a table of tracks (.csv, .tsv, .txt), " +
	"a file of TrackMate (.xml), arrays of NumPy (.npz, .npy), tracks of Brox and Malik (.dat) or a text file of correspondences"

// Extensions returns the endings of the names of files with tracks, in small
// letters and with the dot.
func Extensions() []string {
	var all []string
	for _, f := range formats {
		all = append(all, f.extensions...)
	}
	return all
}

// formatOf returns the format of a file by its first bytes.
func formatOf(r *bufio.Reader) (*format, error) {
	head, err := r.Peek(sniffLength)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if len(head) == 0 {
		return nil, fmt.Errorf("expected tracks, found an empty file")
	}
	for i := range formats {
		if formats[i].recognise(head) {
			return &formats[i], nil
		}
	}
	return nil, fmt.Errorf("expected %s, found none of them", Formats)
}

// formatByName returns the format that a file seems to be of by its name, nil
// for none.
func formatByName(path string) *format {
	extension := strings.ToLower(filepath.Ext(path))
	for i := range formats {
		if slices.Contains(formats[i].extensions, extension) {
			return &formats[i]
		}
	}
	return nil
}

// seemsTracks reports whether a file seems to hold tracks, by its name and
// beginning.
func seemsTracks(path string) bool {
	f := formatByName(path)
	return f != nil && (f.glance == nil || f.glance(path))
}

// readMatlab reads the tracks in a MATLAB file.
func readMatlab(in *input) (*Sequence, error) {
	f, err := matfile.ReadWithin(in.head, in.path, 3*maxEntries, maxNumbers, layoutVariables...)
	if err != nil {
		return nil, err
	}
	return readLayout(f)
}

// isText reports whether the beginning of a file is text, in UTF-8 or UTF-16.
func isText(head []byte) bool {
	return utf16Order(head) != nil || bytes.IndexByte(head, 0) < 0 && utf8.Valid(trimPartialRune(head))
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

// beginning opens a file to look at its first bytes; the caller closes it.
func beginning(path string) (io.Closer, *bufio.Reader, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, nil, err
	}
	return f, bufio.NewReaderSize(f, sniffLength), nil
}
