package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/bench"
	"motionseg/hopkins/synthetic"
	"motionseg/segment"
)

// sequencesOf writes small sequences with these names and opens them.
func sequencesOf(t *testing.T, names ...string) []hopkins.Entry {
	t.Helper()
	folder := t.TempDir()
	for i, name := range names {
		c := synthetic.Default()
		c.Tracks, c.Frames, c.Seed = 40, 8, uint64(i+1)
		scene, err := synthetic.New(c)
		if err != nil {
			t.Fatal(err)
		}
		s, err := scene.Sequence()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.WriteTracksFile(filepath.Join(folder, name+".csv")); err != nil {
			t.Fatal(err)
		}
	}
	d, err := hopkins.OpenDataset(folder)
	if err != nil {
		t.Fatal(err)
	}
	return d.Entries
}

// texts has the rows of a benchmark but for their times.
func texts(rows []bench.Row) []string {
	var all []string
	for _, r := range rows {
		all = append(all, fmt.Sprint(r.Sequence, " ", r.Method, " ", r.Error, " ", r.Table.Labels, " ", r.Failure))
	}
	return all
}

// TestRows: a benchmark by a batch that keeps nothing has the rows of one sequence
// after another, in order, on any number of workers; one that fails is a row.
func TestRows(t *testing.T) {
	entries := sequencesOf(t, "a", "b", "c", "d")
	if err := os.Remove(entries[1].Path); err != nil {
		t.Fatal(err)
	}
	methods, err := segment.ParseSpecs([]string{"lsr", "ssc"}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	of := bench.Benchmark{Entries: entries, Methods: methods}
	want, err := of.Run(t.Context())
	if err != nil || len(want) != 8 || want[2].Failure == "" {
		t.Fatalf("%d rows, %v", len(want), err)
	}
	for _, of.Workers = range []int{1, 3} {
		told := 0 // by one goroutine at a time, or the race detector says so
		of.Finished = func(bench.Row) { told++ }
		rows, err := Rows(t.Context(), of)
		if err != nil || !slices.Equal(texts(rows), texts(want)) || told != 8 {
			t.Errorf("%d workers: %d told, %v\n%s\nwant\n%s", of.Workers, told, err, strings.Join(texts(rows), "\n"),
				strings.Join(texts(want), "\n"))
		}
	}
}

// TestRowsStopped: what is finished comes back when a benchmark is stopped, and another
// run does the rest.
func TestRowsStopped(t *testing.T) {
	methods, err := segment.ParseSpecs([]string{"lsr", "ssc"}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	of := bench.Benchmark{Entries: sequencesOf(t, "a", "b", "c"), Methods: methods, Workers: 1}
	var told []string
	of.Finished = func(r bench.Row) {
		if told = append(told, r.Sequence+" "+r.Method); len(told) == 3 {
			stop()
		}
	}
	rows, err := Rows(ctx, of)
	if !errors.Is(err, context.Canceled) || len(rows) != 3 || rows[2].Sequence != "b" || rows[2].Method != "lsr" {
		t.Fatalf("%q, %v, expected the three rows that were finished", texts(rows), err)
	}
	told, of.Done = nil, rows
	rows, err = Rows(t.Context(), of)
	if err != nil || len(rows) != 6 || !slices.Equal(told, []string{"b ssc", "c lsr", "c ssc"}) {
		t.Errorf("%q, %v, ran %q, expected the three that were left", texts(rows), err, told)
	}
}
