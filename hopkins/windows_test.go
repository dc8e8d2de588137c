package hopkins

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment"
)

// stretches are tracks of a sequence, each from one frame to another.
type stretches struct {
	of    *Sequence
	spans [][2]int
}

func (s stretches) Points() int                   { return len(s.spans) }
func (s stretches) Span(i int) (first, last int)  { return s.spans[i][0], s.spans[i][1] }
func (s stretches) Place(i, f int) (x, y float64) { return s.of.At(i, f) }

// turning returns three bodies that turn and move to and fro, each in its own way, through a film
// of frames; every one of n tracks is there for some 40 to 100 of them. The first is laid
// out over all frames, the second is not.
func turning(n, frames int) (dense, long *Sequence) {
	r := rand.New(rand.NewPCG(5, 0))
	pixels, visible, truth := mat.NewDense(2*frames, n, nil), make([][]bool, n), make([]int, n)
	s := stretches{}
	for i := range n {
		k := float64(i % 3)
		truth[i], visible[i] = i%3+1, make([]bool, frames)
		x, y, z := 60*r.NormFloat64(), 60*r.NormFloat64(), 60*r.NormFloat64()
		first := i*37%(frames-20) - 20
		last := min(first+40+i*53%60, frames) - 1
		first = max(first, 0)
		s.spans = append(s.spans, [2]int{first, last})
		for f := range frames {
			sin, cos := math.Sincos(0.4 * math.Sin((0.05+0.02*k)*float64(f)+k))
			pixels.Set(2*f, i, 320+float64(x*cos)-float64(z*sin)+40*math.Sin(0.09*float64(f)+2*k))
			pixels.Set(2*f+1, i, 240+y+40*math.Cos((0.04+0.03*k)*float64(f)))
			visible[i][f] = first <= f && f <= last
		}
	}
	dense = NewSequence("turning", 640, 480, pixels, visible)
	s.of = dense
	long = NewLongSequence("turning", 640, 480, frames, s)
	dense.Truth, long.Truth = truth, truth
	return dense, long
}

func specOf(t *testing.T, text string) segment.Spec {
	t.Helper()
	m, err := segment.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestWindows: labels over windows of frames are those of the truth from the first frame
// to the last, though no track is there for half of them, laid out or not.
func TestWindows(t *testing.T) {
	dense, long := turning(120, 240)
	task := Task{Method: specOf(t, "lrksc-auto"), Motions: 3, Window: 60}
	shares := []float64{}
	task.Progress = func(it segment.Iteration) { shares = append(shares, it.Share) }
	var labels [][]int
	for _, s := range []*Sequence{dense, long} {
		g, err := s.Segment(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		if g.Score.Error != 0 || g.Score.Counted != 120 || g.Result.Motions != 3 {
			t.Errorf("%s, %d motions: %q", g.Headline(2), g.Result.Motions, g.WarningTexts())
		}
		if len(g.Prepared.Frames) != 240 || !strings.Contains(strings.Join(g.WarningTexts(), "\n"), "in 5 windows of frames") {
			t.Errorf("%d frames, warnings %q", len(g.Prepared.Frames), g.WarningTexts())
		}
		labels = append(labels, g.Labels)
		var out strings.Builder
		if err := errors.Join(g.WriteText(&out), g.WriteJSON(&out), s.WritePlainTracks(&out)); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(labels[0], labels[1]) {
		t.Error("a long film has other labels than one that is laid out")
	}
	if !slices.IsSorted(shares[:len(shares)/2]) || shares[len(shares)-1] < 0.99 {
		t.Errorf("progress ends at %v", shares[len(shares)-1])
	}
}

// TestWindowFails: a window that can't be segmented is told, and the others keep their
// motions beyond it; a film of which none can fails.
func TestWindowFails(t *testing.T) {
	_, long := turning(120, 240)
	calls := 0
	broken := errors.New("broken")
	task := Task{Method: specOf(t, "lrksc-auto"), Motions: 3, Window: 60}
	task.Solve = func(ctx context.Context, data segment.Data, cfg segment.Config) (*segment.Result, error) {
		if calls++; calls == 3 {
			return nil, broken
		}
		return segment.Run(ctx, data, cfg)
	}
	g, err := long.Segment(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(g.WarningTexts(), "\n"); !strings.Contains(text, "1 of the windows have no labels; frames 91 to 150: ") {
		t.Errorf("warnings %s", text)
	}
	if len(g.Labels) != 120 || g.Result.Motions != 3 {
		t.Errorf("%d labels, %d motions", len(g.Labels), g.Result.Motions)
	}
	task.Solve = func(context.Context, segment.Data, segment.Config) (*segment.Result, error) { return nil, broken }
	if _, err := long.Segment(t.Context(), task); !errors.Is(err, broken) || !strings.Contains(err.Error(), "frames 1 to 60") {
		t.Errorf("the error is %v", err)
	}
	task.Frames = FrameSelection{Mode: FirstLast}
	if _, err := long.Segment(t.Context(), task); err == nil || !strings.Contains(err.Error(), "expected all frames") {
		t.Errorf("the error is %v", err)
	}
}

// TestWindowNames: a group takes the motion that most of its tracks have, a motion once; one
// that comes gets a new number, where the number of motions was not given.
func TestWindowNames(t *testing.T) {
	known := []int{1, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0}
	labels := []int{2, 2, 2, 2, 3, 3, 3, 3, 3, 1, 1, 1}
	for _, c := range []struct{ given, motions, want1 int }{{EstimatedMotions, 2, 3}, {EstimatedMotions, 5, 6}, {3, 2, 3}, {3, 3, 3}} {
		j := &joining{task: Task{Motions: c.given}, motions: c.motions, votes: make([][]vote, len(known))}
		var tracks []int
		for i, motion := range known {
			tracks = append(tracks, i)
			if motion != 0 {
				j.votes[i] = voted(nil, vote{motion, 10})
			}
		}
		if got, want := j.names(tracks, labels), []int{0, c.want1, 1, 2}; !slices.Equal(got, want) {
			t.Errorf("%+v: %v, expected %v", c, got, want)
		}
	}
	// One track of six is no reason to take its motion.
	j := &joining{task: Task{Motions: EstimatedMotions}, motions: 2, votes: make([][]vote, 12)}
	for i := range 12 {
		j.votes[i] = voted(nil, vote{1, 10})
	}
	j.votes[11] = voted(nil, vote{2, 10})
	if got := j.names([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, []int{1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2}); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("a fifth is a motion: %v", got)
	}
	if got := j.names([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, []int{1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2}); !slices.Equal(got, []int{0, 1, 3}) {
		t.Errorf("a sixth is no motion: %v", got)
	}
}

// TestWindowsOf: windows cover all frames, each with a quarter of the one before.
func TestWindowsOf(t *testing.T) {
	for _, c := range []struct {
		frames, length int
		want           []window
	}{
		{240, 60, []window{{0, 59}, {45, 104}, {90, 149}, {135, 194}, {180, 239}}},
		{250, 0, []window{{0, 99}, {75, 174}, {150, 249}}},
		{101, 100, []window{{0, 99}, {1, 100}}},
		{100, 100, []window{{0, 99}}},
		{7, 100, []window{{0, 6}}},
	} {
		if got := windows(c.frames, c.length); !slices.Equal(got, c.want) {
			t.Errorf("%d frames by %d: %v, expected %v", c.frames, c.length, got, c.want)
		}
	}
}
