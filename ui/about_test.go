package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"motionseg/assets"
	"motionseg/ui/kit"
)

// TestAbout: the dialog names the version, commit and date, and the licence of
// everything that is built in.
func TestAbout(t *testing.T) {
	r := newRig(t, nil)
	r.version = "1.2.3, commit abc, 2026-01-02"
	r.pages.showAbout()
	tabs := find[*container.AppTabs](t, r.win.Canvas().Overlays().Top())
	if text := aboutText(r.version); !strings.HasPrefix(text, "# MotionSeg 1.2.3\n\ncommit abc\n\n2026-01-02\n") {
		t.Errorf("About begins with %.60q", text)
	}
	links := 0
	for _, o := range test.LaidOutObjects(tabs.Items[0].Content) {
		if b, ok := o.(*kit.Button); ok {
			test.Tap(b)
		}
		if text, ok := o.(*widget.RichText); ok {
			for _, part := range text.Segments {
				if p, ok := part.(*widget.HyperlinkSegment); ok && p.URL.String() == "https://arxiv.org/abs/1707.04974" {
					links++
				}
				if p, ok := part.(*widget.ParagraphSegment); ok {
					for _, part := range p.Texts {
						if l, ok := part.(*widget.HyperlinkSegment); ok && l.URL.String() == "https://arxiv.org/abs/1707.04974" {
							links++
						}
					}
				}
			}
		}
	}
	if got := r.app.Clipboard().Content(); links == 0 || !strings.HasPrefix(got, "@article{ji2017adaptive,") {
		t.Errorf("%d links to the paper, on the clipboard is %q", links, got)
	}

	tabs.SelectIndex(1)
	split := tabs.Items[1].Content.(*container.Split)
	names, text := split.Leading.(*kit.Rows), split.Trailing.(*container.Scroll).Content.(*widget.Label)
	all := assets.Licences()
	if names.Length() != len(all) {
		t.Errorf("%d licences are listed, expected %d", names.Length(), len(all))
	}
	for i, l := range all {
		names.Select(i)
		if !strings.HasPrefix(text.Text, l.Name) || !strings.HasSuffix(text.Text, l.Text) {
			t.Errorf("%s shows %.60q", l.Name, text.Text)
		}
	}
}

// find returns the first object of a type below another one.
func find[T fyne.CanvasObject](t *testing.T, root fyne.CanvasObject) T {
	t.Helper()
	for _, o := range test.LaidOutObjects(root) {
		if found, ok := o.(T); ok {
			return found
		}
	}
	t.Fatalf("there is no %T", *new(T))
	panic("unreachable")
}
