//go:build !windows

package portal

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fakeScripting puts a shell script into the path in place of osascript. It writes
// its arguments, each ended by a zero, into the file that is returned.
func fakeScripting(t *testing.T, answer string) (arguments string) {
	t.Helper()
	folder := t.TempDir()
	arguments = filepath.Join(folder, "arguments")
	script := "#!/bin/sh\nprintf '%s\\0' \"$@\" >'" + arguments + "'\n" + answer + "\n"
	if err := os.WriteFile(filepath.Join(folder, "osascript"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	return arguments
}

// TestScript: what is asked for reaches osascript word for word, and the path comes
// back as it is.
func TestScript(t *testing.T) {
	folder := filepath.Join(t.TempDir(), `it's "here" \ $(now)`)
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	const title, name = `Save "labels" & 'more'`, `a "b" \n.csv`
	for _, c := range []struct {
		request  Request
		command  string
		printed  string
		expected string
	}{
		{Request{Kind: OpenFile, Title: title, Folder: folder, Extensions: []string{".csv"}},
			"choose file with prompt (item 1 of argv) default location ((POSIX file (item 3 of argv)) as alias)",
			`/Users/ann/Müller's "tracks" \ 1.csv`, `/Users/ann/Müller's "tracks" \ 1.csv`},
		{Request{Kind: OpenFile, Title: title, Folder: folder + "/gone"}, "choose file with prompt (item 1 of argv)",
			"/a.csv", "/a.csv"},
		{Request{Kind: OpenFolder, Title: title}, "choose folder with prompt (item 1 of argv)", "/Users/ann/cars/",
			"/Users/ann/cars"},
		{Request{Kind: SaveFile, Title: title, Name: name},
			"choose file name with prompt (item 1 of argv) default name (item 2 of argv)", "/a\nb", "/a\nb"},
		{Request{}, "choose file with prompt (item 1 of argv)", "", ""}, // cancelled
	} {
		at := fakeScripting(t, "cat <<'end'\n"+c.printed+"\nend")
		path, err := askScript(t.Context(), c.request)
		if err != nil || path != c.expected {
			t.Errorf("printed %q: %q, %v", c.printed, path, err)
		}
		text, err := os.ReadFile(at)
		if err != nil {
			t.Fatal(err)
		}
		given := strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
		if last := given[len(given)-3:]; !slices.Equal(last, []string{c.request.Title, c.request.Name, c.request.Folder}) {
			t.Errorf("given are %q", last)
		}
		lines := given[:len(given)-3]
		if !slices.Contains(lines, "return POSIX path of ("+c.command+")") {
			t.Errorf("%q is not in %q", c.command, lines)
		}
		for i, line := range lines {
			if (line == "-e") != (i%2 == 0) {
				t.Errorf("argument %d is %q", i, line)
			}
		}
	}
}

// TestScriptInVain: without osascript, or where it has only a complaint, the
// program's own dialog is to ask.
func TestScriptInVain(t *testing.T) {
	fakeScripting(t, "echo 'execution error: no window server (-10810)' >&2; exit 1")
	if _, err := askScript(t.Context(), Request{}); !errors.Is(err, ErrNone) ||
		!strings.Contains(err.Error(), "no window server") {
		t.Errorf("a failure: %v", err)
	}
	fakeScripting(t, "echo missing value")
	if _, err := askScript(t.Context(), Request{}); !errors.Is(err, ErrNone) ||
		!strings.Contains(err.Error(), "missing value") {
		t.Errorf("no path: %v", err)
	}
	at := fakeScripting(t, "exec sleep 60")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for {
			if _, err := os.Stat(at); err == nil {
				cancel()
				return
			}
		}
	}()
	if _, err := askScript(ctx, Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the window closes: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := askScript(t.Context(), Request{}); !errors.Is(err, ErrNone) {
		t.Errorf("without osascript: %v", err)
	}
}
