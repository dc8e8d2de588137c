package hopkins

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"motionseg/hopkins/internal/flock"
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
		return appendTo(path, info, write)
	}
	if err := replaceable(info, err); err != nil {
		return unwritable(path, err)
	}
	return replace(path, target, write)
}

// CheckWritable returns the error that WriteFile would end with, so that nothing is
// computed for long that cannot be written then. Nothing is left behind.
func CheckWritable(path string) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() || strings.HasPrefix(path, "/dev/") {
		return nil
	}
	err = replaceable(info, err)
	if err == nil {
		var t *temporary
		if t, err = newTemporary(target, false); err == nil {
			t.remove()
		}
	}
	if err != nil {
		return unwritable(path, err)
	}
	return nil
}

// CheckFolderWritable is CheckWritable for a folder that files are to be written to, which is
// made, with those above it, where it is missing.
func CheckFolderWritable(path string) error {
	there := path
	for {
		if _, err := os.Stat(there); !errors.Is(err, fs.ErrNotExist) || filepath.Dir(there) == there {
			break
		}
		there = filepath.Dir(there)
	}
	t, err := newTemporary(filepath.Join(there, "file"), false)
	if err != nil {
		return unwritable(path, err)
	}
	t.remove()
	return nil
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

// ReplaceFile lets write fill a new file in the same folder, which has a name with
// the same ending and takes the name path when it is complete; otherwise it is
// removed. Unlike WriteFile it is for what can write only to a file. The error
// names the file path.
func ReplaceFile(path string, write func(temporary string) error) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	err := replaceable(os.Stat(target))
	var t *temporary
	if err == nil {
		t, err = newTemporary(target, false)
	}
	if err == nil {
		err = t.becomes(target, write(t.name))
	}
	if err != nil {
		return unwritable(path, err)
	}
	return nil
}

// WriteNewFolder lets write fill a new folder, which takes the name path when it
// is complete; otherwise nothing is left of it. The name must be free and its
// folder there. The error names what could not be written.
func WriteNewFolder(path string, write func(temporary string) error) error {
	path = filepath.Clean(path)
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: expected a free name for a new folder: %w", path, fs.ErrExist)
	}
	t, err := newTemporary(path, true)
	if err != nil {
		return unwritable(path, err)
	}
	if err := write(t.name); err != nil {
		t.remove()
		if text := strings.ReplaceAll(err.Error(), t.name, path); text != err.Error() {
			return &inFolder{err, text}
		}
		return err
	}
	if err := t.becomes(path, nil); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// inFolder is an error about a file of a new folder, in words that have the
// folder's own name.
type inFolder struct {
	error
	text string
}

func (e *inFolder) Error() string { return e.text }

func (e *inFolder) Unwrap() error { return e.error }

// appendTo writes to what is not a regular file.
func appendTo(path string, info os.FileInfo, write func(w io.Writer) error) error {
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
	err = fill(f, write)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return unwritable(path, err)
	}
	return nil
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

// unwritable says of a file why it cannot be written.
func unwritable(path string, err error) error {
	return fmt.Errorf("%s: cannot be written: %w", path, bare(err))
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
	t, err := newTemporary(target, false)
	if err == nil {
		err = t.becomes(target, fill(t.file, write))
	}
	if err != nil {
		return unwritable(path, err)
	}
	return nil
}

// fill writes f and brings it to the disk, before it takes the name of an older
// file.
func fill(f *os.File, write func(w io.Writer) error) error {
	buffer := bufio.NewWriter(f)
	if err := write(buffer); err != nil {
		return err
	}
	if err := buffer.Flush(); err != nil {
		return err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		return f.Sync()
	}
	return nil
}

// temporary is a file or folder that is written under a name of its own beside
// the one that it is to have. It is locked as long as somebody writes it: one that
// is not was left behind by a program that was killed.
type temporary struct {
	name   string
	file   *os.File // open
	folder bool
}

// temporaryPrefix begins the hidden names of temporary files, before a number of
// eight hexadecimal digits and the ending of the name that they are to have.
const temporaryPrefix = ".motionseg-"

// newTemporary creates a temporary file or folder beside target, with the
// permissions that a new one has (os.CreateTemp gives fewer). It removes those
// that killed programs have left behind there.
func newTemporary(target string, folder bool) (*temporary, error) {
	beside := filepath.Dir(target)
	removeLeftOvers(beside)
	ending := filepath.Ext(target)
	if len(ending) > 16 { // no ending, but a long name with a point
		ending = ""
	}
	for {
		t := &temporary{name: filepath.Join(beside, fmt.Sprintf("%s%08x%s", temporaryPrefix, rand.Uint32(), ending)),
			folder: folder}
		err := t.create()
		switch {
		case err == nil && t.hold():
			return t, nil
		case err == nil: // removed by somebody just before it was locked
			t.file.Close()
		case !errors.Is(err, fs.ErrExist):
			return nil, err
		}
	}
}

func (t *temporary) create() (err error) {
	if !t.folder {
		t.file, err = os.OpenFile(t.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		return err
	}
	if err := os.Mkdir(t.name, 0o777); err != nil {
		return err
	}
	if t.file, err = os.Open(t.name); err != nil {
		os.Remove(t.name)
	}
	return err
}

// hold locks the file and reports whether it is still there. Windows keeps a file
// that is open from being removed anyway, and its locks would keep others from
// writing to it.
func (t *temporary) hold() bool {
	if runtime.GOOS == "windows" {
		return true
	}
	held, err := flock.Try(t.file)
	return (held || err != nil) && flock.Named(t.file, t.name)
}

// becomes gives the file the name target, unless it could not be written: then it
// is removed.
func (t *temporary) becomes(target string, written error) error {
	if written != nil {
		t.remove()
		return written
	}
	if runtime.GOOS == "windows" { // where an open file cannot be renamed
		if err := t.file.Close(); err != nil {
			t.remove()
			return err
		}
	}
	if err := os.Rename(t.name, target); err != nil {
		t.remove()
		return err
	}
	if err := t.file.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// remove removes what was written, which is of no use.
func (t *temporary) remove() {
	if runtime.GOOS == "windows" {
		t.file.Close()
	}
	os.RemoveAll(t.name)
	t.file.Close()
}

// leftOver is the age from which on a temporary file of which it is not known
// whether somebody writes it is taken as left behind.
const leftOver = 24 * time.Hour

// looked holds when a folder was last looked through for what was left behind, so
// that many files can be written to a folder of many.
var looked sync.Map

// removeLeftOvers removes the temporary files and folders that nobody writes any
// more. That one stays is no reason not to write.
func removeLeftOvers(folder string) {
	if last, ok := looked.Load(folder); ok && time.Since(last.(time.Time)) < time.Minute {
		return
	}
	looked.Store(folder, time.Now())
	ClearLeftOvers(folder)
}

// ClearLeftOvers removes from a folder the temporary files and folders that killed
// programs have left behind there; those that are being written stay. Writing there
// does so too: this is for who needs to know what else is in a folder. That one
// cannot be removed is no error.
func ClearLeftOvers(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), temporaryPrefix)
		if !ours || len(rest) < 8 || len(rest) > 8 && rest[8] != '.' {
			continue
		}
		if _, err := strconv.ParseUint(rest[:8], 16, 32); err != nil {
			continue
		}
		if info, err := e.Info(); err == nil && (info.Mode().IsRegular() || info.IsDir()) {
			removeLeftOver(filepath.Join(folder, e.Name()), info)
		}
	}
}

func removeLeftOver(path string, info os.FileInfo) {
	old := time.Since(info.ModTime()) > leftOver
	if runtime.GOOS == "windows" {
		if old {
			_ = os.RemoveAll(path)
		}
		return
	}
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	if held, err := flock.Try(f); held || err != nil && old {
		_ = os.RemoveAll(path) // while it is held, so that nobody takes it for new
	}
}
