package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Entry is a line to type into.
type Entry struct {
	widget.Entry
	kit *Kit
}

// Entry returns a line with a text. Its form learns at every key whether the
// text is allowed, also while the line has the keyboard.
func (k *Kit) Entry(text string) *Entry {
	e := &Entry{kit: k}
	e.AlwaysShowValidationError = true
	e.ExtendBaseWidget(e)
	e.SetText(text)
	return e
}

// TypedKey closes the dialog on Escape, and beside dialogs gives the keyboard back to the
// window.
func (e *Entry) TypedKey(key *fyne.KeyEvent) {
	if key.Name == fyne.KeyEscape {
		if c := fyne.CurrentApp().Driver().CanvasForObject(e); c != nil && !e.kit.closeTop(c) {
			c.Unfocus()
		}
		return
	}
	e.Entry.TypedKey(key)
}

// Form is a dialog with lines to type into and other controls, each behind its name.
type Form struct {
	*dialog.CustomDialog
	use  *Button
	over fyne.Window
	done func()
}

// Form returns a dialog that is not shown yet. done is told when what it says is
// accepted, which it is not while a line of it is not allowed.
func (k *Kit) Form(title, accept string, items []*widget.FormItem, done func(), over fyne.Window) *Form {
	f := &Form{over: over, done: done}
	f.use = k.Button(accept, nil, "", f.Submit)
	f.use.Importance = widget.HighImportance
	lines := widget.NewForm(items...)
	f.CustomDialog = dialog.NewCustomWithoutButtons(title, lines, over)
	f.SetButtons([]fyne.CanvasObject{k.Button("Cancel", nil, "", f.Hide), f.use})
	lines.SetOnValidationChanged(func(err error) { Enable(f.use, err == nil) })
	Enable(f.use, lines.Validate() == nil)
	return f
}

// Submit accepts what the form says, if all of it is allowed.
func (f *Form) Submit() {
	if !f.use.Disabled() {
		f.Hide()
		f.done()
	}
}

// ShowTyping shows the form. The first of these lines has the keyboard, its text
// selected, and Enter in any accepts what is written.
func (f *Form) ShowTyping(lines ...*Entry) {
	for _, e := range lines {
		e.OnSubmitted = func(string) { f.Submit() }
	}
	f.Show()
	f.over.Canvas().Focus(lines[0])
	lines[0].TypedShortcut(&fyne.ShortcutSelectAll{})
}

// Confirm returns a dialog, not shown yet, that has the user accept something or not.
// done is told when it was accepted.
func (k *Kit) Confirm(title, accept string, content fyne.CanvasObject, done func(),
	over fyne.Window) *dialog.CustomDialog {
	d := dialog.NewCustomWithoutButtons(title, content, over)
	use := k.Button(accept, nil, "", func() {
		d.Hide()
		done()
	})
	use.Importance = widget.HighImportance
	d.SetButtons([]fyne.CanvasObject{k.Button("Cancel", nil, "", d.Hide), use})
	return d
}

// Notice returns a dialog, not shown yet, with something to look at and one button.
func (k *Kit) Notice(title, button string, content fyne.CanvasObject, over fyne.Window) *dialog.CustomDialog {
	d := dialog.NewCustomWithoutButtons(title, content, over)
	d.SetButtons([]fyne.CanvasObject{k.Button(button, nil, "", d.Hide)})
	return d
}

// Say shows a sentence in a dialog.
func (k *Kit) Say(title, text string, over fyne.Window) {
	k.Notice(title, "OK", widget.NewLabelWithStyle(text, fyne.TextAlignCenter, fyne.TextStyle{}), over).Show()
}

// Radio is a row of words of which one is chosen.
type Radio struct {
	Row      *fyne.Container
	Selected string // empty while none is
	words    []string
	buttons  []*Button
	changed  func(word string)
}

// Radio returns a row of words with the first chosen. changed is told of what the user
// chooses; it may be nil.
func (k *Kit) Radio(words []string, changed func(word string)) *Radio {
	r := &Radio{words: words, changed: changed}
	r.Row = container.NewHBox()
	for _, word := range words {
		b := k.Flat(word, theme.RadioButtonIcon(), "", func() { r.Choose(word) })
		r.buttons = append(r.buttons, b)
		r.Row.Add(b)
	}
	r.Show(words[0])
	return r
}

// Show shows which word is chosen, empty for none, without telling anyone.
func (r *Radio) Show(word string) {
	r.Selected = word
	for i, b := range r.buttons {
		if r.words[i] == word {
			b.SetIcon(theme.RadioButtonCheckedIcon())
		} else {
			b.SetIcon(theme.RadioButtonIcon())
		}
	}
}

// Choose chooses a word as the user does.
func (r *Radio) Choose(word string) {
	r.Show(word)
	if r.changed != nil {
		r.changed(word)
	}
}
