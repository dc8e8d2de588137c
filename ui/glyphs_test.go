package ui

import (
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font/sfnt"

	"motionseg/assets"
	"motionseg/segment"
	"motionseg/ui/kit"
)

// TestFontHasEveryLetter: the fonts that come with the toolkit must have all
// letters that the window shows, as a system may have no others.
func TestFontHasEveryLetter(t *testing.T) {
	fonts := map[string]*sfnt.Font{}
	for name, resource := range map[string]fyne.Resource{"regular": theme.DefaultTextFont(),
		"bold": theme.DefaultTextBoldFont()} {
		f, err := sfnt.Parse(resource.Content())
		if err != nil {
			t.Fatal(err)
		}
		fonts[name] = f
	}
	var buffer sfnt.Buffer
	check := func(where, text string) {
		for _, r := range text {
			for name, f := range fonts {
				if i, err := f.GlyphIndex(&buffer, r); r > ' ' && (i == 0 || err != nil) {
					t.Errorf("%s: %q has %q, which the %s font lacks", where, text, r, name)
				}
			}
		}
	}
	for _, m := range segment.Methods() {
		d := m.Describe()
		check(d.Name, kit.Legible(d.Title+d.Summary+d.Citation))
		for _, p := range d.Presets {
			check(d.Name, kit.Legible(p.Source))
		}
		for _, p := range d.Params {
			check(d.Name+" "+p.Name, kit.Legible(p.Symbol+p.Help+p.Range()+strings.Join(p.Choices, "")))
		}
	}
	for _, p := range assets.HelpPages() {
		for _, word := range strings.Fields(kit.Legible(p.Text)) {
			check(p.File, word)
		}
	}
	// Code is on the pages of the help only.
	code, err := sfnt.Parse(theme.DefaultTextMonospaceFont().Content())
	if err != nil {
		t.Fatal(err)
	}
	prose := fonts
	fonts = map[string]*sfnt.Font{"monospace": code}
	for _, p := range assets.HelpPages() {
		for _, text := range regexp.MustCompile("(?m)`[^`\n]+`|^    .*$").FindAllString(kit.Legible(p.Text), -1) {
			check(p.File, text)
		}
	}
	fonts = prose
	for _, folder := range []string{".", "session"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			// glyphs.go names the letters that it replaces.
			if strings.HasSuffix(path, "_test.go") || path == "glyphs.go" {
				continue
			}
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var s scanner.Scanner
			set := token.NewFileSet()
			s.Init(set.AddFile(path, set.Base(), len(source)), source, nil, 0)
			for {
				_, kind, literal := s.Scan()
				if kind == token.EOF {
					break
				}
				if kind == token.STRING {
					check(path, literal)
				}
			}
		}
	}
}
