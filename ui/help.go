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

// helpWidth is the width of the help: it leaves room for the main window beside it
// on a screen of 1920.
const helpWidth = 820

// helpWindow shows the pages of the help beside a list of them.
type helpWindow struct {
	closed func()
	win    fyne.Window
	kit    *kit.Kit
	pages  []assets.HelpPage
	list   *pageList
	find   *widget.Entry
	found  []int // the pages that the list shows, by number
	back   *kit.Button
	sheet  *kit.Sheet

	page    int   // that is shown
	visited []int // the pages before it
}

// showHelp opens the help, or brings it to the front.
func (w *window) showHelp() {
	if w.help != nil {
		w.help.win.RequestFocus()
		return
	}
	w.help = newHelpWindow(w.app, w.kit.Another(), func() { w.help = nil })
	w.help.win.Show()
}

func newHelpWindow(app fyne.App, k *kit.Kit, closed func()) *helpWindow {
	h := &helpWindow{closed: closed, kit: k, pages: assets.HelpPages(), page: -1}
	h.win = app.NewWindow("MotionSeg: help")
	h.sheet = kit.NewSheet(h.follow, helpPicture)
	h.back = h.kit.Button("Back", theme.NavigateBackIcon(), "The page before (Alt Left)", h.goBack)
	h.list = newPageList(func() int { return len(h.found) }, func(i int) string { return h.pages[h.found[i]].Title }, h.typedKey)
	h.find = widget.NewEntry()
	h.find.SetPlaceHolder("Find")
	h.find.OnChanged = func(string) { h.search() }
	h.find.OnSubmitted = func(string) {
		if len(h.found) > 0 {
			h.list.Select(0)
		}
	}
	h.search()
	h.list.OnSelected = func(row widget.ListItemID) {
		i := h.found[row]
		if i == h.page {
			return
		}
		if h.page >= 0 {
			h.visited = append(h.visited, h.page)
		}
		h.show(i)
	}
	side := container.NewBorder(container.New(layout.NewCustomPaddedLayout(6, 4, 8, 8), container.NewBorder(nil, nil, h.back, nil, h.find)), nil, nil, nil, h.list)
	body := container.NewBorder(nil, nil, container.NewBorder(nil, nil, nil, widget.NewSeparator(), kit.FixedWidth(200, side)), nil, h.sheet.Object)
	h.win.SetContent(container.NewStack(body, h.kit.Tips.Layer))
	h.win.SetPadded(false)
	h.win.Resize(fyne.NewSize(helpWidth, 720))
	h.win.SetCloseIntercept(h.close)
	h.kit.Key = h.typedKey
	h.win.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { h.typedKey(e.Name) })
	h.win.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyLeft, Modifier: fyne.KeyModifierAlt}, func(fyne.Shortcut) { h.goBack() })
	h.list.Select(0)
	return h
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

// search lists the pages that have every word that is typed, those that have them
// in their title first; all pages while nothing is typed.
func (h *helpWindow) search() {
	words := strings.Fields(strings.ToLower(h.find.Text))
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
