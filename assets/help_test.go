package assets

import (
	"bytes"
	"image/png"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// linkPattern finds the targets of Markdown's links and pictures.
var linkPattern = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// fence finds code, in which nothing is a link.
var fence = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")

// targets returns what a page links to.
func targets(text string) []string {
	var all []string
	for _, m := range linkPattern.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		all = append(all, m[1])
	}
	return all
}

// TestHelpIsComplete: every page is listed once, has a heading, and is in the
// table of contents; every picture is sound, small and shown somewhere.
func TestHelpIsComplete(t *testing.T) {
	pages := HelpPages()
	files, err := fs.Glob(Help(), "*.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	shown := map[string]bool{}
	for i, p := range pages {
		listed = append(listed, p.File)
		if p.Title == "" || !strings.HasPrefix(p.Text, "# "+p.Title+"\n") || strings.Count("\n"+p.Text, "\n# ") != 1 {
			t.Errorf("%s: expected one heading, at the top, found %q", p.File, p.Title)
		}
		if i > 0 && !strings.Contains(pages[0].Text, "]("+p.File+")") {
			t.Errorf("%s is missing in the table of contents", p.File)
		}
		for _, target := range targets(p.Text) {
			shown[target] = true
		}
	}
	slices.Sort(listed)
	if !slices.Equal(listed, files) {
		t.Errorf("the pages are %v, the files %v", listed, files)
	}
	pictures, err := fs.Glob(Help(), "*.png")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, name := range pictures {
		content, err := fs.ReadFile(Help(), name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.Decode(bytes.NewReader(content))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(content) > 150_000 {
			t.Errorf("%s has %d bytes, at most 150 000 are allowed", name, len(content))
		}
		total += len(content)
		if light := strings.Replace(name, "-dark.", "-light.", 1); light != name {
			twin, err := fs.ReadFile(Help(), light)
			if err != nil {
				t.Errorf("%s has no light twin", name)
				continue
			}
			if c, err := png.DecodeConfig(bytes.NewReader(twin)); err != nil || c.Width != m.Bounds().Dx() ||
				c.Height != m.Bounds().Dy() {
				t.Errorf("%s is not of the size of its twin", name)
			}
			name = light
		}
		if !shown[name] {
			t.Errorf("%s is on no page", name)
		}
	}
	if len(pictures) == 0 || total > 800_000 {
		t.Errorf("%d pictures have %d bytes, at most 800 000 are allowed", len(pictures), total)
	}
}

// TestNoDeadLinks follows the links of every Markdown file of the project. Pages
// of the help link to each other only, as the window has nothing else to show.
func TestNoDeadLinks(t *testing.T) {
	checked := 0
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "dist") {
			return filepath.SkipDir
		}
		if filepath.Ext(file) != ".md" {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		help := filepath.Base(filepath.Dir(file)) == "help"
		for _, target := range targets(string(text)) {
			if strings.HasPrefix(target, "http://") || strings.HasPrefix(target, "https://") {
				continue
			}
			checked++
			if target, _, _ = strings.Cut(target, "#"); target == "" {
				continue // on the same page
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), filepath.FromSlash(target))); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			if help && path.Base(target) != target {
				t.Errorf("%s links to %s, which is not embedded", file, target)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 30 {
		t.Errorf("only %d links were found", checked)
	}
}

// TestMeasuredAgain: the errors that the README repeats are those of the page.
// Times are in the README alone.
func TestMeasuredAgain(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	page, err := fs.ReadFile(Help(), "measured.md")
	if err != nil {
		t.Fatal(err)
	}
	_, measured, _ := strings.Cut(string(readme), "\n## Measured\n")
	measured, _, _ = strings.Cut(measured, "\n### Speed\n")
	measured, _, _ = strings.Cut(measured, "\n## ")
	rows := 0
	for line := range strings.Lines(measured) {
		if strings.HasPrefix(line, "|") {
			rows++
			if !bytes.Contains(page, []byte(line)) {
				t.Errorf("measured.md does not have the line %s", line)
			}
		}
	}
	if rows < 10 {
		t.Errorf("only %d lines of tables were found in the README", rows)
	}
}
