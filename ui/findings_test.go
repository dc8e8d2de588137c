package ui

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/segment"
	"motionseg/ui/draw"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// TestMatricesWithOwnScales: beside a matrix with far larger entries the other one is
// not black, and it is said that the scales differ.
func TestMatricesWithOwnScales(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			res, err := solve(ctx, d, cfg)
			if cfg.Method.Describe().Name != "ssc" {
				w := mat.DenseCopyOf(res.W)
				w.Scale(0.02, w)
				res.W = w
			}
			return res, err
		}
	})
	r.runBoth()
	r.capture()
	a := r.analysis.affinity
	if right := a.views[session.Right].view; right.Max != 0 || !strings.Contains(a.own.Text, "own scale") ||
		!a.bars[1].Visible() {
		t.Errorf("the right matrix goes to %v, %q is said", right.Max, a.own.Text)
	}
	r.session.Plan.SetMethod(session.Right, "ssc")
	r.session.Sides.RunSide(session.Right)
	r.settle()
	if a.own.Text != "" || a.bars[1].Visible() {
		t.Errorf("of one method on both sides %q is said", a.own.Text)
	}
}

// TestNamesAreShortenedInTheMiddle, since their ends tell them apart.
func TestNamesAreShortenedInTheMiddle(t *testing.T) {
	upTo := func(n int) func(string) bool { return func(s string) bool { return len([]rune(s)) <= n } }
	for _, c := range []struct {
		name string
		room int
		want string
	}{{"1R2RCT_A_g12", 10, "1R2…_A_g12"}, {"1R2RCT_A_g12", 12, "1R2RCT_A_g12"}, {"cars2_06_g23", 8, "ca…6_g23"}} {
		if got := shortened(c.name, upTo(c.room)); got != c.want {
			t.Errorf("%s in %d letters: %s, want %s", c.name, c.room, got, c.want)
		}
	}
}

// TestNamesOfClipsKeepTheirEnds: in the list of clips too names are shortened in the middle.
func TestNamesOfClipsKeepTheirEnds(t *testing.T) {
	newRig(t, nil)
	row := newClipRow()
	row.clip = "a_film_with_a_very_long_name_06_g23"
	row.Resize(fyne.NewSize(200, 44))
	if got := row.name.Text; !strings.HasPrefix(got, "a_f") || !strings.Contains(got, "…") ||
		!strings.HasSuffix(got, "_g23") {
		t.Errorf("in a narrow list the clip is called %q", got)
	}
	if row.Resize(fyne.NewSize(900, 44)); row.name.Text != row.clip {
		t.Errorf("in a wide list the clip is called %q", row.name.Text)
	}
}

// TestOpenedFolderIsNotHidden: a search from before does not hide a folder that is
// opened, and a folder without categories is listed by its name.
func TestOpenedFolderIsNotHidden(t *testing.T) {
	root := filepath.Join(t.TempDir(), "street")
	r := newRig(t, func(c *session.Config) {
		c.OpenDataset = func(string) (*hopkins.Dataset, error) {
			return &hopkins.Dataset{Root: root,
				Entries: []hopkins.Entry{{Name: "first", Path: root + "/first.mat"},
					{Name: "second", Path: root + "/second.mat"}}}, nil
		}
	})
	r.library.search.SetText("nothing is called so")
	r.session.OpenDataset(root)
	r.settle()
	for _, g := range r.library.groups {
		if g.Title == "street" && len(g.Items) == 2 {
			return
		}
	}
	t.Errorf("with the search %q the groups are %+v", r.library.search.Text, r.library.groups)
}

// TestLegendCountsWhatIsShown: the side that is not shown is not counted.
func TestLegendCountsWhatIsShown(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	d := r.session.View.Display()
	d.Views = session.RightView
	r.session.View.SetDisplay(d)
	r.queue.turn()
	for _, p := range r.session.View.Present() {
		if p.Tracks[session.Left] != 0 || p.Tracks[session.Right] != 20 {
			t.Errorf("motion %d: %v tracks with the right view alone", p.Label, p.Tracks)
		}
	}
	if text := r.legend.chips.Objects[0].(*chip).text(); strings.Contains(text, "|") || !strings.Contains(text, "20") {
		t.Errorf("the chip says %q", text)
	}
}

// TestPairsBelowEachOther: two wide pictures are put below each other, in a view that
// is not twice as wide, and what is pointed at follows.
func TestPairsBelowEachOther(t *testing.T) {
	r := withExample(t, nil)
	v := r.sides[session.Left].view
	r.capture()
	view := v.view
	view.Layout = shown.SideBySide
	wide, err := draw.NewScene(turning().Pixels, nil, 1242, 375, false)
	if err != nil {
		t.Fatal(err)
	}
	view.Scene = wide
	if size := v.surface.Pixels(); !view.FitsBelow(size) {
		t.Fatalf("in %v they are beside each other", size)
	}
	view.Below = true
	if b := view.Bounds(); b.MaxY < 2*375 || b.MaxX > 1243 {
		t.Errorf("together they are %v", b)
	}
	size := v.surface.Pixels()
	x, y, _ := wide.At(3, view.Second)
	sx, sy := view.Transform(size).ToScreen(x, y+1.03*375)
	if got := view.HitTest(size, sx, sy, 3); got != 3 {
		t.Errorf("in the lower picture track %d is hit, want 3", got)
	}
}

// TestWaitingSideSaysWhy: a side that waits for what the other one looks for says so.
func TestWaitingSideSaysWhy(t *testing.T) {
	release, begun := make(chan struct{}), make(chan struct{})
	r := withExample(t, func(c *session.Config) {
		c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			if cfg.Method.Describe().Name == "ssc" {
				cfg.Progress(segment.Iteration{Number: 1, Limit: 2, Share: 0.5, Residual: 0.00026})
				close(begun)
			}
			<-release
			return solve(ctx, d, cfg)
		}
	})
	r.session.Sides.Run()
	<-begun
	for r.session.Sides.Progress(session.Left).Fraction == 0 {
		r.queue.run()
	}
	if got := r.sides[session.Right].progressText(); got != "waiting for what the left side looks for" {
		t.Errorf("the side that waits says %q", got)
	}
	if got := r.sides[session.Left].progressText(); got != "step 1, change 0.0003" {
		t.Errorf("the other one says %q", got)
	}
	r.sides[session.Left].showProgress()
	if tip := r.sides[session.Left].doing.Tip(); !strings.HasPrefix(tip, "Step 1, change 0.0003. The method computes in") {
		t.Errorf("steps are explained as %q", tip)
	}
	close(release)
	r.settle()
}

// TestGapsAreNoWarningOfFilms: who opens a film is not warned of tracks with gaps, which the
// default method takes as they are; who opens a sequence is told.
func TestGapsAreNoWarningOfFilms(t *testing.T) {
	r := newRig(t, func(c *session.Config) {
		c.Solve = func(ctx context.Context, _ segment.Data, _ segment.Config) (*segment.Result, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
	})
	r.session.OpenPath(writeFilm(t, 12))
	for !r.session.Sides.AnyRunning() {
		r.queue.run()
	}
	r.session.Sides.Cancel()
	r.settle()
	r.session.Plan.SetGaps(session.Gaps{Incomplete: hopkins.LeaveOut})
	if k := r.session.Plan.Kept(); len(k.Tracks()) >= r.session.Doc.Points() {
		t.Fatal("every track is seen in every frame")
	}
	r.status.say("")
	if r.sayGaps(); r.status.message != "" {
		t.Errorf("a film is greeted by %q", r.status.message)
	}
	r = newRig(t, func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := turning()
			s.Visible = make([][]bool, s.Points())
			for i := range s.Visible {
				s.Visible[i] = slices.Repeat([]bool{true}, s.Frames())
				s.Visible[i][0] = i > 3
			}
			return s, nil
		}
	})
	r.session.OpenExample()
	r.settle()
	if r.sayGaps(); !strings.HasPrefix(r.status.message, "Not all tracks are seen in every frame") {
		t.Errorf("of a sequence with gaps is said %q", r.status.message)
	}
}
