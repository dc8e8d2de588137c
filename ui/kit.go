package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// kit makes the small controls of one window: they have tooltips and leave the
// keys that they do not use to the window's shortcuts.
type kit struct {
	run  func(func()) // runs on the goroutine of the user interface
	tips *tips
	key  func(fyne.KeyName)
	char func(rune)
}

func newKit(run func(func())) *kit {
	return &kit{run: run, tips: newTips(run), key: func(fyne.KeyName) {}, char: func(rune) {}}
}

// tipDelay is how long the pointer rests before a tooltip appears.
const tipDelay = 600 * time.Millisecond

// tips is the layer above the window's content that shows one tooltip.
type tips struct {
	layer  *fyne.Container
	box    *fyne.Container
	label  *widget.Label
	run    func(func())
	serial int
}

func newTips(run func(func())) *tips {
	t := &tips{run: run, label: widget.NewLabel("")}
	back := canvas.NewRectangle(theme.Color(theme.ColorNameMenuBackground))
	back.StrokeColor = theme.Color(theme.ColorNameInputBorder)
	back.StrokeWidth = 1
	back.CornerRadius = 4
	t.box = container.NewStack(back, t.label)
	t.box.Hide()
	t.layer = container.NewWithoutLayout(t.box)
	return t
}

// enter starts the wait for the tooltip of an object.
func (t *tips) enter(object fyne.CanvasObject, text string) {
	t.leave()
	if text == "" {
		return
	}
	serial := t.serial
	time.AfterFunc(tipDelay, func() {
		t.run(func() {
			if serial == t.serial {
				t.show(object, text)
			}
		})
	})
}

// leave takes the tooltip away.
func (t *tips) leave() {
	t.serial++
	if t.box.Visible() {
		t.box.Hide()
	}
}

// tipWidth is where tooltips wrap.
const tipWidth = 300

func (t *tips) show(object fyne.CanvasObject, text string) {
	back := t.box.Objects[0].(*canvas.Rectangle)
	back.FillColor = theme.Color(theme.ColorNameMenuBackground)
	back.StrokeColor = theme.Color(theme.ColorNameInputBorder)
	t.label.Wrapping = fyne.TextWrapOff
	t.label.SetText(text)
	size := t.box.MinSize()
	if size.Width > tipWidth {
		t.label.Wrapping = fyne.TextWrapWord
		t.label.Resize(fyne.NewSize(tipWidth, size.Height))
		t.label.Refresh()
		size = fyne.NewSize(tipWidth, t.label.MinSize().Height)
	}
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(object).Subtract(driver.AbsolutePositionForObject(t.layer))
	at.Y += object.Size().Height + 4
	if limit := t.layer.Size(); limit.Width > 0 {
		if at.Y+size.Height > limit.Height {
			at.Y -= object.Size().Height + size.Height + 8
		}
		at.X = max(2, min(at.X, limit.Width-size.Width-2))
	}
	t.box.Resize(size)
	t.box.Move(at)
	t.box.Show()
	t.box.Refresh()
}

// button is a push button with a tooltip.
type button struct {
	widget.Button
	kit *kit
	tip string
}

func (k *kit) button(text string, icon fyne.Resource, tip string, tapped func()) *button {
	b := &button{kit: k, tip: tip}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// menu is a push button that opens a menu below it.
func (k *kit) menu(text, tip string, open func(under fyne.CanvasObject)) *button {
	b := k.button(text, theme.MenuDropDownIcon(), tip, nil)
	b.IconPlacement = widget.ButtonIconTrailingText
	b.OnTapped = func() { open(b) }
	return b
}

// head is the heading of a sortable column.
func (k *kit) head() *button {
	b := k.flat("", nil, "Sort by this column", nil)
	b.Alignment = widget.ButtonAlignLeading
	b.IconPlacement = widget.ButtonIconTrailingText
	return b
}

// sorted shows the title of a column, and with an arrow whether the table is
// sorted by it and which way.
func (b *button) sorted(title string, by, falling bool) {
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

// flat is a button without a background.
func (k *kit) flat(text string, icon fyne.Resource, tip string, tapped func()) *button {
	b := k.button(text, icon, tip, tapped)
	b.Importance = widget.LowImportance
	return b
}

func (b *button) MouseIn(e *desktop.MouseEvent) {
	b.Button.MouseIn(e)
	b.kit.tips.enter(b, b.tip)
}

func (b *button) MouseOut() {
	b.Button.MouseOut()
	b.kit.tips.leave()
}

func (b *button) Tapped(e *fyne.PointEvent) {
	b.kit.tips.leave()
	b.Button.Tapped(e)
}

func (b *button) TypedRune(r rune) { b.kit.char(r) }

func (b *button) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		b.Button.TypedKey(e)
	default:
		b.kit.key(e.Name)
	}
}

// choice is a drop-down list of a given width with a tooltip.
type choice struct {
	widget.Select
	kit   *kit
	tip   string
	width float32
	quiet bool // set while the session, not the user, changes the choice
}

func (k *kit) choice(tip string, width float32, options []string, changed func(index int)) *choice {
	c := &choice{kit: k, tip: tip, width: width}
	c.Options = options
	c.ExtendBaseWidget(c)
	c.OnChanged = func(string) {
		if !c.quiet {
			changed(c.SelectedIndex())
		}
	}
	return c
}

// set shows options and which of them is chosen without telling anyone.
func (c *choice) set(options []string, index int) {
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

func (c *choice) MinSize() fyne.Size { return fyne.NewSize(c.width, c.Select.MinSize().Height) }

func (c *choice) MouseIn(e *desktop.MouseEvent) {
	c.Select.MouseIn(e)
	c.kit.tips.enter(c, c.tip)
}

func (c *choice) MouseOut() {
	c.Select.MouseOut()
	c.kit.tips.leave()
}

func (c *choice) Tapped(e *fyne.PointEvent) {
	c.kit.tips.leave()
	c.Select.Tapped(e)
}

func (c *choice) TypedRune(r rune) { c.kit.char(r) }

func (c *choice) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
		c.Select.TypedKey(e)
	default:
		c.kit.key(e.Name)
	}
}

// check is a box to tick with a tooltip.
type check struct {
	widget.Check
	kit   *kit
	tip   string
	quiet bool
}

func (k *kit) check(text, tip string, changed func(bool)) *check {
	c := &check{kit: k, tip: tip}
	c.Text = text
	c.OnChanged = func(on bool) {
		if !c.quiet {
			changed(on)
		}
	}
	c.ExtendBaseWidget(c)
	return c
}

// set ticks the box without telling anyone.
func (c *check) set(on bool) {
	c.quiet = true
	defer func() { c.quiet = false }()
	c.SetChecked(on)
}

func (c *check) MouseIn(e *desktop.MouseEvent) {
	c.Check.MouseIn(e)
	c.kit.tips.enter(c, c.tip)
}

func (c *check) MouseOut() {
	c.Check.MouseOut()
	c.kit.tips.leave()
}

func (c *check) TypedRune(r rune) {
	if r == ' ' {
		c.Check.TypedRune(r)
		return
	}
	c.kit.char(r)
}

func (c *check) TypedKey(e *fyne.KeyEvent) { c.kit.key(e.Name) }

// setText shows a text, which costs nothing when it is there already.
func setText(l *widget.Label, text string) {
	if l.Text != text {
		l.SetText(text)
	}
}

// text is a line of text in a given colour and size that takes part in
// layouts.
func text(s string, name fyne.ThemeColorName, size fyne.ThemeSizeName) *widget.RichText {
	return widget.NewRichText(&widget.TextSegment{Text: s, Style: widget.RichTextStyle{ColorName: name, SizeName: size, Inline: true}})
}

// heading is a section title.
func heading(s string) *widget.RichText {
	t := text(s, theme.ColorNamePlaceHolder, theme.SizeNameCaptionText)
	t.Segments[0].(*widget.TextSegment).Style.TextStyle.Bold = true
	return t
}

// fixedWidth gives an object a width at least.
func fixedWidth(width float32, object fyne.CanvasObject) *fyne.Container {
	return container.New(&widthLayout{width}, object)
}

// widthLayout gives its one object a least width.
type widthLayout struct{ width float32 }

func (l *widthLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.width, objects[0].MinSize().Height)
}

func (l *widthLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

// middleLayout puts an object in the middle of the height that it is given, as wide
// as there is.
type middleLayout struct{}

func (middleLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

func (middleLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	height := objects[0].MinSize().Height
	objects[0].Resize(fyne.NewSize(size.Width, height))
	objects[0].Move(fyne.NewPos(0, (size.Height-height)/2))
}

func middle(object fyne.CanvasObject) *fyne.Container { return container.New(middleLayout{}, object) }

// leastLayout lets its one object become narrower than it asks for, down to a
// width.
type leastLayout struct{ width float32 }

func (l *leastLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	least := objects[0].MinSize()
	return fyne.NewSize(min(l.width, least.Width), least.Height)
}

func (l *leastLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }
