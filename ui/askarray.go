package ui

import (
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// arrayDialog asks which array of a file holds the tracks.
type arrayDialog struct {
	dialog *dialog.CustomDialog
	names  []string // that are ticked, in the order of choice
	ticks  []*kit.Check
	use    *kit.Button
}

// importArray has the user choose a file with arrays, and one of these.
func (o *opener) importArray() {
	extensions := []string{".mat", ".npz", ".h5", ".hdf5", ".db", ".yml", ".yaml", ".xml", ".json", ".txt", ".bin"}
	o.ask(o.win, kit.FileRequest{Kind: kit.OpenFile, Title: "Import an array of a file", Extensions: extensions},
		o.listArrays)
}

// listArrays shows the arrays of a file, whether or not tracks are recognised among them.
func (o *opener) listArrays(path string) {
	o.session.OpenTable(path, hopkins.Options{Array: hopkins.ListArrays}, session.Attachment{})
}

// askArray shows the arrays of a file, called "NAME SIZE".
func (o *opener) askArray(path string, arrays []string) {
	newArrayDialog(o, path, arrays).dialog.Show()
}

func newArrayDialog(o *opener, path string, arrays []string) *arrayDialog {
	d := &arrayDialog{}
	d.use = o.kit.Button("Open", nil, "", func() {
		d.dialog.Hide()
		o.session.OpenTable(path, hopkins.Options{Array: strings.Join(d.names, ",")}, session.Attachment{})
	})
	d.use.Importance = widget.HighImportance
	d.use.Disable()
	list := container.NewVBox()
	for _, array := range arrays {
		tick := o.kit.Check(array, "", func(on bool) { d.choose(array, on) })
		d.ticks = append(d.ticks, tick)
		list.Add(tick)
	}
	cancel := o.kit.Button("Cancel", nil, "", func() { d.dialog.Hide() })
	text := widget.NewLabel(filepath.Base(path) +
		" has these arrays, or of COLMAP these pictures. Choose the one with the tracks, or two: x " +
		"and then y, or the points of the first and then of the second picture, or two pictures of COLMAP.")
	text.Wrapping = fyne.TextWrapWord
	content := container.NewBorder(text, nil, nil, nil, container.NewVScroll(list))
	d.dialog = dialog.NewCustomWithoutButtons("Which array holds the tracks?", content, o.win)
	d.dialog.SetButtons([]fyne.CanvasObject{cancel, d.use})
	size := o.win.Canvas().Size()
	d.dialog.Resize(fyne.NewSize(min(520, 0.94*size.Width), min(420, 0.94*size.Height)))
	return d
}

// choose takes an array, called "NAME SIZE", among those that are chosen, or out of them.
func (d *arrayDialog) choose(array string, on bool) {
	name := array[:strings.LastIndexByte(array, ' ')]
	if on {
		d.names = append(d.names, name)
	} else {
		d.names = slices.DeleteFunc(d.names, func(n string) bool { return n == name })
	}
	kit.Enable(d.use, len(d.names) == 1 || len(d.names) == 2)
}
