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
