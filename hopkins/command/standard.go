package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
)

// standard is what stands for standard input and output in place of a file.
const standard = "-"

// isStandard reports whether a file that is named is standard input or output.
func isStandard(path string) bool {
	return path == standard || path == "/dev/stdin" || path == "/dev/stdout"
}

// copies are the temporary folders with what came in on standard input. They stay until the
// command has ended: the pictures of a film are read again after its tracks.
type copies struct{ folders []string }

func (c *copies) remove() {
	for _, folder := range c.folders {
		os.RemoveAll(folder)
	}
}

// taken is standard input as a file, which readers go to and fro in.
type taken struct {
	path   string // of the file, or of the one that was named
	copied bool   // it is not the one that was named
}

// take returns the file that path names: where that is standard input, a copy of what
// comes in there, with an ending by its content where that is a film.
func (con console) take(ctx context.Context, path string) (taken, error) {
	if !isStandard(path) {
		return taken{path: path}, nil
	}
	if con.in == nil {
		return taken{}, fmt.Errorf("%s: expected standard input, found none", path)
	}
	folder, err := os.MkdirTemp("", "motionseg-")
	if err != nil {
		return taken{}, err
	}
	con.copies.folders = append(con.copies.folders, folder)
	t := taken{filepath.Join(folder, "stdin"), true}
	in := files.WithContext(ctx, con.in)
	head := make([]byte, 32)
	n, err := io.ReadFull(in, head)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	if err == nil && n == 0 {
		err = errors.New("expected data, found nothing")
	}
	if err == nil {
		t.path += filmEnding(head[:n])
		err = copyTo(t.path, io.MultiReader(bytes.NewReader(head[:n]), in))
	}
	if err != nil {
		return taken{}, fmt.Errorf("standard input: %w", err)
	}
	return t, nil
}

// copyTo writes a new file.
func copyTo(path string, from io.Reader) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}

// named says of a sequence, and of an error, that they come from standard input, where
// they do.
func (t taken) named(s *hopkins.Sequence, err error) (*hopkins.Sequence, error) {
	if !t.copied {
		return s, err
	}
	if s != nil {
		s.Name = "stdin"
	}
	if err != nil && strings.Contains(err.Error(), t.path) {
		err = renamed{err, strings.ReplaceAll(err.Error(), t.path, "standard input")}
	}
	return s, err
}

// renamed is an error in other words.
type renamed struct {
	error
	text string
}

func (e renamed) Error() string { return e.text }

func (e renamed) Unwrap() error { return e.error }

// filmEnding returns the ending of the name of a film that begins so, empty for what
// does not look like one.
func filmEnding(head []byte) string {
	at := func(offset int, text string) bool {
		return len(head) >= offset+len(text) && string(head[offset:offset+len(text)]) == text
	}
	switch {
	case at(0, "RIFF") && at(8, "AVI "):
		return ".avi"
	case at(4, "ftypqt"):
		return ".mov"
	case at(4, "ftyp"):
		return ".mp4"
	case at(0, "\x1aE\xdf\xa3"):
		return ".mkv"
	case at(0, "GIF8"):
		return ".gif"
	case at(0, "II*\x00"), at(0, "MM\x00*"), at(0, "II+\x00"), at(0, "MM\x00+"):
		return ".tif"
	}
	return ""
}

// write writes a file, or to standard output where the path says so.
func (con console) write(path string, write func(io.Writer) error) error {
	if !isStandard(path) {
		return hopkins.WriteFile(path, write)
	}
	// Nothing half is printed.
	var whole bytes.Buffer
	if err := write(&whole); err != nil {
		return err
	}
	_, err := con.out.Write(whole.Bytes())
	return err
}

// summary is where a summary is printed beside outputs of these names: on standard
// output, unless data go there.
func (con console) summary(outputs ...string) io.Writer {
	for _, path := range outputs {
		if isStandard(path) {
			return con.err
		}
	}
	return con.out
}

// single returns an error where more than one of the names stands for standard input or
// output.
func single(what string, names ...string) error {
	found := 0
	for _, name := range names {
		if isStandard(name) {
			found++
		}
	}
	if found > 1 {
		return usageError{fmt.Errorf("expected standard %s once, found it %d times", what, found)}
	}
	return nil
}
