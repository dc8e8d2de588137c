package batch

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
)

const (
	planName   = "plan.json"
	planFormat = 1
	maxPlan    = 256 << 20
	// ResultsName is the table of all items.
	ResultsName = "results.csv"
)

// Plan is what a batch is to do, as it stands in its folder.
type Plan struct {
	Format  int             `json:"format"`
	Kind    string          `json:"kind"`
	Version string          `json:"version"`
	Header  json.RawMessage `json:"header,omitempty"`
	// Settings are those of the items, each once.
	Settings []string   `json:"settings"`
	Items    []PlanItem `json:"items"`
}

// PlanItem is an item of a plan.
type PlanItem struct {
	Name     string       `json:"name"`
	Inputs   []files.Name `json:"inputs"`
	Settings int          `json:"settings"` // index in Plan.Settings
}

// writePlan writes what the batch is to do, unless it stands there.
func (b *Batch) writePlan() error {
	p := Plan{Format: planFormat, Kind: b.Kind, Version: b.Version}
	var err error
	if b.Header != nil {
		if p.Header, err = json.Marshal(b.Header); err != nil {
			return err
		}
	}
	known := map[string]int{}
	for _, item := range b.Items {
		at, ok := known[item.Settings]
		if !ok {
			at = len(p.Settings)
			known[item.Settings], p.Settings = at, append(p.Settings, item.Settings)
		}
		p.Items = append(p.Items, PlanItem{item.Name, files.Names(item.Inputs), at})
	}
	text, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		return err
	}
	path := b.state(planName)
	if before, err := files.Read(path, maxPlan); err == nil && bytes.Equal(before, text) {
		return nil
	}
	return hopkins.WriteFile(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// undisturbed returns an error where the folder has the plan of another batch by now, which
// does the same items with other settings: results may then be of either.
func (b *Batch) undisturbed() error {
	plan, err := ReadPlan(b.Folder)
	if err != nil {
		return err
	}
	settings := map[string]string{}
	for _, item := range plan.Items {
		settings[item.Name] = plan.Settings[item.Settings]
	}
	for _, item := range b.Items {
		if other, ok := settings[item.Name]; ok && other != item.Settings {
			return fmt.Errorf("%s: another batch with other settings of %s was begun there, so that results may be of either; "+
				"run the same line again when it has ended", b.Folder, item.Name)
		}
	}
	return nil
}

// ReadPlan reads the plan of a batch's folder. The error names the file.
func ReadPlan(folder string) (*Plan, error) {
	path := filepath.Join(folder, stateFolder, planName)
	text, err := files.Read(path, maxPlan)
	if os.IsNotExist(err) {
		return nil, fmt.Errorf("%s: expected the folder of a batch, found no %s in it", folder,
			filepath.Join(stateFolder, planName))
	}
	if err != nil {
		return nil, err
	}
	var p Plan
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("%s: the file is damaged: %w", path, files.JSONError(err))
	}
	if p.Format != planFormat {
		return nil, fmt.Errorf("%s: expected format %d, found %d", path, planFormat, p.Format)
	}
	for i, item := range p.Items {
		if item.Name == "" || strings.ContainsAny(item.Name, `/\`) || strings.HasPrefix(item.Name, ".") ||
			item.Settings < 0 || item.Settings >= len(p.Settings) {
			return nil, fmt.Errorf("%s: the file is damaged: item %d has the name %q and settings %d", path, i+1,
				item.Name, item.Settings)
		}
	}
	return &p, nil
}

// Results returns how far the items of a plan are, by their records alone: whether
// inputs have changed since is not looked at.
func (p *Plan) Results(folder string) ([]Result, Counts) {
	var results []Result
	var counts Counts
	for _, item := range p.Items {
		like := Item{Name: item.Name, Settings: p.Settings[item.Settings]}
		r := Result{Name: item.Name, State: Left, Reason: "not done yet"}
		place := filepath.Join(folder, item.Name)
		rec := readRecord(place)
		failed := readRecord(filepath.Join(folder, stateFolder, failedFolder, item.Name))
		whole, mended := false, false
		if rec != nil {
			whole, mended = rec.whole(place)
		}
		switch {
		case mended || whole && rec.matches(like, p.Version):
			r = Result{Name: item.Name, State: Done, Mended: mended, Record: rec}
		case failed.matches(like, p.Version):
			r = Result{Name: item.Name, State: Failed, Reason: failed.Failure, Record: failed}
		case rec != nil && !whole:
			r.Reason = "files of its result are missing or changed"
		case rec != nil:
			r.Reason = "done with other settings or by another version"
		}
		counts.add(r.State, 1)
		results = append(results, r)
	}
	return results, counts
}

// WriteResults writes the table of all items: one line an item, in the stated
// order, without times, so that the same work gives the same table.
func (p *Plan) WriteResults(w io.Writer, results []Result) error {
	c := csv.NewWriter(w)
	// Errors of Write are kept by the writer and come back from Error.
	c.Write([]string{"name", "input", "state", "tracks", "frames", "motions", "estimated", "confidence",
		"error_percent", "warnings", "reason"})
	for i, r := range results {
		line := make([]string, 11)
		line[0], line[1], line[2], line[10] = r.Name, joined(p.Items[i].Inputs), string(r.State), r.Reason
		if r.Mended {
			line[10] = "changed by hand since"
		}
		if r.Record != nil && r.State == Done {
			copy(line[3:], r.Record.Facts.cells())
		}
		c.Write(line)
	}
	c.Flush()
	return c.Error()
}

// joined writes names behind each other, as their bytes are.
func joined(names []files.Name) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = string(name)
	}
	return strings.Join(texts, ";")
}

// cells returns the facts as the table of results has them.
func (f Facts) cells() []string {
	number := func(v int) string {
		if v == 0 {
			return ""
		}
		return strconv.Itoa(v)
	}
	cells := []string{number(f.Tracks), number(f.Frames), number(f.Motions), "", "", "", strings.Join(f.Warnings, "; ")}
	if f.Estimated {
		cells[3] = "yes"
	}
	if f.Confidence > 0 {
		cells[4] = strconv.FormatFloat(f.Confidence, 'f', 2, 64)
	}
	if f.Error != nil {
		cells[5] = strconv.FormatFloat(*f.Error, 'f', 3, 64)
	}
	return cells
}

// Sort brings items into the stated order: by name, numbers in names by value.
func Sort(items []Item) { slices.SortFunc(items, byName) }
