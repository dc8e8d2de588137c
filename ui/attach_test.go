package ui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/portal"
	"motionseg/ui/session"
)

// TestImportWithPictures: the import of a table takes a film or folder of
// pictures, their offset and the direction of y.
func TestImportWithPictures(t *testing.T) {
	r := newRig(t, nil)
	path := written(t, "tracks.csv", "track,frame,x,y\n1,1,10,20\n1,2,11,20\n2,1,60,40\n2,2,61,41\n")
	film := writeFilm(t, 5)
	p, err := hopkins.PreviewTable(path, previewRows)
	if err != nil {
		t.Fatal(err)
	}
	d := newImportDialog(r.opener, path, p)
	d.dialog.Show()
	if !d.attach.first.Disabled() || d.use.Disabled() {
		t.Errorf("without pictures: offset enabled %v, import enabled %v: %q", !d.attach.first.Disabled(),
			!d.use.Disabled(), d.state.Text)
	}
	d.setPictures(film)
	if d.attach.first.Disabled() || d.chosenName.Text != "film" {
		t.Errorf("%q, offset enabled %v", d.chosenName.Text, !d.attach.first.Disabled())
	}
	d.attach.first.SetText("two")
	if !d.use.Disabled() || !strings.Contains(d.state.Text, "first frame") {
		t.Errorf("a word for a number: %q", d.state.Text)
	}
	d.attach.first.SetText("3")
	d.attach.y.SetSelectedIndex(2)
	test.Tap(d.use)
	r.settle()
	s := r.session.Doc.Sequence()
	if s == nil || s.Footage == nil || s.Footage.Path != film || s.Footage.First != 2 || s.Width != 120 ||
		!r.session.Doc.Upward() {
		t.Fatalf("open is %+v, upward %v; problems %v", s, r.session.Doc.Upward(), r.problems)
	}
	if a := r.session.Settings().Attached[path]; a.Path != film || a.Upward != "up" {
		t.Errorf("remembered is %+v", a)
	}

	// Pictures that are none are named, and nothing is opened.
	d = newImportDialog(r.opener, path, p)
	d.setPictures(filepath.Join(t.TempDir(), "gone"))
	test.Tap(d.use)
	r.settle()
	if len(r.problems) != 1 || !strings.Contains(r.problems[0].Reason, "gone") ||
		!strings.Contains(r.problems[0].Advice, "picture for each frame") || r.session.Doc.Sequence() != s {
		t.Errorf("problems %+v", r.problems)
	}

	// Direction alone.
	d = newImportDialog(r.opener, path, p)
	d.attach.y.SetSelectedIndex(1)
	test.Tap(d.use)
	r.settle()
	if r.session.Doc.Upward() {
		t.Error("y grows upwards")
	}
}

// TestShortPicturesOfTracksWithGaps: what is said of the gaps does not hide that
// the pictures end before the tracks.
func TestShortPicturesOfTracksWithGaps(t *testing.T) {
	r := newRig(t, func(c *session.Config) { c.OpenPictures = openPictures })
	var rows strings.Builder
	rows.WriteString("track,frame,x,y\n")
	for track := range 8 {
		for frame := range 8 - track%2 {
			fmt.Fprintf(&rows, "%d,%d,%d,%d\n", track+1, frame+1, 10+9*track+frame, 20+7*track)
		}
	}
	path := written(t, "tracks.csv", rows.String())
	p, err := hopkins.PreviewTable(path, previewRows)
	if err != nil {
		t.Fatal(err)
	}
	d := newImportDialog(r.opener, path, p)
	d.dialog.Show()
	d.setPictures(writeFilm(t, 5))
	test.Tap(d.use)
	r.settle()
	if got := r.status.line.Text; !strings.Contains(got, "4 complete, 4 with gaps") ||
		!strings.Contains(got, "pictures of 5 frames of 8 only") {
		t.Errorf("the status says %q; problems %v", got, r.problems)
	}
}

// TestContextMenuAttaches: the menu over the picture attaches others.
func TestContextMenuAttaches(t *testing.T) {
	r := segmented(t)
	var menu *fyne.MenuItem
	for _, i := range r.menus.contextItems() {
		if i.Label == "Attach pictures" {
			menu = i
		}
	}
	if menu == nil || menu.Disabled || len(menu.ChildMenu.Items) != 2 {
		t.Fatalf("found %+v", menu)
	}
	menu.ChildMenu.Items[1].Action()
	folder := writeFilm(t, 9)
	r.opener.chooser.Type(folder + string(os.PathSeparator))
	dialogs := r.win.Canvas().Overlays().List()
	if len(dialogs) == 0 {
		t.Fatal("the pictures chosen are not asked about")
	}
}

// TestDesktopSaves: a name without an ending gets that of the proposed one, and
// what then would be replaced is asked about.
func TestDesktopSaves(t *testing.T) {
	r := newRig(t, nil)
	folder := t.TempDir()
	r.opener.desktop = func(context.Context, portal.Request) (string, error) {
		return filepath.Join(folder, "labels"), nil
	}
	var saved []string
	save := func() {
		r.opener.ask(r.win, kit.FileRequest{Kind: kit.SaveFile, Name: "x-labels.csv"}, func(path string) {
			saved = append(saved, path)
		})
		for r.opener.asking {
			r.queue.run()
		}
	}
	save()
	path := filepath.Join(folder, "labels.csv")
	if len(saved) != 1 || saved[0] != path {
		t.Fatalf("saved are %q", saved)
	}
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	save()
	if dialogs := r.win.Canvas().Overlays().List(); len(saved) != 1 || len(dialogs) != 1 {
		t.Errorf("over a file that is there: saved %q, dialogs %v", saved, dialogs)
	}
}

// TestOpenFilesAreSpared: nothing is saved over the tracks that are open, or over
// their pictures.
func TestOpenFilesAreSpared(t *testing.T) {
	r := newRig(t, nil)
	tracks := written(t, "a.csv", "track,frame,x,y\n1,1,10,20\n1,2,11,20\n2,1,60,40\n2,2,61,41\n")
	film := filepath.Join(filepath.Dir(tracks), "a.avi")
	if err := os.WriteFile(film, []byte("no film, but it may be one"), 0o666); err != nil {
		t.Fatal(err)
	}
	r.session.OpenPath(tracks)
	r.settle()
	for _, path := range []string{tracks, film, filepath.Join(filepath.Dir(tracks), "b.csv")} {
		r.opener.desktop = func(context.Context, portal.Request) (string, error) { return path, nil }
		saved := ""
		r.opener.ask(r.win, kit.FileRequest{Kind: kit.SaveFile, Name: "x.csv"}, func(path string) { saved = path })
		for r.opener.asking {
			r.queue.run()
		}
		said := r.win.Canvas().Overlays().Top() != nil
		if free := filepath.Base(path) == "b.csv"; free != (saved == path) || free == said {
			t.Errorf("%s: saved %q, a problem is shown: %v", path, saved, said)
		}
		for _, o := range r.win.Canvas().Overlays().List() {
			r.win.Canvas().Overlays().Remove(o)
		}
	}
}

// TestDesktopAsks: files are asked for by the desktop's dialog where there is one,
// and by ours where there is none.
func TestDesktopAsks(t *testing.T) {
	r := newRig(t, nil)
	path := written(t, "a+b.csv", "track,frame,x,y\n1,1,10,20\n1,2,11,20\n2,1,60,40\n2,2,61,41\n")
	var asked []portal.Request
	answer := make(chan error)
	r.opener.desktop = func(_ context.Context, request portal.Request) (string, error) {
		asked = append(asked, request)
		return path, <-answer
	}
	r.opener.openFile()
	r.opener.openFolder() // one at a time
	answer <- nil
	for r.opener.asking {
		r.queue.run()
	}
	r.settle()
	if s := r.session.Doc.Sequence(); s == nil || s.Path != path || len(asked) != 1 || r.opener.chooser != nil {
		t.Fatalf("open is %+v; asked %d times, by ours %v", s, len(asked), r.opener.chooser != nil)
	}
	if r.session.Settings().OpenFolder != filepath.Dir(path) {
		t.Errorf("the last folder is %q", r.session.Settings().OpenFolder)
	}
	r.opener.openFolder()
	answer <- portal.ErrNone
	for r.opener.asking {
		r.queue.run()
	}
	if asked[1].Kind != portal.OpenFolder || asked[1].Folder != filepath.Dir(path) || r.opener.chooser == nil ||
		r.opener.desktop != nil {
		t.Errorf("asked for %+v, by ours %v", asked[1], r.opener.chooser != nil)
	}
}
