package ui

import (
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"motionseg/ui/session"
)

// folding shows and hides what is around the views.
type folding struct {
	session  *session.Session
	analysis *analysis
	film     *filmMode
	library  *library
	panels   *panels          // library, views, inspector
	split    *container.Split // views above analysis
	before   around           // what was around the views before they were shown alone
}

func (f *folding) toggleLibrary() { f.panels.toggle(f.panels.left) }

func (f *folding) toggleInspector() { f.panels.toggle(f.panels.right) }

// showAnalysis shows or hides the tabs below the views.
func (f *folding) showAnalysis(on bool) {
	if on == f.analysis.object.Visible() {
		return
	}
	if on {
		f.analysis.object.Show()
	} else {
		f.analysis.object.Hide()
	}
	f.analysis.watch()
	relaySplit(f.split)
}

// relaySplit lays out anew what is in a split, as relay does.
func relaySplit(split *container.Split) {
	offset := split.Offset
	split.Offset = -1
	split.SetOffset(offset) // another one is all that it lays out by
	canvas.Refresh(split)
}

// showTree shows the tree of motions.
func (f *folding) showTree() {
	f.showAnalysis(true)
	f.analysis.showTree()
}

func (f *folding) toggleAnalysis() { f.showAnalysis(!f.analysis.object.Visible()) }

// toggleAround hides all that is around the views, or shows it again when nothing
// of it is shown.
func (f *folding) toggleAround() {
	if now := f.around(); now != (around{}) {
		f.before = now
		f.showAround(around{})
		return
	}
	if f.before == (around{}) {
		f.before = around{true, true, true}
	}
	f.showAround(f.before)
}

// showQueue shows the clips in place of the library as long as there are any.
func (f *folding) showQueue() {
	clips := len(f.session.Queue.Clips()) > 0
	if clips == !f.library.object.Visible() {
		return
	}
	if clips {
		f.library.object.Hide()
		f.panels.show(f.panels.left, true)
	} else {
		f.library.object.Show()
		f.panels.show(f.panels.left, f.film.remembered().library && f.session.View.Mode() != session.FilmMode)
	}
	f.panels.relayout()
}

// around returns what is shown around the views.
func (f *folding) around() around {
	return around{library: f.panels.left.shown(), inspector: f.panels.right.shown(), analysis: f.analysis.object.Visible()}
}

// showAround shows or hides what is around the views.
func (f *folding) showAround(a around) {
	f.showAnalysis(a.analysis)
	f.panels.showBoth(a.library, a.inspector)
}
