package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"motionseg/assets"
	"motionseg/hopkins/command"
)

// TestLicencesAreThere: the terms of every module that is built in are known,
// for the version that is built in.
func TestLicencesAreThere(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Deps) == 0 {
		t.Skip("this test was built without a list of its modules")
	}
	known := map[string]string{}
	for _, l := range assets.Licences() {
		known[l.Name] = l.Version
	}
	for _, m := range info.Deps {
		if m.Path != "motionseg" && known[m.Path] != m.Version {
			t.Errorf("%s %s is built in, assets/licences.txt has version %q: run go generate -run licences ./assets",
				m.Path, m.Version, known[m.Path])
		}
	}
}

func TestVersion(t *testing.T) {
	defer func(v, c, d string) { version, commit, date = v, c, d }(version, commit, date)
	version, commit, date = "1.2.3", "abc", "2026-01-02"
	var stdout, stderr bytes.Buffer
	code := program(nil).Run(t.Context(), []string{"--version"}, &stdout, &stderr)
	if got := stdout.String(); code != command.ExitOK || got != "motionseg 1.2.3, commit abc, 2026-01-02\n" {
		t.Errorf("--version prints %q, exit code %d, %s", got, code, &stderr)
	}
}

// TestNoNetwork: the program reads and writes files only. None of its packages
// imports what could reach a network.
func TestNoNetwork(t *testing.T) {
	for path, imports := range importsBelow(t, ".") {
		for _, name := range imports {
			if name == "net" || strings.HasPrefix(name, "net/") || strings.Contains(name, "x/net") {
				t.Errorf("%s imports %s", path, name)
			}
		}
	}
}

// TestNoDisplay: where no window can be shown the error says so, and what works
// without one.
func TestNoDisplay(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux can be without a display")
	}
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	var stdout, stderr bytes.Buffer
	code := serve(func(windows chan<- func()) int { return program(windows).Run(t.Context(), nil, &stdout, &stderr) })
	if text := stderr.String(); code != command.ExitFailure || !strings.Contains(text, "no display") ||
		!strings.Contains(text, "--help") {
		t.Errorf("exit code %d, %s", code, text)
	}
}

// TestCommandsNeedNoToolkit: the commands are built without a window and without C.
func TestCommandsNeedNoToolkit(t *testing.T) {
	for _, folder := range []string{"hopkins", "segment", "ui/render", "ui/draw"} {
		for path, imports := range importsBelow(t, folder) {
			for _, name := range imports {
				toolkit := strings.HasPrefix(name, "fyne.io/") || name == "C"
				window := strings.HasPrefix(name, "motionseg/ui") && !strings.HasPrefix(folder, "ui/")
				if toolkit || window {
					t.Errorf("%s imports %s", path, name)
				}
			}
		}
	}
}

// TestNoWindow: a program that is built without a window has no toolkit and no C in it.
func TestNoWindow(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command to ask what is built in")
	}
	list := exec.Command(tool, "list", "-deps", "-tags", "nowindow", ".")
	list.Env = append(os.Environ(), "CGO_ENABLED=0")
	packages, err := list.Output()
	if err != nil || !strings.Contains(string(packages), "motionseg/hopkins/command\n") {
		t.Fatalf("%v\n%s", err, packages)
	}
	for name := range strings.Lines(string(packages)) {
		if strings.HasPrefix(name, "fyne.io/") || strings.HasPrefix(name, "github.com/go-gl/") || name == "motionseg/ui\n" {
			t.Errorf("%s is built in", strings.TrimSpace(name))
		}
	}
}

// importsBelow returns what the files below a folder import, tests left out.
func importsBelow(t *testing.T, folder string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range file.Imports {
			found[path] = append(found[path], strings.Trim(i.Path.Value, `"`))
		}
		return nil
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("%s: %d files with imports, %v", folder, len(found), err)
	}
	return found
}
