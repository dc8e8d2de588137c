package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
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
	{"R", "run both methods, or the one that is shown alone"},
	{"Esc", "stop what is being opened, otherwise cancel the run, otherwise clear the selection"},
	{"1 … 9", "show or hide a motion"},
	{"Shift 1 … 9", "give the selected tracks to a motion by hand"},
	{"X", "say that the selected tracks are outliers"},
	{"N", "next doubtful track"},
	{"M", "misclassified tracks only"},
	{"T", "ground truth in both views"},
	{"K", "masks of a film: overlay, outline, cut out on black, white or checks, off"},
	{"B", "brush over the masks of a film: drag into a motion, with Shift or the right button out of it; the wheel " +
		"and [ ] size it, 1 … 9 choose the motion"},
	{"C", "compare: from the film view to the bench, and back"},
	{"Page Down, Page Up", "next or previous clip of the queue"},
	{"D", "tick the clip of the queue and go to the next one"},
	{"V", "arrange the views: both, stacked, left, right, wipe"},
	{"A", "show or hide the analysis below the views"},
	{"F", "show the views only, or all around them"},
	{"O", "open"},
	{"E", "export"},
	{"Ctrl Z", "undo a change of settings or a step by hand"},
	{"Ctrl Shift Z", "redo"},
	{"Alt Left, Alt Right", "the selection before or after"},
	{"Ctrl Tab", "next tab below the views, with Shift the one before; also Ctrl Page Down and Page Up"},
	{"Enter", "press the button, tick the box or open the line that has the keyboard"},
	{"Ctrl O", "open a file"},
	{"Ctrl Shift O", "open a folder"},
	{"Ctrl S", "save the project, with Shift under another name"},
	{"Ctrl A", "select all tracks shown in the view under the pointer, or in both"},
	{"Ctrl Q", "quit"},
	{"F1", "help pages"},
	{"?", "list of these shortcuts"},
}

// keyboard does what keys ask for.
type keyboard struct {
	ground
	opener   *opener
	projects *projects
	labeller *labeller
	follower *follower
	folding  *folding
	pages    *pages
	menus    *menus
	toolbar  *toolbar
	welcome  *welcome
	sides    [2]*sidePane
	analysis *analysis
	close    func()
	trace    *trace // nil for none
}

func (y *keyboard) showShortcuts() {
	grid := container.New(layout.NewFormLayout())
	for _, s := range shortcutList {
		key := widget.NewLabel(s[0])
		key.TextStyle.Bold = true
		grid.Add(key)
		grid.Add(widget.NewLabel(s[1]))
	}
	scroll := container.NewVScroll(grid)
	scroll.SetMinSize(fyne.NewSize(400, 440))
	y.kit.Notice("Keyboard shortcuts", "Close", scroll, y.win).Show()
}

// covered reports whether a dialog or menu is open, which keys must not reach
// through; Escape closes it.
func (y *keyboard) covered(key fyne.KeyName) bool {
	if key == fyne.KeyEscape {
		return y.kit.Close(y.win)
	}
	return y.win.Canvas().Overlays().Top() != nil
}

// addShortcuts connects the keyboard. Keys that a focused text field needs
// never come here.
func (y *keyboard) addShortcuts() {
	y.kit.Key = func(key fyne.KeyName) { y.trace.around("key "+string(key), func() { y.typedKey(key) }) }
	y.kit.Char = func(r rune) { y.trace.around("character "+string(r), func() { y.typedRune(r) }) }
	c := y.win.Canvas()
	c.SetOnTypedKey(func(e *fyne.KeyEvent) { y.kit.Key(e.Name) })
	c.SetOnTypedRune(func(r rune) { y.kit.Char(r) })
	var beside fyne.ShortcutHandler // where a line of text has the keyboard
	y.kit.Shortcut = beside.TypedShortcut
	// Like keys, they do not reach through a dialog or menu; the program ends all the same.
	uncovered := func(action func()) func(fyne.Shortcut) {
		return func(fyne.Shortcut) {
			if c.Overlays().Top() == nil {
				action()
			}
		}
	}
	always := func(key fyne.KeyName, modifier fyne.KeyModifier, handler func(fyne.Shortcut)) {
		shortcut := &desktop.CustomShortcut{KeyName: key, Modifier: modifier}
		c.AddShortcut(shortcut, handler)
		beside.AddShortcut(shortcut, handler)
	}
	add := func(key fyne.KeyName, modifier fyne.KeyModifier, action func()) {
		always(key, modifier, uncovered(action))
	}
	const control = fyne.KeyModifierShortcutDefault
	add(fyne.KeyO, control, y.opener.openFile)
	add(fyne.KeyO, control|fyne.KeyModifierShift, y.opener.openFolder)
	add(fyne.KeyS, control, y.projects.saveProject)
	add(fyne.KeyS, control|fyne.KeyModifierShift, y.projects.saveProjectAs)
	c.AddShortcut(&fyne.ShortcutUndo{}, uncovered(func() { y.session.Mine.Then(y.session.History.Undo) }))
	c.AddShortcut(&fyne.ShortcutRedo{}, uncovered(y.session.History.Redo))
	c.AddShortcut(&fyne.ShortcutSelectAll{}, uncovered(y.menus.selectAll))
	add(fyne.KeyZ, control|fyne.KeyModifierShift, y.session.History.Redo)
	add(fyne.KeyLeft, fyne.KeyModifierAlt, y.session.Selection.Back)
	add(fyne.KeyRight, fyne.KeyModifierAlt, y.session.Selection.Forward)
	add(fyne.KeyTab, fyne.KeyModifierControl, func() { y.analysis.turn(1) })
	add(fyne.KeyTab, fyne.KeyModifierControl|fyne.KeyModifierShift, func() { y.analysis.turn(-1) })
	add(fyne.KeyPageDown, fyne.KeyModifierControl, func() { y.analysis.turn(1) })
	add(fyne.KeyPageUp, fyne.KeyModifierControl, func() { y.analysis.turn(-1) })
	always(fyne.KeyQ, control, func(fyne.Shortcut) { y.close() })
}

func (y *keyboard) typedKey(key fyne.KeyName) {
	s := y.session
	if key != desktop.KeyShiftLeft && key != desktop.KeyShiftRight {
		y.trace.key()
	}
	if y.covered(key) {
		return
	}
	if y.follower.tracking != nil { // what is open is not seen
		switch key {
		case fyne.KeyEscape:
			s.Tracking.Drop()
		case fyne.KeyF1:
			y.pages.showHelp()
		}
		return
	}
	if y.labeller.giveKey(key, modifiers()) {
		return
	}
	switch key {
	case fyne.KeySpace:
		s.Playback.SetPlaying(!s.Playback.Playing())
	case fyne.KeyLeft:
		y.step(-1)
	case fyne.KeyRight:
		y.step(1)
	case fyne.KeyHome:
		s.Playback.SetPlaying(false)
		s.Playback.SetFrame(0)
	case fyne.KeyEnd:
		s.Playback.SetPlaying(false)
		s.Playback.SetFrame(s.Doc.FrameCount() - 1)
	case fyne.KeyPageDown:
		s.Queue.Step(1)
	case fyne.KeyPageUp:
		s.Queue.Step(-1)
	case fyne.KeyF1:
		y.pages.showHelp()
	case fyne.KeyEscape:
		if y.welcome.end() || y.follower.endRectangle() || y.labeller.endBrush() || s.StopOpening() || s.Mine.StopAsking() {
			return
		}
		if s.Sides.AnyRunning() {
			s.Sides.Cancel()
		} else {
			s.Selection.Clear()
		}
	}
}

// step goes to another frame, or selects another picture of a set.
func (y *keyboard) step(by int) {
	if y.session.Doc.Set() != nil {
		y.sides[session.Left].wall.step(by)
	} else {
		y.session.Playback.Step(by)
	}
}

func (y *keyboard) typedRune(r rune) {
	s := y.session
	if y.covered("") || y.follower.tracking != nil && r != '?' || y.labeller.typedMasks(r) {
		return
	}
	switch r {
	case '+', '=':
		y.menus.zoom(1.25)
	case '-', '−', '_':
		y.menus.zoom(0.8)
	case '0':
		y.menus.fit()
	case 'r', 'R':
		s.Sides.Run()
	case 'n', 'N':
		y.labeller.askDoubtful()
	case 'x', 'X':
		s.Mine.Then(func() {
			if s.Selection.Count() > 0 && s.Doc.Sequence() != nil {
				y.labeller.give(0)
			}
		})
	case 'm', 'M':
		s.View.SetOnlyWrong(!s.View.Filters().Wrong)
	case 't', 'T':
		s.View.ToggleTruth()
	case 'v', 'V':
		d := s.View.Display()
		d.Views = (d.Views + 1) % session.Arrangement(len(arrangements))
		s.View.SetDisplay(d)
		y.menus.updateMenu()
	case 'c', 'C':
		switchMode(s)
	case 'd', 'D':
		s.Mine.Then(s.Queue.TickAndNext)
	case 'a', 'A':
		y.folding.toggleAnalysis()
	case 'f', 'F':
		y.folding.toggleAround()
	case 'o', 'O':
		y.toolbar.open.Tapped(nil)
	case 'e', 'E':
		y.toolbar.export.Tapped(nil)
	case '?':
		y.showShortcuts()
	}
	if r >= '1' && r <= '9' && modifiers()&fyne.KeyModifierShift == 0 {
		s.View.ToggleLabel(int(r - '0'))
	}
}
