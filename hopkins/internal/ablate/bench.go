package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/floats"
)

// set is a data set and the way in which it is run: by the benchmark, or, one whose name says so, by clicks
// of a simulated user, of which what counts is the mean error before and after each.
type set struct {
	name, folder string
	flags        []string
}

func (s set) clicks() bool { return strings.Contains(s.name, "clicks") }

// allSets are the sets that changes are measured on.
var allSets = []set{
	{"155", "hopkins155", nil},
	{"155 ends", "hopkins155", []string{"--frames", "first-last"}},
	{"155 early", "hopkins155", []string{"--frames", "1-12"}},
	{"155 frames 5,15", "hopkins155", []string{"--frames", "5,15"}},
	{"155 number", "hopkins155", []string{"--motions", "auto"}},
	{"155 wild", "hopkins155", []string{"--filter", "1R*", "--corrupt", "entries=0.02"}},
	{"155 left in", "hopkins155", []string{"--filter", "*_g12", "--corrupt", "tracks=0.1", "--outliers", "none"}},
	{"155 paths", "hopkins155", []string{"--filter", "1R2*", "--corrupt", "tracks=0.2", "--outliers", "find"}},
	{"155 bends", "hopkins155", []string{"--filter", "[a-z]*", "--corrupt", "tracks=0.2", "--outliers", "find"}},
	{"155 clean", "hopkins155", []string{"--outliers", "find"}},
	{"155 hidden", "hopkins155", []string{"--filter", "1*_g12", "--corrupt", "hidden=0.3"}},
	{"155 hidden all", "hopkins155", []string{"--corrupt", "hidden=0.3"}},
	{"155 hidden number", "hopkins155", []string{"--corrupt", "hidden=0.3", "--motions", "auto"}},
	{"KT3DMoSeg", "kt3dmoseg", nil},
	{"KT3DMoSeg number", "kt3dmoseg", []string{"--motions", "auto"}},
	{"KT3DMoSeg reversed", "kt3dmoseg", []string{"--turn", "reversed"}},
	{"MTPV", "mtpv", nil},
	{"MTPV number", "mtpv", []string{"--motions", "auto"}},
	{"AdelaideRMF", "adelaidermf", []string{"--motions", "auto"}},
	{"films", "bms26", nil},
	{"films number", "bms26", []string{"--motions", "auto"}},

	// Some seconds each, for constants.
	{"quick", "hopkins155", []string{"--filter", "[a-z]*"}},
	{"quick ends", "hopkins155", []string{"--filter", "*_g[12]3", "--frames", "first-last"}},
	{"quick wild", "hopkins155", []string{"--filter", "1R2T*_g*", "--corrupt", "entries=0.05"}},
	{"quick bends", "hopkins155", []string{"--filter", "[ahkpt]*", "--corrupt", "tracks=0.2", "--outliers", "find"}},
	{"quick number", "hopkins155", []string{"--filter", "[ahkpt]*", "--motions", "auto"}},
	{"quick gaps", "kt3dmoseg", []string{"--filter", "Seq0[59]*"}},
	{"quick gaps number", "kt3dmoseg", []string{"--filter", "Seq0[059]*", "--motions", "auto"}},
	{"quick clicks", "kt3dmoseg", []string{"--policy", "doubtful", "--clicks", "5"}},
	{"quick clicks ends", "hopkins155", []string{
		"--filter", "*_g[12]3", "--frames", "first-last", "--policy", "doubtful", "--clicks", "5",
	}},
}

// quick are the sets that the constants of a folder below segment are halved and doubled on.
var quick = map[string][]string{
	"auto":        {"quick", "quick ends", "quick bends", "quick gaps"},
	"coding":      {"quick", "quick ends", "quick number"},
	"epipolar":    {"quick ends", "quick number", "AdelaideRMF"},
	"evidence":    {"quick gaps"},
	"geometry":    {"quick gaps", "quick number"},
	"interactive": {"quick clicks", "quick clicks ends"},
	"kinship":     {"quick gaps number", "MTPV number"},
	"lowrank":     {"quick wild", "quick gaps"},
	"lrksc":       {"quick", "quick ends"},
	"motioncount": {"quick number"},
	"multimodel":  {"AdelaideRMF"},
	"outliers":    {"quick bends"},
	"solve":       {"quick"},
	"spectral":    {"quick", "quick ends", "quick gaps"},
	"stabilize":   {"films number"},
	"subspace":    {"quick"},
}

// rooms are the sets that the steps of a folder below segment are measured on.
var rooms = map[string][]string{
	"auto": {
		"155", "155 ends", "155 early", "155 wild", "155 left in", "155 paths", "155 bends", "155 hidden all",
		"KT3DMoSeg", "MTPV", "films",
	},
	"coding":      {"155", "155 ends", "155 early", "155 number"},
	"evidence":    {"KT3DMoSeg", "MTPV", "155 hidden", "films"},
	"geometry":    {"KT3DMoSeg", "MTPV", "155 hidden", "films", "155 number"},
	"interactive": {"155"},
	"lowrank":     {"155 wild", "155 hidden all", "MTPV"},
	"lrksc":       {"155", "155 ends"},
	"motioncount": {"155 number", "155 hidden number", "KT3DMoSeg number", "MTPV number", "films number"},
	"multimodel":  {"AdelaideRMF"},
	"outliers":    {"155 paths", "155 bends", "155 clean", "155 left in"},
	"spectral":    {"155", "155 ends", "KT3DMoSeg"},
	"stabilize":   {"films number"},
	"subspace":    {"155"},
}

func setNames() []string {
	var names []string
	for _, s := range allSets {
		names = append(names, s.name)
	}
	return names
}

// result is a sequence or a film of a report; of films what is counted is the mean of the
// regions.
type result struct {
	Sequence string   `json:"sequence"`
	Film     string   `json:"film"`
	Error    *float64 `json:"error_percent"`
	Regions  *float64 `json:"mean_of_regions_percent"`
	Motions  int      `json:"motions"`
	Estimate int      `json:"estimate"`
	Groups   int      `json:"groups"`
	// Curves are errors in percent, by policy, before and after each click.
	Curves map[string][]float64 `json:"curves"`
}

// outcome is what became of a set.
type outcome struct {
	errors map[string]float64 // percent, by sequence
	right  int                // sequences whose number of motions is right
	cpu    float64            // seconds
}

// measure runs a set of the folder data by the program at a path, with more variables of
// the environment.
func (s set) measure(program, data string, environment ...string) (outcome, error) {
	folder := filepath.Join(data, s.folder)
	args := []string{run, "benchmark", folder, "--methods", "lrksc-auto", "--format", "json"}
	if s.clicks() {
		args = []string{run, "clicks", folder, "--json"}
	}
	c := exec.Command(program, append(args, s.flags...)...)
	c.Env = append(os.Environ(), environment...)
	text, err := c.Output()
	if err != nil && len(text) == 0 {
		if failed, ok := err.(*exec.ExitError); ok {
			lines := strings.Split(strings.TrimSpace(string(failed.Stderr)), "\n")
			return outcome{}, fmt.Errorf("%s", lines[len(lines)-1])
		}
		return outcome{}, err
	}
	var report struct{ Results, Rows []result }
	if err := json.Unmarshal(text, &report); err != nil {
		return outcome{}, err
	}
	o := outcome{errors: map[string]float64{}, cpu: c.ProcessState.UserTime().Seconds()}
	for _, r := range append(report.Results, report.Rows...) {
		percent, found := r.Error, r.Estimate
		if r.Film != "" {
			percent, found = r.Regions, r.Groups
		}
		for _, curve := range r.Curves { // of one policy
			mean := floats.Sum(curve) / float64(len(curve))
			percent = &mean
		}
		if percent == nil {
			return outcome{}, fmt.Errorf("%s%s: failed", r.Sequence, r.Film)
		}
		o.errors[r.Sequence+r.Film] = *percent
		if found == r.Motions {
			o.right++
		}
	}
	if len(o.errors) == 0 {
		return outcome{}, fmt.Errorf("expected sequences, found none")
	}
	return o, nil
}

// mean is the mean error in percent.
func (o outcome) mean() float64 {
	var sum float64
	for _, e := range o.errors {
		sum += e
	}
	return sum / float64(len(o.errors))
}

// row is the line of Markdown that compares two outcomes of a set.
func row(change, set string, before, after outcome) string {
	var better, worse int
	for name, e := range before.errors {
		switch now := after.errors[name]; {
		case now < e:
			better++
		case now > e:
			worse++
		}
	}
	numbers := ""
	if before.right+after.right > 0 {
		numbers = fmt.Sprintf("%d → %d", before.right, after.right)
	}
	return fmt.Sprintf("| %s | %s | %.3f → %.3f | %d, %d | %s | %.0f → %.0f |",
		change, set, before.mean(), after.mean(), better, worse, numbers, before.cpu, after.cpu)
}
