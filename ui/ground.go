package ui

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// ground is what every area of the window stands on.
type ground struct {
	app     fyne.App
	win     fyne.Window
	session *session.Session
	kit     *kit.Kit
	status  *statusBar
	version string
}

// problem shows what went wrong.
func (g ground) problem(p session.Problem) { g.problemOver(g.win, p) }

// problemOver shows what went wrong over one of the windows.
func (g ground) problemOver(over fyne.Window, p session.Problem) {
	showText(g.kit, over, p.Title, problemText(p))
}

// problemText says the file, the reason and what to do.
func problemText(p session.Problem) string {
	file, reason := p.File, p.Reason
	if path, rest, named := strings.Cut(p.Reason, ": "); named && file != "" &&
		(path == file || filepath.Base(path) == file) {
		file, reason = path, rest // by its whole path, once
	}
	body := ""
	if file != "" {
		body = file + "\n\n"
	}
	if p.File == "" || reason != p.Reason {
		reason = hopkins.Capital(reason) // it begins no more with a name
	}
	return fmt.Sprintf("%s%s\n\n%s", body, reason, p.Advice)
}

// showText shows a text to read in a dialog that scrolls, cut where it is longer
// than anyone would read.
func showText(k *kit.Kit, over fyne.Window, title, text string) {
	label := widget.NewLabel(cut(text, longest))
	label.Wrapping = fyne.TextWrapWord
	label.Selectable = true
	scroll := container.NewVScroll(label)
	height := float32(60 + 19*(strings.Count(label.Text, "\n")+len(label.Text)/70))
	size := over.Canvas().Size()
	scroll.SetMinSize(fyne.NewSize(min(480, 0.8*size.Width), min(height, 360, 0.6*size.Height)))
	k.Notice(cut(title, 100), "Close", scroll, over).Show()
}

// ErrNoDisplay is what Run's error wraps where no window can be shown: there is
// no display, or it has no OpenGL.
var ErrNoDisplay = errors.New("no window can be opened")

// longest is how many characters of a text a dialog shows: laying out more takes
// so long that the window would seem dead.
const longest = 6000
