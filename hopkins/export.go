package hopkins

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/numpy"
	"motionseg/hopkins/write"
)

// WriteFile lets write fill the file at path. What it writes goes to a
// temporary file in the same folder that takes the name path only when it is
// complete, so that no half file is left behind and an older file stays until
// the new one is there. A file that is read-only is not replaced. A link is
// followed. What is not a regular file, and whatever /dev/stdout and its like
// stand for, is appended to directly; a pipe must have somebody who reads it. The
// error names the file.
func WriteFile(path string, write func(w io.Writer) error) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	info, err := os.Stat(path)
	if err == nil && (!info.Mode().IsRegular() || strings.HasPrefix(path, "/dev/")) {
		flag := os.O_WRONLY | os.O_APPEND
		pipe := info.Mode()&fs.ModeNamedPipe != 0
		if pipe {
			flag |= syscall.O_NONBLOCK // one that nobody reads is an error, or it would hold the program up
		}
		f, err := os.OpenFile(path, flag, 0)
		if err != nil && pipe {
			return fmt.Errorf("%s: expected a pipe that somebody reads: %w", path, bare(err))
		}
		if err != nil {
			return err
		}
		return fill(f, path, write)
	}
	if err := replaceable(info, err); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, bare(err))
	}
	return replace(path, target, write)
}

// Spare returns an error where a file that is to be written is one that is read,
// under whatever name. Names may be empty.
func Spare(outputs []string, inputs ...string) error {
	for _, output := range outputs {
		written, err := os.Stat(output)
		if err != nil {
			continue // nothing is there
		}
		for _, input := range inputs {
			if read, err := os.Stat(input); err == nil && os.SameFile(read, written) {
				return fmt.Errorf("%s: expected a file to write to, found the one that is read", output)
			}
		}
	}
	return nil
}

// Inputs lists the files that the sequence and its pictures are read from, those
// that are not there too. Names may be empty.
func (s *Sequence) Inputs() []string {
	entry := EntryOf(s)
	inputs := []string{s.Path, entry.Video, entry.Preview}
	if s.Footage != nil {
		inputs = append(append(inputs, s.Footage.Path), s.Footage.Files...)
	}
	return inputs
}

// WriteFileIn is WriteFile for a file of that name in a folder whose files
// nobody has named: a link in its place is replaced, not followed.
func WriteFileIn(folder, name string, write func(w io.Writer) error) error {
	path := filepath.Join(folder, name)
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSymlink == 0 {
		return WriteFile(path, write)
	}
	return replace(path, path, write)
}

// replaceable returns why what os.Stat says of a file may not be replaced.
func replaceable(info os.FileInfo, err error) error {
	switch {
	case err != nil: // nothing is there, or creating a file will say more
	case !info.Mode().IsRegular():
		return errors.New("expected a file or a free name, found something else")
	case info.Mode().Perm()&0o200 == 0:
		return errors.New("expected a file that may be replaced, found one that is read-only")
	}
	return nil
}

// bare is an error without the name of the temporary file that it is about, which
// nobody has chosen.
func bare(err error) error {
	var of *fs.PathError
	var two *os.LinkError
	switch {
	case errors.As(err, &of):
		return of.Err
	case errors.As(err, &two):
		return two.Err
	}
	return err
}

// replace writes a temporary file and gives it the name target; path names it in
// errors.
func replace(path, target string, write func(w io.Writer) error) error {
	f, err := createBeside(target)
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, bare(err))
	}
	if err := fill(f, path, write); err != nil {
		os.Remove(f.Name())
		return err
	}
	if err := os.Rename(f.Name(), target); err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("%s: cannot be written: %w", path, bare(err))
	}
	return nil
}

// ReplaceFile lets write fill a new file in the same folder, which has a name with
// the same ending and takes the name path when it is complete; otherwise it is
// removed. Unlike WriteFile it is for what can write only to a file. The error
// names the file path.
func ReplaceFile(path string, write func(temporary string) error) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	if err := replaceable(os.Stat(target)); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, bare(err))
	}
	f, err := createBeside(target)
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, bare(err))
	}
	if err = f.Close(); err == nil {
		err = write(f.Name())
	}
	if err == nil {
		err = os.Rename(f.Name(), target)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("%s: cannot be written: %w", path, bare(err))
	}
	return nil
}

// createBeside creates a hidden file in the folder of path with a name of its own
// that ends as that of path, with the permissions that a new file has
// (os.CreateTemp gives fewer). It removes those that a killed program has left
// behind there.
func createBeside(path string) (*os.File, error) {
	removeLeftOvers(path)
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%08x.%s", rand.Uint32(), filepath.Base(path)))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !os.IsExist(err) {
			return f, err
		}
	}
}

// leftOver is the age from which on a temporary file is left behind: nothing is
// written for so long.
const leftOver = 24 * time.Hour

// removeLeftOvers removes old temporary files for a path.
func removeLeftOvers(path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	for _, e := range entries {
		name, ends := strings.CutSuffix(e.Name(), "."+filepath.Base(path))
		hex, begins := strings.CutPrefix(name, ".")
		if _, err := strconv.ParseUint(hex, 16, 32); !begins || !ends || err != nil || len(hex) != 8 {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > leftOver {
			// That it stays is no reason not to write.
			_ = os.Remove(filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
}

// fill writes f, named path in errors, and closes it.
func fill(f *os.File, path string, write func(w io.Writer) error) error {
	buffer := bufio.NewWriter(f)
	err := write(buffer)
	if err == nil {
		err = buffer.Flush()
	}
	if info, statErr := f.Stat(); err == nil && statErr == nil && info.Mode().IsRegular() {
		// On the disk before it takes the name of an older file.
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, bare(err))
	}
	return nil
}

// WriteTracks writes all tracks of the sequence as lines
// "track,frame,x,y,label", with ",truth" behind when it is known, below a line
// of these names: one line for each point that is seen, x and y in pixels.
// Tracks and frames count from 1; what the file calls the track stands last, as
// id, where that differs. labels belong to tracks, which count from 0; the label
// of a track that is not among them is 0. Motions get the numbers that the file
// has for them. Open reads such a file.
func (s *Sequence) WriteTracks(w io.Writer, tracks, labels []int) error {
	if len(labels) != len(tracks) {
		return fmt.Errorf("%s: expected one label for each of %d tracks, found %d", s.Name, len(tracks), len(labels))
	}
	all := make([]int, s.Points())
	for i, t := range tracks {
		if t < 0 || t >= len(all) {
			return fmt.Errorf("%s: expected tracks from 1 to %d, found %d", s.Name, len(all), t+1)
		}
		all[t] = labels[i]
	}
	return write.Table(w, s.labelled(all))
}

// number writes v with as many digits as reading it back exactly needs.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// WriteNPY writes the matrix in NumPy's format .npy: float64, row by row.
func WriteNPY(w io.Writer, m *mat.Dense) error {
	rows, columns := m.Dims()
	values := make([]float64, 0, rows*columns)
	for i := range rows {
		values = append(values, m.RawRowView(i)...)
	}
	return numpy.Write(w, &numpy.Array{Shape: []int{rows, columns}, Type: "<f8", Data: values})
}

// WriteCSV writes the matrix as text, one row a line, with as many digits as
// reading the numbers back exactly needs.
func WriteCSV(w io.Writer, m *mat.Dense) error {
	c := csv.NewWriter(w)
	rows, columns := m.Dims()
	line := make([]string, columns)
	for i := range rows {
		for j := range line {
			line[j] = number(m.At(i, j))
		}
		c.Write(line)
	}
	c.Flush()
	return c.Error()
}
