package session

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
	"motionseg/hopkins/project"
	"motionseg/ui/shown"
)

// keepBench has a file of tracks, results, and labels by hand.
func keepBench(t *testing.T, auto string) (b *bench, data string) {
	b = newBench(t, func(c *Config) { c.AutosaveDir = auto })
	b.Keeping.delay = 0
	data = b.openFile("tracks.csv")
	b.Sides.Run()
	b.settle()
	b.Mine.Begin(Right)
	b.Selection.Select([]int{5}, false)
	b.Mine.SetFollowing(false)
	b.Mine.GiveSelected(1)
	b.Mine.Rename(1, "car")
	b.settle()
	return b, data
}

func TestProjectReopens(t *testing.T) {
	b, _ := keepBench(t, t.TempDir())
	b.Plan.SetMotions(3)
	b.Plan.SetSeed(9)
	b.Plan.SetOutliers(hopkins.OutliersNone)
	b.Plan.SetGaps(Gaps{Incomplete: hopkins.LeaveOut})
	if err := b.Plan.SetFrames(hopkins.FrameSelection{Mode: hopkins.FrameRange, I: 0, J: 2}); err != nil {
		t.Fatal(err)
	}
	b.View.SetCamera(shown.Camera{X: 3, Y: 4, Zoom: 2})
	b.Playback.SetFrame(2)
	b.View.SetDisplay(Display{Truth: [2]bool{true, false}, Mine: [2]bool{false, true}})
	path := filepath.Join(t.TempDir(), "work")
	if !b.Keeping.Unsaved() {
		t.Error("nothing is unsaved before it is saved")
	}
	var failed error
	b.Keeping.Save(path, func(err error) { failed = err })
	b.settle()
	path += project.Ending
	if failed != nil || b.Keeping.Path() != path || b.Keeping.Unsaved() {
		t.Fatalf("saved as %s: %v; unsaved %v", b.Keeping.Path(), failed, b.Keeping.Unsaved())
	}
	// Another window is told, and saves nowhere by itself.
	other := newBench(t, nil)
	other.OpenPath(path)
	other.settle()
	if len(other.problems) != 1 || !strings.Contains(other.problems[0].Title, "another window") ||
		other.Keeping.Path() != "" {
		t.Errorf("a second window: %+v, project %q", other.problems, other.Keeping.Path())
	}
	b.Close()

	again := newBench(t, nil)
	again.OpenPath(path)
	again.settle()
	if len(again.problems) > 0 {
		t.Fatalf("problems %+v", again.problems)
	}
	if !slices.Equal(again.Mine.Labels(), []int{1, 1, 1, 2, 2, 1}) || again.Mine.Name(1) != "car" ||
		again.Mine.Given() != 1 {
		t.Errorf("labels %v, name %q", again.Mine.Labels(), again.Mine.Name(1))
	}
	if again.Plan.Motions() != 3 || again.Plan.Seed() != 9 || again.Playback.Frame() != 2 ||
		again.View.ShowsMine(Left) || !again.View.Display().Truth[Left] || !again.View.ShowsMine(Right) ||
		len(again.Runs.List()) != 2 {
		t.Errorf("motions %d, seed %d, frame %d, %d runs", again.Plan.Motions(), again.Plan.Seed(),
			again.Playback.Frame(), len(again.Runs.List()))
	}
	if again.Plan.Outliers() != hopkins.OutliersNone || again.Plan.Gaps() != (Gaps{Incomplete: hopkins.LeaveOut}) {
		t.Errorf("outliers %s, gaps %+v", again.Plan.Outliers(), again.Plan.Gaps())
	}
	if again.Plan.Frames().String() != "1-3" || again.View.Camera() != (shown.Camera{X: 3, Y: 4, Zoom: 2}) {
		t.Errorf("frames %s, camera %+v", again.Plan.Frames(), again.View.Camera())
	}
	if recent := again.Settings().Recent; !slices.ContainsFunc(recent, func(path string) bool {
		return strings.HasSuffix(path, project.Ending)
	}) {
		t.Errorf("the project is not among the recent files %v", recent)
	}
	// Both results are shown again, as those of their settings: the number of
	// motions and the seed are others since.
	for _, side := range Both {
		if !slices.Equal(again.Sides.Labels(side), b.Sides.Labels(side)) || again.Sides.State(side) != Stale {
			t.Errorf("the %s side shows %v, state %d", side, again.Sides.Labels(side), again.Sides.State(side))
		}
	}
	again.Plan.SetMotions(2)
	again.Plan.SetSeed(0)
	_ = again.Plan.SetFrames(hopkins.FrameSelection{})
	again.Plan.SetOutliers(hopkins.OutliersAutomatic)
	again.Plan.SetGaps(DefaultGaps)
	if again.Sides.State(Left) != Done || again.Sides.Outcome(Left).Score.Wrong != 1 {
		t.Errorf("with the settings of the run its state is %d", again.Sides.State(Left))
	}
	for range 5 {
		again.History.Undo()
	}
	if again.History.CanUndo() || again.Keeping.Unsaved() {
		t.Error("a project that was just opened can be undone, or is unsaved")
	}
	again.Close()
}

// looks are how the view draws, and how the modes are remembered to.
func (b *bench) looks() [3]Display {
	return [3]Display{b.View.Display(), b.View.displayOf(BenchMode), b.View.displayOf(FilmMode)}
}

// moveAll moves a folder to a place that is not there yet.
func moveAll(t *testing.T, here, there string) {
	t.Helper()
	if err := os.CopyFS(there, os.DirFS(here)); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(here); err != nil {
		t.Fatal(err)
	}
}

// TestProjectIsWhatWasSeen: a colleague who copies a project with its files to another place
// of another computer, whose window draws otherwise, sees what was seen, and films of their
// own as before.
func TestProjectIsWhatWasSeen(t *testing.T) {
	here, there := t.TempDir(), filepath.Join(t.TempDir(), "in", "another place")
	b := newBench(t, nil)
	s := sixTracks("film")
	film := filepath.Join(here, "film")
	moveAll(t, pictureFolder(t, 9, 64, 48), film)
	s.Path, s.Truth, s.Footage = film, nil, &hopkins.Footage{Path: film, Step: 1}
	b.openTracked(s)
	b.settle()
	b.Mine.SetFollowing(false)
	b.Mine.Give([]int{4, 5}, 2)
	given := b.Mine.Labels()
	if err := b.Mine.Stroke(mask.Stroke{Frame: 1, Motion: 2, Radius: 3, Path: [][2]float64{{5, 6}}}); err != nil {
		t.Fatal(err)
	}
	seen := Display{Views: WipedViews, Mine: [2]bool{false, true}, Trail: 16, Future: true, Layout: shown.Blended,
		Picture: 0.25, Size: 2, Faint: 0.5, FaintTrails: 0.75, Still: 0.125, Masks: shown.MaskOnWhite, Overlay: 0.375}
	b.View.SetMode(FilmMode)
	b.View.SetDisplay(seen)
	b.View.ToggleLabel(1)
	b.Playback.SetFrame(1)
	failed := error(nil)
	b.Keeping.Save(filepath.Join(here, "work"+project.Ending), func(err error) { failed = err })
	b.settle()
	b.Close()
	if failed != nil {
		t.Fatal(failed)
	}
	moveAll(t, here, there)
	theirs := newBench(t, nil)
	theirs.OpenExample()
	theirs.settle()
	own := theirs.looks()
	theirs.OpenPath(filepath.Join(there, "work"+project.Ending))
	theirs.settle()
	if len(theirs.problems) > 0 {
		t.Fatalf("problems %+v", theirs.problems)
	}
	if got := theirs.View.Display(); got != seen || theirs.View.Mode() != FilmMode || theirs.Playback.Frame() != 1 {
		t.Errorf("frame %d is drawn in mode %d as\n%+v, saved\n%+v", theirs.Playback.Frame(), theirs.View.Mode(), got, seen)
	}
	if theirs.View.displayOf(FilmMode) != own[2] {
		t.Errorf("what is remembered for films is %+v, before %+v", theirs.View.displayOf(FilmMode), own[2])
	}
	if f := theirs.View.Filters(); !reflect.DeepEqual(f.Hidden, map[int]bool{1: true}) {
		t.Errorf("hidden are %v", f.Hidden)
	}
	if l, _ := theirs.Mine.Labelling(); !slices.Equal(l.Labels, given) || len(l.Strokes) != 1 ||
		theirs.Doc.Sequence().Footage.Path != filepath.Join(there, "film") {
		t.Errorf("labels %v, %d strokes, the film at %s", l.Labels, len(l.Strokes), theirs.Doc.Sequence().Footage.Path)
	}
	theirs.OpenExample()
	theirs.settle()
	theirs.View.SetMode(FilmMode) // by hand
	theirs.View.SetMode(BenchMode)
	if now := theirs.looks(); now != own {
		t.Errorf("after the project all is drawn as\n%+v, before as\n%+v", now, own)
	}
}

// TestLookOfAProject: what a project says of the look that cannot be is named, the rest is
// taken on.
func TestLookOfAProject(t *testing.T) {
	b := newBench(t, nil)
	b.OpenPath(writeProject(t, `"frames":"one"`, `"frames":"three"`, `"masks":"overlay"`, `"masks":"off"`, `"trail":8`,
		`"trail":4`, `"picture":0.65`, `"picture":7`, `"size":1`, `"size":-1`, `"background":1`, `"background":0.5`,
		`"overlay":0.5`, `"overlay":2`))
	b.settle()
	if len(b.problems) != 1 {
		t.Fatalf("problems %+v", b.problems)
	}
	for _, name := range []string{"frames", "picture", "size", "overlay"} {
		if !strings.Contains(b.problems[0].Reason, "view.look."+name+": expected") {
			t.Errorf("of %s is said %q", name, b.problems[0].Reason)
		}
	}
	if d := b.View.Display(); d.Masks != shown.MaskOff || d.Trail != 4 || d.Still != 0.5 || d.Picture != 0.65 ||
		d.Layout != shown.OneFrame {
		t.Errorf("drawn as %+v", d)
	}
}

// Once labels are opened again and both sides are run, others follow by the side that
// the labels are like.
func TestFollowingGoesOnAfterReopening(t *testing.T) {
	for _, side := range Both {
		b, _ := keepBench(t, "")
		b.Mine.Begin(side)
		path := filepath.Join(t.TempDir(), "work"+project.Ending)
		b.Keeping.Save(path, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
		b.settle()
		b.Close()
		again := newBench(t, nil)
		again.OpenPath(path)
		again.settle()
		again.Sides.Run()
		again.settle()
		if slices.Equal(again.Sides.Labels(Left), again.Sides.Labels(Right)) {
			t.Fatal("both sides have the same labels: nothing is tested")
		}
		if base, ok := again.Mine.Base(); !ok || base != side {
			t.Errorf("begun from the %v side; after opening others follow by the %v (%v)", side, base, ok)
		}
		again.Close()
	}
}

func TestDamagedAndMovedProjects(t *testing.T) {
	b, data := keepBench(t, "")
	path := filepath.Join(t.TempDir(), "work"+project.Ending)
	b.Keeping.Save(path, func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	b.settle()
	b.Close()
	moved := filepath.Join(t.TempDir(), "moved.csv")
	if err := os.Rename(data, moved); err != nil {
		t.Fatal(err)
	}
	var was string
	again := newBench(t, func(c *Config) { c.AskMoved = func(path string, open func(string)) { was = path; open(moved) } })
	again.OpenPath(path)
	again.settle()
	if was != data || !again.Mine.Begun() || again.Doc.Key() != moved {
		t.Errorf("asked for %s; labels %v of %s; %+v", was, again.Mine.Labels(), again.Doc.Key(), again.problems)
	}
	again.Close()
	text, _ := os.ReadFile(path)
	if err := os.WriteFile(path, text[:len(text)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	broken := newBench(t, nil)
	broken.OpenPath(path)
	broken.settle()
	if len(broken.problems) != 1 || !strings.Contains(broken.problems[0].Reason, "damaged") || broken.Mine.Begun() {
		t.Errorf("a damaged project: %+v", broken.problems)
	}
}

// A project file that cannot be read comes back from the copy of what was saved
// last, and is unsaved until it is written again.
func TestDamagedProjectComesBack(t *testing.T) {
	auto := t.TempDir()
	b, _ := keepBench(t, auto)
	want := slices.Clone(b.Mine.Labels())
	path := filepath.Join(t.TempDir(), "work"+project.Ending)
	save := func(b *bench) {
		t.Helper()
		b.Keeping.Save(path, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
		b.settle()
	}
	save(b)
	b.Close()
	for _, text := range []string{"", "{", `{"format":"motionseg project","version":1}`} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var asked Problem
		again := newBench(t, func(c *Config) {
			c.AutosaveDir = auto
			c.AskCopy = func(p Problem, saved time.Time, open func()) { asked = p; open() }
		})
		again.OpenPath(path)
		again.settle()
		if asked.Reason == "" || !slices.Equal(again.Mine.Labels(), want) || again.Keeping.Path() != path ||
			!again.Keeping.Unsaved() {
			t.Errorf("%q: asked %+v; labels %v of %q, unsaved %v", text, asked, again.Mine.Labels(),
				again.Keeping.Path(), again.Keeping.Unsaved())
		}
		save(again)
		if _, err := project.Load(path); err != nil || again.Keeping.Unsaved() {
			t.Errorf("saved again: %v", err)
		}
		again.Close()
	}
	// A later version's file is not damaged, and one that is gone is gone.
	for _, spoil := range []func(){
		func() { os.WriteFile(path, []byte(`{"format":"motionseg project","version":99}`), 0o666) },
		func() { os.Remove(path) },
	} {
		spoil()
		again := newBench(t, func(c *Config) {
			c.AutosaveDir = auto
			c.AskCopy = func(p Problem, _ time.Time, _ func()) { t.Errorf("asked for the copy: %+v", p) }
		})
		again.OpenPath(path)
		again.settle()
		if len(again.problems) != 1 {
			t.Errorf("problems %+v", again.problems)
		}
		again.Close()
	}
}

// Labels by hand that were in no project come back, and can be undone.
func TestAutosaveComesBack(t *testing.T) {
	auto := t.TempDir()
	b, data := keepBench(t, auto)
	want := slices.Clone(b.Mine.Labels())
	b.Close()
	again := newBench(t, func(c *Config) { c.AutosaveDir = auto })
	again.Keeping.delay = 0
	again.OpenPath(data)
	again.settle()
	if !slices.Equal(again.Mine.Labels(), want) || !again.saw(Recovered) || !again.Keeping.Unsaved() {
		t.Errorf("came back as %v, want %v", again.Mine.Labels(), want)
	}
	again.History.Undo()
	if again.Mine.Begun() {
		t.Error("what came back cannot be undone")
	}
	again.History.Redo()
	again.Keeping.Save(filepath.Join(t.TempDir(), "work"), func(error) {})
	again.settle()
	again.Close()
	if left, _ := filepath.Glob(filepath.Join(auto, "*"+project.Ending)); len(left) != 0 {
		t.Errorf("saved in a project, and still by itself: %v", left)
	}
	// A damaged one does not stand in the way.
	damaged, data := keepBench(t, auto)
	damaged.Close()
	left, _ := filepath.Glob(filepath.Join(auto, "*"+project.Ending))
	if len(left) != 1 {
		t.Fatalf("saved by itself: %v", left)
	}
	if err := os.WriteFile(left[0], []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	last := newBench(t, func(c *Config) { c.AutosaveDir = auto })
	last.OpenPath(data)
	last.settle()
	if last.Doc.Sequence() == nil || last.Mine.Begun() || len(last.problems) > 0 {
		t.Errorf("a damaged one: %+v", last.problems)
	}
	// A place that cannot be written to is no reason to disturb.
	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(taken, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	silent, _ := keepBench(t, taken)
	if len(silent.problems) > 0 || !silent.Keeping.Unsaved() || !slices.Equal(silent.Mine.Labels(), want) {
		t.Errorf("where nothing can be saved: %+v, labels %v", silent.problems, silent.Mine.Labels())
	}
}

// Labels by hand that were given after a project was saved come back with the project,
// whatever it was saved from; and what was in no project then is not brought back.
func TestLabelsAfterSavingComeBackWithTheProject(t *testing.T) {
	auto, folder := t.TempDir(), t.TempDir()
	with := func(c *Config) { c.AutosaveDir = auto }
	b := newBench(t, with)
	b.Keeping.delay = 0
	film := pictureFolder(t, 9, 64, 48)
	s := sixTracks("film")
	s.Path, s.Truth, s.Footage = film, nil, &hopkins.Footage{Path: film, Step: 1}
	b.openTracked(s)
	b.settle()
	b.Mine.SetFollowing(false)
	b.Mine.Give([]int{0}, 3)
	b.settle()
	path := filepath.Join(folder, "work"+project.Ending)
	b.Keeping.Save(path, func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	b.Mine.Give([]int{5}, 5) // while it is being saved
	b.settle()
	b.Mine.Give([]int{4}, 6)
	b.settle()
	want := slices.Clone(b.Mine.Labels())
	b.Close()

	again := newBench(t, with)
	again.OpenPath(path)
	again.settle()
	if !slices.Equal(again.Mine.Labels(), want) || !again.Keeping.Unsaved() {
		t.Errorf("the project has the labels %v, want %v; unsaved %v", again.Mine.Labels(), want, again.Keeping.Unsaved())
	}
	again.Close()
	other := newBench(t, with)
	other.openTracked(s)
	other.settle()
	if other.Mine.Begun() {
		t.Errorf("the film alone has the labels %v of before it was saved", other.Mine.Labels())
	}
	other.Close()
}

// The project of last time is opened again at the start, where that is wanted; if
// it cannot be, that is a sentence and no dialog.
func TestProjectOfLastTime(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "settings.json")
	with := func(c *Config) { c.SettingsPath = settings }
	b := newBench(t, with)
	data := b.openFile("tracks.csv")
	b.Mine.Begin(Left)
	path := filepath.Join(t.TempDir(), "work"+project.Ending)
	b.Keeping.Save(path, func(error) {})
	b.settle()
	b.Close()
	start := func() (again *bench, why []string) {
		again = newBench(t, with)
		again.LoadSettings()
		again.Keeping.Reopen(func(text string) { why = append(why, text) })
		again.settle()
		return again, why
	}
	again, why := start()
	if why != nil || again.Keeping.Path() != path || again.Doc.Key() != data {
		t.Errorf("opened %q of %q: %q", again.Keeping.Path(), again.Doc.Key(), why)
	}
	if second, why := start(); len(why) != 1 || !strings.Contains(why[0], "another window") ||
		second.Doc.Sequence() != nil || len(second.problems) > 0 {
		t.Errorf("a second window: %q, %+v", why, second.problems)
	}
	again.Settings().NoReopen = true
	again.Close()
	again, why = start()
	if len(why) != 1 || why[0] != "" || again.Doc.Sequence() != nil {
		t.Errorf("when it is not wanted: %q", why)
	}
	again.Settings().NoReopen = false
	again.Close()
	text, _ := os.ReadFile(path)
	for _, test := range []struct {
		spoil func()
		want  string
	}{
		{func() { os.WriteFile(path, text[:len(text)/2], 0o666) }, "damaged"},
		{func() { os.WriteFile(path, text, 0o666); os.Remove(data) },
			"data of work.motionseg, the project of last time, are gone"},
		{func() { os.Remove(path) }, "is gone: " + path},
	} {
		test.spoil()
		again, why := start()
		if len(why) != 1 || !strings.Contains(why[0], test.want) || len(again.problems) > 0 || again.Doc.Sequence() != nil {
			t.Errorf("%q, want %q; %+v", why, test.want, again.problems)
		}
		again.Close()
	}
}

// Tracks that come from no file, those of a film and the matches of two
// photographs, are written beside the project, and are there again with their
// pictures when it is opened.
func TestProjectOfAFilm(t *testing.T) {
	for name, open := range map[string]func(b *bench, pictures string) *hopkins.Sequence{
		"film": func(b *bench, pictures string) *hopkins.Sequence {
			s := sixTracks("film")
			s.Path, s.Truth, s.Footage = pictures, nil, &hopkins.Footage{Path: pictures, First: 1, Step: 2}
			b.openTracked(s)
			return s
		},
		"photographs": func(b *bench, pictures string) *hopkins.Sequence {
			s := hopkins.NewSequence("a–b", 64, 48, mat.DenseCopyOf(sixTracks("").Pixels.Slice(0, 4, 0, 6)), nil)
			s.TwoFrame, s.Footage = true,
				&hopkins.Footage{Files: []string{filepath.Join(pictures, "0.png"), filepath.Join(pictures, "1.png")}}
			b.setSequence(s, "a and b")
			return s
		},
	} {
		folder := t.TempDir()
		b := newBench(t, nil)
		s := open(b, pictureFolder(t, 9, 64, 48))
		b.settle()
		b.Plan.SetMotions(2)
		b.Selection.Select([]int{5}, false)
		b.Mine.GiveSelected(2)
		b.settle()
		path := filepath.Join(folder, "work"+project.Ending)
		b.Keeping.Save(path, func(err error) {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
		b.settle()
		b.Close()
		again := newBench(t, func(c *Config) { c.Open = nil })
		again.OpenPath(path)
		again.settle()
		q := again.Doc.Sequence()
		if q == nil || len(again.problems) > 0 {
			t.Fatalf("%s: %+v", name, again.problems)
		}
		if q.Points() != 6 || q.TwoFrame != s.TwoFrame || q.Pixels.At(1, 5) != s.Pixels.At(1, 5) ||
			again.Keeping.Path() != path || again.Mine.Given() != 1 {
			t.Errorf("%s: %d points, project %q, %d given", name, q.Points(), again.Keeping.Path(), again.Mine.Given())
		}
		if recent := again.Library.Recent(); len(recent) != 1 || recent[0] != path {
			t.Errorf("%s: recent are %v", name, recent)
		}
		if a := again.Settings().Attached[q.Path]; !reflect.DeepEqual(a.Footage, *s.Footage) {
			t.Errorf("%s: its pictures are %+v, want %+v", name, a.Footage, *s.Footage)
		}
		again.Close()
	}
}

// TestProjectOfOtherData: data that are not what the project says are told, once,
// with what was expected and found. The labels by hand are taken on where there are
// as many tracks, and no result passes for one of these data.
func TestProjectOfOtherData(t *testing.T) {
	for name, test := range map[string]struct {
		spoil func(t *testing.T, text, data string) (project string)
		want  string
		taken bool
	}{
		"nothing": {func(_ *testing.T, text, _ string) string { return text }, "", true},
		"frames": {func(_ *testing.T, text, _ string) string { return strings.Replace(text, `"frames":4`, `"frames":9`, 1) },
			"data.frames: expected 9, found 4", true},
		"tracks": {func(_ *testing.T, text, _ string) string {
			// As many labels as it says.
			text = strings.Replace(text, `"tracks":6`, `"tracks":7`, 1)
			return strings.NewReplacer(`"labels":["`, `"labels":["`, `"labels":[`, `"labels":[1,`).Replace(text)
		}, "data.tracks: expected 7, found 6", false},
		"content": {func(t *testing.T, text, data string) string {
			if err := os.WriteFile(data, []byte("other"), 0o600); err != nil {
				t.Fatal(err)
			}
			return text
		}, "the data are not those of the project", true},
		"content and frames": {func(t *testing.T, text, data string) string {
			if err := os.WriteFile(data, []byte("other"), 0o600); err != nil {
				t.Fatal(err)
			}
			return strings.Replace(text, `"frames":4`, `"frames":9`, 1)
		}, "the data are not those of the project", true},
		"moved and other content": {func(t *testing.T, text, data string) string {
			if err := os.Remove(data); err != nil {
				t.Fatal(err)
			}
			return text
		}, "the data are not those of the project", true},
	} {
		path, data, text := savedProject(t)
		if err := os.WriteFile(path, []byte(test.spoil(t, text, data)), 0o666); err != nil {
			t.Fatal(err)
		}
		elsewhere := filepath.Join(t.TempDir(), "elsewhere.csv")
		if err := os.WriteFile(elsewhere, []byte("elsewhere"), 0o600); err != nil {
			t.Fatal(err)
		}
		again := newBench(t, func(c *Config) { c.AskMoved = func(_ string, open func(string)) { open(elsewhere) } })
		again.OpenPath(path)
		again.settle()
		if told := len(again.problems); test.want == "" && told > 0 || test.want != "" &&
			(told != 1 || !strings.Contains(again.problems[0].Reason, test.want) || again.problems[0].File != path) {
			t.Errorf("%s: problems %+v, want one of %s with %q", name, again.problems, path, test.want)
		}
		if again.Mine.Begun() != test.taken {
			t.Errorf("%s: the labels by hand are taken on: %v", name, again.Mine.Begun())
		}
		want := Stale
		switch {
		case test.want == "":
			want = Done
		case !test.taken:
			want = Idle
		}
		for _, side := range Both {
			if got := again.Sides.State(side); got != want {
				t.Errorf("%s: the %s side is in state %d, want %d", name, side, got, want)
			}
		}
		if left, right := again.Runs.Shown(Left), again.Runs.Shown(Right); test.taken &&
			(left == 0 || right == 0 || left == right) {
			t.Errorf("%s: runs %d and %d are shown", name, left, right)
		}
		again.Close()
	}
}

// writeProject writes a project of the six tracks of a file as text, which is
// changed first.
func writeProject(t *testing.T, replace ...string) (path string) {
	t.Helper()
	path, _, text := savedProject(t)
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(text, replace[i]) {
			t.Fatalf("%s is not in %s", replace[i], text)
		}
		text = strings.Replace(text, replace[i], replace[i+1], 1)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// savedProject saves a project, and returns where it and its data are, and its text.
func savedProject(t *testing.T) (path, data, text string) {
	t.Helper()
	b, data := keepBench(t, "")
	path = filepath.Join(t.TempDir(), "work"+project.Ending)
	b.Keeping.Save(path, func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	b.settle()
	b.Close()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, data, string(content)
}

// TestResultsWithoutARun: labels that a project has for a side are shown also
// where they belong to no line of its list of runs, and are saved again.
func TestResultsWithoutARun(t *testing.T) {
	path := writeProject(t)
	p, err := project.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	p.Runs = nil
	p.Results[Left] = &project.Result{Method: "ssc title", Labels: []int{1, 2, 1, 2, 1, 0}}
	p.Results[Right] = &project.Result{Method: "one of tomorrow", Labels: []int{1, 1, 2, 2, 2, 2}, Run: 7}
	if err := p.Save(path); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time as it was saved again
		b := newBench(t, nil)
		b.OpenPath(path)
		b.settle()
		for _, side := range Both {
			o := b.Sides.Outcome(side)
			if o == nil || !slices.Equal(o.Labels, p.Results[side].Labels) {
				t.Fatalf("the %v side shows %+v, want the labels %v", side, o, p.Results[side].Labels)
			}
			if got := b.Runs.List()[side]; got.Method != p.Results[side].Method ||
				!slices.Equal(got.Labels, p.Results[side].Labels) {
				t.Errorf("run %d is %+v", side+1, got.Run)
			}
			if got, want := b.Plan.Title(o.Setup.Method), p.Results[side].Method; got != want {
				t.Errorf("the %v side says that it is by %q, want %q", side, got, want)
			}
		}
		if len(b.Runs.List()) != 2 || len(b.problems) > 0 {
			t.Errorf("%d runs; problems %+v", len(b.Runs.List()), b.problems)
		}
		b.Keeping.Save(path, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
		b.settle()
		b.Close()
	}
}

// TestUnknownInAProject: what cannot be taken on is said, what can be is, and a
// run of a method that is not known stays what it is.
func TestUnknownInAProject(t *testing.T) {
	path := writeProject(t,
		`"sides":[{"method":"ssc"`, `"sides":[{"method":"tomorrow"`,
		`"motions":0,"frames":"all"`, `"motions":1000000000,"frames":"2-9","outliers":"perhaps","incomplete":"never"`,
		`"setup":{"method":"lrksc"`, `"setup":{"method":"tomorrow"`, `"given":"lrksc|`, `"given":"tomorrow|`)
	b := newBench(t, nil)
	b.OpenPath(path)
	b.settle()
	if len(b.problems) != 1 || b.problems[0].File != path {
		t.Fatalf("problems are %+v", b.problems)
	}
	for _, want := range []string{`left side: the method "tomorrow"`, "motions: expected 0 to 6, found 1000000000",
		"frames", `"perhaps"`, `"never"`} {
		if !strings.Contains(b.problems[0].Reason, want) {
			t.Errorf("%q is not said in %q", want, b.problems[0].Reason)
		}
	}
	if b.Plan.Motions() != 0 || b.Plan.Setup(Left).Method != "ssc" {
		t.Errorf("the plan has %d motions, %+v", b.Plan.Motions(), b.Plan.Setup(Left))
	}
	o := b.Sides.Outcome(Right)
	if o == nil || o.Setup.Method != "tomorrow" || b.Plan.Title(o.Setup.Method) != "tomorrow" {
		t.Fatalf("the right side shows %+v", o)
	}
	b.Sides.Run() // on settings that are known
	b.settle()
	b.Keeping.Save(path, func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	b.settle()
	p, err := project.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(p.Runs, func(r project.Run) bool {
		return r.Setup.Method == "tomorrow" && r.Method == "lrksc title"
	}) {
		t.Errorf("saved runs are %+v", p.Runs)
	}
	b.Close()
}

// TestViewOfAProject: a view that shows nothing of the picture is not taken on.
func TestViewOfAProject(t *testing.T) {
	for view, want := range map[string]shown.Camera{
		`"centre_x":3,"centre_y":4,"zoom":2`:     {X: 3, Y: 4, Zoom: 2},
		`"centre_x":3,"centre_y":4,"zoom":1e300`: {},
		`"centre_x":3,"centre_y":4,"zoom":-2`:    {},
		`"centre_x":1e300,"centre_y":4,"zoom":2`: {},
		`"centre_x":3,"centre_y":-99,"zoom":2`:   {},
		`"centre_x":3,"centre_y":4,"zoom":1e-9`:  {},
	} {
		b := newBench(t, nil)
		b.OpenPath(writeProject(t, `"centre_x":0,"centre_y":0,"zoom":0`, view))
		b.settle()
		if got := b.View.Camera(); got != want || len(b.problems) > 0 {
			t.Errorf("%s: the camera is %+v, want %+v; %+v", view, got, want, b.problems)
		}
		b.Close()
	}
}

// TestLargestRun: a project whose runs have the largest numbers can be saved with
// further ones and opened again.
func TestLargestRun(t *testing.T) {
	path := writeProject(t, `"run":1}`, `"run":1000000000}`, `"runs":[{"number":1,`, `"runs":[{"number":1000000000,`,
		`"number":2,`, `"number":1000000000,`)
	for range 2 {
		b := newBench(t, nil)
		b.OpenPath(path)
		b.settle()
		if len(b.problems) > 0 || b.Sides.Outcome(Left) == nil || b.Sides.Outcome(Right) == nil || len(b.Runs.List()) < 2 {
			t.Fatalf("%d runs; %+v", len(b.Runs.List()), b.problems)
		}
		for _, side := range Both {
			if b.Runs.Shown(side) == 0 {
				t.Errorf("the %v side shows no run of the list", side)
			}
		}
		b.Plan.SetSeed(77)
		b.Sides.Run()
		b.settle()
		b.Keeping.Save(path, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
		b.settle()
		b.Close()
	}
}
