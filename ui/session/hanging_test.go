package session

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/project"
)

// projectOf saves a project of a table of tracks and says that its pictures are
// those.
func projectOf(t *testing.T, pictures hopkins.Footage) (path, table string) {
	t.Helper()
	table = tableOfTracks(t)
	sequence, err := hopkins.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "work"+project.Ending)
	p := &project.Project{Data: project.Data{Path: table, Tracks: sequence.Points(), Frames: sequence.Frames(),
		Pictures: &pictures}}
	if err := p.Save(path); err != nil {
		t.Fatal(err)
	}
	return path, table
}

// TestHangingPictures: pictures that never open keep a project from opening until
// that is stopped, and are not remembered for the table.
func TestHangingPictures(t *testing.T) {
	sleep, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	program, began := filepath.Join(t.TempDir(), "ffmpeg"), filepath.Join(t.TempDir(), "began")
	if err := os.WriteFile(program, []byte("#!"+sleep+"\n> '"+began+"'\nexec sleep 600\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv(footage.FFmpegVariable, program)
	film := filepath.Join(t.TempDir(), "film.mkv")
	if err := os.WriteFile(film, []byte("\x1aE\xdf\xa3 no film"), 0o600); err != nil {
		t.Fatal(err)
	}
	path, table := projectOf(t, hopkins.Footage{Path: film})
	settings := filepath.Join(t.TempDir(), "settings.json")
	b := newBench(t, func(c *Config) { c.Open, c.SettingsPath = nil, settings })
	b.OpenPath(path)
	for {
		b.queue.run()
		if _, err := os.Stat(began); err == nil {
			break
		}
	}
	if !b.StopOpening() || b.Doc.Loading() != "" {
		t.Error("opening is not stopped")
	}
	b.settle()
	if b.Doc.Sequence() != nil || len(b.problems) > 0 || b.StopOpening() {
		t.Errorf("after it was stopped %v is open, %+v", b.Doc.Sequence(), b.problems)
	}
	b.OpenPath(table) // hangs where the pictures were remembered
	b.settle()
	if b.Doc.Key() != table || len(b.Settings().Attached) != 0 {
		t.Errorf("%q is open; remembered are %+v", b.Doc.Key(), b.Settings().Attached)
	}
	b.Close()
}

// TestMissingPicturesOfAProject: they are said to be missing, not remembered, and
// stay in the project when it is saved; so too where the project says how its table is read.
func TestMissingPicturesOfAProject(t *testing.T) {
	columns := hopkins.Options{Columns: hopkins.Columns{Track: "track_id", Frame: "t", X: "x", Y: "y"}}
	for _, options := range []*hopkins.Options{nil, &columns} {
		gone := filepath.Join(t.TempDir(), "gone")
		path, _ := projectOf(t, hopkins.Footage{Path: gone, First: 2})
		p, err := project.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		p.Data.Options = options
		if err := p.Save(path); err != nil {
			t.Fatal(err)
		}
		b := newBench(t, func(c *Config) { c.Open, c.OpenWith = nil, nil })
		b.OpenPath(path)
		b.settle()
		if b.Keeping.Path() != path || len(b.Settings().Attached) != 0 || !strings.Contains(b.Doc.PicturesNote(), gone) {
			t.Errorf("project %q, attached %v, note %q", b.Keeping.Path(), b.Settings().Attached, b.Doc.PicturesNote())
		}
		b.Keeping.Save(path, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
		b.settle()
		p, err = project.Load(path)
		if err != nil || p.Data.Pictures == nil || p.Data.Pictures.Path != gone || p.Data.Pictures.First != 2 {
			t.Errorf("saved again: %+v, %v", p, err)
		}
		b.Close()
	}
}

// TestStartAfterHanging: what hung when the program was started is not opened by
// itself again, whether the program was killed or told to stop; its reading ends then.
func TestStartAfterHanging(t *testing.T) {
	path, _ := projectOf(t, hopkins.Footage{})
	for name, end := range map[string]func(*bench, <-chan struct{}){
		"killed":  func(*bench, <-chan struct{}) {},
		"closed":  func(b *bench, _ <-chan struct{}) { b.Close() },
		"stopped": func(b *bench, ended <-chan struct{}) { b.StopOpening(); <-ended; b.Close() },
	} {
		settings := filepath.Join(t.TempDir(), "settings.json")
		start := func(open func(context.Context, string) (*hopkins.Sequence, error)) (*bench, *[]string) {
			b := newBench(t, func(c *Config) { c.SettingsPath, c.Open = settings, open })
			b.LoadSettings()
			var why []string
			b.Keeping.Reopen(func(text string) { why = append(why, text) })
			return b, &why
		}
		first, _ := start(nil)
		first.OpenPath(path)
		first.settle()
		first.Close()

		began, ended := make(chan struct{}, 1), make(chan struct{})
		hangs, _ := start(func(ctx context.Context, path string) (*hopkins.Sequence, error) {
			began <- struct{}{}
			<-ctx.Done()
			close(ended)
			return nil, ctx.Err()
		})
		for opened := false; !opened; {
			hangs.queue.run()
			select {
			case <-began:
				opened = true
			default:
			}
		}
		end(hangs, ended)
		again, why := start(nil)
		again.settle()
		if want := map[string]string{"killed": "while it was being opened", "closed": "while it was being opened",
			"stopped": ""}[name]; len(*why) != 1 || !strings.Contains((*why)[0], want) || again.Doc.Sequence() != nil {
			t.Errorf("%s: the next start opened %v and said %q", name, again.Doc.Sequence(), *why)
		}
		// Said once; it can be opened by hand, and is then opened at the start.
		again.OpenPath(path)
		again.settle()
		again.Close()
		last, why := start(nil)
		last.settle()
		if len(*why) != 0 || last.Keeping.Path() != path {
			t.Errorf("%s: opened by hand, then %q is open at the start: %q", name, last.Keeping.Path(), *why)
		}
		last.Close()
		if name == "killed" {
			hangs.Close()
		}
		if again.settings.Opening != "" || slices.Contains(*why, "") {
			t.Errorf("%s: %q is still said to be opened", name, again.settings.Opening)
		}
	}
}

// TestComingPictures: pictures that hang are given up by a key, by what is opened
// next and by the end of the program; what is open stays, and works.
func TestComingPictures(t *testing.T) {
	began, ended := make(chan struct{}, 1), make(chan error, 1)
	b := newBench(t, func(c *Config) {
		c.OpenPictures = func(ctx context.Context, _ *hopkins.Sequence) (Pictures, error) {
			began <- struct{}{}
			<-ctx.Done()
			ended <- ctx.Err()
			return nil, ctx.Err()
		}
	})
	open := func(name string) {
		b.OpenExample()
		if name != "" {
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			b.OpenPath(path)
		}
		for opened := false; !opened; {
			b.queue.run()
			select {
			case <-began:
				opened = true
			default:
			}
		}
	}
	open("")
	if !b.Doc.PicturesComing() || b.Doc.Loading() != "" {
		t.Fatalf("pictures are coming: %v; %q is being opened", b.Doc.PicturesComing(), b.Doc.Loading())
	}
	b.events = nil
	if !b.StopOpening() || b.Doc.PicturesComing() || !b.saw(PicturesChanged) || b.StopOpening() {
		t.Error("the pictures are not given up once")
	}
	if err := <-ended; err != context.Canceled {
		t.Errorf("their reader ended with %v", err)
	}
	b.settle()
	if b.Doc.Sequence() == nil || !strings.Contains(b.Doc.PicturesNote(), "stopped") || len(b.problems) > 0 {
		t.Errorf("%v is open, note %q, %+v", b.Doc.Sequence(), b.Doc.PicturesNote(), b.problems)
	}
	b.Sides.Run()
	b.settle()
	if b.Sides.State(Left) != Done {
		t.Error("nothing runs after the pictures were given up")
	}
	open("next.mat")
	b.Close()
	if err := <-ended; err != context.Canceled {
		t.Errorf("at the end of the program their reader ended with %v", err)
	}
	b.settle()
}
