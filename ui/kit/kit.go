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

	shut   map[fyne.CanvasObject]func() // what closes what lies on top of a window
	failed func(error)
	faults map[string]bool // that were reported
}

// New returns a kit. run runs functions on the goroutine of the user
// interface, and failed is told there of faults of the program on others.
func New(run func(func()), failed func(error)) *Kit {
	return &Kit{Run: run, failed: failed, faults: map[string]bool{}, shut: map[fyne.CanvasObject]func(){},
		Tips: newTips(run),
		Key:  func(fyne.KeyName) {}, Char: func(rune) {}, Shortcut: func(fyne.Shortcut) {}}
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
	k.shut[over.Canvas().Overlays().Top()] = shut
}

// Close closes what lies on top of a window, as Escape does, and reports whether anything
// did.
func (k *Kit) Close(over fyne.Window) bool { return k.closeTop(over.Canvas()) }

func (k *Kit) closeTop(of fyne.Canvas) bool {
	overlays := of.Overlays()
	top := overlays.Top()
	if top == nil {
		return false
	}
	if shut := k.shut[top]; shut != nil {
		delete(k.shut, top)
		shut()
	} else {
		top.Hide()
		overlays.Remove(top)
	}
	return true
}

// Leave leaves a key that was typed on a control to the window: Escape closes what lies on
// top of the one that the control is in.
func (k *Kit) Leave(on fyne.CanvasObject, key fyne.KeyName) {
	if key == fyne.KeyEscape {
		if c := fyne.CurrentApp().Driver().CanvasForObject(on); c != nil && k.closeTop(c) {
			return
		}
	}
	k.Key(key)
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
