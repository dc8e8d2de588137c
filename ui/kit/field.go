package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Field is a named setting: its name, a control and a reset button. A typed
// value is checked at every key; one that is not allowed is marked and not
// taken.
type Field struct {
	Object fyne.CanvasObject
	Entry  *fieldEntry
	name   *widget.Label
	room   *widthLayout // of the name
	back   *widthLayout // of the reset button
	reset  *Button      // shown where there is something to reset
	tick   *Check
	list   *Choice
}

// The widths of the names and of the reset buttons in the inspector, and of those
// beside names of several words.
const (
	fieldNameWidth  = 74
	fieldResetWidth = 34
	wideNameWidth   = 124
	wideResetWidth  = 26
)

// row puts name, control and reset button of a field beside each other.
func (f *Field) row(k *Kit, name, help string, explain func(string), control fyne.CanvasObject, reset func()) {
	f.reset = k.Flat("", theme.ContentUndoIcon(), "Back to the default value", reset)
	f.reset.Hide()
	f.name = widget.NewLabel(name)
	f.name.Truncation = fyne.TextTruncateEllipsis
	f.room, f.back = &widthLayout{fieldNameWidth}, &widthLayout{fieldResetWidth}
	f.Object = newHelpRow(container.NewBorder(nil, nil, container.New(f.room, f.name), container.New(f.back, f.reset),
		control), func() { explain(help) })
}

// Widen gives a name of several words more room, in smaller letters, and the
// control less.
func (f *Field) Widen() {
	f.room.width, f.back.width = wideNameWidth, wideResetWidth
	f.name.SizeName = theme.SizeNameCaptionText
}

// SetName gives the field another name.
func (f *Field) SetName(name string) { SetText(f.name, name) }

// NewField returns a field that is typed into. set takes a text or says what
// is wrong with it.
func NewField(k *Kit, name, help string, explain func(string), set func(string) error, reset func()) *Field {
	f := &Field{Entry: &fieldEntry{kit: k}}
	f.Entry.ExtendBaseWidget(f.Entry)
	f.Entry.explain = func() { explain(help) }
	f.Entry.OnChanged = func(t string) {
		if f.Entry.quiet {
			return
		}
		err := set(t)
		f.Entry.refused = err != nil
		f.Entry.SetValidationError(err)
		if err != nil {
			explain(err.Error())
		} else {
			explain(help)
		}
	}
	f.row(k, name, help, explain, f.Entry, func() {
		reset()
		f.Entry.SetValidationError(nil)
		f.Entry.accept()
	})
	return f
}

// NewSwitch returns a field that is on or off.
func NewSwitch(k *Kit, name, help string, explain func(string), set func(string) error, reset func()) *Field {
	f := &Field{}
	f.tick = k.Check("", "", func(on bool) {
		text := "off"
		if on {
			text = "on"
		}
		// A switch has allowed values only.
		_ = set(text)
	})
	f.row(k, name, help, explain, f.tick, reset)
	return f
}

// NewList returns a field with a list of values.
func NewList(
	k *Kit, name, help string, options []string, explain func(string), set func(string) error, reset func(),
) *Field {
	f := &Field{}
	f.list = k.Choice(help, 60, options, func(i int) {
		// A list has allowed values only.
		_ = set(options[i])
	})
	f.row(k, name, help, explain, f.list, reset)
	return f
}

// SetChanged says whether the value is another than the published one, so that
// there is something to reset.
func (f *Field) SetChanged(on bool) {
	if f.reset.Visible() == on {
		return
	}
	if on {
		f.reset.Show()
	} else {
		f.reset.Hide()
	}
}

// Changed reports whether there is something to reset.
func (f *Field) Changed() bool { return f.reset.Visible() }

// Show shows a value, as Param.Format writes it. What is being typed stays
// when it means the same.
func (f *Field) Show(value string) {
	switch {
	case f.tick != nil:
		f.tick.Set(value == "on")
	case f.list != nil:
		for i, o := range f.list.Options {
			if o == value {
				f.list.Set(f.list.Options, i)
			}
		}
	case f.Entry.focused:
		// What is being typed is what has just been set.
	case f.Entry.Text != value:
		f.Entry.quiet = true
		f.Entry.SetText(value)
		f.Entry.quiet = false
		f.Entry.SetValidationError(nil)
	}
	if f.Entry != nil {
		if f.Entry.value != value {
			f.Entry.accept()
		}
		f.Entry.value = value
	}
}

// fieldEntry is the entry of a field.
type fieldEntry struct {
	widget.Entry
	kit     *Kit
	explain func()
	value   string // as it is set
	focused bool
	quiet   bool
	refused bool // what was typed last, and why is what is explained
}

// accept explains the field again, where it was said what was wrong with its text.
func (e *fieldEntry) accept() {
	if e.refused {
		e.refused = false
		e.explain()
	}
}

// FocusGained explains the field.
func (e *fieldEntry) FocusGained() {
	e.focused = true
	e.explain()
	e.Entry.FocusGained()
}

// FocusLost shows the value that is set, also when something else was typed
// last.
func (e *fieldEntry) FocusLost() {
	e.focused = false
	e.Entry.FocusLost()
	if e.Text != e.value {
		e.quiet = true
		e.SetText(e.value)
		e.quiet = false
		e.SetValidationError(nil)
	}
}

// TypedKey gives the keyboard back to the window on Enter and Escape.
func (e *fieldEntry) TypedKey(key *fyne.KeyEvent) {
	switch key.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyEscape:
		if c := fyne.CurrentApp().Driver().CanvasForObject(e); c != nil {
			c.Unfocus()
		}
	default:
		e.Entry.TypedKey(key)
	}
}

// TypedShortcut leaves what is not about text to the window.
func (e *fieldEntry) TypedShortcut(s fyne.Shortcut) {
	if !aboutText(s) {
		e.kit.Shortcut(s)
		return
	}
	e.Entry.TypedShortcut(s)
}

// aboutText reports whether a line of text has a use for a shortcut: copying,
// undoing and the like, and moving or deleting by words.
func aboutText(s fyne.Shortcut) bool {
	own, ok := s.(*desktop.CustomShortcut)
	if !ok {
		return true
	}
	switch own.KeyName {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyHome, fyne.KeyEnd, fyne.KeyBackspace,
		fyne.KeyDelete, fyne.KeyZ:
		return true
	}
	return false
}

// Search is a line of text to search for.
type Search struct {
	widget.Entry
	kit *Kit
}

// Search returns an empty line; changed is told what is written.
func (k *Kit) Search(hint string, changed func(text string)) *Search {
	s := &Search{kit: k}
	s.PlaceHolder, s.OnChanged = hint, changed
	s.ExtendBaseWidget(s)
	return s
}

// TypedShortcut leaves what is not about text to the window.
func (s *Search) TypedShortcut(shortcut fyne.Shortcut) {
	if !aboutText(shortcut) {
		s.kit.Shortcut(shortcut)
		return
	}
	s.Entry.TypedShortcut(shortcut)
}

// TypedKey gives the keyboard back to the window on Enter, and on Escape, which
// also takes the text away.
func (s *Search) TypedKey(key *fyne.KeyEvent) {
	switch key.Name {
	case fyne.KeyEscape:
		s.SetText("")
		fallthrough
	case fyne.KeyReturn, fyne.KeyEnter:
		if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
			c.Unfocus()
		}
	default:
		s.Entry.TypedKey(key)
	}
}

// helpRow tells what it holds when the pointer enters it.
type helpRow struct {
	widget.BaseWidget
	content fyne.CanvasObject
	enter   func()
}

func newHelpRow(content fyne.CanvasObject, enter func()) *helpRow {
	r := &helpRow{content: content, enter: enter}
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer shows the content.
func (r *helpRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.content) }

// MouseIn explains the row.
func (r *helpRow) MouseIn(*desktop.MouseEvent) { r.enter() }

// MouseMoved is part of hovering.
func (r *helpRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is part of hovering.
func (r *helpRow) MouseOut() {}
