package command

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// shell returns the path of a shell, and skips the test where there is none.
func shell(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("needs ", name)
	}
	return path
}

// script writes what completes the command line in a shell to a file.
func script(t *testing.T, name string) string {
	t.Helper()
	return testfile.Write(t, mustRun(t, "completion", name), t.TempDir(), "completion."+name)
}

// completions are lines, the last word of which is begun, and what completes it.
var completions = map[string]string{
	"motionseg se":                             "segment",
	"motionseg segment --in":                   "--incomplete",
	"motionseg segment --no-":                  "--no-assign",
	"motionseg segment a.csv --incomplete l":   "leave-out",
	"motionseg masks --method ed":              "edsc",
	"motionseg segment --export na":            "napari:",
	"motionseg benchmark --format ":            "table csv markdown json latex latex-long",
	"motionseg help comp":                      "completion",
	"motionseg completion ":                    "bash zsh fish",
	"motionseg segment --motions 2 --no-as":    "--no-assign",
	"motionseg track film.avi --density dense": "dense",
}

func TestBashCompletion(t *testing.T) {
	bash, path := shell(t, "bash"), script(t, "bash")
	for line, want := range completions {
		words := strings.Split(line, " ")
		run := fmt.Sprintf(
			`source %s; compopt() { :; }; COMP_WORDS=(%s "%s"); COMP_CWORD=%d; _motionseg; echo "${COMPREPLY[@]}"`,
			path, strings.Join(words[:len(words)-1], " "), words[len(words)-1], len(words)-1)
		said, err := exec.Command(bash, "--norc", "-c", run).CombinedOutput()
		if got := strings.TrimSpace(string(said)); err != nil || got != want {
			t.Errorf("%q: found %q, %v, expected %q", line, got, err, want)
		}
	}
}

func TestFishCompletion(t *testing.T) {
	fish, path := shell(t, "fish"), script(t, "fish")
	for line, want := range completions {
		run := exec.Command(fish, "--no-config", "-c", fmt.Sprintf("source %s; complete -C '%s'", path, line))
		run.Dir = t.TempDir() // without files of the names of commands
		said, err := run.CombinedOutput()
		var got []string
		for _, l := range strings.Split(strings.TrimSpace(string(said)), "\n") {
			word, _, _ := strings.Cut(l, "\t")
			got = append(got, word)
		}
		expected := strings.Fields(want)
		slices.Sort(got)
		slices.Sort(expected)
		if err != nil || !slices.Equal(got, expected) {
			t.Errorf("%q: found %q, %v, expected %q", line, got, err, expected)
		}
	}
}

// TestZshCompletion: zsh takes the script; what it completes needs a terminal.
func TestZshCompletion(t *testing.T) {
	zsh, path := shell(t, "zsh"), script(t, "zsh")
	run := "autoload -U compinit; compinit -u -D; source " + path + "; print -r -- ${_comps[motionseg]}"
	said, err := exec.Command(zsh, "-f", "-c", run).CombinedOutput()
	if err != nil || string(said) != "_motionseg\n" {
		t.Errorf("found %q, %v", said, err)
	}
}

// TestHelpCommand: help prints what --help does, of all and of one command.
func TestHelpCommand(t *testing.T) {
	for _, command := range [][]string{nil, {"segment"}, {"masks"}} {
		if got, want := mustRun(t, append([]string{"help"}, command...)...),
			mustRun(t, append(slices.Clone(command), "--help")...); got != want || len(want) < 300 {
			t.Errorf("help %v: found %q, expected %q", command, got, want)
		}
	}
	if code, _, stderr := motionseg(t, "help", "nonsense"); code != ExitUsage ||
		!strings.Contains(stderr, `one of the commands window, segment`) {
		t.Errorf("code %d, %s", code, stderr)
	}
	if code, _, _ := motionseg(t, "completion", "tcsh"); code != ExitUsage {
		t.Errorf("an unknown shell ends with %d", code)
	}
}
