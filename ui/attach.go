package ui

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// photographEndings are the endings of the names of pictures that can be
// matched.
var photographEndings = []string{".jpg", ".jpeg", ".png", ".tif", ".tiff", ".bmp", ".webp", ".gif"}

// openPhotographs asks for two photographs, one after the other.
func (w *window) openPhotographs() {
	w.ask(w.win, kit.FileRequest{Kind: kit.OpenFile, Title: "The first of two photographs", Extensions: photographEndings}, func(first string) {
		w.ask(w.win, kit.FileRequest{Kind: kit.OpenFile, Title: "The second photograph", Extensions: photographEndings}, func(second string) {
			w.session.OpenPhotographs(first, second)
		})
	})
}

// attachItems are the menu items that give the open tracks other pictures.
func (w *window) attachItems() *fyne.MenuItem {
	attach := func(label string, r kit.FileRequest) *fyne.MenuItem {
		return item(label, func() {
			w.ask(w.win, r, func(path string) { newAttachDialog(w.session, w.win, path).dialog.Show() })
		})
	}
	i := submenu("Attach pictures", []*fyne.MenuItem{
		attach("A film …", kit.FileRequest{Kind: kit.OpenFile, Title: "The film of these tracks"}),
		attach("A folder of pictures …", kit.FileRequest{Kind: kit.OpenFolder, Title: "The folder with a picture for each frame"}),
	})
	i.Disabled = w.session.Doc.Sequence() == nil
	return i
}

// directions are the choices for the y-direction of the tracks on attached
// pictures, and what they are in a session.Attachment.
var directions = []struct{ name, value string }{
	{"as the pictures tell", ""}, {"downwards, from the top", "down"}, {"upwards, from the bottom", "up"},
}

// attachDialog asks which pictures belong to which frames.
type attachDialog struct {
	session *session.Session
	path    string
	dialog  dialog.Dialog
	first   *widget.Entry
	step    *widget.Entry
	y       *widget.Select
}

func newAttachDialog(s *session.Session, over fyne.Window, path string) *attachDialog {
	d := &attachDialog{session: s, path: path, first: widget.NewEntry(), step: widget.NewEntry()}
	number := func(least int) func(string) error {
		return func(text string) error {
			if v, err := strconv.Atoi(strings.TrimSpace(text)); err != nil || v < least {
				if least > 0 {
					return fmt.Errorf("expected a whole number from %d", least)
				}
				return fmt.Errorf("expected a whole number")
			}
			return nil
		}
	}
	const anywhere = -1 << 30
	d.first.Validator, d.step.Validator = number(anywhere), number(1)
	d.first.SetText("1")
	d.step.SetText("1")
	var names []string
	for _, choice := range directions {
		names = append(names, choice.name)
	}
	d.y = widget.NewSelect(names, nil)
	d.y.SetSelectedIndex(0)
	first := widget.NewFormItem("Picture of the first frame", d.first)
	first.HintText = "From 1; 0 or less where the pictures begin later than the tracks."
	step := widget.NewFormItem("Every n-th picture is a frame", d.step)
	d.dialog = dialog.NewForm("Attach "+filepath.Base(path), "Attach", "Cancel", []*widget.FormItem{first, step, widget.NewFormItem("y of the tracks grows", d.y)}, func(ok bool) {
		if ok {
			d.apply()
		}
	}, over)
	return d
}

// apply attaches the pictures.
func (d *attachDialog) apply() {
	first, _ := strconv.Atoi(strings.TrimSpace(d.first.Text)) // validated
	step, _ := strconv.Atoi(strings.TrimSpace(d.step.Text))
	a := session.Attachment{Footage: hopkins.Footage{Path: d.path, First: first - 1, Step: step}}
	if k := slices.IndexFunc(directions, func(c struct{ name, value string }) bool { return c.name == d.y.Selected }); k >= 0 {
		a.Upward = directions[k].value
	}
	d.session.AttachPictures(a)
}
