package command

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/project"
	"motionseg/segment"
)

// TestSegmentProject: segment takes the tracks and the settings of a project, of the side
// that is named; flags come first.
func TestSegmentProject(t *testing.T) {
	_, folder := demo(t)
	tracks := filepath.Join(folder, "box_and_drum_truth.mat")
	path := filepath.Join(t.TempDir(), "work.motionseg")
	work := project.Project{Data: project.Data{Path: tracks, Tracks: 300, Frames: 30}, Plan: project.Plan{
		Sides:   [2]project.Setup{{Method: "lsr", Preset: "custom", Values: segment.Values{"lambda": 3}}, {Method: "ssc"}},
		Motions: 2, Frames: "5-20", Seed: 7, Unassigned: true,
	}}
	if err := work.Save(path); err != nil {
		t.Fatal(err)
	}
	type result struct {
		Method, Frames string
		Motions        int
		Seed           uint64
		Settings       map[string]float64
		Labels         []int
	}
	run := func(args ...string) result {
		var r result
		if err := json.Unmarshal([]byte(mustRun(t, append([]string{"segment"}, args...)...)), &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	left := run(path, "--json")
	if left.Method != "lsr" || left.Frames != "5-20" || left.Motions != 2 || left.Seed != 7 ||
		left.Settings["lambda"] != 3 {
		t.Errorf("left: %+v", left)
	}
	same := run(tracks, "--method", "lsr", "--set", "lambda=3", "--motions", "2", "--frames", "5-20", "--seed", "7",
		"--json")
	if !slices.Equal(same.Labels, left.Labels) {
		t.Error("the labels are not those of the same flags")
	}
	other := run(path, "--side", "right", "--motions", "3", "--frames", "all", "--json")
	if other.Method != "ssc" || other.Motions != 3 || other.Frames != "all" || other.Seed != 7 {
		t.Errorf("right: %+v", other)
	}
	work.View = project.View{Film: true, Views: "right"}
	alone := filepath.Join(t.TempDir(), "alone.motionseg")
	if err := work.Save(alone); err != nil {
		t.Fatal(err)
	}
	if r := run(alone, "--json"); r.Method != "ssc" {
		t.Errorf("of a project that shows the right side alone: %s", r.Method)
	}
	if r := run(alone, "--side", "left", "--json"); r.Method != "lsr" {
		t.Errorf("of the left side of a project that shows the right: %s", r.Method)
	}
	if r := run(path, "--set", "lambda=5", "--json"); r.Settings["lambda"] != 5 || r.Method != "lsr" {
		t.Errorf("changed: %+v", r)
	}
	testfile.Write(t, "1 2 3 4\n5 6 7 8\n9 8 7 6\n", tracks)
	if code, _, stderr := motionseg(t, "segment", path); code != ExitFailure ||
		!strings.Contains(stderr, "expected 300, found 3") {
		t.Errorf("other data: code %d, %s", code, stderr)
	}
}

// TestProjectsPlan: what a plan says wrong is told of the project, not of flags that nobody
// gave; flags in place of it are taken.
func TestProjectsPlan(t *testing.T) {
	_, folder := demo(t)
	for _, c := range []struct {
		of   project.Plan
		want string
	}{
		{project.Plan{Outliers: "some"}, ": plan: outliers: expected auto, find, none, found \"some\""},
		{project.Plan{Incomplete: "some"}, ": plan: incomplete: expected auto"},
		{project.Plan{Sides: [2]project.Setup{{Method: "some"}}}, ": plan: method: unknown method \"some\""},
	} {
		path := filepath.Join(t.TempDir(), "work.motionseg")
		c.of.Frames = "all"
		saved := project.Project{Plan: c.of, Data: project.Data{
			Path: filepath.Join(folder, "box_and_drum_truth.mat"), Tracks: 300, Frames: 30}}
		if err := saved.Save(path); err != nil {
			t.Fatal(err)
		}
		if code, _, said := motionseg(t, "segment", path); code != ExitFailure || !strings.Contains(said, path+c.want) {
			t.Errorf("code %d, %s, expected %s", code, said, c.want)
		}
		mustRun(t, "segment", path, "--method", "lsr", "--outliers", "none", "--incomplete", "auto")
	}
}

// TestProjectsFlags: flags that are given come before what a project says of its data; those that it makes useless are
// refused, and so is a project where its data are meant.
func TestProjectsFlags(t *testing.T) {
	folder := t.TempDir()
	const table = "track,t,x,y,x2,y2\n1,1,0,0,9,3\n1,2,1,0,5,3\n2,1,4,4,9,7\n2,2,5,5,6,6\n3,1,1,9,2,2\n3,2,2,8,1,7\n"
	tracks := testfile.Write(t, table, folder, "tracks.csv")
	columns, err := hopkins.ParseColumns("id=track,frame=t,x=x,y=y")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "work.motionseg")
	saved := project.Project{
		Data:    project.Data{Path: tracks, Tracks: 3, Frames: 2, Options: &hopkins.Options{Columns: columns}},
		Results: [2]*project.Result{{Method: "by hand", Labels: []int{1, 2, 2}}},
	}
	if err := saved.Save(path); err != nil {
		t.Fatal(err)
	}
	export := func(args ...string) string {
		line := append([]string{"segment", path, "--method", "lsr", "--motions", "1", "--export", "csv:-"}, args...)
		return mustRun(t, line...)
	}
	if first, other := export(), export("--columns", "id=track,frame=t,x=x2,y=y2"); first == other {
		t.Errorf("other columns give the same tracks\n%s", first)
	}
	out := filepath.Join(folder, "out")
	for _, c := range []struct {
		code int
		said string
		args []string
	}{
		{ExitUsage, "--track-density: expected a project whose points are followed in a film",
			[]string{"segment", path, "--track-density", "sparse"}},
		{ExitUsage, "--method: expected none with a project", []string{"masks", path, "--method", "ssc", "--out", out}},
		{ExitUsage, "--motions: expected none with a project", []string{"masks", path, "--motions", "7", "--out", out}},
		{ExitUsage, "--track-density: ", []string{"segment", tracks, "--track-density", "foo"}},
		{ExitUsage, "--track-first: expected a number from 1, found 0", []string{"segment", tracks, "--track-first", "0"}},
		{ExitUsage, "--track-last: expected 0 or a frame from the first on, 5, found 3",
			[]string{"segment", tracks, "--track-first", "5", "--track-last", "3"}},
		{ExitUsage, "--every: expected a number from 1, found 0", []string{"track", tracks, "--every", "0"}},
		{ExitUsage, "--density: expected films", []string{"benchmark", folder, "--density", "foo"}},
		{ExitFailure, "found a project", []string{"figure", path, "--out", out + ".pdf"}},
		{ExitFailure, "found a project", []string{"images", path}},
		{ExitFailure, "found a project", []string{"match", path, tracks}},
		{ExitFailure, "found a project", []string{"match", tracks, path}},
		{ExitFailure, "found a project", []string{"clicks", path}},
		{ExitFailure, "found a project", []string{"benchmark", path}},
		{ExitFailure, "found a project", []string{"batch", path, "--out", out}},
	} {
		if code, _, said := motionseg(t, c.args...); code != c.code || !strings.Contains(said, "motionseg: ") ||
			!strings.Contains(said, c.said) {
			t.Errorf("%s: code %d, %s", c.args, code, said)
		}
	}
}
