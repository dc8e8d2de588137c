package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"
)

// Entry is a line to type into in a dialog.
type Entry struct {
	widget.Entry
	escape func()
}

// NewEntry returns a line with a text. Its form learns at every key whether the
// text is allowed, also while the line has the keyboard.
func NewEntry(text string) *Entry {
	e := &Entry{}
	e.AlwaysShowValidationError = true
	e.ExtendBaseWidget(e)
	e.SetText(text)
	return e
}

// TypedKey closes the dialog on Escape.
func (e *Entry) TypedKey(key *fyne.KeyEvent) {
	if key.Name == fyne.KeyEscape && e.escape != nil {
		e.escape()
		return
	}
	e.Entry.TypedKey(key)
}

// ShowForm shows a dialog with these lines: the first has the keyboard, its text
// selected; Enter in any accepts what is written, and Escape closes the dialog.
func ShowForm(d *dialog.FormDialog, over fyne.Window, lines ...*Entry) {
	for _, e := range lines {
		e.escape = d.Hide
		e.OnSubmitted = func(string) { d.Submit() }
	}
	d.Show()
	over.Canvas().Focus(lines[0])
	lines[0].TypedShortcut(&fyne.ShortcutSelectAll{})
}
