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

// chooserBench is a folder of files and a window that asks for them.
type chooserBench struct {
	root    string
	k       *Kit
	w       fyne.Window
	waiting chan func()
	got     []string // what was chosen since something was asked for
}

func newChooserBench(t *testing.T) *chooserBench {
	test.NewTempApp(t)
	b := &chooserBench{root: t.TempDir(), waiting: make(chan func(), 100)}
	for _, name := range []string{"tracks/b.mat", "tracks/a+b.csv", "tracks/run/x.mat", "top.mat", "Trash.txt",
		".hidden"} {
		path := filepath.Join(b.root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b.k = New(func(f func()) { b.waiting <- f }, func(err error) { t.Error(err) })
	b.w = test.NewTempWindow(t, New(nil, nil).Tips.Layer)
	b.w.Resize(fyne.NewSize(900, 600))
	return b
}

func (b *chooserBench) ask(r FileRequest) *Chooser {
	b.got = nil
	return b.k.Ask(b.w, r, func(path string) { b.got = append(b.got, path) })
}

// settle waits until what was asked of the disk is shown.
func (b *chooserBench) settle(c *Chooser) {
	c.Wait()
	for len(b.waiting) > 0 {
		(<-b.waiting)()
	}
}

func (b *chooserBench) listed(c *Chooser) string {
	var names []string
	for _, e := range c.shown {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func (b *chooserBench) key(c *Chooser, names ...fyne.KeyName) {
	for _, n := range names {
		c.path.TypedKey(&fyne.KeyEvent{Name: n})
		b.settle(c)
	}
}

// Typing finds; arrows, Tab and Enter lead into folders and to a file.
func TestChooserByKeys(t *testing.T) {
	b := newChooserBench(t)
	c := b.ask(FileRequest{Kind: OpenFile, Title: "Open", Folder: b.root})
	b.settle(c)
	if l := b.listed(c); l != "tracks top.mat Trash.txt" || b.w.Canvas().Focused() != fyne.Focusable(c.path) {
		t.Errorf("listed are %q, with the keyboard at %T", l, b.w.Canvas().Focused())
	}
	test.Type(c.path, "tra")
	if l := b.listed(c); l != "tracks Trash.txt" {
		t.Errorf("after typing, listed are %q", l)
	}
	test.Type(c.path, "c")
	b.key(c, fyne.KeyTab)
	if l := b.listed(c); l != "run a+b.csv b.mat" || c.path.Text != filepath.Join(b.root, "tracks")+"/" {
		t.Errorf("after Tab the path is %q with %q", c.path.Text, l)
	}
	b.key(c, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if want := filepath.Join(b.root, "tracks", "a+b.csv"); len(b.got) != 1 || b.got[0] != want {
		t.Errorf("chosen is %q, want %q", b.got, want)
	}
	if b.w.Canvas().Overlays().Top() != nil {
		t.Error("the dialog stays")
	}
}

// What is not there is said, and the dialog stays.
func TestChooserOfWhatIsNotThere(t *testing.T) {
	b := newChooserBench(t)
	c := b.ask(FileRequest{Kind: OpenFile, Folder: filepath.Join(b.root, "gone")})
	b.settle(c)
	c.Type(filepath.Join(b.root, "none.mat"))
	if len(b.got) != 0 || !strings.Contains(c.state.Text, "no such file") {
		t.Errorf("chosen is %q, it says %q", b.got, c.state.Text)
	}
	b.key(c, fyne.KeyEscape)
	if b.w.Canvas().Overlays().Top() != nil {
		t.Error("Esc does not close")
	}
	c = b.ask(FileRequest{Kind: OpenFolder, Folder: b.root})
	b.settle(c)
	if l := b.listed(c); l != "tracks" {
		t.Errorf("folders are %q", l)
	}
	c.clicked(0)
	b.settle(c)
	test.Tap(c.accept)
	if len(b.got) != 1 || b.got[0] != filepath.Join(b.root, "tracks") {
		t.Errorf("chosen is %q", b.got)
	}
}

// A file that is there is replaced after a question only, and never touched here.
func TestChooserSaves(t *testing.T) {
	b := newChooserBench(t)
	c := b.ask(FileRequest{Kind: SaveFile, Folder: b.root, Name: "out.csv", Extensions: []string{".csv"}})
	b.settle(c)
	c.clicked(0)
	b.settle(c)
	if want := filepath.Join(b.root, "tracks", "out.csv"); c.path.Text != want {
		t.Errorf("in another folder the path is %q, want %q", c.path.Text, want)
	}
	c.Type(filepath.Join(b.root, "tracks", "labels"))
	if want := filepath.Join(b.root, "tracks", "labels.csv"); len(b.got) != 1 || b.got[0] != want {
		t.Errorf("saved is %q, want %q", b.got, want)
	}
	c = b.ask(FileRequest{Kind: SaveFile, Folder: b.root, Name: "out.mat"})
	c.Type(filepath.Join(b.root, "top.mat"))
	if text, _ := os.ReadFile(filepath.Join(b.root, "top.mat")); len(b.got) != 0 || string(text) != "old" {
		t.Errorf("saved is %q without a question, the file has %q", b.got, text)
	}
	c.Type(filepath.Join(b.root, "nowhere", "x.mat"))
	if len(b.got) != 0 || !strings.Contains(c.state.Text, "no folder") {
		t.Errorf("chosen is %q, it says %q", b.got, c.state.Text)
	}
	b.settle(c)
}

// A list that is empty says why.
func TestChooserSaysWhyItIsEmpty(t *testing.T) {
	b := newChooserBench(t)
	says := func(r FileRequest, typed, want string) {
		t.Helper()
		c := b.ask(r)
		b.settle(c)
		test.Type(c.path, typed)
		b.settle(c)
		if c.state.Text != want {
			t.Errorf("with %q typed in %s it says %q, want %q", typed, r.Folder, c.state.Text, want)
		}
		c.close()
	}
	run := filepath.Join(b.root, "tracks", "run")
	says(FileRequest{Kind: OpenFolder, Folder: run}, "", "No folders in here, only files.")
	if err := os.Mkdir(filepath.Join(run, ".hidden"), 0o777); err != nil {
		t.Fatal(err)
	}
	says(FileRequest{Kind: OpenFolder, Folder: run}, "", "Only hidden folders in here; a dot shows them.")
	says(FileRequest{Kind: OpenFile, Folder: run, Extensions: []string{".csv", ".txt"}}, "",
		"No files in here that end in .csv, .txt.")
	says(FileRequest{Kind: OpenFile, Folder: run}, "q", "Nothing in this folder has that in its name.")
	says(FileRequest{Kind: SaveFile, Folder: run}, "q", "")
}

// A whole path behind the folder that stands there begins anew.
func TestChooserOfAWholePath(t *testing.T) {
	b := newChooserBench(t)
	run := filepath.Join(b.root, "tracks", "run")
	c := b.ask(FileRequest{Kind: OpenFile, Folder: run})
	b.settle(c)
	test.Type(c.path, filepath.Join(b.root, "to"))
	b.settle(c)
	if l := b.listed(c); l != "top.mat" {
		t.Errorf("after a whole path listed are %q", l)
	}
	b.key(c, fyne.KeyTab, fyne.KeyReturn)
	if want := filepath.Join(b.root, "top.mat"); len(b.got) != 1 || b.got[0] != want {
		t.Errorf("chosen is %q, want %q", b.got, want)
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
