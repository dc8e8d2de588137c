package kit

import (
	"cmp"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/workers"
)

// FileKind is what a Chooser asks for.
type FileKind int

// The kinds of a choice.
const (
	OpenFile FileKind = iota
	OpenFolder
	SaveFile
)

// FileRequest says what a Chooser asks for.
type FileRequest struct {
	Kind       FileKind
	Title      string
	Folder     string   // where it starts; the user's own folder when it is empty or gone
	Name       string   // of the file to save, as it is proposed
	Extensions []string // of the files that are listed, with the dot; all when nil
	// Several takes the files that were ticked, where more than one can be opened; nil for
	// one alone.
	Several func(paths []string)
	// Picture returns a small picture of a file where it is there already; otherwise it
	// is got in the background, and Chooser.Refresh shows it. nil for none of any.
	Picture func(path string) image.Image
}

// Chooser asks for a file or a folder: a path to type, and below it what is in
// that folder and has what was typed in its name. Arrows choose, Tab completes,
// Enter goes in or accepts.
//
// It stands in where the desktop has no dialog of its own, see package portal.
type Chooser struct {
	request FileRequest
	over    fyne.Window
	done    func(path string)
	kit     *Kit

	dialog  *dialog.CustomDialog
	path    *pathEntry
	list    *Rows
	state   *widget.Label
	accept  *Button
	workers *workers.Workers
	run     func(func())

	start   string        // the folder that stood in the path before the user typed
	folder  string        // whose entries are listed, or being read
	entries []fs.DirEntry // of folder, folders first
	shown   []fs.DirEntry // those that fit what is typed
	ticked  []string      // paths, in the order in which they were ticked
	chosen  int           // in shown, by the arrows; −1 for none
}

// Ask shows a chooser over a window. done is called with an absolute path when
// the user has accepted one, not at all otherwise. A file to save is not opened,
// and one that is there is only named after the user agreed to replace it.
func (k *Kit) Ask(over fyne.Window, r FileRequest, done func(path string)) *Chooser {
	c := &Chooser{kit: k, request: r, over: over, done: done, workers: k.Workers("Listing a folder"), run: k.Run,
		chosen: -1}
	c.path = &pathEntry{chooser: c}
	c.path.ExtendBaseWidget(c.path)
	c.path.OnChanged = func(string) { c.typed() }
	c.list = k.Rows(
		func() int { return len(c.shown) },
		c.newRow, c.showRow)
	c.list.OnSelected = c.clicked
	c.state = widget.NewLabel("")
	c.state.Truncation = fyne.TextTruncateEllipsis
	c.state.Importance = widget.LowImportance
	up := k.Button("", theme.MoveUpIcon(), "The folder above", func() { c.enter(filepath.Dir(filepath.Clean(c.folder))) })
	home := k.Button("", theme.HomeIcon(), "Your own folder", func() { c.enter(homeFolder()) })
	verb := map[FileKind]string{OpenFile: "Open", OpenFolder: "Open this folder", SaveFile: "Save"}[r.Kind]
	c.accept = k.Button(verb, nil, "", c.accepted)
	c.accept.Importance = widget.HighImportance
	cancel := k.Button("Cancel", nil, "", c.close)
	content := container.NewBorder(container.NewBorder(nil, nil, container.NewHBox(up, home), nil, c.path), c.state,
		nil, nil, c.list)
	c.dialog = dialog.NewCustomWithoutButtons(r.Title, content, over)
	c.dialog.SetButtons([]fyne.CanvasObject{cancel, c.accept})
	size := over.Canvas().Size()
	c.dialog.Resize(fyne.NewSize(min(760, 0.92*size.Width), min(560, 0.92*size.Height)))
	folder := r.Folder
	if info, err := os.Stat(folder); folder == "" || err != nil || !info.IsDir() {
		folder = homeFolder()
	}
	c.dialog.Show()
	c.start = withSlash(folder)
	c.path.SetText(c.start + r.Name)
	c.path.CursorColumn = len([]rune(c.path.Text))
	over.Canvas().Focus(c.path)
	return c
}

// The size of a picture in a row.
const rowPictureWidth, rowPictureHeight = 42, 30

// newRow makes a row of the list: a box to tick where several can be opened, what the
// entry is, and its name.
func (c *Chooser) newRow() fyne.CanvasObject {
	name := widget.NewLabel("")
	name.Truncation = fyne.TextTruncateEllipsis
	picture := canvas.NewImageFromImage(nil)
	picture.FillMode = canvas.ImageFillContain
	looks := container.NewGridWrap(fyne.NewSize(rowPictureWidth, rowPictureHeight),
		container.NewStack(widget.NewIcon(theme.FileIcon()), picture))
	tick := c.kit.Check("", "", func(bool) {})
	return container.NewBorder(nil, nil, container.NewHBox(Middle(tick), looks), nil, Middle(name))
}

// showRow shows an entry in a row.
func (c *Chooser) showRow(i widget.ListItemID, o fyne.CanvasObject) {
	e, parts := c.shown[i], o.(*fyne.Container).Objects
	path, folder := filepath.Join(c.folder, e.Name()), isFolder(c.folder, e)
	parts[0].(*fyne.Container).Objects[0].(*widget.Label).SetText(e.Name())
	left := parts[1].(*fyne.Container).Objects
	looks := left[1].(*fyne.Container).Objects[0].(*fyne.Container).Objects
	icon, picture := looks[0].(*widget.Icon), looks[1].(*canvas.Image)
	icon.SetResource(theme.FileIcon())
	if folder {
		icon.SetResource(theme.FolderIcon())
	}
	var seen image.Image
	if c.request.Picture != nil && !folder {
		seen = c.request.Picture(path)
	}
	if picture.Image != seen {
		picture.Image = seen
		picture.Refresh()
	}
	if seen == nil {
		icon.Show()
	} else {
		icon.Hide()
	}
	tick := left[0].(*fyne.Container).Objects[0].(*Check)
	tick.OnChanged = nil
	if c.request.Several == nil || folder {
		left[0].Hide()
		return
	}
	left[0].Show()
	tick.SetChecked(slices.Contains(c.ticked, path))
	tick.OnChanged = func(on bool) { c.tick(path, on) }
}

// tick notes whether a file is among those to be opened.
func (c *Chooser) tick(path string, on bool) {
	c.ticked = slices.DeleteFunc(c.ticked, func(p string) bool { return p == path })
	if on {
		c.ticked = append(c.ticked, path)
	}
	if n := len(c.ticked); n > 0 {
		c.accept.SetText(fmt.Sprintf("Open %d", n))
	} else {
		c.accept.SetText("Open")
	}
}

// accepted takes what was ticked, otherwise the path that is written.
func (c *Chooser) accepted() {
	switch len(c.ticked) {
	case 0:
		c.take(c.typedPath())
	case 1:
		c.finish(c.ticked[0])
	default:
		c.close()
		c.request.Several(c.ticked)
	}
}

// Refresh shows pictures that have come.
func (c *Chooser) Refresh() { c.list.Refresh() }

// Wait blocks until no folder is being read any more.
func (c *Chooser) Wait() { c.workers.Wait() }

// Request returns what is asked for.
func (c *Chooser) Request() FileRequest { return c.request }

// Type writes into the path and accepts it, as a user would.
func (c *Chooser) Type(path string) {
	c.path.SetText(path)
	c.take(c.typedPath())
}

func (c *Chooser) close() { c.dialog.Hide() }

// typedPath is the path that is written, absolute. A whole path that is typed or
// pasted behind the folder that stood there begins anew.
func (c *Chooser) typedPath() string {
	path := c.path.Text
	if rest, ok := strings.CutPrefix(path, c.start); ok &&
		(filepath.IsAbs(rest) || strings.HasPrefix(rest, "~"+string(filepath.Separator))) {
		path = rest
	}
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		path = homeFolder() + rest
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.folder, path)
	}
	return path
}

// split returns the folder of the path that is written, and what follows it.
func (c *Chooser) split() (folder, part string) { return filepath.Split(c.typedPath()) }

// typed lists what fits what is written.
func (c *Chooser) typed() {
	folder, _ := c.split()
	if folder == c.folder {
		c.filter()
		return
	}
	c.folder, c.entries = folder, nil
	c.filter()
	c.workers.Go(func() {
		entries, err := os.ReadDir(folder)
		slices.SortFunc(entries, func(a, b fs.DirEntry) int {
			if x, y := isFolder(folder, a), isFolder(folder, b); x != y {
				if x {
					return -1
				}
				return 1
			}
			return cmp.Or(cmp.Compare(strings.ToLower(a.Name()), strings.ToLower(b.Name())), cmp.Compare(a.Name(), b.Name()))
		})
		c.run(func() {
			if c.folder != folder {
				return
			}
			c.entries = entries
			c.filter()
			if err != nil {
				c.state.SetText(reason(err))
			}
		})
	})
}

// filter chooses which entries are listed: those with what is written in their
// name, and all of them while that is the name of a file to save.
func (c *Chooser) filter() {
	_, part := c.split()
	part = strings.ToLower(part)
	c.shown, c.chosen = nil, -1
	for _, e := range c.entries {
		name := strings.ToLower(e.Name())
		folder := isFolder(c.folder, e)
		switch {
		case !folder && (c.request.Kind == OpenFolder ||
			c.request.Extensions != nil && !slices.Contains(c.request.Extensions, filepath.Ext(name))):
		case strings.HasPrefix(name, ".") && !strings.HasPrefix(part, "."):
		case c.request.Kind == SaveFile || strings.Contains(name, part):
			c.shown = append(c.shown, e)
		}
	}
	c.state.SetText(c.nothing(part))
	c.list.UnselectAll()
	c.list.Refresh()
	c.list.ScrollToTop()
}

// nothing says why nothing is listed of a folder that has something in it; empty
// where something is, or where a new name is being written.
func (c *Chooser) nothing(part string) string {
	switch {
	case len(c.shown) > 0 || len(c.entries) == 0 || c.request.Kind == SaveFile:
		return ""
	case part != "":
		return "Nothing in this folder has that in its name."
	case c.request.Kind == OpenFolder && slices.ContainsFunc(c.entries, func(e fs.DirEntry) bool {
		return isFolder(c.folder, e)
	}):
		return "Only hidden folders in here; a dot shows them."
	case c.request.Kind == OpenFolder:
		return "No folders in here, only files."
	case c.request.Extensions != nil:
		return "No files in here that end in " + strings.Join(c.request.Extensions, ", ") + "."
	}
	return "Only hidden files in here; a dot shows them."
}

// enter lists another folder.
func (c *Chooser) enter(folder string) {
	name := ""
	if c.request.Kind == SaveFile {
		_, name = c.split()
	}
	c.start = withSlash(folder)
	c.path.SetText(c.start + name)
	c.path.CursorColumn = len([]rune(c.path.Text))
	c.path.Refresh()
}

// clicked goes into a folder, or takes a file; one that is to be opened is opened.
func (c *Chooser) clicked(i widget.ListItemID) {
	if i < 0 || i >= len(c.shown) {
		return
	}
	e := c.shown[i]
	c.list.UnselectAll()
	path := filepath.Join(c.folder, e.Name())
	switch {
	case isFolder(c.folder, e):
		c.enter(path)
	case c.request.Kind == SaveFile:
		c.path.SetText(path)
	default:
		c.take(path)
	}
}

// move chooses the next entry of the list, or the one before.
func (c *Chooser) move(by int) {
	if len(c.shown) == 0 {
		return
	}
	c.chosen = max(0, min(c.chosen+by, len(c.shown)-1))
	c.list.OnSelected = nil
	c.list.Select(c.chosen)
	c.list.OnSelected = c.clicked
}

// enterKey goes into the folder that the arrows chose, or accepts.
func (c *Chooser) enterKey() {
	if c.chosen >= 0 && c.chosen < len(c.shown) {
		c.clicked(c.chosen)
		return
	}
	c.accepted()
}

// complete writes as much of a name as all listed ones have in common.
func (c *Chooser) complete() {
	_, part := c.split()
	common, n := "", 0
	for _, e := range c.shown {
		if !strings.HasPrefix(strings.ToLower(e.Name()), strings.ToLower(part)) {
			continue
		}
		if n++; n == 1 {
			common = e.Name()
			if isFolder(c.folder, e) {
				common += string(filepath.Separator)
			}
			continue
		}
		for !strings.HasPrefix(strings.ToLower(e.Name()), strings.ToLower(common)) {
			runes := []rune(common)
			common = string(runes[:len(runes)-1])
		}
	}
	if len(common) > len(part) {
		c.path.SetText(c.folder + common)
		c.path.CursorColumn = len([]rune(c.path.Text))
		c.path.Refresh()
	}
}

// take accepts a path, or says why it cannot.
func (c *Chooser) take(path string) {
	info, err := os.Stat(path)
	isDir := err == nil && info.IsDir()
	switch {
	case isDir && c.request.Kind == OpenFolder:
		c.finish(filepath.Clean(path))
	case isDir:
		if c.request.Kind == SaveFile && os.IsPathSeparator(path[len(path)-1]) {
			c.state.SetText("Write a name for the file.")
			return
		}
		c.enter(path)
	case c.request.Kind == SaveFile:
		c.save(path)
	case err != nil:
		c.state.SetText(reason(err))
	case c.request.Kind == OpenFolder:
		c.state.SetText("This is a file, not a folder.")
	default:
		c.finish(path)
	}
}

// save accepts the path of a file to write, with the extension of the proposed
// name where it has none.
func (c *Chooser) save(path string) {
	if filepath.Ext(path) == "" {
		path += filepath.Ext(c.request.Name)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		c.state.SetText("There is no folder " + filepath.Dir(path) + ".")
		return
	}
	c.kit.ConfirmReplace(c.over, path, func() { c.finish(path) })
}

// ConfirmReplace does something to a file that is to be written, after asking over
// a window where there is one of that name.
func (k *Kit) ConfirmReplace(over fyne.Window, path string, do func()) {
	if _, err := os.Stat(path); err != nil {
		do()
		return
	}
	k.Confirm("Replace the file?", "Replace", widget.NewLabel(filepath.Base(path)+" is there already."), do, over).Show()
}

func (c *Chooser) finish(path string) {
	c.close()
	c.done(path)
}

// isFolder reports whether an entry is a folder or leads to one.
func isFolder(folder string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(folder, e.Name()))
	return err == nil && info.IsDir()
}

// reason words an error of the system without its path, which is above it.
func reason(err error) string {
	switch {
	case os.IsNotExist(err):
		return "There is no such file or folder."
	case os.IsPermission(err):
		return "This may not be read."
	}
	return err.Error()
}

func withSlash(folder string) string {
	return strings.TrimSuffix(folder, string(filepath.Separator)) + string(filepath.Separator)
}

func homeFolder() string {
	if home, err := os.UserHomeDir(); err == nil {
		return home
	}
	return string(filepath.Separator)
}

// pathEntry is the path of a chooser.
type pathEntry struct {
	widget.Entry
	chooser *Chooser
}

// AcceptsTab takes the key for completing.
func (e *pathEntry) AcceptsTab() bool { return true }

// TypedKey hands the keys for choosing on.
func (e *pathEntry) TypedKey(key *fyne.KeyEvent) {
	switch c := e.chooser; key.Name {
	case fyne.KeyUp:
		c.move(-1)
	case fyne.KeyDown:
		c.move(1)
	case fyne.KeyTab:
		c.complete()
	case fyne.KeyReturn, fyne.KeyEnter:
		c.enterKey()
	case fyne.KeyEscape:
		c.close()
	default:
		e.Entry.TypedKey(key)
	}
}
