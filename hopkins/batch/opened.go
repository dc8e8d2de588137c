package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/project"
)

// surely is from which confidence on an estimated number of motions needs no look: as
// reports call an estimate sure.
const surely = 0.9

// Opened is the folder of a batch of films as one goes through it.
type Opened struct {
	Folder string
	Films  []OpenedFilm // in the stated order
	Counts
}

// OpenedFilm is what there is of a film in the folder of its batch.
type OpenedFilm struct {
	Result
	// Input is the first file or folder that was read: the film, or its tracks.
	Input string
	// Project, Tracks and Labels are files of its result, empty where there are none.
	Project, Tracks, Labels string
	// Look says why somebody should look at a result that is done; empty for one that is
	// sure and without warnings, or was changed by hand already.
	Look string
}

// Open reads what became of the films of a batch, by their records: what was read is not
// opened. The error names the file; a benchmark is no batch of films.
func Open(folder string) (*Opened, error) {
	plan, err := ReadPlan(folder)
	if err != nil {
		return nil, err
	}
	if plan.Kind != FilmsKind {
		return nil, fmt.Errorf("%s: expected a batch of films, found a %s", folder, plan.Kind)
	}
	o := &Opened{Folder: folder}
	results, counts := plan.Results(folder)
	o.Counts = counts
	for i, r := range results {
		f := OpenedFilm{Result: r}
		if inputs := plan.Items[i].Inputs; len(inputs) > 0 {
			f.Input = string(inputs[0])
		}
		if r.State == Done {
			place := filepath.Join(folder, r.Name)
			f.Project = thereIs(filepath.Join(place, r.Name+project.Ending))
			f.Tracks = thereIs(filepath.Join(place, tracksName))
			f.Labels = thereIs(filepath.Join(place, labelsName))
			f.Look = r.look()
		}
		o.Films = append(o.Films, f)
	}
	return o, nil
}

// thereIs returns the path of a file, empty where there is none.
func thereIs(path string) string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return path
}

// look says why somebody should look at a result that is done.
func (r Result) look() string {
	if r.Mended {
		return ""
	}
	facts := r.Record.Facts
	var reasons []string
	if facts.Estimated && facts.Confidence < surely {
		reasons = append(reasons,
			fmt.Sprintf("%s, %.0f %% sure", hopkins.Counted(facts.Motions, "motion", "motions"), 100*facts.Confidence))
	}
	for _, w := range facts.Warnings {
		reasons = append(reasons, files.Printable(w))
	}
	return strings.Join(reasons, "; ")
}
