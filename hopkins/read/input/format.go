package input

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	utf16 "golang.org/x/text/encoding/unicode"

	"motionseg/hopkins/files"
)

// GlanceHead returns a glance at the beginning of a file.
func GlanceHead(recognise func(head []byte) bool) func(path string) bool {
	return func(path string) bool {
		f, content, err := Beginning(path)
		if err != nil {
			return false
		}
		defer f.Close()
		head, err := content.Peek(SniffLength)
		return (err == nil || err == io.EOF) && recognise(Plain(head))
	}
}

// Row is a line of the help's table of formats.
type Row struct {
	File    string // what it is and how its name ends
	Content string // what is in it, and how it is read
}

// Format is a kind of file that tracks are read from: a variable in a file of a
// room, named after it, and a line in the registry of package read.
type Format struct {
	Name string // as messages say it, with an article
	// Extensions are the endings of file names, in small letters, under which
	// folders are searched for it.
	Extensions []string
	// Types are the MIME types under which the desktop knows it.
	Types []string
	// Rows are its lines in the table of the help, nil where MoreRows returns them.
	Rows []Row
	// MoreRows returns the lines of the layouts in a file of this kind.
	MoreRows func() []Row
	// Recognise reports whether a file begins like this: head holds its first
	// SniffLength bytes, all of a shorter one, in UTF-8 where it is text.
	Recognise func(head []byte) bool
	// Read reads the tracks; the path stands in front of its errors already.
	Read func(*File) (*Tracks, error)
	// Seems reports whether a file of that name seems to hold tracks, from its
	// beginning; nil where each file of the extension is taken for tracks.
	Seems func(path string) bool
	// Arrays says that Options.Array chooses an array of the file.
	Arrays bool
}

// Glance reports whether a file of the format's name seems to hold tracks, from its
// beginning.
func (f *Format) Glance(path string) bool { return f.Seems == nil || f.Seems(path) }

// Plain returns the beginning of a file in UTF-8 where it is text in UTF-16, as it is
// otherwise, without a byte order mark.
func Plain(head []byte) []byte {
	if order := UTF16Order(head); order != nil {
		if decoded, err := order.NewDecoder().Bytes(head[:len(head)&^1]); err == nil {
			head = decoded
		}
	}
	return bytes.TrimPrefix(head, []byte("\ufeff"))
}

// IsText reports whether the beginning of a file is text.
func IsText(head []byte) bool {
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

// Beginning opens a file to look at its first bytes; the caller closes it.
func Beginning(path string) (io.Closer, *bufio.Reader, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, nil, err
	}
	return f, bufio.NewReaderSize(f, SniffLength), nil
}

// File is a file that is being read.
type File struct {
	Context context.Context
	Raw     io.Reader     // the whole of it, for random access
	Head    *bufio.Reader // the same, of which nothing is read yet
	Path    string
	Options Options
}

// Text returns the content in UTF-8.
func (in *File) Text() io.Reader {
	// What cannot be read fails later.
	if head, _ := in.Head.Peek(SniffLength); UTF16Order(head) != nil {
		return UTF16Order(head).NewDecoder().Reader(in.Head)
	}
	return in.Head
}

// UTF16Order returns how text that begins like this is encoded in UTF-16, nil
// where it is not: by its byte order mark, or because every other byte of plain
// text is 0.
func UTF16Order(head []byte) encoding.Encoding {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		return utf16.UTF16(utf16.LittleEndian, utf16.ExpectBOM)
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return utf16.UTF16(utf16.BigEndian, utf16.ExpectBOM)
	}
	const enough = 16 // bytes
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		} else if c < '\t' {
			return nil
		}
	}
	half := len(head) / 2
	switch {
	case len(head) < enough:
	case zeros[0] == 0 && zeros[1] == half:
		return utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM)
	case zeros[1] == 0 && zeros[0] >= half && zeros[0] <= half+1:
		return utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM)
	}
	return nil
}

// TextTypes are the MIME types of files that may hold any of several texts.
var TextTypes = []string{"text/csv", "text/tab-separated-values"}
