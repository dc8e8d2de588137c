package hopkins

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sbinet/npyio"
	"gonum.org/v1/gonum/mat"
)

// WriteFile lets write fill the file at path. What it writes goes to a
// temporary file in the same folder that takes the name path only when it is
// complete, so that no half file is left behind and an older file stays until
// the new one is there. What is not a regular file, and whatever /dev/stdout
// and its like stand for, is appended to directly. The error names the file.
func WriteFile(path string, write func(w io.Writer) error) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	info, err := os.Stat(path)
	if err == nil && (!info.Mode().IsRegular() || strings.HasPrefix(path, "/dev/")) {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		return fill(f, path, write)
	}
	f, err := createBeside(target)
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, err)
	}
	if err := fill(f, path, write); err != nil {
		os.Remove(f.Name())
		return err
	}
	if err := os.Rename(f.Name(), target); err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("%s: cannot be written: %w", path, err)
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
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: cannot be written: expected a file or a free name, found something else", path)
	}
	var temporary string
	for {
		temporary = filepath.Join(filepath.Dir(target), fmt.Sprintf(".%08x.%s", rand.Uint32(), filepath.Base(target)))
		f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if os.IsExist(err) {
			continue
		}
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return fmt.Errorf("%s: cannot be written: %w", path, err)
		}
		break
	}
	err := write(temporary)
	if err == nil {
		err = os.Rename(temporary, target)
	}
	if err != nil {
		os.Remove(temporary)
		return fmt.Errorf("%s: cannot be written: %w", path, err)
	}
	return nil
}

// createBeside creates a file with a name of its own in the folder of path and
// with the permissions that a new file has (os.CreateTemp gives fewer).
func createBeside(path string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%08x", filepath.Base(path), rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !os.IsExist(err) {
			return f, err
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
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, err)
	}
	return nil
}

// WriteTracks writes all tracks of the sequence as lines
// "track,frame,x,y,label", with ",truth" behind when it is known, below a line
// of these names: one line for each point that is seen, x and y in pixels.
// Tracks and frames count from 1; what the file calls the track stands last, as
// id, where that differs. labels belong to tracks, which count from 0; the label
// of a track that is not among them is 0. Open reads such a file.
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
	b := bufio.NewWriter(w)
	b.WriteString("track,frame,x,y,label")
	if s.Truth != nil {
		b.WriteString(",truth")
	}
	if s.IDs != nil {
		b.WriteString(",id")
	}
	b.WriteByte('\n')
	truth := s.OwnNumbers(s.Truth)
	for i, label := range all {
		for f := range s.Frames() {
			if !s.Seen(i, f) {
				continue
			}
			fmt.Fprintf(b, "%d,%d,%s,%s,%d", i+1, f+1, number(s.Pixels.At(2*f, i)), number(s.Pixels.At(2*f+1, i)), label)
			if s.Truth != nil {
				fmt.Fprintf(b, ",%d", truth[i])
			}
			if s.IDs != nil {
				b.WriteString("," + field(s.IDs[i]))
			}
			b.WriteByte('\n')
		}
	}
	return b.Flush()
}

// number writes v with as many digits as reading it back exactly needs.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// WriteNPY writes the matrix in NumPy's format .npy: float64, row by row.
func WriteNPY(w io.Writer, m *mat.Dense) error {
	b := bufio.NewWriter(w)
	if err := npyio.Write(b, m); err != nil {
		return err
	}
	return b.Flush()
}

// WriteCSV writes the matrix as text, one row a line, with as many digits as
// reading the numbers back exactly needs.
func WriteCSV(w io.Writer, m *mat.Dense) error {
	b := bufio.NewWriter(w)
	rows, columns := m.Dims()
	for i := range rows {
		for j := range columns {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(number(m.At(i, j)))
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}
