package hopkins

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"motionseg/hopkins/internal/testfile"
)

// TestWriteFileIn: a link in a folder of results is not followed.
func TestWriteFileIn(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	target := testfile.Write(t, []byte("before"), elsewhere, "mine.csv")
	if err := os.Symlink(target, filepath.Join(folder, "a.csv")); err != nil {
		t.Skip(err)
	}
	write := func(w io.Writer) error { _, err := io.WriteString(w, "after"); return err }
	if err := WriteFileIn(folder, "a.csv", write); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(target)
	after, _ := os.ReadFile(filepath.Join(folder, "a.csv"))
	if string(before) != "before" || string(after) != "after" {
		t.Errorf("the file behind the link holds %q, the other %q", before, after)
	}
}

// TestLeftOvers: what a killed run has left behind goes with the next one, and
// nothing else.
func TestLeftOvers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("removed after a day there")
	}
	folder := t.TempDir()
	stays := map[string]bool{}
	for _, name := range []string{".hidden.csv", ".motionseg", ".motionseg-0123abc.csv", ".motionseg-0123abcdef.csv",
		".motionseg-zzzzzzzz.csv", ".0123abcd.a.csv", "motionseg-0123abcd.csv"} {
		testfile.Write(t, "", folder, name)
		stays[name] = true
	}
	for _, name := range []string{".motionseg-0123abcd.csv", ".motionseg-76543210"} {
		testfile.Write(t, "", folder, name)
	}
	testfile.Write(t, "", folder, ".motionseg-00000000/frames/1.png")
	held, err := newTemporary(filepath.Join(folder, "b.csv"), false)
	if err != nil {
		t.Fatal(err)
	}
	stays[filepath.Base(held.name)], stays["a.csv"] = true, true
	looked.Delete(folder)
	if err := WriteFile(filepath.Join(folder, "a.csv"), func(io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range left {
		if !stays[e.Name()] {
			t.Errorf("%s stays", e.Name())
		}
		delete(stays, e.Name())
	}
	for name := range stays {
		t.Errorf("%s is gone", name)
	}
	if err := held.becomes(filepath.Join(folder, "b.csv"), nil); err != nil {
		t.Error(err)
	}
}

func TestWriteNewFolder(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "new.folder")
	fill := func(temporary string) error {
		if _, err := os.Stat(path); err == nil {
			t.Error("it is there before it is complete")
		}
		return os.WriteFile(filepath.Join(temporary, "a"), []byte("a"), 0o666)
	}
	failure := errors.New("no more ink")
	if err := WriteNewFolder(path, func(temporary string) error {
		return errors.Join(fill(temporary), failure)
	}); !errors.Is(err, failure) {
		t.Errorf("error is %v", err)
	}
	if err := WriteNewFolder(filepath.Join(folder, "none", "new"), fill); err == nil ||
		!strings.Contains(err.Error(), filepath.Join("none", "new")+": cannot be written") {
		t.Errorf("error is %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
	if err := WriteNewFolder(path, fill); err != nil {
		t.Fatal(err)
	}
	if content, err := os.ReadFile(filepath.Join(path, "a")); string(content) != "a" {
		t.Errorf("it holds %q, %v", content, err)
	}
	if err := WriteNewFolder(path, fill); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("error is %v", err)
	}
}

// TestLongNames: a name as long as the system allows can be written to.
func TestLongNames(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{strings.Repeat("a", 251) + ".csv", "a." + strings.Repeat("b", 253)} {
		if err := WriteFile(filepath.Join(folder, name), func(w io.Writer) error { return nil }); err != nil {
			t.Error(err)
		}
	}
}

// writesForEver names the folder that a child of TestKilledWhileWriting writes to.
const writesForEver = "MOTIONSEG_TEST_WRITES"

// TestKilledWhileWriting kills a program that writes files and folders again and
// again, each time at another moment: they are whole, and the next program that
// writes there clears up.
func TestKilledWhileWriting(t *testing.T) {
	if folder := os.Getenv(writesForEver); folder != "" {
		writeForEver(folder)
		return
	}
	if runtime.GOOS == "windows" {
		t.Skip("cleared up after a day there")
	}
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	left := 0
	for k := range 20 {
		folder := t.TempDir()
		child := exec.Command(self, "-test.run=^TestKilledWhileWriting$")
		child.Env = append(os.Environ(), writesForEver+"="+folder)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(out).ReadString('\n'); err != nil { // it has written once
			t.Fatal(err)
		}
		time.Sleep(time.Duration(k) * 313 * time.Microsecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed
		hidden, err := filepath.Glob(filepath.Join(folder, ".motionseg-*"))
		if err != nil {
			t.Fatal(err)
		}
		left += len(hidden)
		if err := WriteFile(filepath.Join(folder, "next"), func(io.Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			switch path := filepath.Join(folder, e.Name()); {
			case e.IsDir():
				whole, err := os.ReadDir(path)
				if err != nil || len(whole) != 5 {
					t.Errorf("killed %d: %s holds %v, %v", k, e.Name(), whole, err)
				}
			case e.Name() != "next":
				content, err := os.ReadFile(path)
				if err != nil || len(content) != 100000 || len(bytes.Trim(content, string(content[:1]))) != 0 {
					t.Errorf("killed %d: %s holds %d bytes, %v", k, e.Name(), len(content), err)
				}
			}
		}
	}
	if left == 0 {
		t.Error("nothing was left behind in any: nothing is tested")
	}
}

// writeForEver writes a file, a file by its name, and new folders in turn, all
// bytes of each of one kind.
func writeForEver(folder string) {
	for k := 0; ; k++ {
		content := bytes.Repeat([]byte{byte('a' + k%26)}, 100000)
		write := func(w io.Writer) error { _, err := w.Write(content); return err }
		err := WriteFile(filepath.Join(folder, "file.csv"), write)
		if err == nil {
			err = ReplaceFile(filepath.Join(folder, "film.mp4"), func(temporary string) error {
				return os.WriteFile(temporary, content, 0o666)
			})
		}
		if err == nil {
			err = WriteNewFolder(filepath.Join(folder, fmt.Sprint("folder", k)), func(temporary string) error {
				for i := range 5 {
					if err := WriteFile(filepath.Join(temporary, fmt.Sprint(i)), write); err != nil {
						return err
					}
				}
				return nil
			})
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		if k == 0 {
			fmt.Println("written")
		}
	}
}

// TestCheckWritable: what cannot be written is known before, and nothing is left of
// the attempt.
func TestCheckWritable(t *testing.T) {
	folder := t.TempDir()
	locked := testfile.Write(t, []byte("mine"), folder, "locked.csv")
	if err := os.Chmod(locked, 0o444); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(folder, "new.csv"):         "",
		filepath.Join(folder, "none", "new.csv"): "no such file",
		locked:                                   "read-only",
		folder:                                   "found something else",
		filepath.Join(locked, "below a file.csv"): "cannot be written",
	} {
		err := CheckWritable(path)
		if want == "" && err != nil || want != "" &&
			(err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path)) {
			t.Errorf("%s: the error is %v, want %q", path, err, want)
		}
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("left are %v", left)
	}
}
