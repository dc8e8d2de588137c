// Command ablate says what each step of the methods is worth, and how much each constant
// matters: it builds the program with one step taken out, or once with every constant that
// can be set from outside, runs benchmarks with the change and without, and prints a row of
// Markdown for each. The sources are left alone: the compiler is given the changed files in
// place of the originals. From the repository:
//
//	go run ./hopkins/internal/ablate -data FOLDER -steps REGEXP [-sets NAME,NAME]
//	go run ./hopkins/internal/ablate -data FOLDER -constants REGEXP [-sets NAME,NAME]
//
// FOLDER holds the data sets: hopkins155, kt3dmoseg, mtpv, adelaidermf and bms26.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"motionseg/hopkins/command"
)

// run is the first argument with which the command is the program that it measures.
const run = "run"

func main() {
	if len(os.Args) > 1 && os.Args[1] == run {
		os.Exit(command.Program{Version: "ablated"}.Run(context.Background(), os.Args[2:], os.Stdout, os.Stderr))
	}
	data := flag.String("data", "", "folder of the data sets")
	steps := flag.String("steps", "", "take out the steps whose names match this regular expression")
	constants := flag.String("constants", "",
		"halve and double the constants whose names match this regular expression, as auto.rivalLead")
	sets := flag.String("sets", "", "only these sets, separated by commas; those of the room when not given")
	flag.Parse()
	if err := ablate(os.Stdout, *data, *steps, *constants, *sets); err != nil {
		fmt.Fprintln(os.Stderr, "ablate:", err)
		os.Exit(1)
	}
}

// ablate prints a row for every change and set.
func ablate(w io.Writer, data, steps, constants, sets string) error {
	changes, err := changesOf(steps)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "ablate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	m := measurer{data: data, folder: folder}
	if sets != "" {
		m.sets = strings.Split(sets, ",")
	}
	if constants != "" {
		return m.sensitivity(w, constants)
	}
	if m.plain, err = m.build("plain", nil); err != nil {
		return err
	}
	fmt.Fprintln(w, "| change | set | mean error % | better, worse | numbers right | CPU s |\n|---|---|---|---|---|---|")
	for _, c := range changes {
		if err := m.rows(w, c); err != nil {
			return err
		}
	}
	return nil
}

// changesOf returns the steps whose names match, in the order of the table.
func changesOf(steps string) ([]change, error) {
	if steps == "" {
		return nil, nil
	}
	of, err := regexp.Compile(steps)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(allSteps), func(c change) bool { return !of.MatchString(c.name) }), nil
}

// change replaces a text of a file, which is there once, by another.
type change struct {
	name, file, old, new string
}

// room is the folder of the file below segment.
func (c change) room() string { return filepath.Base(filepath.Dir(c.file)) }

// apply returns the file's text after the change.
func (c change) apply() (string, error) {
	text, err := os.ReadFile(c.file)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(text), c.old); n != 1 {
		return "", fmt.Errorf("%s: expected %q once in %s, found it %d times", c.name, c.old, c.file, n)
	}
	return strings.Replace(string(text), c.old, c.new, 1), nil
}

// measurer builds and runs.
type measurer struct {
	data, folder, plain string
	sets                []string           // in place of those of the rooms, if any
	known               map[string]outcome // of the program as it is, by set
}

// build builds the command with other texts for some files, by their paths, and returns
// where it is.
func (m *measurer) build(name string, texts map[string]string) (string, error) {
	binary, replaced := filepath.Join(m.folder, name), map[string]string{}
	for path, text := range texts {
		original, err := filepath.Abs(path)
		if err != nil {
			return "", err
		}
		file := filepath.Join(m.folder, fmt.Sprintf("changed%d.go", len(replaced)))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return "", err
		}
		replaced[original] = file
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(m.folder, "overlay.json")
	if err := os.WriteFile(overlay, replace, 0o666); err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-overlay", overlay, "-o", binary, "./hopkins/internal/ablate")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, text)
	}
	return binary, nil
}

// setsOf returns the sets that changes of a room are measured on.
func (m *measurer) setsOf(of map[string][]string, room string) ([]set, error) {
	names := of[room]
	if m.sets != nil {
		names = m.sets
	}
	var found []set
	for _, name := range names {
		at := slices.IndexFunc(allSets, func(s set) bool { return s.name == name })
		if at < 0 {
			return nil, fmt.Errorf("set: expected one of %s, found %q", strings.Join(setNames(), ", "), name)
		}
		found = append(found, allSets[at])
	}
	return found, nil
}

// before measures a set by the program as it is, once.
func (m *measurer) before(s set) (outcome, error) {
	if o, ok := m.known[s.name]; ok {
		return o, nil
	}
	o, err := s.measure(m.plain, m.data)
	if err != nil {
		return outcome{}, fmt.Errorf("%s: %w", s.name, err)
	}
	if m.known == nil {
		m.known = map[string]outcome{}
	}
	m.known[s.name] = o
	return o, nil
}

// rows prints what a change does to the sets of its room.
func (m *measurer) rows(w io.Writer, c change) error {
	text, err := c.apply()
	if err != nil {
		return err
	}
	binary, err := m.build("changed", map[string]string{c.file: text})
	if err != nil {
		fmt.Fprintf(w, "| %s | | does not build: %s | | | |\n", c.name, strings.Fields(err.Error()))
		return nil
	}
	sets, err := m.setsOf(rooms, c.room())
	if err != nil {
		return err
	}
	for _, s := range sets {
		before, err := m.before(s)
		if err != nil {
			return err
		}
		after, err := s.measure(binary, m.data)
		if err != nil {
			fmt.Fprintf(w, "| %s | %s | %.3f → fails: %v | | | |\n", c.name, s.name, before.mean(), err)
			continue
		}
		fmt.Fprintln(w, row(c.name, s.name, before, after))
	}
	return nil
}
