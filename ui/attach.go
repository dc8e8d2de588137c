package ui

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// openPhotographs asks for two photographs, one after the other.
func (o *opener) openPhotographs() {
	r := kit.FileRequest{Kind: kit.OpenFile, Title: "Two photographs: tick both, or choose the first",
		Extensions: photographEndings, Picture: o.picture}
	r.Several = func(paths []string) { o.session.OpenPhotographs(paths[0], paths[1]) }
	o.ask(o.win, r, func(first string) {
		o.ask(o.win, kit.FileRequest{Kind: kit.OpenFile, Title: "The second photograph", Extensions: photographEndings,
			Picture: o.picture}, func(second string) {
			o.session.OpenPhotographs(first, second)
		})
	})
}

// pictureItems are the menu items that ask for a film or a folder of pictures.
func (o *opener) pictureItems(take func(path string)) []*fyne.MenuItem {
	ask := func(label string, r kit.FileRequest) *fyne.MenuItem {
		return item(label, func() { o.ask(o.win, r, take) })
	}
	return []*fyne.MenuItem{
		ask("A film …", kit.FileRequest{Kind: kit.OpenFile, Title: "The film of these tracks"}),
		ask("A folder of pictures …",
			kit.FileRequest{Kind: kit.OpenFolder, Title: "The folder with a picture for each frame"}),
	}
}

// attachItems are the menu items that give the open tracks other pictures.
func (o *opener) attachItems() *fyne.MenuItem {
	i := submenu("Attach pictures", o.pictureItems(func(path string) {
		newAttachDialog(o.session, o.kit, o.win, path).show()
	}))
	i.Disabled = o.session.Doc.Sequence() == nil
	return i
}

// openMasks asks for a folder of masks, which become the truth of the open tracks.
func (o *opener) openMasks() {
	o.ask(o.win, kit.FileRequest{Kind: kit.OpenFolder, Title: "Folder of masks, named as the frames"},
		o.session.Mine.FromMasks)
}

// directions are the choices for the y-direction of the tracks on attached
// pictures, and what they are in a session.Attachment.
var directions = []struct{ name, value string }{
	{"as the pictures tell", ""}, {"downwards, from the top", "down"}, {"upwards, from the bottom", "up"},
}

// attachFields say which pictures of a film or folder belong to which frames.
type attachFields struct {
	first *kit.Entry
	step  *kit.Entry
	y     *kit.Choice
}

func newAttachFields(k *kit.Kit) *attachFields {
	f := &attachFields{first: k.Entry("1"), step: k.Entry("1")}
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
	f.first.Validator, f.step.Validator = number(anywhere), number(1)
	var names []string
	for _, choice := range directions {
		names = append(names, choice.name)
	}
	f.y = k.Choice("", 200, names, func(int) {})
	f.y.Set(names, 0)
	return f
}

// check returns what is wrong with the numbers.
func (f *attachFields) check() error {
	if err := f.first.Validator(f.first.Text); err != nil {
		return fmt.Errorf("picture of the first frame: %w", err)
	}
	if err := f.step.Validator(f.step.Text); err != nil {
		return fmt.Errorf("every n-th picture: %w", err)
	}
	return nil
}

// attachment returns the pictures of a path by the fields, which were checked.
func (f *attachFields) attachment(path string) session.Attachment {
	a := session.Attachment{Upward: directions[max(0, f.y.SelectedIndex())].value}
	if path != "" {
		first, _ := strconv.Atoi(strings.TrimSpace(f.first.Text))
		step, _ := strconv.Atoi(strings.TrimSpace(f.step.Text))
		a.Footage = hopkins.Footage{Path: path, First: first - 1, Step: step}
	}
	return a
}

// attachDialog asks which pictures belong to which frames.
type attachDialog struct {
	*attachFields
	session *session.Session
	path    string
	dialog  *kit.Form
}

func newAttachDialog(s *session.Session, k *kit.Kit, over fyne.Window, path string) *attachDialog {
	d := &attachDialog{attachFields: newAttachFields(k), session: s, path: path}
	first := widget.NewFormItem("Picture of the first frame", d.first)
	first.HintText = "From 1; 0 or less where the pictures begin later than the tracks."
	step := widget.NewFormItem("Every n-th picture is a frame", d.step)
	d.dialog = k.Form("Attach "+filepath.Base(path), "Attach",
		[]*widget.FormItem{first, step, widget.NewFormItem("y of the tracks grows", d.y)}, d.apply, over)
	return d
}

func (d *attachDialog) show() { d.dialog.ShowTyping(d.first, d.step) }

// apply attaches the pictures.
func (d *attachDialog) apply() { d.session.AttachPictures(d.attachment(d.path)) }
