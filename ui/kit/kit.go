package kit

import (
	"fyne.io/fyne/v2"

	"motionseg/ui/workers"
)

// Kit makes the small controls of one window: they have tooltips and leave the
// keys that they do not use to the window's shortcuts.
type Kit struct {
	Run  func(func()) // runs on the goroutine of the user interface
	Tips *tips
	Key  func(fyne.KeyName)
	Char func(rune)
	// Shortcut is told of shortcuts that a line of text has no use for.
	Shortcut func(fyne.Shortcut)

	top    fyne.CanvasObject // is closed by shut
	shut   func()
	failed func(error)
	faults map[string]bool // that were reported
}

// newKit returns a kit. run runs functions on the goroutine of the user
// interface, and failed is told there of faults of the program on others.
func New(run func(func()), failed func(error)) *Kit {
	return &Kit{Run: run, failed: failed, faults: map[string]bool{}, Tips: newTips(run), Key: func(fyne.KeyName) {}, Char: func(rune) {}, Shortcut: func(fyne.Shortcut) {}}
}

// Another returns a kit for another window of the program.
func (k *Kit) Another() *Kit { return New(k.Run, k.failed) }

// Workers returns goroutines whose faults are reported, each once: a painter
// that fails may fail at every frame. what they do begins a sentence.
func (k *Kit) Workers(what string) *workers.Workers {
	return &workers.Workers{What: what, Failed: func(err error) {
		k.Run(func() {
			if text := err.Error(); !k.faults[text] {
				k.faults[text] = true
				k.failed(err)
			}
		})
	}}
}

// CloseBy has Escape close by a function what lies on top of a window now, such as a dialog
// that was just shown, of whose end somebody is to be told.
func (k *Kit) CloseBy(over fyne.Window, shut func()) {
	k.top, k.shut = over.Canvas().Overlays().Top(), shut
}

// Close closes what lies on top of a window, as Escape does, and reports whether anything
// did.
func (k *Kit) Close(over fyne.Window) bool {
	overlays := over.Canvas().Overlays()
	top := overlays.Top()
	switch {
	case top == nil:
		return false
	case top == k.top:
		k.top = nil
		k.shut()
	default:
		top.Hide()
		overlays.Remove(top)
	}
	return true
}

// Once returns a function that has f run in a later turn of the goroutine of the user
// interface: once, however often that is asked for until then.
func (k *Kit) Once(f func()) (ask func()) {
	asked := false
	return func() {
		if asked {
			return
		}
		asked = true
		k.Run(func() {
			asked = false
			f()
		})
	}
}
