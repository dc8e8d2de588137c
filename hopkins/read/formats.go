package read

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"motionseg/hopkins/files"
)

// Row is a line of the help's table of formats.
type Row struct {
	File    string // what it is and how its name ends
	Content string // what is in it, and how it is read
}

// Format is a kind of file that tracks are read from: a variable in a file of this
// package, named after it, and a line in the registry.
type Format struct {
	Name string // as messages say it, with an article
	// Extensions are the endings of file names, in small letters, under which
	// folders are searched for it.
	Extensions []string
	// Types are the MIME types under which the desktop knows it.
	Types []string
	// Rows are its lines in the table of the help, nil where rows returns them.
	Rows []Row
	// rows returns the lines of the layouts in a file of this kind.
	rows func() []Row
	// recognise reports whether a file begins like this: head holds its first
	// sniffLength bytes, all of a shorter one, in UTF-8 where it is text.
	recognise func(head []byte) bool
	// read reads the tracks; the path stands in front of its errors already.
	read func(*input) (*Tracks, error)
	// glance reports whether a file of that name seems to hold tracks, from its
	// beginning; nil where each file of the extension is taken for tracks.
	glance func(path string) bool
	// arrays says that Options.Array chooses an array of the file.
	arrays bool
}

// sniffLength is how many bytes tell the format.
const sniffLength = 1 << 14

// registry holds all formats, in the order in which they are recognised.
var registry []*Format

func init() {
	registry = []*Format{
		&hdf5File,
		&matlab,
		&numPyArray,
		&numPyArchive,
		&colmap,
		&trackMateXML,
		&cvat,
		&labelStudio,
		&coco,
		&threeDE,
		&pfTrack,
		&boujou,
		&synthEyes,
		&mTrackJ,
		&afterEffects,
		&imaris,
		&hugin,
		&matchMover,
		&nuke,
		&text,
	}
}

// Formats returns all formats, in the order in which they are recognised.
func Formats() []*Format { return slices.Clone(registry) }

// Rows returns the lines of the help's table of formats.
func Rows() []Row {
	var rows []Row
	for _, f := range registry {
		rows = append(rows, f.Rows...)
		if f.rows != nil {
			rows = append(rows, f.rows()...)
		}
	}
	return rows
}

// Kinds says in a few words which files with tracks can be opened.
const Kinds = "a MATLAB file of Hopkins155, KT3DMoSeg, MTPV or AdelaideRMF (.mat), a table of tracks (.csv, .tsv, .txt), " +
	"a file of TrackMate (.xml), arrays of NumPy (.npz, .npy), tracks of Brox and Malik (.dat) or a text file of correspondences"

// Extensions returns the endings of the names of files with tracks, in small
// letters and with the dot.
func Extensions() []string {
	var all []string
	for _, f := range registry {
		for _, e := range f.Extensions {
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	return all
}

// formatOf returns the format of a file by its first bytes.
func formatOf(r *bufio.Reader) (*Format, error) {
	head, err := r.Peek(sniffLength)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if len(head) == 0 {
		return nil, fmt.Errorf("expected tracks, found an empty file")
	}
	head = plain(head)
	for _, f := range registry {
		if f.recognise(head) {
			return f, nil
		}
	}
	return nil, fmt.Errorf("expected %s, found none of them", Kinds)
}

// ByName returns the format that a file seems to be of by its name, nil for
// none.
func ByName(path string) *Format {
	extension := strings.ToLower(filepath.Ext(path))
	for _, f := range registry {
		if slices.Contains(f.Extensions, extension) {
			return f
		}
	}
	return nil
}

// Seems reports whether a file seems to hold tracks, by its name and beginning.
func Seems(path string) bool {
	f := ByName(path)
	return f != nil && f.Glance(path)
}

// looksLikeXML reports whether a file is XML of one of the formats.
func looksLikeXML(path string) bool {
	f, content, err := beginning(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head, _ := content.Peek(sniffLength)
	head = plain(head)
	return looksLikeTrackMate(head) || isCVAT(head)
}

// Glance reports whether a file of the format's name seems to hold tracks, from its
// beginning.
func (f *Format) Glance(path string) bool { return f.glance == nil || f.glance(path) }

// IsMATLAB reports whether files of the format are taken for tracks by their names.
func (f *Format) IsMATLAB() bool { return f == &matlab }

// plain returns the beginning of a file in UTF-8 where it is text in UTF-16, as it is
// otherwise, without a byte order mark.
func plain(head []byte) []byte {
	if order := utf16Order(head); order != nil {
		if decoded, err := order.NewDecoder().Bytes(head[:len(head)&^1]); err == nil {
			head = decoded
		}
	}
	return bytes.TrimPrefix(head, []byte("\ufeff"))
}

// isText reports whether the beginning of a file is text.
func isText(head []byte) bool {
	return bytes.IndexByte(head, 0) < 0 && utf8.Valid(trimPartialRune(head))
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
