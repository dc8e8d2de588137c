// Command ablate says what each step of the methods is worth, and how much each constant
// matters: it builds the program with one step taken out, or one constant halved and
// doubled, runs benchmarks of it and of the program as it is, and prints a row of Markdown
// for each change. The sources are left alone: the compiler is given the changed file in
// place of the original. From the repository:
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
	changes, err := changesOf(steps, constants)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "ablate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	m := measurer{data: data, folder: folder}
	if m.plain, err = m.build(nil); err != nil {
		return err
	}
	fmt.Fprintln(w, "| change | set | mean error % | better, worse | numbers right | CPU s |\n|---|---|---|---|---|---|")
	for _, c := range changes {
		names := rooms[c.room()]
		if sets != "" {
			names = strings.Split(sets, ",")
		}
		if err := m.rows(w, c, names); err != nil {
			return err
		}
	}
	return nil
}

// changesOf returns the changes whose names match, in the order of the table.
func changesOf(steps, constants string) ([]change, error) {
	of := regexp.MustCompile("$^")
	var changes []change
	var err error
	if steps != "" {
		if of, err = regexp.Compile(steps); err != nil {
			return nil, err
		}
	}
	for _, s := range allSteps {
		if of.MatchString(s.name) {
			changes = append(changes, s)
		}
	}
	if constants == "" {
		return changes, nil
	}
	if of, err = regexp.Compile(constants); err != nil {
		return nil, err
	}
	found, err := constantsOf("segment")
	if err != nil {
		return nil, err
	}
	for _, c := range found {
		if of.MatchString(c.name) {
			changes = append(changes, c.scaled("½", 0.5), c.scaled("2", 2))
		}
	}
	return changes, nil
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
	known               map[string]outcome // of the program as it is, by set
}

// build builds the command with a change, nil for none, and returns its path.
func (m *measurer) build(c *change) (string, error) {
	args := []string{"build"}
	binary := filepath.Join(m.folder, "plain")
	if c != nil {
		binary = filepath.Join(m.folder, "changed")
		text, err := c.apply()
		if err != nil {
			return "", err
		}
		file, overlay := filepath.Join(m.folder, "changed.go"), filepath.Join(m.folder, "overlay.json")
		original, err := filepath.Abs(c.file)
		if err != nil {
			return "", err
		}
		replace, err := json.Marshal(map[string]map[string]string{"Replace": {original: file}})
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return "", err
		}
		if err := os.WriteFile(overlay, replace, 0o666); err != nil {
			return "", err
		}
		args = append(args, "-overlay", overlay)
	}
	build := exec.Command("go", append(args, "-o", binary, "./hopkins/internal/ablate")...)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, text)
	}
	return binary, nil
}

// rows prints what a change does to the sets of these names.
func (m *measurer) rows(w io.Writer, c change, names []string) error {
	binary, err := m.build(&c)
	if err != nil {
		fmt.Fprintf(w, "| %s | | does not build: %s | | | |\n", c.name, strings.Fields(err.Error()))
		return nil
	}
	for _, name := range names {
		at := slices.IndexFunc(allSets, func(s set) bool { return s.name == name })
		if at < 0 {
			return fmt.Errorf("set: expected one of %s, found %q", strings.Join(setNames(), ", "), name)
		}
		s := allSets[at]
		before, ok := m.known[name]
		if !ok {
			if before, err = s.measure(m.plain, m.data); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if m.known == nil {
				m.known = map[string]outcome{}
			}
			m.known[name] = before
		}
		after, err := s.measure(binary, m.data)
		if err != nil {
			fmt.Fprintf(w, "| %s | %s | %.3f → fails: %v | | | |\n", c.name, name, before.mean(), err)
			continue
		}
		fmt.Fprintln(w, row(c.name, name, before, after))
	}
	return nil
}
