// Command licences collects the licences of everything that is built into the
// program, on any of the systems it is packaged for, into licences.txt. It
// fails when a module has none.
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"motionseg/assets"
)

// systems are those that the program is packaged for. Each builds in modules of
// its own.
var systems = []string{"linux", "windows", "darwin"}

// licenceFile matches the names of files with terms of use. FTL is FreeType's.
var licenceFile = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|patents|ofl|ftl)([-._].*)?$`)

// passedOver are folders of a module that are never built in.
var passedOver = regexp.MustCompile(`^(testdata|cmd|examples?|vendor|[._].*)$`)

func main() {
	if err := write("licences.txt"); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func write(path string) error {
	root, err := output("", "env", "GOROOT")
	if err != nil {
		return err
	}
	standard := module{name: "Go standard library and runtime", dir: strings.TrimSpace(root), rootOnly: true}
	modules := map[string]module{standard.name: standard}
	for _, system := range systems {
		if err := addModules(modules, system); err != nil {
			return err
		}
	}
	var all []assets.Licence
	for _, m := range modules {
		text, err := m.licences()
		if err != nil {
			return err
		}
		all = append(all, assets.Licence{Name: m.name, Version: m.version, Text: text})
	}
	slices.SortFunc(all, func(a, b assets.Licence) int { return strings.Compare(a.Name, b.Name) })
	text, err := assets.FormatLicences(all)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}

type module struct {
	name, version, dir string
	rootOnly           bool // whether dir alone is searched, and not the folders in it
}

// addModules adds the modules of all packages that the program has on a system.
func addModules(modules map[string]module, system string) error {
	list, err := output(system, "list", "-deps", "-f",
		`{{with .Module}}{{if not .Main}}{{.Path}}	{{.Version}}	{{.Dir}}{{end}}{{end}}`, "motionseg")
	if err != nil {
		return err
	}
	for line := range strings.Lines(list) {
		if field := strings.Split(strings.TrimSpace(line), "\t"); len(field) == 3 {
			modules[field[0]] = module{name: field[0], version: field[1], dir: field[2]}
		}
	}
	return nil
}

// output runs the go command for a system, empty for this one. To list packages
// needs no C compiler.
func output(system string, args ...string) (string, error) {
	command := exec.Command("go", args...)
	command.Env = append(os.Environ(), "CGO_ENABLED=1")
	if system != "" {
		command.Env = append(command.Env, "GOOS="+system, "GOARCH=amd64")
	}
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", command, err, &stderr)
	}
	return string(out), nil
}

// licences returns the texts of the module's licence files, each below its path
// where there are several.
func (m module) licences() (string, error) {
	var paths []string
	err := fs.WalkDir(os.DirFS(m.dir), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (m.rootOnly || passedOver.MatchString(d.Name())):
			return fs.SkipDir
		case d.Type().IsRegular() && licenceFile.MatchString(d.Name()) && filepath.Ext(path) != ".go":
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if len(paths) == 0 {
		return "", fmt.Errorf("%s %s: no licence found in %s", m.name, m.version, m.dir)
	}
	var text strings.Builder
	for _, path := range paths {
		content, err := os.ReadFile(filepath.Join(m.dir, path))
		if err != nil {
			return "", err
		}
		if len(paths) > 1 {
			fmt.Fprintf(&text, "--- %s\n\n", path)
		}
		for line := range strings.Lines(strings.Trim(string(content), "\r\n\f")) {
			fmt.Fprintln(&text, strings.TrimRight(line, " \t\r\n\f"))
		}
		fmt.Fprintln(&text)
	}
	return strings.TrimSpace(text.String()), nil
}
