package ui

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/portal"
	"motionseg/ui/session"
)

// TestSeveralFilmsAreAQueue: several films that are chosen or dropped are a queue of clips, by
// keys gone through, and written all at once, with what was noted.
func TestSeveralFilmsAreAQueue(t *testing.T) {
	r := newRig(t, func(c *session.Config) { c.OpenPictures = openPictures })
	root := filmFolder(t, "a", "b", "c")
	film := func(name string) string { return filepath.Join(root, name, "frames") }
	r.opener.openFile()
	r.opener.chooser.Request().Several([]string{film("a"), film("b")})
	if n := len(r.session.Queue.Clips()); n != 2 {
		t.Fatalf("two films that were ticked are a queue of %d", n)
	}
	r.keyboard.typedKey(fyne.KeyEscape) // the dialog is still there
	r.settle()
	r.opener.dropped(fyne.NewPos(1, 1), []fyne.URI{storage.NewFileURI(film("b")), storage.NewFileURI(film("c"))})
	r.settle()
	if clips := r.session.Queue.Clips(); len(clips) != 2 || clips[1].Name != "c" || r.session.Doc.Name() != "b" {
		t.Fatalf("two films that were dropped are a queue of %d, and %s is open", len(clips), r.session.Doc.Name())
	}
	r.keyboard.typedKey(fyne.KeyPageDown)
	r.settle()
	if r.session.Doc.Name() != "c" {
		t.Errorf("Page Down opens %s", r.session.Doc.Name())
	}
	r.keyboard.typedKey(fyne.KeyPageUp)
	r.settle()
	r.window.queue.note.SetText("blurred, in part")
	r.keyboard.typedRune('d')
	r.settle()
	if clips := r.session.Queue.Clips(); clips[0].State != session.ClipDone || r.session.Doc.Name() != "c" {
		t.Errorf("D leaves the clip %s and opens %s", clips[0].State, r.session.Doc.Name())
	}
	folder := t.TempDir()
	r.exporter.exportClips()
	r.opener.chooser.Type(folder + string(os.PathSeparator))
	r.settle()
	if got := r.status.text(); got != "Written: 2 clips to "+folder {
		t.Errorf("after writing the status line says %q; problems %v", got, r.problems)
	}
	for _, name := range []string{"b", "c"} {
		if text, err := os.ReadFile(filepath.Join(folder, name+"-tracks.csv")); err != nil ||
			!strings.HasPrefix(string(text), "track,frame,x,y,label") {
			t.Errorf("of clip %s is written %.40q, %v", name, text, err)
		}
	}
	table, err := os.ReadFile(filepath.Join(folder, "clips.csv"))
	if err != nil || !strings.Contains(string(table), `b,done,b-tracks.csv,"blurred, in part",`+film("b")) ||
		!strings.Contains(string(table), "c,to look at,c-tracks.csv,,") {
		t.Errorf("the table of clips is\n%s, %v", table, err)
	}
}

// TestFilesLeftOutAreSaid: of several files only films are opened together, or the first of them, and which were left
// out is said.
func TestFilesLeftOutAreSaid(t *testing.T) {
	r := newRig(t, func(c *session.Config) { c.OpenPictures = openPictures })
	film, other := writeFilm(t, 9), writeFilm(t, 9)
	a, b := touch(t, "a.csv"), touch(t, "b.csv")
	for _, c := range []struct{ paths, out []string }{
		{[]string{film, a, b}, []string{a, b}}, {[]string{a, b}, []string{b}}, {[]string{film}, nil},
		{[]string{a, film, b, other}, []string{a, b}},
	} {
		overlays := r.win.Canvas().Overlays()
		for overlays.Top() != nil {
			overlays.Remove(overlays.Top())
		}
		r.opener.openSeveral(c.paths)
		told := ""
		if overlays.Top() != nil {
			told = find[*container.Scroll](t, overlays.Top()).Content.(*widget.Label).Text
		}
		for _, path := range c.out {
			if !strings.Contains(told, path) {
				t.Errorf("of %q %s is not said to be left out: %q", c.paths, path, told)
			}
		}
		if lines := strings.Count(told, "\n/"); lines != len(c.out) {
			t.Errorf("of %q %d are said to be left out: %q", c.paths, lines, told)
		}
		r.settle()
	}
}

// TestChooserHasPictures: the program's own dialog has small pictures of films, and none of
// tables.
func TestChooserHasPictures(t *testing.T) {
	r := newRig(t, nil)
	film := filepath.Join(writeFilm(t, 2), "001.png")
	r.opener.openFile()
	for range 2 {
		r.opener.picture(film)
		r.opener.small.wait()
		r.settle()
	}
	if r.opener.picture(film) == nil || r.opener.picture(touch(t, "a.csv")) != nil {
		t.Error("a picture has no small one, or a table has")
	}
	r.keyboard.typedKey(fyne.KeyEscape)
}

// TestSavedBesideTheFilm: what is written of a film is offered beside it, and beside the next
// film for that, wherever the last file went.
func TestSavedBesideTheFilm(t *testing.T) {
	r := newRig(t, func(c *session.Config) { c.OpenPictures = openPictures })
	elsewhere := t.TempDir()
	var folders []string
	r.opener.desktop = func(_ context.Context, q portal.Request) (string, error) {
		folders = append(folders, q.Folder)
		return filepath.Join(elsewhere, q.Name), nil
	}
	r.session.Settings().SaveFolder = t.TempDir()
	var want []string
	for range 2 {
		film := writeFilm(t, 9)
		r.session.OpenPath(film)
		r.settle()
		for range 2 {
			r.exporter.export(export{name: "labels.csv", write: labelsOf(session.Right)})
			for r.opener.asking {
				r.settle()
			}
		}
		want = append(want, filepath.Dir(film), elsewhere) // then where the last file of this film went
	}
	r.settle() // before the folders go, which are written to
	if !slices.Equal(folders, want) || len(r.problems) > 0 {
		t.Errorf("offered are %q, expected %q; problems %v", folders, want, r.problems)
	}
}
