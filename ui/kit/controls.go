package kit

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Button is a push button with a tooltip.
type Button struct {
	widget.Button
	kit     *Kit
	Tip     string
	focused bool
}

func (k *Kit) Button(text string, icon fyne.Resource, tip string, tapped func()) *Button {
	b := &Button{kit: k, Tip: tip}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// Menu is a push button that opens a menu below it.
func (k *Kit) Menu(text, tip string, open func(under fyne.CanvasObject)) *Button {
	b := k.Button(text, theme.MenuDropDownIcon(), tip, nil)
	b.IconPlacement = widget.ButtonIconTrailingText
	b.OnTapped = func() { open(b) }
	return b
}

// Head is the heading of a sortable column.
func (k *Kit) Head() *Button {
	b := k.Flat("", nil, "Sort by this column", nil)
	b.Alignment = widget.ButtonAlignLeading
	b.IconPlacement = widget.ButtonIconTrailingText
	return b
}

// Sorted shows the title of a column, and with an arrow whether the table is
// sorted by it and which way.
func (b *Button) Sorted(title string, by, falling bool) {
	var icon fyne.Resource
	switch {
	case by && falling:
		icon = theme.MenuDropDownIcon()
	case by:
		icon = theme.MenuDropUpIcon()
	}
	b.Text = title
	b.SetIcon(icon)
}

// Flat is a button without a background.
func (k *Kit) Flat(text string, icon fyne.Resource, tip string, tapped func()) *Button {
	b := k.Button(text, icon, tip, tapped)
	b.Importance = widget.LowImportance
	return b
}

// FocusGained is told when the button gets the keyboard.
func (b *Button) FocusGained() {
	b.focused = true
	b.Button.FocusGained()
}

// FocusLost is told when it loses the keyboard.
func (b *Button) FocusLost() {
	b.focused = false
	b.Button.FocusLost()
}

// CreateRenderer returns that of the toolkit with a ring: what shows the keyboard on other
// buttons is the blue of one of high importance.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	ring := canvas.NewRectangle(color.Transparent)
	ring.StrokeWidth = 2
	return &ringRenderer{b.Button.CreateRenderer(), b, ring}
}

type ringRenderer struct {
	fyne.WidgetRenderer
	button *Button
	ring   *canvas.Rectangle
}

// ringInset is how far the ring is from the border of its button.
const ringInset = 2

func (r *ringRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.Move(fyne.NewPos(ringInset, ringInset))
	r.ring.Resize(size.SubtractWidthHeight(2*ringInset, 2*ringInset).Max(fyne.Size{}))
}

func (r *ringRenderer) Refresh() {
	r.ring.StrokeColor = theme.Color(theme.ColorNameForegroundOnPrimary)
	r.ring.CornerRadius = theme.Size(theme.SizeNameInputRadius)
	r.WidgetRenderer.Refresh()
}

func (r *ringRenderer) Objects() []fyne.CanvasObject {
	if !r.button.focused || r.button.Importance != widget.HighImportance {
		return r.WidgetRenderer.Objects()
	}
	return append(slices.Clone(r.WidgetRenderer.Objects()), r.ring)
}

func (b *Button) MouseIn(e *desktop.MouseEvent) {
	b.Button.MouseIn(e)
	b.kit.Tips.Enter(b, b.Tip)
}

func (b *Button) MouseOut() {
	b.Button.MouseOut()
	b.kit.Tips.Leave()
}

func (b *Button) Tapped(e *fyne.PointEvent) {
	b.kit.Tips.Leave()
	b.Button.Tapped(e)
}

func (b *Button) TypedRune(r rune) { b.kit.Char(r) }

func (b *Button) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		b.Button.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		b.kit.Leave(b, e.Name)
	}
}

// Choice is a drop-down list of a given width with a tooltip.
type Choice struct {
	widget.Select
	kit   *Kit
	Tip   string
	width float32
	quiet bool // set while the session, not the user, changes the choice
}

func (k *Kit) Choice(tip string, width float32, options []string, changed func(index int)) *Choice {
	c := &Choice{kit: k, Tip: tip, width: width}
	c.Options = options
	c.ExtendBaseWidget(c)
	c.OnChanged = func(string) {
		if !c.quiet {
			changed(c.SelectedIndex())
		}
	}
	return c
}

// Set shows options and which of them is chosen without telling anyone.
func (c *Choice) Set(options []string, index int) {
	if index >= 0 && index < len(options) && c.Selected == options[index] && slices.Equal(c.Options, options) {
		return // drawing it anew costs more than all that led here
	}
	c.quiet = true
	defer func() { c.quiet = false }()
	c.Options = options
	if index < 0 || index >= len(options) {
		c.ClearSelected()
	} else if c.Selected != options[index] {
		c.SetSelectedIndex(index)
	}
	c.Refresh()
}

func (c *Choice) MinSize() fyne.Size { return fyne.NewSize(c.width, c.Select.MinSize().Height) }

func (c *Choice) MouseIn(e *desktop.MouseEvent) {
	c.Select.MouseIn(e)
	c.kit.Tips.Enter(c, c.Tip)
}

func (c *Choice) MouseOut() {
	c.Select.MouseOut()
	c.kit.Tips.Leave()
}

func (c *Choice) Tapped(e *fyne.PointEvent) {
	c.kit.Tips.Leave()
	c.Select.Tapped(e)
}

func (c *Choice) TypedRune(r rune) { c.kit.Char(r) }

func (c *Choice) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
		c.Select.TypedKey(e)
	default:
		c.kit.Leave(c, e.Name)
	}
}

// Check is a box to tick with a tooltip.
type Check struct {
	widget.Check
	kit   *Kit
	tip   string
	quiet bool
}

func (k *Kit) Check(text, tip string, changed func(bool)) *Check {
	c := &Check{kit: k, tip: tip}
	c.Text = text
	c.OnChanged = func(on bool) {
		if !c.quiet {
			changed(on)
		}
	}
	c.ExtendBaseWidget(c)
	return c
}

// Set ticks the box without telling anyone.
func (c *Check) Set(on bool) {
	c.quiet = true
	defer func() { c.quiet = false }()
	c.SetChecked(on)
}

func (c *Check) MouseIn(e *desktop.MouseEvent) {
	c.Check.MouseIn(e)
	c.kit.Tips.Enter(c, c.tip)
}

func (c *Check) MouseOut() {
	c.Check.MouseOut()
	c.kit.Tips.Leave()
}

func (c *Check) TypedRune(r rune) { c.kit.Char(r) }

func (c *Check) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		c.Check.TypedRune(' ')
	default:
		c.kit.Leave(c, e.Name)
	}
}

// Tree is a tree that leaves the keys that it does not need to the window.
type Tree struct {
	widget.Tree
	kit *Kit
}

// Tree returns a tree without nodes.
func (k *Kit) Tree() *Tree {
	t := &Tree{kit: k}
	t.ExtendBaseWidget(t)
	return t
}

// TypedRune leaves a letter to the window.
func (t *Tree) TypedRune(r rune) { t.kit.Char(r) }

// TypedKey moves up and down, and chooses by Enter; other keys are the window's.
func (t *Tree) TypedKey(e *fyne.KeyEvent) {
	t.kit.rowKey(t, e, t.Tree.TypedKey)
}

// rowKey gives the keys that move and choose among rows to a toolkit's list, and the
// others to the window.
func (k *Kit) rowKey(on fyne.CanvasObject, e *fyne.KeyEvent, list func(*fyne.KeyEvent)) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
		list(e)
	case fyne.KeyReturn, fyne.KeyEnter:
		list(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		k.Leave(on, e.Name)
	}
}

// Rows is a list of rows that leaves the keys that it does not need to the window.
type Rows struct {
	widget.List
	kit *Kit
}

// Rows returns a list of as many rows as count says, each made by create and filled by
// update.
func (k *Kit) Rows(
	count func() int, create func() fyne.CanvasObject, update func(widget.ListItemID, fyne.CanvasObject),
) *Rows {
	r := &Rows{kit: k}
	r.Length, r.CreateItem, r.UpdateItem = count, create, update
	r.ExtendBaseWidget(r)
	return r
}

// TypedRune leaves a letter to the window.
func (r *Rows) TypedRune(letter rune) { r.kit.Char(letter) }

// TypedKey moves up and down, and chooses by Enter; other keys are the window's.
func (r *Rows) TypedKey(e *fyne.KeyEvent) {
	r.kit.rowKey(r, e, r.List.TypedKey)
}
