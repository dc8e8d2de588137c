package session

import (
	"context"
	"errors"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/segment"
)

func TestExampleRunsOnBothSides(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	if b.Loading() == "" || b.Sequence() != nil {
		t.Fatal("the example must be read in the background")
	}
	b.settle()
	if b.Sequence() == nil || !b.saw(SequenceChanged, LoadingChanged) {
		t.Fatal("the example is not open")
	}
	if l, r := b.Setup(Left).Method, b.Setup(Right).Method; l != "ssc" || r != "lrksc" {
		t.Errorf("sides are %s and %s, want ssc and lrksc", l, r)
	}
	if b.State(Left) != Idle {
		t.Errorf("state is %v before the first run", b.State(Left))
	}
	b.Run()
	if b.State(Left) != Running || b.State(Right) != Running {
		t.Error("both sides must run")
	}
	b.settle()
	if b.State(Left) != Done || b.State(Right) != Done || !b.saw(ResultChanged, ProgressChanged, LibraryChanged) {
		t.Fatalf("states are %v and %v", b.State(Left), b.State(Right))
	}
	if e := b.Outcome(Left).Error; e < 16.6 || e > 16.7 {
		t.Errorf("error left is %v, want 1 of 6 tracks", e)
	}
	if e := b.Outcome(Right).Error; e != 0 {
		t.Errorf("error right is %v, want 0", e)
	}
	// The solver calls the motions the other way round; both are renamed.
	if got := b.Labels(Right); !slices.Equal(got, []int{1, 1, 1, 2, 2, 2}) {
		t.Errorf("labels right are %v, want the truth's names", got)
	}
	if got := b.Wrong(Left); !slices.Equal(got, []bool{false, false, false, false, false, true}) {
		t.Errorf("wrong tracks left are %v", got)
	}
	if !b.Differ(5) || b.Differ(0) {
		t.Error("the sides differ on track 5 only")
	}
	if badge := b.Library("")[0].Items[0].Badges[Left]; badge.Text() != "16.7" {
		t.Errorf("badge is %q, want 16.7", badge.Text())
	}
}

func TestLabelsAgreeWithoutTruth(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := sixTracks("example")
			s.Truth = nil
			return s, nil
		}
		c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			r, err := solveFake(ctx, d, cfg)
			if cfg.Method.Describe().Name == "lrksc" {
				for i, l := range r.Labels {
					r.Labels[i] = 3 - l
				}
			}
			return r, err
		}
	})
	b.OpenExample()
	b.settle()
	b.Run()
	b.settle()
	l, r := b.Labels(Left), b.Labels(Right)
	if !slices.Equal(l[:5], r[:5]) || l[5] == r[5] {
		t.Errorf("labels are %v and %v, want the same names", l, r)
	}
	if b.Wrong(Left) != nil || b.Outcome(Left).Error == b.Outcome(Left).Error {
		t.Error("error must be unknown without truth")
	}
}

func TestSettingsMakeStaleAndComeBack(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	b.Run()
	b.settle()
	if err := b.SetValue(Left, "lambda1", -1); err == nil || !strings.Contains(err.Error(), "above 0") {
		t.Errorf("error is %v, want the range", err)
	}
	if err := b.SetValue(Left, "lambda1", 7); err != nil {
		t.Fatal(err)
	}
	if b.State(Left) != Stale || b.State(Right) != Done || b.Setup(Left).Preset != Custom {
		t.Fatalf("states are %v and %v, preset %v", b.State(Left), b.State(Right), b.Setup(Left).Preset)
	}
	if b.Outcome(Left) == nil {
		t.Error("the stale result must stay")
	}
	b.Run()
	if b.State(Right) != Done {
		t.Error("a side with its result must not run again")
	}
	b.settle()
	if b.State(Left) != Done || b.Outcome(Left).Result.Values["lambda1"] != 7 {
		t.Fatal("the changed side has not run")
	}
	b.SetPreset(Left, Published)
	if b.State(Left) != Done || b.Outcome(Left).Result.Values["lambda1"] != 1 {
		t.Error("the first result must be shown again at once")
	}
	if err := b.SetFrames(hopkins.FrameSelection{Mode: hopkins.FirstLast}); err != nil {
		t.Fatal(err)
	}
	if b.State(Left) != Stale || b.Setup(Left).Values["lambda1"] != 0.5 {
		t.Errorf("values %v must follow the frames", b.Setup(Left).Values)
	}
	if err := b.SetFrames(hopkins.FrameSelection{Mode: hopkins.FrameRange, I: 2, J: 9}); err == nil {
		t.Error("frames that are not there must be refused")
	}
	b.SetMethod(Left, "lrksc")
	b.SetMethod(Left, "nonsense")
	if b.Setup(Left).Method != "lrksc" {
		t.Error("method not changed")
	}
}

func TestResultsComeBackWithTheSequence(t *testing.T) {
	b := newBench(t, nil)
	first := b.openFile("a.mat")
	b.Run()
	b.settle()
	b.openFile("b.mat")
	if b.State(Left) != Idle || b.Labels(Left) != nil {
		t.Fatal("a new sequence has no result")
	}
	b.OpenPath(first)
	b.settle()
	if b.State(Left) != Done || b.Labels(Left) == nil {
		t.Error("the result must be there at once")
	}
	if got := b.Recent(); len(got) != 2 || got[0] != first {
		t.Errorf("recent files are %v", got)
	}
}

// waiting is a solver that runs until it is cancelled or let go.
func waiting(release <-chan struct{}) func(context.Context, segment.Data, segment.Config) (*segment.Result, error) {
	return func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-release:
			return solveFake(ctx, d, cfg)
		}
	}
}

func TestCancel(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Solve = waiting(nil) })
	b.OpenExample()
	b.settle()
	b.Run()
	b.Cancel()
	if b.State(Left) != Cancelled || b.AnyRunning() {
		t.Errorf("state is %v, want cancelled", b.State(Left))
	}
	b.settle()
	if b.State(Right) != Cancelled || len(b.problems) != 0 {
		t.Errorf("state is %v with problems %v", b.State(Right), b.problems)
	}
	b.Run()
	b.openFile("c.mat")
	if b.AnyRunning() || b.State(Left) != Idle {
		t.Error("opening another sequence must cancel")
	}
	b.Run()
	b.events = nil
	b.Close()
	b.settle()
	if len(b.events) != 0 {
		t.Errorf("announced after closing: %v", b.events)
	}
}

func TestSettingChangedWhileRunning(t *testing.T) {
	release := make(chan struct{})
	b := newBench(t, func(c *Config) { c.Solve = waiting(release) })
	b.OpenExample()
	b.settle()
	b.RunSide(Left)
	if err := b.SetValue(Left, "lambda1", 3); err != nil {
		t.Fatal(err)
	}
	close(release)
	b.settle()
	if b.State(Left) != Stale {
		t.Errorf("state is %v, want stale: the result is of older settings", b.State(Left))
	}
	b.Undo()
	if b.State(Left) != Done {
		t.Errorf("state is %v after undo, want done", b.State(Left))
	}
}

func TestPanicAndErrorBecomeFailures(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			if cfg.Method.Describe().Name == "ssc" {
				panic("index out of range")
			}
			return nil, errors.New("data: expected points that differ")
		}
	})
	b.OpenExample()
	b.settle()
	b.Run()
	b.settle()
	var panicked *segment.PanicError
	if b.State(Left) != Failed || !errors.As(b.Failure(Left), &panicked) {
		t.Errorf("left is %v, %v", b.State(Left), b.Failure(Left))
	}
	if b.State(Right) != Failed || len(b.problems) != 2 {
		t.Fatalf("right is %v, problems %v", b.State(Right), b.problems)
	}
	for _, p := range b.problems {
		if p.Title == "" || p.Reason == "" || p.Advice == "" {
			t.Errorf("problem without title, reason or advice: %+v", p)
		}
	}
	if err := b.SetValue(Left, "lambda1", 2); err != nil || b.State(Left) != Idle {
		t.Errorf("after a change the failure is over: %v, %v", b.State(Left), err)
	}
}

func TestOpenReportsProblems(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.Open = func(string) (*hopkins.Sequence, error) { panic("slice bounds") }
		c.OpenDataset = func(root string) (*hopkins.Dataset, error) {
			return &hopkins.Dataset{Root: root, Problems: []hopkins.Problem{{Path: "x.mat", Err: errors.New("x.mat: truncated")}}}, nil
		}
	})
	b.OpenPath(filepath.Join(t.TempDir(), "missing.mat"))
	b.settle()
	b.OpenPath(t.TempDir())
	b.settle()
	b.openFile("broken.mat")
	if len(b.problems) != 3 {
		t.Fatalf("problems are %v", b.problems)
	}
	for i, want := range []string{"no such file", "x.mat: truncated", "slice bounds"} {
		if !strings.Contains(b.problems[i].Reason, want) {
			t.Errorf("reason %q does not say %q", b.problems[i].Reason, want)
		}
	}
	if b.Loading() != "" {
		t.Error("still loading")
	}
}

func TestOnlyTheLastOpenCounts(t *testing.T) {
	b := newBench(t, nil)
	for _, name := range []string{"a.mat", "b.mat"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		b.OpenPath(path)
	}
	b.settle()
	if b.Sequence().Name != "b.mat" {
		t.Errorf("%s is open, want b.mat", b.Sequence().Name)
	}
}

func TestDatasetInLibrary(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.OpenDataset = func(root string) (*hopkins.Dataset, error) {
			return &hopkins.Dataset{Root: root, Entries: []hopkins.Entry{
				{Name: "1R2RC", Path: "/d/1R2RC.mat", Category: hopkins.Checkerboard, Points: 459, Frames: 30, Motions: 3},
				{Name: "cars1", Path: "/d/cars1.mat", Category: hopkins.Traffic, Points: 307, Frames: 20, Motions: 2},
			}}, nil
		}
	})
	b.OpenPath(t.TempDir())
	b.settle()
	var titles []string
	for _, g := range b.Library("") {
		titles = append(titles, g.Title)
	}
	if !slices.Equal(titles, []string{"Example", "Checkerboard", "Traffic"}) {
		t.Errorf("groups are %v", titles)
	}
	found := b.Library("CAR")
	if len(found) != 1 || found[0].Items[0].Name != "cars1" || found[0].Items[0].Detail != "307 points · 20 frames · 2 motions" {
		t.Errorf("search finds %+v", found)
	}
}

func TestSelectionUndo(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	b.Select([]int{1, 99, -1}, false)
	b.Select([]int{3}, true)
	b.Toggle(1)
	if got := b.Selection(); !slices.Equal(got, []int{3}) {
		t.Errorf("selection is %v", got)
	}
	b.Undo()
	if got := b.Selection(); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("selection after undo is %v", got)
	}
	b.Redo()
	b.ClearSelection()
	if len(b.Selection()) != 0 || b.CanRedo() || !b.CanUndo() {
		t.Error("history is wrong")
	}
	// Typing several digits into one field is one step.
	before := b.Setup(Left)
	for _, v := range []float64{1.5, 1.52, 1.523} {
		if err := b.SetValue(Left, "lambda1", v); err != nil {
			t.Fatal(err)
		}
	}
	b.Undo()
	if !b.Setup(Left).equal(before) {
		t.Errorf("setup after undo is %v, want %v", b.Setup(Left), before)
	}
	b.SetMotions(3)
	b.SetSeed(4)
	b.Undo()
	if b.Seed() != 0 || b.MotionsUsed() != 3 {
		t.Errorf("seed %d, motions %d", b.Seed(), b.MotionsUsed())
	}
}

func TestNeighbours(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	if b.Neighbours(Right, 0, 3) != nil {
		t.Error("neighbours without a result")
	}
	b.Run()
	b.settle()
	got := b.Neighbours(Right, 0, 5)
	if len(got) != 2 || got[0] != (Neighbour{1, 0.5}) || got[1].Track != 2 {
		t.Errorf("neighbours are %v", got)
	}
}

func TestFilters(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	b.Run()
	b.settle()
	shown := func(side Side) (tracks []int) {
		for i := range 6 {
			if b.Shown(side, i) {
				tracks = append(tracks, i)
			}
		}
		return tracks
	}
	b.SetOnlyWrong(true)
	if l, r := shown(Left), shown(Right); !slices.Equal(l, []int{5}) || r != nil {
		t.Errorf("only misclassified shows %v and %v", l, r)
	}
	b.SetOnlyWrong(false)
	b.SetOnlyDiffering(true)
	if r := shown(Right); !slices.Equal(r, []int{5}) {
		t.Errorf("only differing shows %v", r)
	}
	b.ShowAll()
	b.Solo(2)
	if l, r := shown(Left), shown(Right); !slices.Equal(l, []int{3, 4}) || !slices.Equal(r, []int{3, 4, 5}) {
		t.Errorf("solo shows %v and %v", l, r)
	}
	b.Solo(2)
	b.ToggleLabel(1)
	b.ToggleTruth()
	if l := shown(Left); !slices.Equal(l, []int{3, 4, 5}) {
		t.Errorf("with the truth drawn, %v are shown", l)
	}
	b.ToggleLabel(9)
	b.Select([]int{0, 3}, false)
	b.SetOnlySelected(true)
	if l := shown(Left); !slices.Equal(l, []int{3}) {
		t.Errorf("only selected shows %v", l)
	}
}

func TestPlaybackDropsFrames(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	b.SetPlaying(true)
	b.Advance(150 * time.Millisecond) // 2.25 frames at 15 a second
	if b.Frame() != 2 {
		t.Errorf("frame is %d, want 2", b.Frame())
	}
	b.Advance(150 * time.Millisecond)
	if b.Frame() != 0 {
		t.Errorf("frame is %d, want 0 after the loop", b.Frame())
	}
	b.SetLoop(false)
	b.Advance(10 * time.Second)
	if b.Frame() != 3 || b.Playing() {
		t.Errorf("frame %d, playing %v: must stop at the end", b.Frame(), b.Playing())
	}
	b.Step(1)
	if b.Frame() != 3 {
		t.Error("step beyond the end without loop")
	}
	b.SetLoop(true)
	b.Step(1)
	b.Step(-1)
	if b.Frame() != 3 {
		t.Errorf("frame is %d, want 3", b.Frame())
	}
	b.SetFrame(99)
	if b.Frame() != 3 {
		t.Error("frame out of range")
	}
}

func TestSettingsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "motionseg", "settings.json")
	b := newBench(t, func(c *Config) { c.SettingsPath = path })
	if note := b.LoadSettings(); note != "" {
		t.Errorf("note %q at the first start", note)
	}
	opened := b.openFile("a.mat")
	b.Flip()
	b.SetMethod(Left, "lrksc")
	if err := b.SetValue(Right, "lambda1", 9); err != nil {
		t.Fatal(err)
	}
	b.SetSpeed(2)
	b.Settings().Width = 1234
	b.Close()

	again := newBench(t, func(c *Config) { c.SettingsPath = path })
	if note := again.LoadSettings(); note != "" {
		t.Error(note)
	}
	again.OpenPath(opened)
	again.settle()
	if again.Setup(Left).Method != "lrksc" || again.Setup(Right).Values["lambda1"] != 9 || again.Speed() != 2 {
		t.Errorf("setups are %v and %v, speed %v", again.Setup(Left), again.Setup(Right), again.Speed())
	}
	if !again.Upward() || again.Settings().Width != 1234 || len(again.Recent()) != 1 {
		t.Errorf("settings are %+v", again.Settings())
	}
}

func TestBadSettingsAreSetAside(t *testing.T) {
	for _, text := range []string{"{ not json", `{"version": 99}`, `[]`, `{"version": 1, "speed": "fast"}`} {
		folder := t.TempDir()
		path := filepath.Join(folder, "settings.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		b := newBench(t, func(c *Config) { c.SettingsPath = path })
		if note := b.LoadSettings(); !strings.Contains(note, "set aside") {
			t.Errorf("%s: note is %q", text, note)
		}
		b.Close()
		files, _ := os.ReadDir(folder)
		if len(files) != 2 {
			t.Errorf("%s: %d files, want the new settings and the old ones", text, len(files))
		}
	}
}

func TestResultCacheIsBounded(t *testing.T) {
	var c resultCache
	big := func(key string) *Outcome {
		return &Outcome{key: key, Points: make([]int, 7000), Result: &segment.Result{}}
	}
	for _, key := range []string{"a", "b"} {
		c.put(big(key))
	}
	if c.get("a") == nil {
		t.Fatal("a is gone")
	}
	c.put(big("c"))
	if c.get("b") != nil || c.get("a") == nil || c.get("c") == nil {
		t.Error("the least recently used result must leave")
	}
}

// stills are pictures that know their direction.
type stills struct{ closed bool }

func (*stills) Frame(int) (image.Image, error) { return image.NewGray(image.Rect(0, 0, 64, 48)), nil }
func (*stills) Rate() float64                  { return 25 }
func (*stills) Upward() (up, decided bool)     { return true, true }
func (*stills) Note() string                   { return "two pictures are missing" }
func (p *stills) Close() error                 { p.closed = true; return nil }

func TestPicturesDecideTheDirection(t *testing.T) {
	var opened []*stills
	b := newBench(t, func(c *Config) {
		c.OpenPictures = func(*hopkins.Sequence) (Pictures, error) {
			opened = append(opened, &stills{})
			return opened[len(opened)-1], nil
		}
	})
	b.OpenExample()
	b.settle()
	if !b.saw(PicturesChanged) || !b.Upward() || b.Rate() != 25 || b.PicturesNote() == "" {
		t.Errorf("upward %v, rate %v, note %q", b.Upward(), b.Rate(), b.PicturesNote())
	}
	b.Flip()
	if b.Upward() {
		t.Error("the user's choice must win")
	}
	b.openFile("a.mat")
	b.Close()
	for i, p := range opened {
		if !p.closed {
			t.Errorf("pictures %d are still open", i)
		}
	}
}

// TestCandidates shows a candidate in place of the result and the result again.
func TestCandidates(t *testing.T) {
	b := newBench(t, func(cfg *Config) {
		cfg.Solve = func(ctx context.Context, d segment.Data, c segment.Config) (*segment.Result, error) {
			r, err := solveFake(ctx, d, c)
			if err == nil {
				other := segment.Candidate{Name: "other", Score: 2, Labels: []int{1, 1, 1, 1, 2, 2}, W: mat.NewDense(6, 6, nil)}
				r.Candidates = []segment.Candidate{{Name: "first", Score: 1, Chosen: true, Labels: r.Labels, W: r.W}, other}
			}
			return r, err
		}
	})
	b.OpenExample()
	b.settle()
	b.ShowCandidate(Right, 1)
	b.Run()
	b.settle()
	result := b.Outcome(Right)
	b.ShowCandidate(Right, 1)
	shown := b.Outcome(Right)
	if shown.Candidate != 1 || b.State(Right) != Done {
		t.Fatalf("candidate %d, state %v", shown.Candidate, b.State(Right))
	}
	if shown.Error < 16.6 || shown.Error > 16.7 || !slices.Equal(b.Wrong(Right), []bool{false, false, false, true, false, false}) {
		t.Errorf("error %v, wrong %v", shown.Error, b.Wrong(Right))
	}
	if len(b.Neighbours(Right, 0, 3)) != 0 {
		t.Error("neighbours are not those of the candidate's empty affinity")
	}
	b.ShowCandidate(Right, -1)
	if b.Outcome(Right) != result || b.Outcome(Right).Error != 0 {
		t.Error("the result is not shown again")
	}
}

// TestLandmarks maps a result whose affinity knows only some of the tracks.
func TestLandmarks(t *testing.T) {
	b := newBench(t, func(cfg *Config) {
		cfg.Solve = func(ctx context.Context, d segment.Data, c segment.Config) (*segment.Result, error) {
			r, err := solveFake(ctx, d, c)
			if err == nil {
				r.Landmarks = []int{1, 2, 5}
				r.W = mat.NewDense(3, 3, []float64{0, 0.5, 0.1, 0.5, 0, 0, 0.1, 0, 0})
			}
			return r, err
		}
	})
	b.OpenExample()
	b.settle()
	b.Run()
	b.settle()
	if got := b.Neighbours(Left, 1, 5); !slices.Equal(got, []Neighbour{{2, 0.5}, {5, 0.1}}) {
		t.Errorf("neighbours of a landmark are %v", got)
	}
	if got := b.Neighbours(Left, 0, 5); got != nil {
		t.Errorf("neighbours of another track are %v", got)
	}
}

// TestEstimateMotions estimates the number of motions of a sequence and sets it.
func TestEstimateMotions(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	b.EstimateMotions()
	if !b.Estimating() {
		t.Fatal("no estimate is under way")
	}
	b.settle()
	// Six collinear tracks leave nothing to tell motions apart; what matters is
	// that the estimate arrives and is set.
	e := b.Estimate()
	if e == nil || b.Estimating() || b.Motions() != e.Motions || e.Motions < segment.MinMotions {
		t.Fatalf("estimate %+v, %d motions set, problems %+v", e, b.Motions(), b.problems)
	}
	b.Undo()
	if b.Motions() != 0 {
		t.Errorf("%d motions after undo, want the truth's again", b.Motions())
	}
	b.OpenExample()
	b.settle()
	b.EstimateMotions()
	b.openFile("other.mat")
	if b.Estimating() || b.Estimate() != nil {
		t.Error("the estimate of another sequence is kept")
	}
}

// TestUnlabelledTracksHide: those without a label have a switch of their own.
func TestUnlabelledTracksHide(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := sixTracks("example")
			s.Truth = []int{1, 1, 0, 2, 2, 2}
			return s, nil
		}
	})
	b.OpenExample()
	b.settle()
	if b.AnyUnlabelled() {
		t.Error("without any labels there are none among others")
	}
	b.ToggleTruth()
	b.ToggleLabel(0)
	if !b.AnyUnlabelled() || b.Shown(Left, 2) || !b.Shown(Left, 1) {
		t.Error("the track without a label is to be hidden alone")
	}
	b.Solo(1)
	if b.Shown(Left, 2) || b.Shown(Left, 3) || !b.Shown(Left, 0) {
		t.Error("one motion is to be shown alone")
	}
}
