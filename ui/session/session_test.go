package session

import (
	"image"
	"slices"
	"testing"
)

func TestExampleRunsOnBothSides(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	if b.Doc.Loading() == "" || b.Doc.Sequence() != nil {
		t.Fatal("the example must be read in the background")
	}
	b.settle()
	if b.Doc.Sequence() == nil || !b.saw(SequenceChanged, LoadingChanged) {
		t.Fatal("the example is not open")
	}
	if l, r := b.Plan.Setup(Left).Method, b.Plan.Setup(Right).Method; l != "ssc" || r != "lrksc" {
		t.Errorf("sides are %s and %s, want ssc and lrksc", l, r)
	}
	if b.Sides.State(Left) != Idle {
		t.Errorf("state is %v before the first run", b.Sides.State(Left))
	}
	b.Sides.Run()
	if b.Sides.State(Left) != Running || b.Sides.State(Right) != Running {
		t.Error("both sides must run")
	}
	b.settle()
	if b.Sides.State(Left) != Done || b.Sides.State(Right) != Done ||
		!b.saw(ResultChanged, ProgressChanged, LibraryChanged) {
		t.Fatalf("states are %v and %v", b.Sides.State(Left), b.Sides.State(Right))
	}
	if e := b.Sides.Outcome(Left).Score.Error; e < 16.6 || e > 16.7 {
		t.Errorf("error left is %v, want 1 of 6 tracks", e)
	}
	if e := b.Sides.Outcome(Right).Score.Error; e != 0 {
		t.Errorf("error right is %v, want 0", e)
	}
	// The solver calls the motions the other way round; both are renamed.
	if got := b.Sides.Labels(Right); !slices.Equal(got, []int{1, 1, 1, 2, 2, 2}) {
		t.Errorf("labels right are %v, want the truth's names", got)
	}
	if got := b.Sides.Wrong(Left); !slices.Equal(got, []bool{false, false, false, false, false, true}) {
		t.Errorf("wrong tracks left are %v", got)
	}
	if !b.Sides.Differ(5) || b.Sides.Differ(0) {
		t.Error("the sides differ on track 5 only")
	}
	if badge := b.Library.Groups("")[0].Items[0].Badges[Left]; badge.Text() != "16.7" {
		t.Errorf("badge is %q, want 16.7", badge.Text())
	}
}

// waiting is a solver that runs until it is cancelled or let go.

// stills are pictures that know their direction.

type stills struct{ closed bool }

func (*stills) Frame(int) (image.Image, error) { return image.NewGray(image.Rect(0, 0, 64, 48)), nil }

func (*stills) Name(int) string { return "" }

func (*stills) Rate() float64 { return 25 }

func (*stills) Upward() (up, decided bool) { return true, true }

func (*stills) Note() string { return "two pictures are missing" }

func (*stills) Still() (int, bool) { return -1, false }

func (p *stills) Close() error { p.closed = true; return nil }

// TestCandidates shows a candidate in place of the result and the result again.

// TestLandmarks maps a result whose affinity knows only some of the tracks.

// TestEstimateMotions estimates the number of motions of a sequence and sets it.

// TestUnlabelledTracksHide: those without a label have a switch of their own.
