package ui

import (
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"motionseg/ui/session"
)

// TestExportDialog: what is seen comes first, labels by hand are written in every
// format in which those of a method are, the beginning of the file is shown, and
// arrows and Enter are enough.
func TestExportDialog(t *testing.T) {
	r := withExample(t, nil)
	r.keyboard.typedRune('e')
	if r.exporter.exporting != nil {
		t.Error("without labels there is something to export")
	}
	r.keyboard.typedKey(fyne.KeyEscape)
	r.runBoth()
	r.session.Mine.Begin(session.Right)
	showMine(r.session, session.Right)
	d := r.session.View.Display()
	d.Views = session.RightView
	r.session.View.SetDisplay(d)
	r.keyboard.typedRune('e')
	x := r.exporter.exporting
	if x == nil || x.sources[0] != (exportOf{mine: true}) || x.source.Selected != "what I see: By hand" ||
		len(x.sources) != 3 {
		t.Fatalf("offered are %+v", x.sources)
	}
	mine, method := map[string]bool{}, map[string]bool{}
	for _, c := range exportChoices(r.session, exportOf{mine: true}) {
		mine[c.label] = true
	}
	for _, c := range exportChoices(r.session, exportOf{side: session.Right}) {
		method[c.label] = true
	}
	for label := range method {
		if !mine[label] && !strings.Contains(label, "matrix") && !strings.Contains(label, "plot") {
			t.Errorf("%s is not offered for labels by hand", label)
		}
	}
	for range 2 {
		x.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
	if c := x.choices[x.at]; c.label != "Labels (CSV)" ||
		!strings.HasPrefix(x.text.Text, "track,label,truth\n1,1,1\n") || x.does.Text != "turning-mine-labels.csv" {
		t.Errorf("%s would be %s: %q", c.label, x.does.Text, x.text.Text)
	}
	if x.picture.Raster.Visible() || !x.scroll.Visible() {
		t.Error("a file of text is shown as a picture")
	}
	x.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	path := filepath.Join(t.TempDir(), "labels.csv")
	r.opener.chooser.Type(path)
	r.settle()
	r.session.View.ShowAll()
	r.session.Sides.Cancel()
	if got := r.status.text(); got != "Written: "+path {
		t.Errorf("after writing the status line says %q", got)
	}
	if title(r.session, session.Right) != "By hand" {
		t.Errorf("a film of labels by hand is headed %q", title(r.session, session.Right))
	}
	f := newFilmDialog(r.exporter)
	if f.sides.Selected != "what I see" || len(f.animation().Views) != 1 || f.rate.Text != "25" {
		t.Errorf("a film shows %s at %s frames a second", f.sides.Selected, f.rate.Text)
	}
}
