package ui

import (
	"context"
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/ui/session"
)

// dialogs open every dialog of the window, by its name; writing has what ends with what is
// written under "progress".
func dialogs(t *testing.T, r *rig, writing chan context.Context) map[string]func() {
	table := touch(t, "tracks.csv")

	return map[string]func(){
		"a problem":   func() { r.window.problem(session.Problem{Title: "No", Reason: "nothing", Advice: "Wait."}) },
		"shortcuts":   r.keyboard.showShortcuts,
		"about":       r.pages.showAbout,
		"the methods": r.pages.showMethods,
		"export":      func() { showExport(r.exporter) },
		"film":        r.exporter.exportFilm,
		"figure":      func() { r.exporter.showFigure(exportOf{side: session.Right}) },
		"name":        func() { r.labeller.askName(1) },
		"frames":      func() { r.opener.askFrames(hopkins.FrameRange) },
		"attach":      func() { newAttachDialog(r.session, r.kit, r.win, "film.mp4").show() },
		"arrays":      func() { newArrayDialog(r.opener, table, []string{"a 3×4", "b 5×6"}).dialog.Show() },
		"gaps":        func() { newGapsDialog(r.session, r.kit, r.win).dialog.Show() },
		"moved":       func() { r.opener.askMoved("/there", func(string) {}) },
		"copy":        func() { r.opener.askCopy(session.Problem{Title: "No", Reason: "no"}, time.Now(), func() {}) },
		"film to follow": func() {
			r.opener.askFilm(session.Film{Path: "film.mp4", Frames: 900}, footage.Range{}, session.Limits{})
		},
		"numbers": func() { newNumbersDialog(newDensityChoice(r.session, r.win, r.kit)).show() },
		"a file":  r.opener.openFile,
		"progress": func() {
			r.exporter.withProgress("Writing", "a.csv", func(ctx context.Context, _ func(done, total int)) error {
				writing <- ctx
				select {
				case <-ctx.Done():
				case <-t.Context().Done():
				}
				return ctx.Err()
			})
		},
		"look": func() { popLook(r.session, r.kit, r.win) },
		"menu": func() { r.menus.popView(r.toolbar.export) },
	}
}

// TestEscClosesEveryDialog: whatever in a dialog has the keyboard, or where nothing has,
// Escape closes it.
func TestEscClosesEveryDialog(t *testing.T) {
	r := withExample(t, nil)
	c := r.win.Canvas()
	r.capture()
	escape := &fyne.KeyEvent{Name: fyne.KeyEscape}
	tried, writing := 0, make(chan context.Context, 1)
	for name, open := range dialogs(t, r, writing) {
		for i := 0; ; i++ {
			open()
			top := c.Overlays().Top()
			if top == nil {
				t.Errorf("%s: nothing opens", name)
				break
			}
			var inside []fyne.Focusable
			for _, o := range test.LaidOutObjects(top) {
				d, can := o.(fyne.Disableable)
				_, link := o.(*widget.Hyperlink) // of a text to read, which the toolkit makes
				if f, ok := o.(fyne.Focusable); ok && (!can || !d.Disabled()) && !link {
					inside = append(inside, f)
				}
			}
			what := "nothing"
			if i < len(inside) {
				c.Focus(inside[i])
				what = fmt.Sprintf("%T %s", inside[i], nameOf(inside[i].(fyne.CanvasObject)))
			} else {
				c.Unfocus()
			}
			if focused := c.Focused(); focused != nil {
				focused.TypedKey(escape)
			} else {
				r.keyboard.typedKey(escape.Name)
			}
			tried++
			if name == "progress" {
				if ctx := <-writing; ctx.Err() == nil {
					t.Fatal("what is written under a dialog that Esc closed goes on")
				}
			}
			if c.Overlays().Top() != nil {
				t.Errorf("%s: Esc is dead where %s has the keyboard", name, what)
			}
			for r.kit.Close(r.win) {
			}
			if i >= len(inside) {
				r.settle()
				break
			}
		}
	}
	if tried < 30 {
		t.Errorf("only %d controls were tried", tried)
	}
}
