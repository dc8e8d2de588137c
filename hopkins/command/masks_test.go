package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/project"
)

// TestMasksAsTruth: the masks that a method's labels gave are the truth that its labels are
// compared with, and say how many motions there are.
func TestMasksAsTruth(t *testing.T) {
	scene := filepath.Join(t.TempDir(), "scene")
	mustRun(t, "scene", scene, "--tracks", "120", "--frames", "5", "--bodies", "1", "--pictures")
	film, masks := filepath.Join(scene, "frames"), filepath.Join(t.TempDir(), "masks")
	mustRun(t, "masks", film, "--method", "lsr", "--motions", "3", "--track-density", "sparse", "--out", masks)
	out := mustRun(t, "segment", film, "--method", "lsr", "--track-density", "sparse", "--truth", masks, "--json")
	var result struct {
		Motions int     `json:"motions"`
		Error   float64 `json:"error_percent"`
		Truth   []int   `json:"truth"`
	}
	if err := json.Unmarshal([]byte(out), &result); err != nil || result.Motions != 3 || result.Error > 15 ||
		len(result.Truth) < 50 {
		t.Errorf("%v: found %d motions, an error of %v %% over %d tracks, expected 3 and little", err, result.Motions,
			result.Error, len(result.Truth))
	}
	code, _, stderr := motionseg(t, "segment", film, "--track-density", "sparse", "--truth", t.TempDir())
	if code != ExitFailure || !strings.Contains(stderr, "expected masks with the names of the frames") {
		t.Errorf("found %d, %q", code, stderr)
	}
}

// TestProjectOfFilm: a project whose tracks were followed in a film has its pictures with their size, so that it
// can be masked and its tracks are normalised as they are in the window; without the pictures its tracks stay.
func TestProjectOfFilm(t *testing.T) {
	scene, folder := filepath.Join(t.TempDir(), "scene"), t.TempDir()
	mustRun(t, "scene", scene, "--tracks", "120", "--frames", "5", "--bodies", "1", "--pictures")
	film, table := filepath.Join(scene, "frames"), filepath.Join(folder, "work.motionseg.csv")
	mustRun(t, "track", film, "--density", "sparse", "--out", table)
	tracks, err := hopkins.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	labels := make([]int, tracks.Points())
	for i := range labels {
		labels[i] = 1 + i%2
	}
	path := filepath.Join(folder, "work.motionseg")
	work := project.Project{
		Data: project.Data{Path: table, Tracks: tracks.Points(), Frames: tracks.Frames(),
			Pictures: &hopkins.Footage{Path: film, Step: 1}},
		Results: [2]*project.Result{{Method: "by hand", Labels: labels}},
	}
	if err := work.Save(path); err != nil {
		t.Fatal(err)
	}
	masks := filepath.Join(folder, "masks")
	mustRun(t, "masks", path, "--out", masks)
	if files, err := os.ReadDir(masks); err != nil || len(files) != tracks.Frames() {
		t.Errorf("found %d masks, %v", len(files), err)
	}
	labelsOf := func(args ...string) []int {
		var of struct{ Labels []int }
		said := mustRun(t, append([]string{"segment", "--method", "lsr", "--motions", "2", "--json"}, args...)...)
		if err := json.Unmarshal([]byte(said), &of); err != nil {
			t.Fatal(err)
		}
		return of.Labels
	}
	if !slices.Equal(labelsOf(path), labelsOf(film, "--track-density", "sparse")) {
		t.Error("the labels of the project are not those of its film")
	}
	if err := os.Rename(film, film+"2"); err != nil {
		t.Fatal(err)
	}
	if len(labelsOf(path)) != tracks.Points() {
		t.Error("without its pictures the tracks of a project are not segmented")
	}
	code, _, said := motionseg(t, "masks", path, "--out", masks+"2")
	if code != ExitFailure || !strings.Contains(said, "masks need the pictures") || !strings.Contains(said, film) {
		t.Errorf("masks without pictures: code %d, %s", code, said)
	}
}
