package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/project"
	"motionseg/ui/session"
)

// atOnce names the folder that a child of TestWindowsAtOnce works in, and atOnceName what the
// child is called.
const atOnce, atOnceName = "MOTIONSEG_TEST_AT_ONCE", "MOTIONSEG_TEST_NAME"

// TestWindowsAtOnce: two windows that are opened and closed again and again, with one settings
// file and one project, which they save, and the command line on that project beside them. The
// command line finds a whole project with the same labels each time; the settings are whole
// and have what both windows opened; no lock is left. The test calls itself as the windows.
func TestWindowsAtOnce(t *testing.T) {
	const rounds = 5 // with what both open, no more than are remembered
	if folder := os.Getenv(atOnce); folder != "" {
		for n := range rounds {
			useWindow(t, folder, fmt.Sprintf("%s%d.csv", os.Getenv(atOnceName), n))
		}
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	tracks, work := filepath.Join(folder, "tracks.csv"), filepath.Join(folder, "work"+project.Ending)
	testfile.Write(t, parityTable(true), tracks)
	p := project.Project{Data: project.Data{Path: tracks, Tracks: parityTracks, Frames: parityFrames}, Plan: project.Plan{
		Sides: [2]project.Setup{{Method: "lsr"}, {Method: "ssc"}}, Motions: 2, Frames: "all",
	}}
	if err := p.Save(work); err != nil {
		t.Fatal(err)
	}
	want := mustRun(t, "segment", work, "--out", "-")
	ended := make(chan error, 2)
	names := []string{"left", "right"}
	for _, name := range names {
		child := exec.Command(self, "-test.run=^TestWindowsAtOnce$")
		child.Env = append(os.Environ(), atOnce+"="+folder, atOnceName+"="+name)
		go func() {
			out, err := child.CombinedOutput()
			if err != nil {
				err = fmt.Errorf("%w: %s", err, out)
			}
			ended <- err
		}()
	}
	for left := len(names); left > 0; {
		if got := mustRun(t, "segment", work, "--out", "-"); got != want {
			t.Fatalf("the labels are\n%s\nexpected\n%s", got, want)
		}
		select {
		case err := <-ended:
			if left--; err != nil {
				t.Error(err)
			}
		default:
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*.lock")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	last := session.New(session.Config{SettingsPath: filepath.Join(folder, "settings.json")})
	defer last.Close()
	if note := last.LoadSettings(); note != "" {
		t.Error(note)
	}
	for _, name := range names {
		for n := range rounds {
			if path := filepath.Join(folder, fmt.Sprintf("%s%d.csv", name, n)); !slices.Contains(last.Library.Recent(), path) {
				t.Errorf("%s was forgotten: %q", filepath.Base(path), last.Library.Recent())
			}
		}
	}
}

// useWindow opens a window, tracks of its own in it and the project of all, and saves and
// closes that.
func useWindow(t *testing.T, folder, own string) {
	var queue []func()
	w := windowSession{session.New(session.Config{
		OnUI: func(f func()) { queue = append(queue, f) }, SettingsPath: filepath.Join(folder, "settings.json"),
		Problem: func(p session.Problem) {
			if !strings.Contains(p.Reason, project.ErrLocked.Error()) {
				t.Errorf("%s: %s", p.Title, p.Reason)
			}
		},
	}), &queue}
	defer w.Close()
	if note := w.LoadSettings(); note != "" {
		t.Error(note)
	}
	path, work := filepath.Join(folder, own), filepath.Join(folder, "work"+project.Ending)
	testfile.Write(t, parityTable(true), path)
	w.OpenPath(path)
	w.settle()
	w.Keeping.Open(work)
	w.settle()
	if w.Keeping.Path() == "" {
		return // the other window has it
	}
	w.Keeping.Save(work, func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	w.settle()
}
