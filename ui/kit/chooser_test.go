package kit

import (
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

func TestChooser(t *testing.T) {
	test.NewTempApp(t)
	root := t.TempDir()
	for _, name := range []string{"tracks/b.mat", "tracks/a+b.csv", "tracks/run/x.mat", "top.mat", "Trash.txt",
		".hidden"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	waiting := make(chan func(), 100)
	k := New(func(f func()) { waiting <- f }, func(err error) { t.Error(err) })
	w := test.NewTempWindow(t, New(nil, nil).Tips.Layer)
	w.Resize(fyne.NewSize(900, 600))
	var got []string
	ask := func(r FileRequest) *Chooser {
		got = nil
		c := k.Ask(w, r, func(path string) { got = append(got, path) })
		return c
	}
	settle := func(c *Chooser) {
		c.Wait()
		for len(waiting) > 0 {
			(<-waiting)()
		}
	}
	listed := func(c *Chooser) string {
		var names []string
		for _, e := range c.shown {
			names = append(names, e.Name())
		}
		return strings.Join(names, " ")
	}
	key := func(c *Chooser, names ...fyne.KeyName) {
		for _, n := range names {
			c.path.TypedKey(&fyne.KeyEvent{Name: n})
			settle(c)
		}
	}
	// Typing finds; arrows, Tab and Enter lead into folders and to a file.
	c := ask(FileRequest{Kind: OpenFile, Title: "Open", Folder: root})
	settle(c)
	if l := listed(c); l != "tracks top.mat Trash.txt" || w.Canvas().Focused() != fyne.Focusable(c.path) {
		t.Errorf("listed are %q, with the keyboard at %T", l, w.Canvas().Focused())
	}
	test.Type(c.path, "tra")
	if l := listed(c); l != "tracks Trash.txt" {
		t.Errorf("after typing, listed are %q", l)
	}
	test.Type(c.path, "c")
	key(c, fyne.KeyTab)
	if l := listed(c); l != "run a+b.csv b.mat" || c.path.Text != filepath.Join(root, "tracks")+"/" {
		t.Errorf("after Tab the path is %q with %q", c.path.Text, l)
	}
	key(c, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if want := filepath.Join(root, "tracks", "a+b.csv"); len(got) != 1 || got[0] != want {
		t.Errorf("chosen is %q, want %q", got, want)
	}
	if w.Canvas().Overlays().Top() != nil {
		t.Error("the dialog stays")
	}
	// What is not there is said, and the dialog stays.
	c = ask(FileRequest{Kind: OpenFile, Folder: filepath.Join(root, "gone")})
	settle(c)
	c.Type(filepath.Join(root, "none.mat"))
	if len(got) != 0 || !strings.Contains(c.state.Text, "no such file") {
		t.Errorf("chosen is %q, it says %q", got, c.state.Text)
	}
	key(c, fyne.KeyEscape)
	if w.Canvas().Overlays().Top() != nil {
		t.Error("Esc does not close")
	}
	c = ask(FileRequest{Kind: OpenFolder, Folder: root})
	settle(c)
	if l := listed(c); l != "tracks" {
		t.Errorf("folders are %q", l)
	}
	c.clicked(0)
	settle(c)
	test.Tap(c.accept)
	if len(got) != 1 || got[0] != filepath.Join(root, "tracks") {
		t.Errorf("chosen is %q", got)
	}
	// A file that is there is replaced after a question only, and never touched here.
	c = ask(FileRequest{Kind: SaveFile, Folder: root, Name: "out.csv", Extensions: []string{".csv"}})
	settle(c)
	c.clicked(0)
	settle(c)
	if want := filepath.Join(root, "tracks", "out.csv"); c.path.Text != want {
		t.Errorf("in another folder the path is %q, want %q", c.path.Text, want)
	}
	c.Type(filepath.Join(root, "tracks", "labels"))
	if want := filepath.Join(root, "tracks", "labels.csv"); len(got) != 1 || got[0] != want {
		t.Errorf("saved is %q, want %q", got, want)
	}
	c = ask(FileRequest{Kind: SaveFile, Folder: root, Name: "out.mat"})
	c.Type(filepath.Join(root, "top.mat"))
	if text, _ := os.ReadFile(filepath.Join(root, "top.mat")); len(got) != 0 || string(text) != "old" {
		t.Errorf("saved is %q without a question, the file has %q", got, text)
	}
	c.Type(filepath.Join(root, "nowhere", "x.mat"))
	if len(got) != 0 || !strings.Contains(c.state.Text, "no folder") {
		t.Errorf("chosen is %q, it says %q", got, c.state.Text)
	}
	settle(c)
	// A list that is empty says why.
	says := func(r FileRequest, typed, want string) {
		t.Helper()
		c := ask(r)
		settle(c)
		test.Type(c.path, typed)
		settle(c)
		if c.state.Text != want {
			t.Errorf("with %q typed in %s it says %q, want %q", typed, r.Folder, c.state.Text, want)
		}
		c.close()
	}
	run := filepath.Join(root, "tracks", "run")
	says(FileRequest{Kind: OpenFolder, Folder: run}, "", "No folders in here, only files.")
	says(FileRequest{Kind: OpenFile, Folder: run, Extensions: []string{".csv", ".txt"}}, "",
		"No files in here that end in .csv, .txt.")
	says(FileRequest{Kind: OpenFile, Folder: run}, "q", "Nothing in this folder has that in its name.")
	says(FileRequest{Kind: SaveFile, Folder: run}, "q", "")
	// A whole path behind the folder that stands there begins anew.
	c = ask(FileRequest{Kind: OpenFile, Folder: run})
	settle(c)
	test.Type(c.path, filepath.Join(root, "to"))
	settle(c)
	if l := listed(c); l != "top.mat" {
		t.Errorf("after a whole path listed are %q", l)
	}
	key(c, fyne.KeyTab, fyne.KeyReturn)
	if want := filepath.Join(root, "top.mat"); len(got) != 1 || got[0] != want {
		t.Errorf("chosen is %q, want %q", got, want)
	}
}

// TestChooserOfSeveral: files that are ticked are opened together, and a row shows the
// picture of its file once that is there.
func TestChooserOfSeveral(t *testing.T) {
	test.NewTempApp(t)
	root := t.TempDir()
	for _, name := range []string{"a.mp4", "b.mp4", "c.mp4"} {
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	waiting := make(chan func(), 100)
	w := test.NewTempWindow(t, New(nil, nil).Tips.Layer)
	w.Resize(fyne.NewSize(900, 600))
	var one string
	var several []string
	small := image.NewGray(image.Rect(0, 0, 4, 3))
	c := New(func(f func()) { waiting <- f }, func(err error) {
		t.Error(err)
	}).Ask(w, FileRequest{Kind: OpenFile, Folder: root,
		Several: func(paths []string) { several = paths },
		Picture: func(path string) image.Image {
			if filepath.Base(path) == "b.mp4" {
				return small
			}
			return nil
		},
	}, func(path string) { one = path })
	c.Wait()
	for len(waiting) > 0 {
		(<-waiting)()
	}
	ticks := func(i int) *Check {
		row := c.newRow()
		c.showRow(i, row)
		return row.(*fyne.Container).Objects[1].(*fyne.Container).Objects[0].(*fyne.Container).Objects[0].(*Check)
	}
	row := c.newRow()
	c.showRow(1, row)
	box := row.(*fyne.Container).Objects[1].(*fyne.Container).Objects[1].(*fyne.Container)
	looks := box.Objects[0].(*fyne.Container).Objects
	if looks[1].(*canvas.Image).Image != image.Image(small) || looks[0].Visible() {
		t.Error("the row does not show the picture of its file")
	}
	for _, i := range []int{2, 0} {
		ticks(i).SetChecked(true)
	}
	if tick := ticks(0); !tick.Checked || c.accept.Text != "Open 2" {
		t.Errorf("ticked %v, the button says %q", tick.Checked, c.accept.Text)
	}
	test.Tap(c.accept)
	if want := []string{filepath.Join(root, "c.mp4"), filepath.Join(root, "a.mp4")}; !slices.Equal(several, want) ||
		one != "" {
		t.Errorf("opened are %q and %q, want %q", several, one, want)
	}
}
