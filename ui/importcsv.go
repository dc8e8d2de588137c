package ui

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

const (
	// previewRows is how many rows of a table are shown.
	previewRows = 8
	// choiceWidth is how wide a choice of a column is at least.
	choiceWidth = 120
	// longestCell is how many characters of a cell are shown: laying out a text
	// without an end would hold the window up.
	longestCell = 60
)

// Words of the import dialog.
const (
	noColumn  = "(none)"
	ownChoice = "Own choice"
	lastTime  = "As last time"
)

// frameNumbers are the choices for the number of the first frame, and what they
// stand for in hopkins.Columns.
var frameNumbers = []string{"automatically", "from 0", "from 1"}

// columnLabels are what the columns are called, and what they hold.
var columnLabels = [5]struct{ name, needs string }{
	{"Track", "the number or name of the track"}, {"Frame", "the number of the frame"}, {"x (pixels)", "x"},
	{"y (pixels)", "y"}, {"True motion", ""},
}

// importDialog says what the columns of a table are.
type importDialog struct {
	session *session.Session
	path    string
	preview *hopkins.TablePreview
	options []string // what the columns are called in the lists

	dialog     *dialog.CustomDialog
	preset     *kit.Choice
	presets    []hopkins.Columns // of every preset but the last, own choice
	columns    [5]*kit.Choice    // id, frame, x, y, label
	from       *kit.Choice
	rest       hopkins.Columns // what the preset says besides
	likelihood *kit.Entry
	state      *widget.Label
	use        *kit.Button
	pictures   string // the film or the folder of them; empty for those beside the table
	attach     *attachFields
	chosenName *widget.Label
	quiet      bool
}

// importCSV asks for a table and then for its columns.
func (o *opener) importCSV() {
	o.ask(o.win, kit.FileRequest{Kind: kit.OpenFile, Title: "Import a table of tracks",
		Extensions: []string{".csv", ".tsv", ".txt"}}, o.askColumns)
}

// askColumns shows the dialog for a table.
func (o *opener) askColumns(path string) {
	p, err := hopkins.PreviewTable(path, previewRows)
	if err != nil {
		o.problem(session.Problem{Title: "Cannot import " + filepath.Base(path), File: path, Reason: err.Error(),
			Advice: "Choose a text file with a table: a line for each point, with its track, frame, x and y."})
		return
	}
	newImportDialog(o, path, p).dialog.Show()
}

func newImportDialog(o *opener, path string, p *hopkins.TablePreview) *importDialog {
	d := &importDialog{session: o.session, path: path, preview: p, options: columnOptions(p),
		attach: newAttachFields(o.kit)}
	d.state = widget.NewLabel("")
	d.state.Wrapping = fyne.TextWrapWord
	d.use = o.kit.Button("Import", nil, "", d.apply)
	d.use.Importance = widget.HighImportance
	cancel := o.kit.Button("Cancel", nil, "", func() { d.dialog.Hide() })
	form := d.columnForm(o.kit)
	if p.DeepLabCut {
		form = d.likelihoodForm(o.kit)
	}
	name := widget.NewLabel(filepath.Base(path))
	name.Truncation = fyne.TextTruncateEllipsis
	name.TextStyle.Bold = true
	bottom := container.NewVBox(form, widget.NewSeparator(), d.picturesForm(o), kit.FixedHeight(44, d.state))
	content := container.NewBorder(name, bottom, nil, nil, d.table(o.kit))
	d.dialog = dialog.NewCustomWithoutButtons("Import a table of tracks", content, o.win)
	d.dialog.SetButtons([]fyne.CanvasObject{cancel, d.use})
	size := o.win.Canvas().Size()
	d.dialog.Resize(fyne.NewSize(min(760, 0.94*size.Width), min(680, 0.94*size.Height)))
	d.update()
	return d
}

// columnOptions returns what the columns are called: by their name where it is
// one that no other has and not too long for a list, otherwise by their place.
func columnOptions(p *hopkins.TablePreview) []string {
	options := make([]string, p.Width)
	for i := range options {
		options[i] = strconv.Itoa(i + 1)
		if i >= len(p.Header) || p.Header[i] == "" || utf8.RuneCountInString(p.Header[i]) > longestCell {
			continue
		}
		same := func(other string) bool { return strings.EqualFold(other, p.Header[i]) }
		if slices.IndexFunc(p.Header, same) == i && !slices.ContainsFunc(p.Header[i+1:], same) {
			options[i] = p.Header[i]
		}
	}
	return options
}

// table shows the first rows below the names.
func (d *importDialog) table(k *kit.Kit) fyne.CanvasObject {
	p := d.preview
	t := &rowsTable{kit: k}
	t.ShowHeaderRow = true
	t.Length = func() (int, int) { return len(p.Rows), p.Width }
	t.CreateCell = func() fyne.CanvasObject {
		l := widget.NewLabel("")
		l.Truncation = fyne.TextTruncateEllipsis
		return l
	}
	t.UpdateCell = func(id widget.TableCellID, o fyne.CanvasObject) {
		text := ""
		if row := p.Rows[id.Row]; id.Col < len(row) {
			text = files.Cut(row[id.Col], longestCell)
		}
		o.(*widget.Label).SetText(text)
	}
	t.ExtendBaseWidget(t)
	t.UpdateHeader = func(id widget.TableCellID, o fyne.CanvasObject) {
		if id.Col >= 0 && id.Col < len(d.options) {
			l := o.(*widget.Label)
			l.Truncation = fyne.TextTruncateEllipsis
			l.SetText(d.options[id.Col])
		}
	}
	for i := range p.Width {
		longest := len(d.options[i])
		for _, row := range p.Rows {
			if i < len(row) {
				longest = max(longest, len(row[i]))
			}
		}
		t.SetColumnWidth(i, min(180, 30+9*float32(longest)))
	}
	return t
}

// rowsTable is a table to look at, which leaves keys to the window.
type rowsTable struct {
	widget.Table
	kit *kit.Kit
}

// TypedKey leaves a key to the window.
func (t *rowsTable) TypedKey(e *fyne.KeyEvent) { t.kit.Leave(t, e.Name) }

// columnForm chooses the columns.
func (d *importDialog) columnForm(k *kit.Kit) fyne.CanvasObject {
	var names []string
	add := func(name string, c hopkins.Columns) {
		names, d.presets = append(names, name), append(d.presets, c)
	}
	if c := d.preview.Columns; c != (hopkins.Columns{}) {
		add("Recognised: "+d.preview.Preset, c)
	}
	if c := d.session.Settings().Columns; c != (hopkins.Columns{}) {
		add(lastTime, c)
	}
	for _, p := range hopkins.KnownTables() {
		add(p.Name, p.Columns)
	}
	d.preset = k.Choice("", choiceWidth, append(names, ownChoice), func(int) {})
	d.from = k.Choice("", choiceWidth, frameNumbers, func(int) { d.changed() })
	for n := range d.columns {
		options := d.options
		if n == 4 {
			options = append([]string{noColumn}, options...)
		}
		d.columns[n] = k.Choice("", choiceWidth, options, func(int) { d.changed() })
	}
	first := d.firstPreset()
	if first < len(d.presets) {
		d.take(d.presets[first])
	} else {
		d.take(d.preview.Likely)
	}
	d.preset.SetSelectedIndex(first)
	d.preset.OnChanged = func(string) {
		if i := d.preset.SelectedIndex(); !d.quiet && i < len(d.presets) {
			d.take(d.presets[i])
			d.update()
		}
	}
	grid := container.New(layout.NewGridLayout(4))
	for k, what := range columnLabels {
		grid.Add(widget.NewLabel(what.name))
		grid.Add(d.columns[k])
	}
	grid.Add(widget.NewLabel("Frames count"))
	grid.Add(d.from)
	return container.NewVBox(container.NewBorder(nil, nil, widget.NewLabel("Columns as written by"), nil, d.preset), grid)
}

// firstPreset returns the preset to start with: the first whose columns fit,
// otherwise the choice of one's own.
func (d *importDialog) firstPreset() int {
	for i, c := range d.presets {
		if _, err := d.preview.Check(c); err == nil {
			return i
		}
	}
	return len(d.presets)
}

// likelihoodForm is for tables of DeepLabCut, whose columns are fixed.
func (d *importDialog) likelihoodForm(k *kit.Kit) fyne.CanvasObject {
	d.likelihood = k.Entry(strconv.FormatFloat(hopkins.DefaultLikelihood, 'g', -1, 64))
	d.likelihood.OnChanged = func(string) { d.update() }
	return container.NewBorder(nil, nil, widget.NewLabel("DeepLabCut: a point is seen from a likelihood of"), nil,
		d.likelihood)
}

// picturesForm chooses the pictures behind the tracks.
func (d *importDialog) picturesForm(o *opener) fyne.CanvasObject {
	d.chosenName = widget.NewLabel("")
	d.chosenName.Truncation = fyne.TextTruncateEllipsis
	choose := o.kit.Menu("Choose", "A film or a folder of pictures", func(under fyne.CanvasObject) {
		items := o.pictureItems(d.setPictures)
		popItems(append(items, item("Those beside the table", func() { d.setPictures("") })), under)
	})
	d.attach.first.OnChanged = func(string) { d.update() }
	d.attach.step.OnChanged = func(string) { d.update() }
	d.setPictures("")
	small := func(e *kit.Entry) fyne.CanvasObject { return kit.FixedWidth(70, e) }
	return container.NewVBox(
		container.NewBorder(nil, nil, widget.NewLabel("Pictures"), choose, d.chosenName),
		container.NewBorder(nil, nil, container.NewHBox(widget.NewLabel("first picture"), small(d.attach.first),
			widget.NewLabel("every"), small(d.attach.step), widget.NewLabel("y grows")), nil, d.attach.y))
}

// setPictures takes a film or a folder, empty for what lies beside the table.
func (d *importDialog) setPictures(path string) {
	d.pictures = path
	name := filepath.Base(path)
	if path == "" {
		name = "those beside the table, if there are any"
	}
	d.chosenName.SetText(name)
	for _, e := range []*kit.Entry{d.attach.first, d.attach.step} {
		if path == "" {
			e.Disable()
		} else {
			e.Enable()
		}
	}
	d.update()
}

// take shows columns; those that the table does not have are left open.
func (d *importDialog) take(c hopkins.Columns) {
	d.quiet = true
	defer func() { d.quiet = false }()
	for k, name := range []string{c.Track, c.Frame, c.X, c.Y, c.Truth} {
		i := slices.IndexFunc(d.options, func(o string) bool { return name != "" && strings.EqualFold(o, name) })
		switch {
		case i >= 0:
			d.columns[k].SetSelected(d.options[i])
		case k == 4:
			d.columns[k].SetSelected(noColumn)
		default:
			d.columns[k].ClearSelected()
		}
	}
	d.rest = c
	d.from.SetSelectedIndex(map[string]int{"": 0, "0": 1, "1": 2}[c.From])
}

// changed follows a choice of the user.
func (d *importDialog) changed() {
	if d.quiet {
		return
	}
	d.quiet = true
	d.preset.SetSelected(ownChoice)
	d.quiet = false
	d.update()
}

// chosen returns what is chosen.
func (d *importDialog) chosen() (o hopkins.Options, err error) {
	if d.preview.DeepLabCut {
		o.Likelihood, err = strconv.ParseFloat(strings.TrimSpace(d.likelihood.Text), 64)
		if err != nil || !(o.Likelihood > 0 && o.Likelihood <= 1) {
			return o, fmt.Errorf("expected a likelihood above 0 and at most 1, found %q", d.likelihood.Text)
		}
		return o, nil
	}
	for k, what := range columnLabels[:4] {
		if d.columns[k].Selected == "" {
			return o, fmt.Errorf("choose the column that holds %s", what.needs)
		}
	}
	label := d.columns[4].Selected
	if label == noColumn {
		label = ""
	}
	c := &o.Columns
	*c = d.rest // sizes of boxes, the direction of y and the scale
	c.Track, c.Frame, c.X, c.Y, c.Truth = d.columns[0].Selected, d.columns[1].Selected, d.columns[2].Selected,
		d.columns[3].Selected, label
	c.From = []string{"", "0", "1"}[max(0, d.from.SelectedIndex())]
	return o, o.Columns.Check()
}

// update says whether the rows fit the choice.
func (d *importDialog) update() {
	if d.quiet || d.use == nil || d.likelihood == nil && d.preset == nil {
		return // not built yet
	}
	o, err := d.chosen()
	text := "Every line is a frame, every body part a track."
	if err == nil && !d.preview.DeepLabCut {
		var points int
		points, err = d.preview.Check(o.Columns)
		text = fmt.Sprintf("The first %d rows have %d points.", len(d.preview.Rows), points)
	}
	if err == nil && d.pictures != "" {
		err = d.attach.check()
	}
	d.state.Importance = widget.SuccessImportance
	d.use.Enable()
	if err != nil {
		d.state.Importance = widget.DangerImportance
		text = sentence(err.Error())
		d.use.Disable()
	}
	d.state.SetText(text)
}

// apply opens the table.
func (d *importDialog) apply() {
	o, err := d.chosen()
	if err != nil {
		return
	}
	d.dialog.Hide()
	d.session.OpenTable(d.path, o, d.attach.attachment(d.pictures))
}
