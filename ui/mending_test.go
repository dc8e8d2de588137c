package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"motionseg/hopkins"
	"motionseg/ui/session"
)

// exportAs chooses something to write in the dialog, and whose.
func exportAs(t *testing.T, r *rig, of exportOf, label string) {
	t.Helper()
	showExport(r.exporter)
	d := r.exporter.exporting
	source := slices.Index(d.sources, of)
	if source < 0 {
		t.Fatalf("there is nothing of %+v to export", of)
	}
	d.source.SetSelectedIndex(source)
	i := slices.IndexFunc(d.choices, func(c exportChoice) bool { return c.label == label })
	if i < 0 {
		t.Fatalf("there is no %q to choose", label)
	}
	d.list.Select(i)
	d.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

// TestMendSaveReopenExport does what a user does who makes a ground truth: runs,
// mends by hand, takes that as the truth, saves, ends the program, starts it
// again, exports, and opens what was exported, where nothing is wrong.
func TestMendSaveReopenExport(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "settings.json")
	with := func(c *session.Config) { c.SettingsPath, c.AutosaveDir = settings, t.TempDir() }
	r := withExample(t, with)
	r.runBoth()
	left := r.sides[session.Left].view
	if r.sides[session.Left].errorNow.String() != "7.5 %" {
		t.Fatalf("SSC has %s", r.sides[session.Left].errorNow.String())
	}
	// The labels of the left side are begun with, and its three wrong tracks mended.
	test.Tap(r.analysis.mine.begin[session.Left])
	test.Tap(r.analysis.mine.follow)
	for track := range 3 {
		click(left, r.at(left, track), 0)
		r.labeller.giveKey(fyne.Key1, fyne.KeyModifierShift)
		r.settle()
	}
	if got := r.sides[session.Left].errorNow.String(); got != "0.0 %" {
		t.Fatalf("mended: %s", got)
	}
	test.Tap(r.analysis.mine.truth)
	r.settle()
	project := filepath.Join(t.TempDir(), "work.motionseg")
	test.Tap(r.toolbar.run)
	r.settle()
	r.projects.saveProject()
	r.opener.chooser.Type(project)
	r.settle()
	if _, err := os.Stat(project); err != nil || len(r.problems) > 0 {
		t.Fatalf("not saved: %v, %+v", err, r.problems)
	}
	want := slices.Clone(r.session.Mine.Labels())
	r.close()
	r.settle()

	again := newRig(t, with)
	again.session.LoadSettings()
	again.open("", "")
	again.settle()
	again.capture()
	s := again.session
	if s.Keeping.Path() != project || !slices.Equal(s.Mine.Labels(), want) || !s.Doc.TruthByHand() {
		t.Fatalf("opened again: %q, %v", s.Keeping.Path(), s.Mine.Labels())
	}
	for _, side := range session.Both {
		if s.Sides.State(side) != session.Done || !slices.Equal(s.Sides.Labels(side), r.session.Sides.Labels(side)) {
			t.Errorf("opened again, the %s side is %d with %v", side, s.Sides.State(side), s.Sides.Labels(side))
		}
	}
	if n := len(again.analysis.runs.table.Rows()); n != 2 {
		t.Errorf("opened again, %d runs are listed", n)
	}
	exportAs(t, again, exportOf{mine: true}, "Folder like Hopkins155")
	folder := filepath.Join(t.TempDir(), "mended")
	again.opener.chooser.Type(folder)
	again.settle()
	truth := filepath.Join(folder, "mended_truth.mat")
	q, err := hopkins.Open(truth)
	if err != nil || !slices.Equal(q.Truth, want) {
		t.Fatalf("exported: %v", err)
	}
	s.OpenPath(truth)
	again.settle()
	test.Tap(again.toolbar.run)
	again.settle()
	if o := s.Sides.Outcome(session.Right); o.Score.Wrong != 0 || o.Score.Counted != 40 ||
		again.sides[session.Right].errorNow.String() != "0.0 %" {
		t.Errorf("opened, LRKSC auto errs on %d of %d", o.Score.Wrong, o.Score.Counted)
	}
	if len(again.problems) > 0 {
		t.Errorf("problems %+v", again.problems)
	}
}

// What cannot be opened again at the start is said in the status line, and the
// example is open.
func TestGoneProjectIsASentence(t *testing.T) {
	r := newRig(t, nil)
	r.session.Settings().Project = filepath.Join(t.TempDir(), "gone.motionseg")
	r.open("", "")
	r.settle()
	want := fmt.Sprintf("The project of last time is gone: %s", r.session.Settings().Project)
	if r.session.Doc.Name() != "turning" || len(r.problems) > 0 || r.status.line.Text != want {
		t.Errorf("%s is open, the status line says %q; %+v", r.session.Doc.Name(), r.status.line.Text, r.problems)
	}
	test.Tap(r.toolbar.run)
	r.settle()
	if r.status.line.Text == want {
		t.Error("it is still said after a run")
	}
}
