package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/internal/testfile"
	"motionseg/segment"
)

// fakeMethod labels points by the sign of their first coordinate's sum, or
// does what its fields say.
type fakeMethod struct {
	name string
	// solve, when not nil, runs first; its error is the method's.
	solve func(ctx context.Context, in segment.Input) error
}

func (m fakeMethod) Describe() segment.Description {
	return segment.Description{Name: m.name, Title: m.name,
		Kinds: []segment.Kind{segment.Trajectories, segment.TwoFrames}, Params: []segment.Param{
			{Name: "shift", Kind: segment.Real, Min: -1, Max: 1},
		}}
}

func (m fakeMethod) Solve(ctx context.Context, in segment.Input) (segment.Solution, error) {
	if m.solve != nil {
		if err := m.solve(ctx, in); err != nil {
			return segment.Solution{}, err
		}
	}
	in.Report(segment.Iteration{Number: 1, Limit: 1})
	n := in.Data.Points()
	labels := make([]int, n)
	w := mat.NewDense(n, n, nil)
	for i := range n {
		labels[i] = 1
		if in.Data.X.At(2, i) > in.Values["shift"] {
			labels[i] = 2
		}
		for j := range n {
			w.Set(i, j, 1)
		}
	}
	return segment.Solution{W: w, Labels: labels, Converged: true}, nil
}

// writePairs writes a file of 2n correspondences, those of the second motion
// on the right half of the picture, and returns the folder.
func writePairs(t *testing.T, names ...string) *hopkins.Dataset {
	t.Helper()
	folder := t.TempDir()
	for k, name := range names {
		var b strings.Builder
		for i := range 10 {
			label := 1 + i%2
			x := float64(10+3*i+k) + 400*float64(label-1)
			fmt.Fprintf(&b, "%g %d %g %d %d\n", x, 5*i*i, x+3, 5*i*i+1, label)
		}
		testfile.Write(t, b.String(), folder, name+".txt")
	}
	d, err := hopkins.OpenDataset(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Entries) != len(names) {
		t.Fatalf("%d entries, want %d; problems %v", len(d.Entries), len(names), d.Problems)
	}
	return d
}

func spec(m segment.Method) segment.Spec {
	return segment.Spec{Name: m.Describe().Name, Method: m}
}

// outcome is a row in short.
func outcome(r Row) string {
	if r.Failure != "" {
		return r.Sequence + " " + r.Method + " failed: " + r.Failure
	}
	return fmt.Sprintf("%s %s %g", r.Sequence, r.Method, r.Error)
}

func outcomes(rows []Row) []string {
	var texts []string
	for _, r := range rows {
		texts = append(texts, outcome(r))
	}
	return texts
}

// TestKeptLabels: labels of a kept run that no run can have are refused.
func TestKeptLabels(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kept")
	for _, c := range []struct {
		label int
		ok    bool
	}{{3, true}, {4, false}, {math.MaxInt32, false}, {-1, false}} {
		k := Kept{Rows: []Row{{Sequence: "a", Method: "lrksc",
			Table: hopkins.LabelTable{Tracks: []int{0, 1, 2}, Labels: []int{1, c.label, 2}}}}}
		if err := k.Save(path); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadKept(path); (err == nil) != c.ok {
			t.Errorf("label %d of three tracks: %v", c.label, err)
		}
	}
}

func TestBenchmarkRows(t *testing.T) {
	d := writePairs(t, "a", "b", "c")
	var finished []string
	b := Benchmark{
		Entries: d.Entries,
		Methods: []segment.Spec{
			spec(fakeMethod{name: "good"}),
			{Name: "good:shift=1", Method: fakeMethod{name: "good"}, Changes: segment.Values{"shift": 1}},
		},
		Seed:     3,
		Finished: func(r Row) { finished = append(finished, outcome(r)) },
	}
	rows, err := b.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a good 0", "a good:shift=1 50", "b good 0", "b good:shift=1 50", "c good 0", "c good:shift=1 50"}
	if got := outcomes(rows); !slices.Equal(got, want) || !slices.Equal(finished, want) {
		t.Errorf("rows %q, announced %q, want %q", got, finished, want)
	}
	row := rows[0]
	if row.Category != hopkins.Other || row.Motions != 2 || row.Points != 10 || row.Frames != 2 || row.Iterations != 1 {
		t.Errorf("row is %+v", row)
	}
	if l := row.Table; len(l.Labels) != 10 || !slices.Equal(l.Labels, l.Truth) || len(l.Tracks) != 10 || l.Tracks[9] != 9 {
		t.Errorf("labels %+v", l)
	}
}

// TestBenchmarkFailures: an error, a panic and a file that vanished are rows of
// their own; an unknown number of motions is estimated.
func TestBenchmarkTurns(t *testing.T) {
	seeds := map[uint64]int{}
	count := fakeMethod{name: "count", solve: func(_ context.Context, in segment.Input) error {
		seeds[in.Seed]++
		return nil
	}}
	entries := hopkins.Turned(writePairs(t, "one", "two").Entries,
		[]hopkins.Turning{hopkins.HalfTracks, hopkins.SecondSeed})
	rows, err := Benchmark{Entries: entries, Methods: []segment.Spec{{Name: "count", Method: count}}, Seed: 3,
		Workers: 1}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%s, %s: %d", r.Sequence, r.Category, r.Points*r.Motions/entries[0].Points))
	}
	want := []string{"one half-tracks, half-tracks: 1", "one seed-2, seed-2: 2", "two half-tracks, half-tracks: 1",
		"two seed-2, seed-2: 2"}
	if !slices.Equal(got, want) || seeds[3] != 2 || seeds[5] != 2 {
		t.Errorf("rows %v, seeds %v; want %v, and the seeds 3 and 5 twice", got, seeds, want)
	}
	var categories []string
	for _, s := range CategorySummaries(rows) {
		if s.Motions == 0 {
			categories = append(categories, string(s.Category))
		}
	}
	if !slices.Equal(categories, []string{"half-tracks", "seed-2"}) {
		t.Errorf("figures of the categories %v, want one a turning", categories)
	}
}

func TestBenchmarkFailures(t *testing.T) {
	d := writePairs(t, "a", "b", "c")
	if err := os.Remove(d.Entries[1].Path); err != nil {
		t.Fatal(err)
	}
	d.Entries[2].Motions = 0
	unlabelled := "1 2 3 4\n2 4 1 2\n3 1 4 4\n5 5 5 1\n"
	testfile.Write(t, unlabelled, d.Entries[2].Path)
	rows, err := Benchmark{
		Entries: d.Entries,
		Methods: []segment.Spec{
			spec(fakeMethod{name: "bad", solve: func(context.Context, segment.Input) error {
				return errors.New("no solution")
			}}),
			spec(fakeMethod{name: "panics", solve: func(context.Context, segment.Input) error { panic("index out of range") }}),
			spec(fakeMethod{name: "good"}),
		},
	}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"no solution", "internal error: index out of range", "a good 0",
		"b.txt", "b.txt", "b.txt",
		"no solution", "internal error: index out of range", "c good NaN",
	} {
		if got := outcome(rows[i]); !strings.Contains(got, want) {
			t.Errorf("row %d is %q, want %q", i, got, want)
		}
		if failed := i != 2 && i != 8; i != 2 != math.IsNaN(rows[i].Error) || failed != (rows[i].Failure != "") {
			t.Errorf("row %d: error %g, failure %q", i, rows[i].Error, rows[i].Failure)
		}
	}
}

// TestBenchmarkCancel: what is finished comes back, what was running does not,
// and a second run takes up the rest.
func TestBenchmarkCancel(t *testing.T) {
	d := writePairs(t, "a", "b", "c", "d")
	ctx, cancel := context.WithCancel(t.Context())
	runs := 0
	method := spec(fakeMethod{name: "slow", solve: func(ctx context.Context, in segment.Input) error {
		if runs++; runs == 3 {
			cancel()
		}
		return ctx.Err()
	}})
	b := Benchmark{Entries: d.Entries, Methods: []segment.Spec{method}, Workers: 1}
	rows, err := b.Run(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
	if got, want := outcomes(rows), []string{"a slow 0", "b slow 0"}; !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}

	runs = 3
	b.Done = rows
	var finished []string
	b.Finished = func(r Row) { finished = append(finished, r.Sequence) }
	rows, err = b.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := outcomes(rows), []string{"a slow 0", "b slow 0", "c slow 0", "d slow 0"}; !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
	if want := []string{"c", "d"}; !slices.Equal(finished, want) || runs != 5 {
		t.Errorf("ran %q in %d runs, want %q in 2", finished, runs-3, want)
	}
}

func TestSelect(t *testing.T) {
	d := &hopkins.Dataset{Entries: []hopkins.Entry{
		{Name: "1R2RC", InBenchmark: true}, {Name: "cars1", InBenchmark: true}, {Name: "cars2", InBenchmark: true},
		{Name: "dancing"},
	}}
	for filter, want := range map[string]string{
		"": "1R2RC cars1 cars2", "cars*": "cars1 cars2", "cars[2-9]": "cars2", "dancing": "dancing", "d*": "dancing",
		"nothing": "",
	} {
		entries, err := d.Select(filter)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("Select(%q) is %q, want %q", filter, got, want)
		}
	}
	if _, err := d.Select("[a"); err == nil {
		t.Error("no error for a malformed pattern")
	}
}
