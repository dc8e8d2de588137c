package project

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/mask"
	"motionseg/segment"
)

// step returns a random step.
func step(rng *rand.Rand, l Labelling) Labelling {
	some := make([]int, rng.IntN(5))
	for i := range some {
		some[i] = rng.IntN(len(l.Labels)+4) - 2
	}
	motion := rng.IntN(6) - 1
	switch rng.IntN(12) {
	case 0, 1:
		return l.Give(some, motion)
	case 2:
		return l.Exclude(some)
	case 3:
		return l.Merge(motion, rng.IntN(5))
	case 4:
		next, _ := l.Split(motion, some)
		return next
	case 5:
		return l.Link(rng.IntN(len(l.Labels)+2)-1, rng.IntN(len(l.Labels)), rng.IntN(2) == 0)
	case 6:
		return l.Rename(max(motion, 1), []string{"", "car", strings.Repeat("é", 300)}[rng.IntN(3)])
	case 7:
		return l.Recolour(max(motion, 1), []string{"", "#00ff7f", "red"}[rng.IntN(3)])
	case 8:
		return l.AsTruth(!l.Truth)
	case 9:
		return l.Stroke(mask.Stroke{Frame: rng.IntN(2), Motion: 1 + rng.IntN(4), Radius: 2.5,
			Path: [][2]float64{{1, 2}, {3.25, 4}}})
	case 10:
		return l.ClearStrokes(rng.IntN(3) - 1)
	}
	labels := make([]int, len(l.Labels))
	for i := range labels {
		labels[i] = rng.IntN(4)
	}
	return l.Follow(labels)
}

// Going back from any step gives back every label, and whatever is reached can
// be saved and read again.
func TestStepsLoseNothing(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 9))
		now := NewLabelling([]int{1, 1, 2, 2, 0, 3, 1, 2})
		var past, copies []Labelling
		for range 60 {
			past, copies = append(past, now), append(copies, now.clone())
			now = step(rng, now)
			if err := now.check(8, 2); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, s := range now.Constraints.Seeds {
				if now.Labels[s.Point] != s.Motion {
					t.Fatalf("seed %d: track %d was given %d and has %d", seed, s.Point, s.Motion, now.Labels[s.Point])
				}
			}
		}
		for i := range past {
			if !reflect.DeepEqual(past[i], copies[i]) {
				t.Fatalf("seed %d: step %d changed what was before it", seed, i)
			}
		}
		p := &Project{Data: Data{Tracks: 8, Frames: 2}, Mine: &now}
		var b bytes.Buffer
		if err := p.Write(&b, t.TempDir()); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&b, t.TempDir())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !reflect.DeepEqual(again.Mine.Labels, now.Labels) || again.Mine.Truth != now.Truth ||
			len(again.Mine.Constraints.Seeds) != len(now.Constraints.Seeds) ||
			len(again.Mine.Excluded) != len(now.Excluded) || len(again.Mine.Names) != len(now.Names) ||
			len(again.Mine.Colours) != len(now.Colours) ||
			len(again.Mine.Strokes)+len(now.Strokes) > 0 && !reflect.DeepEqual(again.Mine.Strokes, now.Strokes) {
			t.Fatalf("seed %d: saved %+v, read %+v", seed, now, again.Mine)
		}
	}
}

func TestStrokesOfALabelling(t *testing.T) {
	stroke := func(frame, motion int) mask.Stroke {
		return mask.Stroke{Frame: frame, Motion: motion, Radius: 1, Path: [][2]float64{{1, 2}}}
	}
	l := NewLabelling([]int{1, 1, 2, 2, 3}).Stroke(stroke(0, 2)).Stroke(stroke(1, 3)).Stroke(stroke(1, 1))
	if got := l.Merge(3, 2).Strokes; got[0].Motion != 2 || got[1].Motion != 2 || got[2].Motion != 1 {
		t.Errorf("merged: found %v", got)
	}
	if got := l.ClearStrokes(1).Strokes; len(got) != 1 || got[0].Frame != 0 || len(l.Strokes) != 3 {
		t.Errorf("those of the second frame taken back: found %v of %v", got, l.Strokes)
	}
	bad := l.Stroke(stroke(2, 1))
	if err := bad.check(5, 2); err == nil || err.Error() != "mine: stroke 4: frame: expected one from 1 to 2, found 3" {
		t.Errorf("a stroke of a frame that is not there: %v", err)
	}
}

func TestLabellingSteps(t *testing.T) {
	l := NewLabelling([]int{1, 1, 2, 2, 3})
	for _, test := range []struct {
		name   string
		after  Labelling
		labels []int
	}{
		{"give", l.Give([]int{0, 4}, 2), []int{2, 1, 2, 2, 2}},
		{"give to a new one", l.Give([]int{1}, l.Free()), []int{1, 4, 2, 2, 3}},
		{"outlier", l.Give([]int{1}, 0), []int{1, 0, 2, 2, 3}},
		{"exclude", l.Exclude([]int{1}), []int{1, 0, 2, 2, 3}},
		{"merge", l.Merge(2, 1), []int{1, 1, 1, 1, 3}},
		{"merge with itself", l.Merge(2, 2), []int{1, 1, 2, 2, 3}},
		{"follow", l.Give([]int{0}, 3).Follow([]int{1, 2, 2, 2, 2}), []int{3, 2, 2, 2, 2}},
	} {
		if !reflect.DeepEqual(test.after.Labels, test.labels) {
			t.Errorf("%s: labels %v, want %v", test.name, test.after.Labels, test.labels)
		}
	}
	if next, motion := l.Split(2, []int{0, 2}); motion != 4 || !reflect.DeepEqual(next.Labels, []int{1, 1, 4, 2, 3}) {
		t.Errorf("split: motion %d, labels %v", motion, next.Labels)
	}
	if _, motion := l.Split(2, []int{2, 3}); motion != 0 {
		t.Errorf("splitting all of a motion gave motion %d", motion)
	}
	again := l.Give([]int{0}, 2).Give([]int{0}, 3)
	if want := []segment.Seed{{Point: 0, Motion: 3}}; !reflect.DeepEqual(again.Constraints.Seeds, want) {
		t.Errorf("given twice: seeds %v", again.Constraints.Seeds)
	}
}

func example(t *testing.T) (*Project, string) {
	t.Helper()
	folder := t.TempDir()
	data := filepath.Join(folder, "data", "tracks.csv")
	testfile.Write(t, "some tracks", data)
	sum, err := Checksum(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	mine := NewLabelling([]int{1, 2, 2}).Give([]int{0}, 2).Rename(2, "car").Recolour(2, "#ff0000").Exclude([]int{1})
	percent := 12.5
	return &Project{
		Data: Data{Path: data, SHA256: sum, Tracks: 3, Frames: 10, Pictures: &hopkins.Footage{
			Path: filepath.Join(folder, "film.mp4"), Files: []string{filepath.Join(folder, "data", "a.jpg")}, First: 3,
			Step: 2, MaxSide: 640,
		}},
		Plan: Plan{Sides: [2]Setup{{Method: "lrksc", Values: segment.Values{"eta": 3}}, {Method: "ssc"}}, Motions: 2,
			Frames: "all", Seed: 7},
		Results: [2]*Result{{Method: "LRKSC", Labels: []int{1, 1, 2}, Run: 1, Pinned: true}, nil}, Mine: &mine,
		View: View{Frame: 4, CentreX: 0.5, Zoom: 2}, Runs: []Run{
			{Number: 1, Method: "LRKSC", Setup: Setup{Method: "lrksc", Values: segment.Values{"eta": 3}}, Motions: 2,
				Frames: "all", Error: &percent, Seconds: 0.4,
				Labels: []int{1, 1, 2}, How: []string{"segmented", "segmented", "assigned"}, Given: "lrksc|2"},
			{Number: 4, Method: "SSC", Motions: 2, Seconds: 1},
		},
	}, folder
}

func TestProjectComesBack(t *testing.T) {
	p, folder := example(t)
	path := filepath.Join(folder, "work"+Ending)
	for range 2 { // the second over the first
		if err := p.Save(path); err != nil {
			t.Fatal(err)
		}
	}
	again, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again, p) {
		t.Errorf("read\n%+v, saved\n%+v", again, p)
	}
	text, _ := os.ReadFile(path)
	if !strings.Contains(string(text), `"path":"data/tracks.csv"`) {
		t.Errorf("the path is not relative: %.200s", text)
	}
	if !strings.Contains(string(text),
		`"pictures":{"path":"film.mp4","files":["data/a.jpg"],"first":3,"step":2,"max_side":640}`) {
		t.Errorf("the pictures are not relative: %.300s", text)
	}
	// The folder may move as a whole.
	moved := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.Rename(folder, moved); err != nil {
		t.Fatal(err)
	}
	if again, err = Load(filepath.Join(moved, "work"+Ending)); err != nil || again.Data.Check(t.Context()) != nil {
		t.Errorf("after the folder moved: %v, %v", err, again.Data.Check(t.Context()))
	}
	testfile.Write(t, "other tracks", again.Data.Path)
	if err := again.Data.Check(t.Context()); !errors.Is(err, ErrChanged) {
		t.Errorf("other data: %v", err)
	}
	os.Remove(again.Data.Path)
	if err := again.Data.Check(t.Context()); !errors.Is(err, ErrMoved) {
		t.Errorf("no data: %v", err)
	}
}

// What cannot be written leaves the file that was there.
func TestSaveIsWholeOrNot(t *testing.T) {
	p, folder := example(t)
	path := filepath.Join(folder, "work"+Ending)
	if err := p.Save(path); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	broken := errors.New("the disk is full")
	err := hopkins.WriteFile(path, func(w io.Writer) error {
		if err := p.Write(&half{w: w, left: len(before) / 2, err: broken}, folder); err != nil {
			return err
		}
		return nil
	})
	if !errors.Is(err, broken) {
		t.Errorf("a full disk: %v", err)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(after, before) {
		t.Error("a full disk changed the file")
	}
	entries, _ := os.ReadDir(folder)
	if len(entries) != 2 {
		t.Errorf("left behind: %v", entries)
	}
	if err := p.Save(filepath.Join(folder, "missing", "work"+Ending)); err == nil ||
		!strings.Contains(err.Error(), "work") {
		t.Errorf("a folder that there is not: %v", err)
	}
}

// half fails after some bytes.
type half struct {
	w    io.Writer
	left int
	err  error
}

func (h *half) Write(p []byte) (int, error) {
	if len(p) > h.left {
		n, _ := h.w.Write(p[:h.left])
		return n, h.err
	}
	h.left -= len(p)
	return h.w.Write(p)
}

func TestReadRefuses(t *testing.T) {
	for _, c := range [][2]string{
		{``, "damaged or no project"},
		{`{"format":"motionseg project","vers`, "damaged or no project"},
		{`{"format":"other","version":1}`, `found format "other"`},
		{`{"format":"motionseg project"}`, "expected version 1"},
		{`[]`, "damaged or no project: expected an object, found array"},
		{`{"format":"motionseg project","version":"1"}`, "version: expected a whole number, found string"},
		{`{"format":"motionseg project","version":1,"data":{"tracks":1.5}}`,
			"damaged: data.tracks: expected a whole number, found number 1.5"},
		{`{"format":"motionseg project","version":1,"results":[{"labels":{}}]}`,
			"results.labels: expected a list, found object"},
		{`{"format":"motionseg project","version":1,"data":7}`, "data: expected an object, found number"},
		{`{"format":"motionseg project","version":1,"view":{"zoom":"a"}}`, "view.zoom: expected a number, found string"},
		{`{"format":"motionseg project","version":1,"plan":{"unassigned":1,"sides":[{},{}]}}`,
			"plan.unassigned: expected true or false, found number"},
		{`{"format":"motionseg project","version":2}`, "later version"},
		{`{"format":"motionseg project","version":1}`,
			"data.path: expected the path of the tracks, empty for the built-in example; found none"},
		{`{"format":"motionseg project","version":1,"data":{"path":null,"tracks":2,"frames":1}}`,
			"data.path: expected the path"},
		{`{"format":"motionseg project","version":1,"data":{"path":7,"tracks":2,"frames":1}}`,
			"data.path: expected a text, found number"},
		{`{"format":"motionseg project","version":1,"data":{"path":"","frames":1}}`,
			"data.tracks: expected 1 or more, found 0"},
		{`{"format":"motionseg project","version":1,"data":{"path":"","tracks":2}}`,
			"data.frames: expected 1 or more, found 0"},
		{`{"format":"motionseg project","version":1,"data":{"path":"","tracks":2,"frames":-1}}`,
			"data.frames: expected 1 or more, found -1"},
		{`{"format":"motionseg project","version":1,"data":{"path":"","tracks":2,"frames":1},"mine":{"labels":[1]}}`,
			"expected 2 labels, found 1"},
		{`{"format":"motionseg project","version":1,"data":{"path":"","tracks":1,"frames":1},"mine":{"labels":[-1]}}`,
			"label of track 1"},
		{`{"format":"motionseg project","version":1,"data":{"path":"","tracks":1,"frames":1},"plan":{"frames":"some"}}`,
			"plan"},
		{`{"format":"motionseg project","version":1,"data":{"path":"","tracks":1,"frames":1},` +
			`"results":[{"labels":[]}]}`, "results 1"},
		{`{"format":"motionseg project","version":1,"data":{"path":"","tracks":1,"frames":1},"mine":{"labels":[1],` +
			`"colours":{"1":"red"}}}`, "colour of motion 1"},
		{`{"format":"motionseg project","version":1,"data":{"path":"","tracks":1,"frames":1},"mine":{"labels":[1],` +
			`"constraints":{"seeds":[{"track":2,"motion":1}]}}}`, "expected a track from 1 to 1"},
	} {
		text, word := c[0], c[1]
		if _, err := Read(strings.NewReader(text), ""); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: error %v, want one with %q", text, err, word)
		}
	}
	if _, err := Read(strings.NewReader(`{"format":"motionseg project","version":9}`), ""); !errors.Is(err, ErrNewer) {
		t.Errorf("a later version: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(
		[]byte(
			`{"format":"motionseg project","version":1,"data":{"path":"a.csv","tracks":2,"frames":3},` +
				`"plan":{"frames":"1,2"},"results":[{"method":"SSC","labels":[1,2]},null],"mine":{"labels":[1,0],` +
				`"excluded":[2],"constraints":{"seeds":[{"track":1,"motion":1}]},"names":{"1":"car"},"colours":{"1":"#ff0000"}}}`))
	f.Add(
		[]byte(
			`{"format":"motionseg project","version":1,"data":{"path":{"base64":"dHLpLmNzdg=="},"tracks":2,` +
				`"frames":3,"pictures":{"files":["1.png",{"base64":"//4="}],"first":-1}},"results":[{"method":"x",` +
				`"labels":[0,9],"run":1000000000},null],"view":{"zoom":1e300},"runs":[{"number":1000000000,` +
				`"method":"x","setup":{"method":"x"},"motions":2,"frames":"2-9","seconds":1e300,"labels":[1,2],` +
				`"how":["segmented","outlier"]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := Read(bytes.NewReader(text), "/somewhere")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := p.Write(&b, "/somewhere"); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(&b, "/somewhere"); err != nil {
			t.Fatalf("what was read cannot be read again: %v", err)
		}
	})
}

// TestLock: one window has a project, and whoever comes is told who.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "work"+Ending)
	first, err := Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	host, _ := os.Hostname()
	who := fmt.Sprintf("(process %d on %s)", os.Getpid(), host)
	if _, err := Acquire(path); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), who) {
		t.Errorf("the second got %v", err)
	}
	first.Release()
	if _, err := os.Stat(path + ".lock"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after the first let go, its file: %v", err)
	}
	second, err := Acquire(path)
	if err != nil {
		t.Fatalf("after the first let go: %v", err)
	}
	second.Release()
}

// TestLockLeftBehind: what a program left behind that runs no more locks nothing:
// not where another process has its number by now, nor where it ran on another
// computer.
func TestLockLeftBehind(t *testing.T) {
	host, _ := os.Hostname()
	for _, left := range []string{
		fmt.Sprintf(`{"host":%q,"process":%d}`, host, os.Getppid()),
		fmt.Sprintf(`{"host":%q,"process":%d}`, host, os.Getpid()),
		`{"host":"another one","process":1}`,
		`{"host":`, "",
	} {
		path := filepath.Join(t.TempDir(), "work"+Ending)
		testfile.Write(t, left, path+".lock")
		lock, err := Acquire(path)
		if err != nil {
			t.Errorf("left behind %s: %v", left, err)
			continue
		}
		if _, err := Acquire(path); !errors.Is(err, ErrLocked) {
			t.Errorf("taken over from %s, and taken again: %v", left, err)
		}
		lock.Release()
	}
}

// TestLockOfOthers: of many that want a project at the same time, and let go of it
// again, one has it at a time.
func TestLockOfOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "work"+Ending)
	var wait sync.WaitGroup
	var inside, had atomic.Int32
	for range 8 {
		wait.Go(func() {
			for range 200 {
				lock, err := Acquire(path)
				if errors.Is(err, ErrLocked) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := inside.Add(1); n != 1 {
					t.Errorf("%d have it", n)
				}
				had.Add(1)
				inside.Add(-1)
				lock.Release()
			}
		})
	}
	wait.Wait()
	if had.Load() == 0 {
		t.Error("nobody had it")
	}
}

// TestRanges: numbers that no program writes make a file damaged, with what was
// expected and found.
func TestRanges(t *testing.T) {
	text := func(results, run string) string {
		return `{"format":"motionseg project","version":1,"data":{"path":"a.csv","tracks":3,"frames":2},"results":[` +
			results + `],"runs":[` + run + `]}`
	}
	for name, test := range map[string]struct{ text, want string }{
		"label too large": {text(`{"method":"SSC","labels":[1,1000000000,2]},null`, ""),
			"results 1: label of track 2: expected 0 to "},
		"label below 0": {text(`null,{"method":"SSC","labels":[1,2,-7]}`, ""),
			"results 2: label of track 3: expected 0 to "},
		"labels missing": {text(`null,{"method":"SSC","labels":[1,2]}`, ""), "results 2: expected 3 labels, found 2"},
		"run's label": {text("null,null", `{"number":1,"method":"SSC","labels":[1,1,-1]}`),
			"run 1: label of track 3: expected 0 to "},
		"motions too large": {text("null,null", `{"number":1,"method":"SSC","motions":1000000000,"labels":[1,1,1]}`),
			"run 1: motions: expected 0 to "},
		"motions below 0": {text("null,null", `{"number":2,"method":"SSC","motions":-5}`),
			"run 2: motions: expected 0 to "},
		"seconds": {text("null,null", `{"number":2,"method":"SSC","seconds":-1}`),
			"run 2: seconds: expected 0 or more, found -1"},
		"frames": {text("null,null", `{"number":2,"method":"SSC","frames":"x"}`), "run 2: frames"},
		"fine": {text(`{"method":"SSC","labels":[1,2,0],"run":1},null`,
			`{"number":1,"method":"SSC","motions":2,"labels":[1,2,0]}`), ""},
	} {
		_, err := Read(strings.NewReader(test.text), "")
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: the error is %v, want %q", name, err, test.want)
		}
	}
}

// TestPathsThatAreNoText: paths need not be UTF-8, which JSON is.
func TestPathsThatAreNoText(t *testing.T) {
	folder := t.TempDir()
	p := &Project{Data: Data{Path: filepath.Join(folder, "tr\xe9.csv"), Tracks: 1, Frames: 2,
		Pictures: &hopkins.Footage{Path: filepath.Join(folder, "f\xe9.mp4"),
			Files: []string{filepath.Join(folder, "1.png"), filepath.Join(folder, "2\xff.png")}}}}
	var text bytes.Buffer
	if err := p.Write(&text, folder); err != nil {
		t.Fatal(err)
	}
	again, err := Read(&text, folder)
	if err != nil {
		t.Fatal(err)
	}
	if again.Data.Path != p.Data.Path || !reflect.DeepEqual(again.Data.Pictures, p.Data.Pictures) {
		t.Errorf("the paths are %+v, want %+v", again.Data, p.Data)
	}
	for _, bad := range []string{`{"base64":"?"}`, `{"base64":1}`, `1`, `["a"]`} {
		text := `{"format":"motionseg project","version":1,"data":{"path":` + bad + `,"tracks":1,"frames":2}}`
		if p, err := Read(strings.NewReader(text), folder); err == nil ||
			!strings.Contains(err.Error(), "path: expected a text, found") {
			t.Errorf("%s: %+v, %v", bad, p, err)
		}
	}
}
