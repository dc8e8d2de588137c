package ui

import (
	"io/fs"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/assets"
	"motionseg/ui/kit"
)

// The size of the help where the screen has room for it beside the main window, and
// how narrow it gets where it has less: it must leave the left view to be seen.
const (
	helpWidth, helpHeight = 820, 720
	narrowHelp, leastHelp = 480, 360
	listWidth             = 200 // of the list of pages
	listedFrom            = 640 // narrower windows have no room for that beside the page
	frameRoom             = 32  // for the title that a desktop gives a window
)

// screenArea is a part of a screen, in its own pixels.
type screenArea struct{ x, y, width, height int }

// helpPlace returns where the help goes, in pixels of the screen, and its size: at the
// right edge, as wide as the room that the main window leaves, within limits.
func helpPlace(screen screenArea, main fyne.Size, scale float32) (x, y int, size fyne.Size) {
	width := float32(screen.width) / scale
	room := max(width-main.Width, min(narrowHelp, 0.4*width), leastHelp)
	size = fyne.NewSize(min(room, helpWidth), min(helpHeight, float32(screen.height)/scale-2*frameRoom))
	return screen.x + screen.width - int(size.Width*scale), screen.y + int(frameRoom*scale), size
}

// helpWindow shows the pages of the help beside a list of them.
type helpWindow struct {
	closed func()
	win    fyne.Window
	kit    *kit.Kit
	pages  []assets.HelpPage
	list   *pageList
	find   *kit.Entry
	found  []int // the pages that the list shows, by number
	back   *kit.Button
	turnTo *kit.Button // shows the list where there is no room beside the page
	sheet  *kit.Sheet
	body   *fyne.Container

	page     int   // that is shown
	visited  []int // the pages before it
	choosing bool  // the list is in place of the page, where there is room for one
}

// pages shows what there is to read.
type pages struct {
	ground
	help *helpWindow // nil when it is closed
}

// showHelp opens the help, or brings it to the front.
func (p *pages) showHelp() {
	if p.help != nil {
		p.help.win.RequestFocus()
		return
	}
	p.help = newHelpWindow(p.app, p.kit.Another(), func() { p.help = nil })
	if placed, ok := p.help.win.(desktop.Window); ok {
		if screen, ok := workArea(); ok {
			x, y, size := helpPlace(screen, p.win.Canvas().Size(), p.win.Canvas().Scale())
			p.help.win.Resize(size)
			placed.RequestPosition(x, y)
		}
	}
	p.help.win.Show()
}

func newHelpWindow(app fyne.App, k *kit.Kit, closed func()) *helpWindow {
	h := &helpWindow{closed: closed, kit: k, pages: assets.HelpPages(), page: -1}
	h.win = app.NewWindow("MotionSeg: help")
	h.sheet = kit.NewSheet(h.follow, helpPicture)
	h.back = h.kit.Button("Back", theme.NavigateBackIcon(), "The page before (Alt Left)", h.goBack)
	h.list = newPageList(func() int { return len(h.found) }, func(i int) string {
		return h.pages[h.found[i]].Title
	}, h.typedKey)
	h.find = k.Entry("")
	h.find.SetPlaceHolder("Find")
	h.find.OnChanged = func(string) { h.search() }
	h.find.OnSubmitted = func(string) {
		if len(h.found) > 0 {
			h.list.Select(0)
		}
	}
	h.turnTo = h.kit.Button("", theme.ListIcon(), "The list of pages", func() { h.choose(!h.choosing) })
	h.body = container.New(h, h.list,
		container.New(layout.NewCustomPaddedLayout(6, 4, 8, 8),
			container.NewBorder(nil, nil, container.NewHBox(h.back, h.turnTo), nil, h.find)), widget.NewSeparator(),
		h.sheet.Object)
	h.search()
	h.list.OnSelected = func(row widget.ListItemID) {
		i := h.found[row]
		if i == h.page {
			h.choose(false)
			return
		}
		if h.page >= 0 {
			h.visited = append(h.visited, h.page)
		}
		h.show(i)
		h.sheet.Find(h.words())
	}
	h.win.SetContent(container.NewStack(kit.Whole(h.body), h.kit.Tips.Layer))
	h.win.SetPadded(false)
	h.win.Resize(fyne.NewSize(helpWidth, helpHeight))
	h.win.SetCloseIntercept(h.close)
	h.kit.Key = h.typedKey
	h.win.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { h.typedKey(e.Name) })
	h.win.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyLeft, Modifier: fyne.KeyModifierAlt},
		func(fyne.Shortcut) { h.goBack() })
	h.list.Select(0)
	return h
}

// MinSize is that of a window in which a page can be read.
func (h *helpWindow) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(320, 240) }

// Layout puts the list beside the page, or where there is no room the one or the
// other.
func (h *helpWindow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	list, bar, line, page := objects[0], objects[1], objects[2], objects[3]
	place := func(o fyne.CanvasObject, x, y, width, height float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(width, height))
	}
	top := bar.MinSize().Height
	away := size.Width + outOfSight
	if size.Width >= listedFrom {
		h.turnTo.Hide()
		place(bar, 0, 0, listWidth, top)
		place(list, 0, top, listWidth, size.Height-top)
		place(line, listWidth+4, 0, 1, size.Height)
		place(page, listWidth+9, 0, size.Width-listWidth-9, size.Height)
		return
	}
	h.turnTo.Show()
	place(bar, 0, 0, size.Width, top)
	place(line, 0, top, size.Width, 1)
	list.Resize(fyne.NewSize(size.Width, size.Height-top-1))
	page.Resize(list.Size())
	list.Move(fyne.NewPos(away, top+1))
	page.Move(fyne.NewPos(0, top+1))
	if h.choosing {
		list.Move(fyne.NewPos(0, top+1))
		page.Move(fyne.NewPos(away, top+1))
	}
}

// choose shows the list, or the page, where there is room for one of them.
func (h *helpWindow) choose(on bool) {
	if on {
		h.list.UnselectAll() // a click on the page that is shown must lead back to it
	}
	h.choosing = on
	h.body.Refresh()
}

func (h *helpWindow) close() {
	h.closed()
	h.win.Close()
}

func (h *helpWindow) typedKey(key fyne.KeyName) {
	switch key {
	case fyne.KeyEscape:
		h.close()
	case fyne.KeyBackspace:
		h.goBack()
	case fyne.KeyUp:
		h.turn(-1)
	case fyne.KeyDown:
		h.turn(1)
	case fyne.KeyPageUp:
		h.sheet.Turn(-1)
	case fyne.KeyPageDown, fyne.KeySpace:
		h.sheet.Turn(1)
	}
}

// show shows a page from its top.
func (h *helpWindow) show(i int) {
	h.page = i
	h.choose(false)
	// A link that was clicked goes with its page, and would keep the keyboard.
	h.win.Canvas().Unfocus()
	h.sheet.Show(h.pages[i].Text)
	if row := slices.Index(h.found, i); row >= 0 {
		h.list.Select(row)
	} else {
		h.list.UnselectAll()
	}
	if len(h.visited) > 0 {
		h.back.Enable()
	} else {
		h.back.Disable()
	}
}

// turn goes to the next page of the list, or the one before.
func (h *helpWindow) turn(by int) {
	if len(h.found) > 0 {
		h.list.Select(max(0, min(slices.Index(h.found, h.page)+by, len(h.found)-1)))
	}
}

// words are those that are looked for, in small letters.
func (h *helpWindow) words() []string { return strings.Fields(strings.ToLower(h.find.Text)) }

// search lists the pages that have every word that is typed, those that have them
// in their title first; all pages while nothing is typed.
func (h *helpWindow) search() {
	words := h.words()
	has := func(text string) bool {
		text = strings.ToLower(text)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
	}
	var titled, others []int
	for i, p := range h.pages {
		switch {
		case has(p.Title):
			titled = append(titled, i)
		case has(p.Text):
			others = append(others, i)
		}
	}
	h.found = append(titled, others...)
	h.choose(len(words) > 0)
	h.list.UnselectAll()
	h.list.Refresh()
}

// goBack shows the page that was shown before.
func (h *helpWindow) goBack() {
	if n := len(h.visited); n > 0 {
		i := h.visited[n-1]
		h.visited = h.visited[:n-1]
		h.show(i)
	}
}

// follow goes to the page that a link names, and reports whether there is one:
// other links are for the browser.
func (h *helpWindow) follow(link string) bool {
	i := slices.IndexFunc(h.pages, func(p assets.HelpPage) bool { return p.File == link })
	if i < 0 {
		return false
	}
	if h.page >= 0 && h.page != i {
		h.visited = append(h.visited, h.page)
	}
	h.show(i)
	return true
}

// pageList is the list of pages; keys typed on it do the same as anywhere in the
// window.
type pageList struct {
	widget.List
	key func(fyne.KeyName)
}

func newPageList(count func() int, title func(int) string, key func(fyne.KeyName)) *pageList {
	l := &pageList{key: key}
	l.Length = count
	l.CreateItem = func() fyne.CanvasObject {
		label := widget.NewLabel("")
		label.Truncation = fyne.TextTruncateEllipsis
		return label
	}
	l.UpdateItem = func(i widget.ListItemID, row fyne.CanvasObject) { row.(*widget.Label).SetText(title(i)) }
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey hands a key on.
func (l *pageList) TypedKey(e *fyne.KeyEvent) { l.key(e.Name) }

// helpPicture returns a picture of the help, or its twin for a dark background
// where that is asked for and there is one.
func helpPicture(name string, dark bool) (fyne.Resource, error) {
	if dark {
		twin := strings.Replace(name, "-light.", "-dark.", 1)
		if content, err := fs.ReadFile(assets.Help(), twin); err == nil {
			return fyne.NewStaticResource(twin, content), nil
		}
	}
	content, err := fs.ReadFile(assets.Help(), name)
	if err != nil {
		return nil, err
	}
	return fyne.NewStaticResource(name, content), nil
}
