package ui

import (
	"bytes"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"motionseg/assets"
	"motionseg/ui/kit"
)

// linksOf returns the links of the page that the help shows.
func linksOf(h *helpWindow) []*widget.HyperlinkSegment {
	var links []*widget.HyperlinkSegment
	var walk func(parts []widget.RichTextSegment)
	walk = func(parts []widget.RichTextSegment) {
		for _, part := range parts {
			switch p := part.(type) {
			case *widget.HyperlinkSegment:
				links = append(links, p)
			case *widget.ListSegment:
				walk(p.Items)
			case *widget.ParagraphSegment:
				walk(p.Texts)
			}
		}
	}
	for _, o := range test.LaidOutObjects(h.sheet.Column) {
		if text, ok := o.(*widget.RichText); ok {
			walk(text.Segments)
		}
	}
	return links
}

// TestHelpPages opens every page from the list: it shows all its tables, code
// and pictures, nothing lies over anything else or beyond the edge, and every
// link leads to its page and Back from there.
func TestHelpPages(t *testing.T) {
	r := newRig(t, nil)
	r.keyboard.typedKey(fyne.KeyF1)
	h := r.pages.help
	if h == nil {
		t.Fatal("F1 opens no help")
	}
	h.win.Resize(fyne.NewSize(1000, 700))
	for i, page := range assets.HelpPages() {
		h.list.Select(i)
		if h.page != i {
			t.Fatalf("%s: page %d is shown, want %d", page.File, h.page, i)
		}
		layout := h.sheet.Column.Layout.(*kit.SheetLayout)
		bottom, pictures := float32(0), 0
		for k, p := range h.sheet.Pieces {
			at, size := p.Object.Position(), p.Object.Size()
			if at.Y < bottom || size.Height < 5 || at.X+size.Width > h.sheet.Object.Size().Width {
				t.Errorf("%s: piece %d at %v, size %v, below %v", page.File, k, at, size, bottom)
			}
			bottom = at.Y + size.Height
		}
		if len(h.sheet.Pieces) < 3 || layout.Height < bottom || h.sheet.Column.MinSize().Height != layout.Height {
			t.Errorf("%s: %d pieces, %v high of %v", page.File, len(h.sheet.Pieces), bottom, layout.Height)
		}
		for _, p := range h.sheet.Pieces {
			if first[*container.Scroll](p.Object) != nil {
				continue // code scrolls
			}
			for _, o := range test.LaidOutObjects(p.Object) {
				text, ok := o.(*widget.RichText)
				if !ok {
					continue
				}
				if strings.HasSuffix(text.String(), "is missing.") {
					t.Errorf("%s: %s", page.File, text)
				}
				if edge := o.Position().X + max(o.Size().Width, o.MinSize().Width); edge > layout.Width+1 {
					t.Errorf("%s: %.40q reaches to %v of %v", page.File, text, edge, layout.Width)
				}
			}
		}
		for _, p := range h.sheet.Pieces {
			if image := first[*canvas.Image](p.Object); image != nil {
				pictures++
				if s := image.Size(); s.Width > layout.Width || s.Width < 300 {
					t.Errorf("%s: a picture is %v", page.File, s)
				}
			}
		}
		if want := strings.Count(page.Text, "!["); pictures != want {
			t.Errorf("%s: %d pictures are shown, want %d", page.File, pictures, want)
		}
		links := linksOf(h)
		if want := strings.Count(page.Text, "](") - pictures; len(links) != want {
			t.Errorf("%s: %d links, want %d", page.File, len(links), want)
		}
		for _, link := range links {
			if link.URL.Scheme != "" {
				continue
			}
			if link.OnTapped(); link.URL.Path == "" {
				if h.page != i || h.sheet.Scroll.Offset.Y == 0 {
					t.Errorf("%s: the link to %s leads to %v of page %d", page.File, link.URL, h.sheet.Scroll.Offset, h.page)
				}
				continue
			}
			if got := h.pages[h.page].File; got != link.URL.Path {
				t.Errorf("%s: the link to %s leads to %s", page.File, link.URL, got)
			}
			if h.page != i {
				test.Tap(h.back)
			}
			if h.page != i {
				t.Errorf("%s: Back leads to %s", page.File, h.pages[h.page].File)
			}
		}
	}
	r.pages.showHelp()
	if r.pages.help != h {
		t.Error("a second window is opened")
	}
	h.sheet.Restyle()

	// Keys do the same wherever the keyboard is.
	c := h.win.Canvas()
	h.list.Select(3)
	c.Focus(h.list)
	h.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if h.page != 4 {
		t.Errorf("Down leads from page 3 to %d", h.page)
	}
	if c.Focused() != nil {
		t.Errorf("%T keeps the keyboard", c.Focused())
	}
	h.typedKey(fyne.KeyPageDown)
	if h.sheet.Scroll.Offset.Y == 0 {
		t.Error("Page Down does not scroll")
	}
	h.typedKey(fyne.KeyBackspace)
	if h.page != 3 || h.sheet.Scroll.Offset.Y != 0 {
		t.Errorf("Backspace leads to page %d at %v", h.page, h.sheet.Scroll.Offset)
	}
	c.Focus(h.list)
	h.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if r.pages.help != nil {
		t.Error("the help stays after Esc")
	}
}

// first returns the first object of a type at or below another one, nil where
// there is none.
func first[T fyne.CanvasObject](root fyne.CanvasObject) (found T) {
	for _, o := range test.LaidOutObjects(root) {
		if found, ok := o.(T); ok {
			return found
		}
	}
	return found
}

// TestGridWraps: a table is as wide as its text where there is room, and gets
// narrower and higher where there is not.
func TestGridWraps(t *testing.T) {
	newRig(t, nil)
	s := kit.NewSheet(func(string) bool { return false }, helpPicture)
	pieces := s.Read("| a | b |\n| --- | ---: |\n| short | " + strings.Repeat("word ", 40) + "|\n| x | [y](z.md) |\n")
	if len(pieces) != 1 {
		t.Fatalf("%d pieces, want one table", len(pieces))
	}
	wide, narrow := pieces[0].Height(3000), pieces[0].Height(400)
	if wide < 60 || narrow < wide+60 {
		t.Errorf("heights %v and %v", wide, narrow)
	}
}

// TestHelpPicture: the dark theme gets the dark twin of a picture, and the picture
// itself where there is none.
func TestHelpPicture(t *testing.T) {
	light, err := helpPicture("methods-light.png", false)
	if err != nil {
		t.Fatal(err)
	}
	dark, err := helpPicture("methods-light.png", true)
	if err != nil || dark.Name() != "methods-dark.png" || bytes.Equal(light.Content(), dark.Content()) {
		t.Errorf("the dark twin is %s, %v", dark.Name(), err)
	}
	if same, err := helpPicture("walk-run.png", true); err != nil || same.Name() != "walk-run.png" {
		t.Errorf("a picture without a twin: %v, %v", same, err)
	}
	if _, err := helpPicture("none.png", true); err == nil {
		t.Error("a missing picture is no error")
	}
}

// TestShortcutsPage: the page of shortcuts says what the program's own list does.
func TestShortcutsPage(t *testing.T) {
	var table strings.Builder
	for _, s := range shortcutList {
		table.WriteString("| " + s[0] + " | " + s[1] + " |\n")
	}
	for _, p := range assets.HelpPages() {
		if p.File == "shortcuts.md" && strings.Contains(p.Text, "| --- | --- |\n"+table.String()+"\n") {
			return
		}
	}
	t.Errorf("shortcuts.md does not have this table:\n%s", &table)
}

// TestHelpSearch: what is typed finds pages, in any case and order of its words,
// and Enter opens the first.
func TestHelpSearch(t *testing.T) {
	r := newRig(t, nil)
	r.pages.showHelp()
	h := r.pages.help
	test.Type(h.find, "Divided normalised groups")
	if len(h.found) != 1 || h.pages[h.found[0]].File != "glossary.md" {
		t.Fatalf("found are %v", h.found)
	}
	h.find.OnSubmitted("")
	if h.pages[h.page].File != "glossary.md" {
		t.Errorf("page %d is shown", h.page)
	}
	if h.sheet.Scroll.Offset.Y < 100 {
		t.Errorf("the page is shown from %v, not from what was found", h.sheet.Scroll.Offset.Y)
	}
	h.find.SetText("gaps")
	if h.pages[h.found[0]].File != "gaps.md" || len(h.found) < 3 {
		t.Errorf("found are %v, want that with the word in its title first", h.found)
	}
	h.find.SetText("")
	if len(h.found) != len(h.pages) {
		t.Errorf("%d of %d pages are listed", len(h.found), len(h.pages))
	}
	h.follow("methods.md")
	h.goBack()
	if h.pages[h.page].File != "glossary.md" {
		t.Errorf("Back leads to page %d", h.page)
	}
}

// TestHelpPlace: the help leaves the main window alone where the screen has room, and
// the left of it where it has not.
func TestHelpPlace(t *testing.T) {
	for _, c := range []struct {
		screen screenArea
		main   fyne.Size
		scale  float32
		x, y   int
		size   fyne.Size
	}{
		{screenArea{0, 0, 2560, 1440}, fyne.NewSize(1280, 800), 1, 1740, 32, fyne.NewSize(820, 720)},
		{screenArea{0, 0, 1920, 1080}, fyne.NewSize(1280, 800), 1, 1280, 32, fyne.NewSize(640, 720)},
		{screenArea{60, 20, 1280, 800}, fyne.NewSize(1280, 780), 1, 860, 52, fyne.NewSize(480, 720)},
		{screenArea{0, 0, 1920, 1080}, fyne.NewSize(1280, 640), 1.5, 1200, 48, fyne.NewSize(480, 656)},
		{screenArea{0, 0, 1280, 810}, fyne.NewSize(852, 512), 1.5, 740, 48, fyne.NewSize(360, 476)},
	} {
		if x, y, size := helpPlace(c.screen, c.main, c.scale); x != c.x || y != c.y || size != c.size {
			t.Errorf("on %v beside %v: %d, %d and %v", c.screen, c.main, x, y, size)
		}
	}
}

// TestNarrowHelp: where there is no room for both, the list is in place of the page
// while a page is looked for.
func TestNarrowHelp(t *testing.T) {
	r := newRig(t, nil)
	r.pages.showHelp()
	h := r.pages.help
	seen := func(o fyne.CanvasObject) bool { return o.Position().X < h.body.Size().Width }
	expect := func(when string, list, page bool) {
		t.Helper()
		if seen(h.list) != list || seen(h.sheet.Object) != page {
			t.Errorf("%s: list %v, page %v", when, seen(h.list), seen(h.sheet.Object))
		}
	}
	h.win.Resize(fyne.NewSize(820, 600))
	expect("wide", true, true)
	h.win.Resize(fyne.NewSize(480, 600))
	expect("narrow", false, true)
	test.Tap(h.turnTo)
	expect("the list asked for", true, false)
	h.list.Select(h.page)
	expect("the same page chosen", false, true)
	test.Type(h.find, "divided normalised groups")
	expect("searching", true, false)
	h.find.OnSubmitted("")
	expect("found", false, true)
	if h.pages[h.page].File != "glossary.md" {
		t.Errorf("page %d is shown", h.page)
	}
	h.win.Resize(fyne.NewSize(820, 600))
	expect("wide again", true, true)
}
