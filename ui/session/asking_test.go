package session

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/segment"
)

// doubtfulTracks is a session with many tracks, each seen in three of ten frames
// only, whose two motions the affinity tells apart but poorly.
func doubtfulTracks(t *testing.T, tracks int) *bench {
	rng := rand.New(rand.NewPCG(5, 7))
	q := &hopkins.Sequence{Name: "doubtful", Width: 640, Height: 480, Truth: make([]int, tracks),
		Pixels: mat.NewDense(20, tracks, nil), Visible: make([][]bool, tracks)}
	for i := range tracks {
		q.Truth[i] = 1 + i%2
		q.Visible[i] = make([]bool, 10)
		first := 1 + i%7 // none is seen in the first frame
		for f := range 10 {
			q.Visible[i][f] = f >= first && f < first+3
			q.Pixels.Set(2*f, i, 640*rng.Float64())
			q.Pixels.Set(2*f+1, i, 480*rng.Float64())
		}
	}
	q.Normalized = q.Pixels
	w := mat.NewDense(tracks, tracks, nil)
	for i := range tracks {
		for j := range i {
			v := rng.Float64()
			if q.Truth[i] == q.Truth[j] {
				v += 0.1
			}
			w.Set(i, j, v)
			w.Set(j, i, v)
		}
	}
	b := newBench(t, func(c *Config) {
		c.Example = func() (*hopkins.Sequence, error) { return q, nil }
		c.Methods = []segment.Method{gappedMethod{fakeMethod{"ssc"}}, gappedMethod{fakeMethod{"lrksc-auto"}}}
		c.Solve = func(_ context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			r := &segment.Result{Method: cfg.Method.Describe().Name, Values: cfg.Values, Motions: 2, W: w,
				Labels: make([]int, tracks), Confidence: make([]float64, tracks)}
			for i := range r.Labels {
				r.Labels[i] = 1 + rng.IntN(2)
			}
			return r, nil
		}
	})
	b.OpenExample()
	b.settle()
	b.Sides.RunSide(Right)
	b.settle()
	if b.Sides.State(Right) != Done {
		t.Fatal(b.problems)
	}
	return b
}

// gappedMethod takes tracks with gaps.
type gappedMethod struct{ fakeMethod }

func (m gappedMethod) Describe() segment.Description {
	d := m.fakeMethod.Describe()
	d.Gaps = true
	return d
}

// Keys that are typed while a question is looked for wait for it: of many answers,
// typed faster than questions are found, none is lost, and every question is about a
// track that the shown frame shows.
func TestNoAnswerIsLost(t *testing.T) {
	b := doubtfulTracks(t, 130)
	answers := 0
	b.Watch(func(c Change) {
		if d := b.Mine.Doubt(); c.Event == MineChanged && d != nil && !b.Doc.Sequence().Seen(d.Point, b.Playback.Frame()) {
			t.Errorf("track %d is asked about, which is not seen in frame %d", d.Point, b.Playback.Frame())
		}
	})
	b.Playback.SetPlaying(true)
	for k := range 100 {
		b.Mine.Ask()
		b.Mine.Then(func() { b.Mine.GiveSelected(1 + k%2); answers++ })
		if k%3 == 0 { // the window's goroutine gets round to something
			time.Sleep(time.Millisecond)
			b.queue.run()
		}
	}
	b.settle()
	if given := b.Mine.Given(); answers != 100 || given != 100 {
		t.Errorf("of 100 answers that were typed %d came through, about %d tracks", answers, given)
	}
	if b.Playback.Playing() {
		t.Error("the film runs away from the question")
	}
}

// TestATurnEach: what was typed for a question is done one after the other, each in a turn
// of its own, and what is typed in between comes last.
func TestATurnEach(t *testing.T) {
	b := doubtfulTracks(t, 40)
	var done []int
	b.Mine.Ask()
	for k := range 3 {
		b.Mine.Then(func() { done = append(done, k) })
	}
	for b.Mine.Doubt() == nil {
		time.Sleep(time.Millisecond)
		b.queue.run()
	}
	for turn := range 4 {
		if len(done) != turn {
			t.Fatalf("in turn %d %v were done", turn, done)
		}
		if turn == 1 {
			b.Mine.Then(func() { done = append(done, 3) })
		}
		b.queue.run()
	}
	if !slices.Equal(done, []int{0, 1, 2, 3}) {
		t.Errorf("typed in the order 0 to 3, done as %v", done)
	}
	// Escape ends what still waits when the question is there.
	b.Mine.GiveSelected(2)
	b.Mine.Ask()
	for k := range 2 {
		b.Mine.Then(func() { done = append(done, 4+k) })
	}
	for b.Mine.Doubt() == nil {
		time.Sleep(time.Millisecond)
		b.queue.run()
	}
	b.queue.run()
	if !b.Mine.StopAsking() || b.Mine.StopAsking() {
		t.Error("something waits, and then nothing")
	}
	b.settle()
	if len(done) != 5 {
		t.Errorf("after Escape %v were done", done)
	}
}

// TestWhyComesWithTheQuestion: what speaks for the motion of the track that is asked about is
// found before the question is shown, and told anew after every step and of another track.
func TestWhyComesWithTheQuestion(t *testing.T) {
	b := doubtfulTracks(t, 40)
	b.Mine.SetFollowing(false)
	b.Mine.Ask()
	b.settle()
	d := b.Mine.Doubt()
	side, _ := b.Mine.Base()
	if d == nil || !b.Mine.told.ok || !b.Mine.told.equal(b.Mine.reasons(side, d.Point)) {
		t.Fatalf("with the question %+v comes %+v", d, b.Mine.told)
	}
	before, _ := b.Mine.Why(d.Point)
	other := (d.Point + 1) % 40
	if w, ok := b.Mine.Why(other); !ok || slices.Equal(w.Neighbours, before.Neighbours) {
		t.Errorf("of another track is told %+v", w)
	}
	b.Mine.Why(d.Point)
	b.Mine.GiveSelected(3 - before.Motion)
	b.settle()
	if after, ok := b.Mine.Why(d.Point); !ok || after.Motion != 3-before.Motion {
		t.Errorf("given motion %d, and what speaks for motion %d is told", 3-before.Motion, after.Motion)
	}
}

// An answer asks the next question where that is wanted, Escape ends it, and a step
// between does not keep the question from coming.
func TestAskOn(t *testing.T) {
	b := doubtfulTracks(t, 40)
	b.Mine.SetFollowing(false)
	b.Mine.SetAskingOn(true)
	b.Mine.Ask()
	b.settle()
	for range 5 {
		before := b.Mine.Doubt()
		if before == nil {
			t.Fatal("no question")
		}
		b.Mine.GiveSelected(2)
		b.settle()
		if b.Mine.Doubt() == before || b.Mine.Doubt() == nil {
			t.Fatal("an answer does not ask the next question")
		}
	}
	if b.Mine.Leaning() == 0 {
		t.Error("none of 40 tracks of a poor affinity leans to another motion")
	}
	b.Mine.SetAskingOn(false)
	b.Mine.GiveSelected(2)
	b.Mine.Ask()
	b.Mine.Rename(1, "left")
	b.settle()
	if b.Mine.Doubt() == nil {
		t.Error("a step meanwhile swallows the question")
	}
	b.Mine.GiveSelected(2)
	b.Mine.Ask()
	b.Mine.Then(func() { t.Error("what was typed before Escape is done after it") })
	if !b.Mine.StopAsking() || b.Mine.StopAsking() {
		t.Error("a question is looked for, and then none")
	}
	b.settle()
	if b.Mine.Doubt() != nil {
		t.Error("the question comes after Escape")
	}
}
