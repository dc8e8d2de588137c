package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/ui/session"
)

// filmFolder makes a folder of films, the last one behind a link.
func filmFolder(t *testing.T, names ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range names {
		to := filepath.Join(root, name)
		if name == names[len(names)-1] {
			elsewhere := t.TempDir()
			if os.Symlink(elsewhere, to) != nil {
				to = elsewhere
			}
		}
		if err := os.MkdirAll(to, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(writeFilm(t, 9), filepath.Join(to, "frames")); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestAwaitedClipIsSeen: a clip that is not ready yet is seen by its first picture with how
// far it is, in a window for films, and not the clip before it, nor an empty bench.
func TestAwaitedClipIsSeen(t *testing.T) {
	r := newRig(t, func(c *session.Config) { c.OpenPictures = openPictures })
	s, q := r.session, r.window.queue
	s.OpenPath(filmFolder(t, "a", "b", "c"))
	for s.Queue.At() < 0 {
		r.queue.run()
	}
	r.queue.turn()
	waiting := func() bool { return r.awaited.of != nil && !r.both.Visible() }
	if !waiting() || r.awaited.of.Name != "a" || !strings.HasPrefix(r.awaited.line.Text, "a: ") ||
		r.win.Title() != "MotionSeg: a" {
		t.Fatalf("while the first clip is worked on %q is shown, titled %q", r.awaited.line.Text, r.win.Title())
	}
	if r.toolbar.truth.Visible() || r.toolbar.whole.Visible() || !r.toolbar.run.Disabled() {
		t.Error("the toolbar is that of the bench")
	}
	q.count.SetText("10 of 44 done, 12 to look at, 22 failed")
	if least := q.object.MinSize().Width; least > minPanel {
		t.Errorf("the list of clips needs a width of %v, a side panel may have %v", least, minPanel)
	}
	r.settle()
	if waiting() || s.Doc.Name() != "a" || len(s.Queue.Clips()) != 3 {
		t.Fatalf("then %s is open of %d clips", s.Doc.Name(), len(s.Queue.Clips()))
	}
	row := newClipRow()
	q.showRow(2, row)
	if state := row.state.String(); row.name.Text != "c" || state != "to look at" {
		t.Errorf("the list says %q: %q", row.name.Text, state)
	}
	r.settle()
	if q.showRow(2, row); row.picture.Picture() == nil {
		t.Error("the list has no picture of a clip")
	}
	s.OpenExample() // the list stays, but nothing of it is waited for
	r.settle()
	if waiting() || s.Queue.Awaited() != nil {
		t.Error("the clip hides what was opened after it")
	}
}

// TestStillWorldStandsBack: in a film the points of the still world are drawn after those
// of what moves, as the slider says, and in the bench they are as all others.
func TestStillWorldStandsBack(t *testing.T) {
	r, _ := withFilm(t, 12)
	s := r.session
	s.Playback.SetPlaying(false)
	rightHalfMoves(r)
	v := r.sides[session.Right].view
	if v.view.Still == 0 || v.view.StillFaint != s.View.Display().Still || v.view.StillFaint == 0 {
		t.Errorf("the still world is motion %d, taken back by %v", v.view.Still, v.view.StillFaint)
	}
	d := s.View.Display()
	d.Still = 0
	s.View.SetDisplay(d)
	r.settle()
	if v.view.Still != 0 || v.view.StillFaint != 0 {
		t.Error("the slider does nothing")
	}
	r.keyboard.typedRune('c')
	if s.View.Display().Still != 0 {
		t.Error("the bench draws it otherwise")
	}
}
