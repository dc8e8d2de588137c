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
		if len(g.Prepared.Frames) != 240 ||
			!strings.Contains(strings.Join(g.WarningTexts(), "\n"), "in 5 windows of frames") {
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
	if text := strings.Join(g.WarningTexts(), "\n"); !strings.Contains(text,
		"1 window has no labels; frames 91 to 150: ") {
		t.Errorf("warnings %s", text)
	}
	if len(g.Labels) != 120 || g.Result.Motions != 3 {
		t.Errorf("%d labels, %d motions", len(g.Labels), g.Result.Motions)
	}
	task.Solve = func(context.Context, segment.Data, segment.Config) (*segment.Result, error) { return nil, broken }
	if _, err := long.Segment(t.Context(), task); !errors.Is(err, broken) ||
		!strings.Contains(err.Error(), "frames 1 to 60") {
		t.Errorf("the error is %v", err)
	}
	constrained := task
	constrained.Constraints = Constraints{Together: [][2]int{{1, 2}}, Apart: [][2]int{{1, 3}}}
	if _, err := long.Segment(t.Context(), constrained); err == nil ||
		!strings.HasSuffix(err.Error(), "expected no constraints on a film that is segmented in windows, found 2") {
		t.Errorf("the error is %v", err)
	}
	task.Frames = FrameSelection{Mode: FirstLast}
	if _, err := long.Segment(t.Context(), task); err == nil ||
		!strings.HasSuffix(err.Error(), "of a film that is segmented in windows, found frames first-last") {
		t.Errorf("the error is %v", err)
	}
}

// TestWarningsOfWindows: a kind of warning is told once, with how many other windows have it.
func TestWarningsOfWindows(t *testing.T) {
	one := part{warnings: []segment.Warning{{Code: segment.NotConverged, Text: "not converged"}}}
	for n, want := range map[int]string{
		1: "not converged", 2: "not converged (in the first window, and as much in 1 other)",
		3: "not converged (in the first window, and as much in 2 others)",
	} {
		j := joining{parts: slices.Repeat([]part{one}, n)}
		if all := j.warnings(n); all[len(all)-1].Text != want {
			t.Errorf("of %d windows is told %q, expected %q", n, all[len(all)-1].Text, want)
		}
	}
}

// pieceOf returns a window of tracks from a number on with these labels.
func pieceOf(first int, labels ...int) piece {
	p := piece{labels: labels, groups: slices.Max(labels)}
	for i := range labels {
		p.tracks = append(p.tracks, first+i)
	}
	return p
}

// TestJoined: a group takes the motion with which it shares most tracks, a motion once; one that
// comes gets a number of its own, where the number of motions was not given.
func TestJoined(t *testing.T) {
	before := pieceOf(0, 1, 1, 1, 1, 1, 2, 2, 2, 2)
	for _, c := range []struct {
		what   string
		pieces []piece
		limit  int
		want   [][]int
	}{
		{"comes", []piece{before, pieceOf(0, 2, 2, 2, 2, 3, 3, 3, 3, 3, 1, 1, 1)}, 0, [][]int{{1, 2}, {3, 1, 2}}},
		{"comes, given", []piece{before, pieceOf(0, 2, 2, 2, 2, 3, 3, 3, 3, 3, 1, 1, 1)}, 3, [][]int{{1, 2}, {3, 1, 2}}},
		{"one of six", []piece{
			pieceOf(0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2), pieceOf(0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2),
		}, 0, [][]int{{1, 2}, {1, 3}}},
		{"nothing shared", []piece{before, pieceOf(20, 1, 1, 2, 2)}, 0, [][]int{{1, 2}, {3, 4}}},
		{"nothing shared, given", []piece{before, pieceOf(20, 1, 1, 2, 2)}, 2, [][]int{{1, 2}, {1, 2}}},
	} {
		if got := joined(c.pieces, 40, c.limit); !slices.EqualFunc(got, c.want, slices.Equal[[]int]) {
			t.Errorf("%s: %v, expected %v", c.what, got, c.want)
		}
	}
}

// TestJoinedOverAll: where two windows confuse the motions, those after it are named by the
// tracks that they share with the windows before, and a motion that one window misses goes on.
func TestJoinedOverAll(t *testing.T) {
	right := []int{1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2}
	confused := []int{1, 1, 2, 2, 2, 2, 1, 1, 1, 1, 2, 2}
	one := []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	got := joined([]piece{
		pieceOf(0, right...), pieceOf(0, confused...), pieceOf(0, confused...), pieceOf(0, right...),
	}, 12, 2)
	if !slices.Equal(got[3], []int{1, 2}) {
		t.Errorf("after windows that confuse: %v", got)
	}
	got = joined([]piece{pieceOf(0, right...), pieceOf(0, one...), pieceOf(0, right...)}, 12, 0)
	if !slices.Equal(got[2], []int{1, 2}) {
		t.Errorf("after a window of one motion: %v", got)
	}
	// One track alone names the second window wrongly, until it is seen with the third.
	first := pieceOf(0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2)
	second := piece{tracks: []int{0, 20, 21, 22, 23}, labels: []int{2, 1, 1, 2, 2}, groups: 2}
	third := piece{tracks: []int{1, 2, 3, 6, 7, 8, 20, 21, 22, 23}, labels: []int{1, 1, 1, 2, 2, 2, 1, 1, 2, 2}, groups: 2}
	got = joined([]piece{first, second, third}, 24, 2)
	if !slices.Equal(got[1], []int{1, 2}) || !slices.Equal(got[2], []int{1, 2}) {
		t.Errorf("a window that one track names: %v", got)
	}
	// Two windows that go together are named wrongly by others that do: all are renamed at once.
	sharing := func(from int, tracks, labels []int) piece {
		p := piece{tracks: tracks, labels: labels, groups: 2}
		for track := from; track < from+20; track++ {
			p.tracks, p.labels = append(p.tracks, track), append(p.labels, 1+(track-from)/10)
		}
		return p
	}
	got = joined([]piece{
		sharing(40, nil, nil), sharing(40, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, []int{1, 1, 1, 1, 1, 2, 2, 2, 2, 2}),
		sharing(20, []int{0, 1, 5}, []int{2, 2, 1}), sharing(20, []int{2, 3, 4, 6, 7, 8}, []int{1, 1, 1, 2, 2, 2}),
	}, 60, 2)
	for _, names := range got {
		if !slices.Equal(names, got[0]) {
			t.Errorf("two windows that are named wrongly: %v", got)
		}
	}
}

// TestExchanged: motions take names, and those that had these take what is left over, so that no
// two have one name.
func TestExchanged(t *testing.T) {
	got := exchanged([]int{1, 2}, []int{3, 1})
	if len(got) != 3 || got[1] != 3 || got[2] != 1 || got[3] != 2 {
		t.Errorf("the names are %v", got)
	}
}

// lifelike draws a film of windows of 100 frames, each with a quarter of the one before: tracks of
// motions that last 20 to 120 frames, labels of which a twentieth are wrong in a window, and of
// every three windows one in which two motions are one or a body is two.
func lifelike(seed uint64, windows, motions, tracks int) (pieces []piece, truth []int) {
	r := rand.New(rand.NewPCG(seed, 3))
	frames := 75*windows + 25
	spans := make([][2]int, tracks)
	for i := range spans {
		first, n := r.IntN(frames), 20+r.IntN(101)
		spans[i] = [2]int{first, min(first+n, frames) - 1}
		// A motion has the more tracks the lower its number, as the background has the most.
		truth = append(truth, 1+min(r.IntN(motions), r.IntN(motions)))
	}
	for k := range windows {
		w := window{75 * k, 75*k + 99}
		names, bad, one, other := r.Perm(motions), r.IntN(3) == 0, 1+r.IntN(motions), 1+r.IntN(motions)
		p := piece{window: w}
		for i, span := range spans {
			if min(span[1], w.last)-max(span[0], w.first) < 9 {
				continue
			}
			label := truth[i]
			switch {
			case r.IntN(20) == 0:
				label = 1 + r.IntN(motions)
			case bad && label == one && (one != other || r.IntN(2) == 0):
				label = other
				if one == other {
					label = motions + 1
				}
			}
			if label <= motions {
				label = names[label-1] + 1
			}
			p.tracks, p.labels, p.groups = append(p.tracks, i), append(p.labels, label), max(p.groups, label)
		}
		pieces = append(pieces, p)
	}
	return pieces, truth
}

// TestJoinedFilms: through drawn films of forty windows, a third of them confused, motions keep
// their numbers: in the mean of eight seeds 85 % of the tracks have one number a motion. Where every
// window is named by the truth it is 93 %.
func TestJoinedFilms(t *testing.T) {
	const seeds = 8
	right := 0.0
	for seed := uint64(1); seed <= seeds; seed++ {
		const tracks, motions = 4000, 3
		pieces, truth := lifelike(seed, 40, motions, tracks)
		votes := make([][]vote, tracks)
		for k, names := range joined(pieces, tracks, 0) {
			if once := slices.Compact(slices.Sorted(slices.Values(names))); len(once) != len(names) {
				t.Fatalf("window %d has one motion twice: %v", k, names)
			}
			for c, i := range pieces[k].tracks {
				votes[i] = voted(votes[i], vote{names[pieces[k].labels[c]-1], 1})
			}
		}
		labels := make([]int, tracks)
		for i := range votes {
			labels[i] = best(votes[i])
		}
		share := 1 - segment.ClusteringError(labels, truth)
		t.Logf("seed %d: %.3f", seed, share)
		right += share / seeds
	}
	if t.Logf("%.3f", right); right < 0.85 {
		t.Errorf("%.3f of the tracks have the number of their motion, expected 0.85", right)
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
