package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/session"
)

// shortcutList is what the dialog of shortcuts says.
var shortcutList = [][2]string{
	{"Space", "play or pause"},
	{"Left, Right", "previous or next frame, or picture of a set"},
	{"Home, End", "first or last frame"},
	{"+, –", "zoom in or out"},
	{"0", "fit the picture into the view"},
	{"R", "run both methods"},
	{"Esc", "cancel the run, otherwise clear the selection"},
	{"1 … 9", "show or hide a motion"},
	{"M", "misclassified tracks only"},
	{"T", "ground truth in both views"},
	{"O", "open"},
	{"E", "export"},
	{"Ctrl Z", "undo a change of settings or selection"},
	{"Ctrl Shift Z", "redo"},
	{"Ctrl O", "open a file"},
	{"Ctrl Shift O", "open a folder"},
	{"Ctrl A", "select all shown tracks"},
	{"Ctrl Q", "quit"},
	{"F1", "help pages"},
	{"?", "list of these shortcuts"},
}

func (w *window) showShortcuts() {
	grid := container.New(layout.NewFormLayout())
	for _, s := range shortcutList {
		key := widget.NewLabel(s[0])
		key.TextStyle.Bold = true
		grid.Add(key)
		grid.Add(widget.NewLabel(s[1]))
	}
	scroll := container.NewVScroll(grid)
	scroll.SetMinSize(fyne.NewSize(400, 440))
	dialog.NewCustom("Keyboard shortcuts", "Close", scroll, w.win).Show()
}

// covered tells whether a dialog or menu is open, which keys must not reach
// through; Escape closes it.
func (w *window) covered(key fyne.KeyName) bool {
	overlays := w.win.Canvas().Overlays()
	top := overlays.Top()
	if top != nil && key == fyne.KeyEscape {
		top.Hide()
		overlays.Remove(top)
	}
	return top != nil
}

// addShortcuts connects the keyboard. Keys that a focused text field needs
// never come here.
func (w *window) addShortcuts() {
	w.kit.key, w.kit.char = w.typedKey, w.typedRune
	c := w.win.Canvas()
	c.SetOnTypedKey(func(e *fyne.KeyEvent) { w.typedKey(e.Name) })
	c.SetOnTypedRune(w.typedRune)
	add := func(key fyne.KeyName, modifier fyne.KeyModifier, action func()) {
		c.AddShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: modifier}, func(fyne.Shortcut) { action() })
	}
	const control = fyne.KeyModifierShortcutDefault
	add(fyne.KeyO, control, w.openFile)
	add(fyne.KeyO, control|fyne.KeyModifierShift, w.openFolder)
	c.AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { w.session.Undo() })
	c.AddShortcut(&fyne.ShortcutRedo{}, func(fyne.Shortcut) { w.session.Redo() })
	c.AddShortcut(&fyne.ShortcutSelectAll{}, func(fyne.Shortcut) { w.selectAll() })
	add(fyne.KeyZ, control|fyne.KeyModifierShift, w.session.Redo)
	add(fyne.KeyQ, control, w.close)
}

func (w *window) typedKey(key fyne.KeyName) {
	s := w.session
	if w.covered(key) {
		return
	}
	switch key {
	case fyne.KeySpace:
		s.SetPlaying(!s.Playing())
	case fyne.KeyLeft:
		w.step(-1)
	case fyne.KeyRight:
		w.step(1)
	case fyne.KeyHome:
		s.SetPlaying(false)
		s.SetFrame(0)
	case fyne.KeyEnd:
		s.SetPlaying(false)
		s.SetFrame(s.FrameCount() - 1)
	case fyne.KeyF1:
		w.showHelp()
	case fyne.KeyEscape:
		if s.AnyRunning() {
			s.Cancel()
		} else {
			s.ClearSelection()
		}
	}
}

// step goes to another frame, or selects another picture of a set.
func (w *window) step(by int) {
	if w.session.Set() != nil {
		w.sides[session.Left].wall.step(by)
	} else {
		w.session.Step(by)
	}
}

func (w *window) typedRune(r rune) {
	s := w.session
	if w.covered("") {
		return
	}
	switch r {
	case '+', '=':
		w.zoom(1.25)
	case '-', '−', '_':
		w.zoom(0.8)
	case '0':
		w.fit()
	case 'r', 'R':
		s.Run()
	case 'm', 'M':
		s.SetOnlyWrong(!s.Filters().Wrong)
	case 't', 'T':
		s.ToggleTruth()
	case 'o', 'O':
		w.toolbar.open.Tapped(nil)
	case 'e', 'E':
		w.toolbar.export.Tapped(nil)
	case '?':
		w.showShortcuts()
	}
	if r >= '1' && r <= '9' {
		s.ToggleLabel(int(r - '0'))
	}
}
