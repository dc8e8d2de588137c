package kinship

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
)

// bodies are two bodies before a still world, and evidence that says so with some that is wrong.
func bodies(t *testing.T) (core.Data, *mat.Dense, []int) {
	t.Helper()
	data, truth := scenes.StillAndBodies(5, 2, 30, 33)
	n := data.Points()
	w := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			v := 0.01 + 0.005*math.Sin(float64(i+j))
			if truth[i] == truth[j] {
				v += 1
			}
			w.Set(i, j, v)
		}
	}
	return data, w, truth
}

func oddsOf(t *testing.T, data core.Data, w *mat.Dense, workers int) *Odds {
	t.Helper()
	o, err := OddsOf(t.Context(), data, w, workers)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestOddsAreSteady: neither the order of the tracks, nor the unit of their coordinates, nor the
// direction of time, nor the number of workers, nor what stands where tracks are not seen
// changes how likely two of them move as one.
func TestOddsAreSteady(t *testing.T) {
	data, w, _ := bodies(t)
	want := oddsOf(t, data, w, 1)
	n := data.Points()
	rows, _ := data.X.Dims()
	order := scenes.Scattered(n)
	turned := core.Data{X: mat.NewDense(rows, n, nil), Visible: core.RowsOf(data.Visible, order)}
	columns := dense.Columns(data.X, order)
	for r := range rows {
		for i, v := range columns.RawRowView(r) {
			turned.X.Set(rows-2-r+2*(r%2), i, 4*v) // exact
		}
	}
	for _, seen := range turned.Visible {
		for a, b := 0, len(seen)-1; a < b; a, b = a+1, b-1 {
			seen[a], seen[b] = seen[b], seen[a]
		}
	}
	mixed := mat.NewDense(n, n, nil)
	for a, i := range order {
		for b, j := range order {
			mixed.Set(a, b, w.At(i, j))
		}
	}
	got := oddsOf(t, scenes.Garbled(turned.X, turned.Visible), mixed, 3)
	for a, i := range order {
		for b, j := range order {
			if found, expected := got.pairs.At(a, b), want.pairs.At(i, j); math.Abs(found-expected) > 1e-6 {
				t.Fatalf("tracks %d and %d: found %v, expected %v", i, j, found, expected)
			}
		}
	}
}

// TestSharedMoments: tracks of a long film share the moments in whose both frames both are seen, and count by
// that; of one of 50 frames, as what is asked of the odds was chosen on, every pair counts as much.
func TestSharedMoments(t *testing.T) {
	for _, c := range []struct {
		frames int
		long   bool
	}{{50, false}, {51, true}, {120, true}} {
		data, truth := scenes.MovingBodies(1, 2, 10, c.frames, 0.0001)
		o := oddsOf(t, data, mat.NewDense(len(truth), len(truth), nil), 0)
		if (o.shared != nil) != c.long {
			t.Errorf("%d frames: a long film %v", c.frames, !c.long)
		}
		if o.shared == nil {
			continue
		}
		step, less := stepOf(data), 0
		starts := evenStarts(c.frames, step, pairMoments)
		for i, a := range data.Visible {
			for j, b := range data.Visible {
				want := 0
				for _, from := range starts {
					if i != j && a[from] && a[from+step] && b[from] && b[from+step] {
						want++
					}
				}
				if got := int(o.shared[i*len(truth)+j]); got != want {
					t.Fatalf("tracks %d and %d: %d moments together, expected %d", i, j, got, want)
				}
				if i != j && want < len(starts) {
					less++
				}
			}
		}
		if less == 0 {
			t.Error("expected tracks that are not always together")
		}
	}
}

// TestOddsFindBodies: bodies as they are are likelier than two of them as one, and than one of
// them cut in two.
func TestOddsFindBodies(t *testing.T) {
	data, w, truth := bodies(t)
	o := oddsOf(t, data, w, 0)
	united, cut := make([]int, len(truth)), make([]int, len(truth))
	for i, l := range truth {
		united[i], cut[i] = min(l, 2), l
		if l == 1 && i%2 == 0 {
			cut[i] = 4
		}
	}
	right := o.Agreement(truth)
	if v := o.Agreement(united); v >= right {
		t.Errorf("two bodies as one: %.3f, the bodies %.3f", v, right)
	}
	if v := o.Agreement(cut); v >= right {
		t.Errorf("a body cut in two: %.3f, the bodies %.3f", v, right)
	}
	if right < 0.9 {
		t.Errorf("agreement with the bodies %.2f, expected 0.9", right)
	}
}

// TestAgreement: what pairs say is added up by hand; what they say against groups apart tears none.
func TestAgreement(t *testing.T) {
	o := newOdds(mat.NewDense(3, 3, []float64{0, 2, -1, 2, 0, -3, -1, -3, 0}), nil)
	for _, c := range []struct {
		labels    []int
		agreement float64
		torn      bool
	}{
		{[]int{1, 1, 2}, 1, false},
		{[]int{1, 1, 1}, -2.0 / 6, true},
		{[]int{1, 2, 2}, (-2.0 + 1 - 3) / 6, true},
		{[]int{1, 2, 3}, (-2.0 + 1 + 3) / 6, false},
		{[]int{1, 1, 0}, 1, false},
		{[]int{0, 0, 1}, (-2.0 + 1 + 3) / 6, false},
		{[]int{1, 0, 0}, (-2.0 + 1 + 3) / 6, false},
	} {
		if v := o.Agreement(c.labels); math.Abs(v-c.agreement) > 1e-12 {
			t.Errorf("%v: agreement %v, expected %v", c.labels, v, c.agreement)
		}
		if torn := o.Tear(c.labels); torn != c.torn {
			t.Errorf("%v: torn %v, expected %v", c.labels, torn, c.torn)
		}
	}
	divided := newOdds(mat.NewDense(3, 3, []float64{0, 5, 1, 5, 0, 4, 1, 4, 0}), nil)
	if labels := []int{1, 2, 1}; divided.Agreement(labels) != -0.8 || divided.Tear(labels) {
		t.Errorf("one body in two: agreement %v, torn %v", divided.Agreement(labels), divided.Tear(labels))
	}
}

// drawnOdds draws what pairs of tracks say: for one motion of those whose truth is the same, against it of others, so
// much in the mean and with a deviation of 1.
func drawnOdds(truth []int, mean float64, r *rand.Rand) *Odds {
	n := len(truth)
	pairs := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i {
			v := -mean
			if truth[j] == truth[i] {
				v = mean
			}
			v += r.NormFloat64()
			pairs.Set(i, j, v)
			pairs.Set(j, i, v)
		}
	}
	return newOdds(pairs, nil)
}

// TestClimb: tracks go to the groups that pairs of tracks speak for, whatever grouping that begins with, and a group
// that they do not speak for is left few.
func TestClimb(t *testing.T) {
	const n = 60
	truth := make([]int, n)
	for i := range n {
		truth[i] = 1 + i%3
	}
	r := rand.New(rand.NewPCG(1, 2))
	odds := drawnOdds(truth, 2, r)
	start := make([]int, n)
	for i := range start {
		start[i] = truth[i]
		if i%4 == 0 {
			start[i] = 1 + r.IntN(3)
		}
	}
	given := slices.Clone(start)
	if found := odds.Climb(t.Context(), start, 3); !slices.Equal(found, truth) || LeavesFew(found, 3) {
		t.Errorf("found %v, few %v", found, LeavesFew(found, 3))
	}
	if !slices.Equal(start, given) {
		t.Error("the grouping that it begins with was changed")
	}
	for i := range start {
		if start[i] = truth[i]; i < 30 && start[i] == 3 {
			start[i] = 4
		}
	}
	found := odds.Climb(t.Context(), start, 4)
	if odds.Agreement(found) <= odds.Agreement(start) || !LeavesFew(found, 4) {
		t.Errorf("a group cut: agreement %v for %v, few %v", odds.Agreement(found), odds.Agreement(start),
			LeavesFew(found, 4))
	}
}
