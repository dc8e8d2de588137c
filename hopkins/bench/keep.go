package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
)

// Kept are the results of a benchmark as they are kept on disk.
type Kept struct {
	// By is the version of the program that computed them.
	By string
	// Pattern is what chooses the sequences by their names; empty for all.
	Pattern string
	Frames  hopkins.FrameSelection
	Seed    uint64
	Rows    []Row
}

// keptVersion is the version of the file that is written, and maxKept bounds one
// that is read, in bytes.
const (
	keptVersion = 1
	maxKept     = 256 << 20
)

type keptFile struct {
	Version int
	By      string
	Pattern string `json:",omitempty"`
	Frames  string
	Seed    uint64
	Rows    []keptRow
}

// keptRow is a row with null for numbers that are unknown.
type keptRow struct {
	Row
	Sequence files.Name
	Error    *float64
	Score    keptScore
}

type keptScore struct {
	hopkins.Score
	Error, OneLabel *float64
}

func orNull(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}

// Save writes the results to path, whole or not at all.
func (k Kept) Save(path string) error {
	out := keptFile{Version: keptVersion, By: k.By, Pattern: k.Pattern, Frames: k.Frames.String(), Seed: k.Seed}
	for _, r := range k.Rows {
		out.Rows = append(out.Rows, keptRow{r, files.Name(r.Sequence), orNull(r.Error),
			keptScore{r.Score, orNull(r.Score.Error), orNull(r.Score.OneLabel)}})
	}
	return hopkins.WriteFile(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(out) })
}

// Of returns the rows that are still those of a dataset: computed by this version
// of the program, of files that have not changed since.
func (k Kept) Of(d *hopkins.Dataset, by string, since time.Time) []Row {
	if k.By != by {
		return nil
	}
	entries := map[string]hopkins.Entry{}
	for _, e := range d.Entries {
		if info, err := os.Stat(e.Path); err == nil && !info.ModTime().After(since) {
			entries[e.Name] = e
		}
	}
	return slices.DeleteFunc(slices.Clone(k.Rows), func(r Row) bool {
		e, ok := entries[r.Sequence]
		return !ok || e.Points != r.Points || e.Frames != r.Frames
	})
}

// LoadKept reads what Save wrote. The error names the file; it is fs.ErrNotExist
// where there is none.
func LoadKept(path string) (Kept, error) {
	text, err := files.Read(path, maxKept)
	if err != nil {
		return Kept{}, err
	}
	var in keptFile
	if err := json.Unmarshal(text, &in); err != nil {
		return Kept{}, fmt.Errorf("%s: the file is damaged: %w", path, files.JSONError(err))
	}
	if in.Version != keptVersion {
		return Kept{}, fmt.Errorf("%s: expected version %d, found %d", path, keptVersion, in.Version)
	}
	k := Kept{By: in.By, Pattern: in.Pattern, Seed: in.Seed}
	if k.Frames, err = hopkins.ParseFrames(in.Frames); err != nil {
		return Kept{}, fmt.Errorf("%s: %w", path, err)
	}
	for i, r := range in.Rows {
		t := r.Table
		for _, other := range [][]int{t.Labels, t.Truth} {
			if other != nil && len(other) != len(t.Tracks) {
				return Kept{}, fmt.Errorf("%s: row %d: expected %d labels, found %d", path, i+1, len(t.Tracks), len(other))
			}
			for _, l := range append(other[:len(other):len(other)], t.Tracks...) {
				if l < 0 || l > len(t.Tracks) {
					return Kept{}, fmt.Errorf("%s: row %d: expected tracks and labels from 0 to %d, found %d", path,
						i+1, len(t.Tracks), l)
				}
			}
		}
		row := r.Row
		row.Sequence = string(r.Sequence)
		row.Error, row.Score = orNaN(r.Error), r.Score.Score
		row.Score.Error, row.Score.OneLabel = orNaN(r.Score.Error), orNaN(r.Score.OneLabel)
		k.Rows = append(k.Rows, row)
	}
	return k, nil
}
