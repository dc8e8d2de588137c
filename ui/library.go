package ui

import (
	"image"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// library lists the sequences that can be opened.
type library struct {
	session *session.Session
	kit     *kit.Kit
	object  fyne.CanvasObject

	search   *kit.Search
	tree     *kit.Tree
	previews *previews
	groups   []session.Group
	items    map[string]session.Item // by node
	quiet    bool
	dataset  *hopkins.Dataset // that is listed
	follow   func()           // has it updated in a later turn
}

func newLibrary(s *session.Session, k *kit.Kit, openFolder func()) *library {
	l := &library{session: s, kit: k}
	l.previews = newPreviews(k.Run, readPreview, l.previewed)
	clear := k.Flat("", theme.CancelIcon(), "Clear the search (Esc)", func() { l.search.SetText("") })
	clear.Hide()
	l.search = k.Search("Search sequences", func(text string) {
		if text == "" {
			clear.Hide()
		} else {
			clear.Show()
		}
		l.update()
	})
	l.search.ActionItem = clear
	l.tree = k.Tree()
	l.tree.ChildUIDs, l.tree.IsBranch, l.tree.OnSelected = l.children, l.branch, l.selected
	l.tree.CreateNode = func(branch bool) fyne.CanvasObject { return newLibraryRow(k) }
	l.tree.UpdateNode = func(id widget.TreeNodeID, branch bool, o fyne.CanvasObject) {
		l.show(id, branch, o.(*libraryRow))
	}
	folder := k.Flat("Open a dataset folder …", theme.FolderOpenIcon(),
		"List all sequences below a folder, as Hopkins155", openFolder)
	folder.Alignment = widget.ButtonAlignLeading
	l.object = container.NewBorder(container.New(layout.NewCustomPaddedLayout(3, 3, 4, 2), l.search), folder, nil,
		nil, l.tree)
	l.follow = k.Once(l.update)
	s.Watch(l.changed)
	l.update()
	l.tree.OpenAllBranches()
	return l
}

func (l *library) changed(c session.Change) {
	if d := l.session.Library.Dataset(); c.Event == session.LibraryChanged && d != l.dataset {
		l.dataset = d
		if l.search.Text != "" {
			l.search.SetText("") // it was about what was listed before
		}
	}
	switch c.Event {
	case session.SequenceChanged, session.LibraryChanged, session.StyleChanged:
		l.follow()
	case session.LoadingChanged:
		if l.session.Doc.Loading() == "" { // what was clicked may have failed: what is open is marked
			l.follow()
		}
	}
}

func (l *library) update() {
	known := map[string]bool{}
	for _, g := range l.groups {
		known["#"+g.Title] = true
	}
	l.groups = l.session.Library.Groups(l.search.Text)
	l.items = map[string]session.Item{}
	open := ""
	for _, g := range l.groups {
		for _, item := range g.Items {
			id := g.Title + "\x00" + item.Key
			l.items[id] = item
			if item.Open && (open == "" || g.Title != "Recent") {
				open = id
			}
		}
	}
	l.tree.Refresh()
	for _, g := range l.groups {
		if !known["#"+g.Title] || l.search.Text != "" {
			l.tree.OpenBranch("#" + g.Title)
		}
	}
	l.quiet = true
	if open != "" {
		l.tree.Select(open)
	} else {
		l.tree.UnselectAll()
	}
	l.quiet = false
}

// previewed shows a picture that has been read in the rows of its sequence.
func (l *library) previewed(key string, m image.Image) {
	if m == nil {
		return
	}
	for _, g := range l.groups {
		if id := g.Title + "\x00" + key; l.items[id].Name != "" {
			l.tree.RefreshItem(id)
		}
	}
}

func (l *library) children(id widget.TreeNodeID) []widget.TreeNodeID {
	var ids []widget.TreeNodeID
	for _, g := range l.groups {
		switch id {
		case "":
			ids = append(ids, "#"+g.Title)
		case "#" + g.Title:
			for _, item := range g.Items {
				ids = append(ids, g.Title+"\x00"+item.Key)
			}
		}
	}
	return ids
}

func (l *library) branch(id widget.TreeNodeID) bool { return id == "" || strings.HasPrefix(id, "#") }

func (l *library) selected(id widget.TreeNodeID) {
	item, ok := l.items[id]
	if l.quiet || !ok || item.Open {
		return
	}
	if item.Key == "" {
		l.session.OpenExample()
	} else {
		l.session.OpenPath(item.Key)
	}
}

func (l *library) show(id widget.TreeNodeID, branch bool, row *libraryRow) {
	if branch {
		row.set(strings.TrimPrefix(id, "#"), "", true, [2]session.Badge{})
		row.frame.Hide()
		return
	}
	item := l.items[id]
	tip := item.Name
	if item.Detail != "" {
		tip += "\n" + item.Detail
	}
	if item.Key != "" {
		tip += "\n" + item.Key
	}
	for i, b := range item.Badges {
		if b.Method != "" {
			tip += "\n" + session.Side(i).String() + ", " + b.Method + ": "
			if b.Error == b.Error {
				tip += b.Text() + " % misclassified"
			} else {
				tip += "computed"
			}
		}
	}
	row.set(item.Name, tip, false, item.Badges)
	row.show(l.previews.get(item.Key))
}

// libraryRow is a line of the library: a small picture, a name and the errors
// of both sides.
type libraryRow struct {
	widget.BaseWidget
	kit     *kit.Kit
	tip     string
	text    rowText
	frame   *fyne.Container // holds picture
	picture *canvas.Image
	name    *widget.Label
	badges  [2]*canvas.Text
	errors  *fyne.Container
	row     *fyne.Container
}

func newLibraryRow(k *kit.Kit) *libraryRow {
	r := &libraryRow{kit: k, name: widget.NewLabel("")}
	r.name.Truncation = fyne.TextTruncateClip
	var badges []fyne.CanvasObject
	for i := range r.badges {
		r.badges[i] = canvas.NewText("", color.Transparent)
		r.badges[i].Alignment = fyne.TextAlignTrailing
		badges = append(badges, kit.FixedWidth(25, r.badges[i]))
	}
	badges = append(badges, kit.FixedWidth(4, canvas.NewRectangle(color.Transparent)))
	r.errors = container.NewHBox(badges...)
	r.picture = canvas.NewImageFromImage(nil)
	r.picture.FillMode = canvas.ImageFillContain
	r.picture.ScaleMode = canvas.ImageScaleFastest
	r.picture.SetMinSize(fyne.NewSize(previewWidth/2, 25))
	r.frame = container.NewCenter(r.picture)
	r.row = container.NewBorder(nil, nil, r.frame, r.errors, r.name)
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer shows the row.
func (r *libraryRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.row) }

// rowText is what a row says, and under which colours.
type rowText struct {
	name   string
	bold   bool
	badges [2]session.Badge
	style  draw.Style
}

func (r *libraryRow) set(name, tip string, bold bool, badges [2]session.Badge) {
	r.tip = tip
	next := rowText{name, bold, badges, kit.Style()}
	if r.text == next {
		// Most rows stay as they are when one gets an error.
		return
	}
	r.text = next
	r.name.TextStyle.Bold = bold
	r.fit()
	if badges[0].Method == "" && badges[1].Method == "" {
		r.errors.Hide()
	} else {
		r.errors.Show()
	}
	for i, b := range badges {
		r.badges[i].Text = b.Text()
		r.badges[i].TextSize = theme.CaptionTextSize()
		r.badges[i].Color = theme.Color(theme.ColorNamePlaceHolder)
		if b.Error == b.Error && b.Method != "" {
			r.badges[i].Color = theme.Color(errorColor(b.Error))
		}
		r.badges[i].Refresh()
	}
	r.row.Refresh()
}

// Resize gives the name the room that there is.
func (r *libraryRow) Resize(size fyne.Size) {
	r.BaseWidget.Resize(size)
	r.fit()
}

func (r *libraryRow) fit() { fitName(r.name, r.text.name) }

// shortened leaves out the middle of a name until it fits.
func shortened(name string, fits func(string) bool) string {
	letters := []rune(name)
	for n := len(letters); n > 2 && !fits(name); n-- {
		head := n / 3
		name = string(letters[:head]) + "…" + string(letters[len(letters)-(n-1-head):])
	}
	return name
}

// show shows the picture of the row's sequence, room for it when it is nil.
func (r *libraryRow) show(m image.Image) {
	r.frame.Show()
	if r.picture.Image == m {
		return
	}
	r.picture.Image = m
	r.picture.Refresh()
}

// MouseIn shows what is known of the sequence.
func (r *libraryRow) MouseIn(*desktop.MouseEvent) { r.kit.Tips.Enter(r, r.tip) }

// MouseMoved is part of hovering.
func (r *libraryRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut takes the tooltip away.
func (r *libraryRow) MouseOut() { r.kit.Tips.Leave() }

// fitName shows a name in a label, shortened in its middle: names are told apart by their ends.
func fitName(l *widget.Label, name string) {
	room := l.Size().Width - 2*theme.InnerPadding()
	kit.SetText(l, shortened(name, func(text string) bool {
		return room <= 0 || fyne.MeasureText(text, theme.TextSize(), l.TextStyle).Width <= room
	}))
}
