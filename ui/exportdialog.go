package ui

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// exportOf is whose labels are exported.
type exportOf struct {
	side session.Side
	mine bool // those by hand, in place of those of the side
}

// exportsOf returns what can be exported, what the views show first.
func exportsOf(s *session.Session) []exportOf {
	var all []exportOf
	add := func(of exportOf) {
		if of.mine {
			of.side = 0 // they are those of no side
		}
		known := slices.Contains(all, of)
		if there := of.mine && s.Mine.Begun() || !of.mine && s.Sides.Outcome(of.side) != nil; there && !known {
			all = append(all, of)
		}
	}
	first := mainSide(s, session.Left)
	for _, mine := range []bool{true, false} { // what was made by hand is what is wanted
		for _, side := range []session.Side{first, first.Other()} {
			if shown, alone := s.View.Alone(); (!alone || shown == side) && mine == s.View.ShowsMine(side) {
				add(exportOf{side, mine})
			}
		}
	}
	for _, side := range session.Both {
		add(exportOf{side: side})
	}
	add(exportOf{mine: true})
	return all
}

// name says whose labels they are.
func (of exportOf) name(s *session.Session) string {
	if of.mine {
		return "By hand"
	}
	title := s.Plan.Title(s.Sides.Outcome(of.side).Setup.Method)
	if s.Sides.Outcome(of.side.Other()) == nil {
		return title // the side of a film that is shown alone is no matter
	}
	return title + " (" + of.side.String() + ")"
}

// fileName is how the name of a file begins, after that of what is open.
func (of exportOf) fileName(s *session.Session) string {
	if of.mine {
		return "mine"
	}
	return s.Sides.Outcome(of.side).Setup.Method
}

// exportChoice is something that can be written. One of file and run is set, and
// picture where it shows what the views do.
type exportChoice struct {
	label   string
	name    string // of the file, after whose it is; empty for an export that names itself
	file    func(*exporter) (func(context.Context, io.Writer) error, error)
	run     func(*exporter)
	picture bool
}

// exportChoices returns what can be written of some labels.
func exportChoices(s *session.Session, of exportOf) []exportChoice {
	labels, tracks := labelsOf(of.side), tracksOf(of.side)
	if of.mine {
		labels, tracks = mineLabels, mineTracks
	}
	name := of.fileName(s)
	if s.Doc.Set() != nil {
		return append([]exportChoice{
			{label: "Pictures in their groups, both sides (PNG)", name: "walls.png", file: walls, picture: true},
			{label: "Labels (CSV)", name: name + "-labels.csv", file: labels},
		}, matrixChoices(s, of)...)
	}
	all := []exportChoice{
		{label: "Film (MP4, AVI, GIF …)", run: (*exporter).exportFilm, picture: true},
		{label: "Figure (PDF, SVG, PNG)", run: func(e *exporter) { e.showFigure(of) }, picture: true},
		{label: "Labels (CSV)", name: name + "-labels.csv", file: labels},
		{label: "Labelled tracks (CSV)", name: name + "-tracks.csv", file: tracks},
	}
	masks := exportChoice{label: "Masks for every frame", run: func(e *exporter) { e.exportMasks(of) }}
	seen := s.View.Mode() == session.FilmMode
	if seen {
		all = slices.Insert(all, 1, masks)
	}
	for _, f := range hopkins.LabelledFormats()[1:] {
		write := labelledTracks(of.side, f.Name)
		if of.mine {
			write = labelledMine(f.Name)
		}
		all = append(all,
			exportChoice{label: "Labelled tracks (" + f.Title + ")", name: name + "-" + f.Name + f.Ending, file: write})
	}
	all = append(all, exportChoice{label: "Folder like Hopkins155", run: func(e *exporter) { e.exportFolder(of) }})
	if !seen {
		all = append(all, masks)
	}
	if of.mine {
		all = append(all, exportChoice{label: "Constraints (JSON)", name: "constraints.json", file: mineConstraints})
	}
	return append(all, matrixChoices(s, of)...)
}

// matrixChoices are those about affinities and how they were computed.
func matrixChoices(s *session.Session, of exportOf) []exportChoice {
	if of.mine {
		return nil
	}
	name := of.fileName(s)
	var all []exportChoice
	if s.Sides.Outcome(of.side).Result.W != nil {
		all = append(all,
			exportChoice{label: "Affinity matrix (.npy)", name: name + "-affinity.npy",
				file: matrixOf(of.side, hopkins.WriteNPY)},
			exportChoice{label: "Affinity matrix (CSV)", name: name + "-affinity.csv",
				file: matrixOf(of.side, hopkins.WriteCSV)},
			exportChoice{label: "Affinity matrix (PNG)", name: name + "-affinity.png", file: matrixPicture(of.side)})
	}
	return append(all,
		exportChoice{label: "Convergence plot (PDF)", name: "convergence.pdf", file: chart(convergence)},
		exportChoice{label: "Spectrum plot (PDF)", name: "spectrum.pdf", file: chart(spectrum)})
}

// exportDialog asks what is exported, of whose labels, and shows what it will be.
type exportDialog struct {
	exporter *exporter
	dialog   *dialog.CustomDialog
	sources  []exportOf
	choices  []exportChoice
	source   *kit.Choice
	list     *choiceList
	at       int
	text     *widget.Label // the beginning of a file
	scroll   *container.Scroll
	picture  *kit.Surface
	does     *widget.Label
	write    *kit.Button
}

// newExportDialog returns the dialog; nil where there is nothing to export.
func newExportDialog(e *exporter) *exportDialog {
	s := e.session
	d := &exportDialog{exporter: e, sources: exportsOf(s), text: widget.NewLabel(""), picture: kit.NewSurface(e.kit),
		does: widget.NewLabel("")}
	if len(d.sources) == 0 {
		return nil
	}
	d.text.TextStyle.Monospace = true
	d.does.Truncation = fyne.TextTruncateEllipsis
	d.does.Importance = widget.LowImportance
	d.scroll = container.NewScroll(d.text)
	var names []string
	for i, of := range d.sources {
		name := of.name(s)
		if i == 0 {
			name = "what I see: " + name
		}
		names = append(names, name)
	}
	d.source = e.kit.Choice("Whose labels", 250, nil, func(i int) { d.from(i) })
	d.source.Set(names, 0)
	d.list = newChoiceList(e.kit, func() int { return len(d.choices) }, func(i int) string {
		return d.choices[i].label
	}, d.choose, d.apply)
	d.write = e.kit.Button("Export …", nil, "", d.apply)
	d.write.Importance = widget.HighImportance
	cancel := e.kit.Button("Cancel", nil, "", func() { d.dialog.Hide() })
	copying := e.kit.Button("Copy labels", nil, "Put the labels on the clipboard", func() {
		e.copyLabels(d.sources[max(0, d.source.SelectedIndex())])
	})
	head := container.NewBorder(nil, nil, widget.NewLabel("Of"), copying, d.source)
	preview := container.NewBorder(nil, d.does, nil, nil, container.NewStack(d.scroll, d.picture.Raster))
	content := container.NewBorder(head, nil, kit.FixedWidth(264, d.list), nil, preview)
	d.dialog = dialog.NewCustomWithoutButtons("Export", content, e.win)
	d.dialog.SetButtons([]fyne.CanvasObject{cancel, d.write})
	size := e.win.Canvas().Size()
	d.dialog.Resize(fyne.NewSize(min(820, 0.96*size.Width), min(560, 0.94*size.Height)))
	d.from(0)
	return d
}

// showExport asks what to export.
func showExport(e *exporter) {
	e.session.Playback.SetPlaying(false) // what is previewed is what is seen
	d := newExportDialog(e)
	if d == nil {
		e.problem(session.Problem{Title: "Nothing to export", Reason: "There are no labels yet, neither of a method " +
			"nor by hand.", Advice: "Run what is shown first (R), then export."})
		return
	}
	e.exporting = d
	d.dialog.Show()
	e.win.Canvas().Focus(d.list)
}

// from takes other labels; what is to be written stays where it can be.
func (d *exportDialog) from(i int) {
	label := ""
	if d.choices != nil {
		label = d.choices[d.at].label
	}
	d.choices = exportChoices(d.exporter.session, d.sources[max(0, i)])
	d.list.Refresh()
	d.list.Select(max(0, slices.IndexFunc(d.choices, func(c exportChoice) bool { return c.label == label })))
	d.choose(d.list.at)
}

// masked shows the picture again where masks of its frame have come.
func (d *exportDialog) masked() {
	if d.picture.Raster.Visible() && d.exporter.win.Canvas().Overlays().Top() != nil {
		d.paint()
	}
}

// choose shows what one of the choices writes.
func (d *exportDialog) choose(i int) {
	d.at = i
	c, w := d.choices[i], d.exporter
	d.does.SetText("")
	if c.name != "" {
		d.does.SetText(fileName(w.session.Doc.Name() + "-" + c.name))
	}
	d.scroll.Hide()
	d.picture.Raster.Hide()
	switch {
	case c.picture:
		d.picture.Raster.Show()
		d.paint()
	case c.file != nil:
		d.scroll.Show()
		d.text.SetText(beginning(w, c))
	default:
		d.scroll.Show()
		d.text.SetText("A new folder, with a picture or mask for every frame.")
	}
}

// paint shows what the view shows.
func (d *exportDialog) paint() {
	w := d.exporter
	side := mainSide(w.session, session.Left)
	if w.session.Doc.Set() != nil || !w.sides[side].view.ready {
		return
	}
	p := panel(w, side)
	view, pictures := p.View, w.session.Doc.Pictures()
	overlay := w.sides[side].view.overlay()
	if labels, err := d.sources[max(0, d.source.SelectedIndex())].labels(w); err == nil {
		if !slices.Equal(labels, view.Labels) { // the masks are of the view's
			overlay = func(picture image.Image, _ draw.Style) image.Image { return picture }
		}
		view.Labels, view.Wrong, view.Given, view.Dots = labels, nil, nil, false
	}
	view.Style = labelStyle(w.session, kit.Style())
	d.picture.Paint(func(dst *image.RGBA, scale float64) {
		view.Scale = scale
		view.MarkerSize = view.FittingMarker(dst.Rect.Size())
		if pictures != nil {
			view.Pictures[0], _ = pictures.Frame(view.Frame) // a frame whose picture cannot be had is drawn without
			view.Pictures[0] = overlay(view.Pictures[0], view.Style)
		}
		var painter draw.Painter
		painter.Paint(dst, &view)
	})
}

// errEnough ends writing for a preview.
var errEnough = errors.New("enough")

// head takes the beginning of what is written.
type head struct{ bytes.Buffer }

func (h *head) Write(p []byte) (int, error) {
	const most = 1500
	if room := most - h.Len(); len(p) > room {
		_, _ = h.Buffer.Write(p[:max(0, room)]) // to memory
		return 0, errEnough
	}
	return h.Buffer.Write(p)
}

// beginning returns the first lines of the file that a choice writes, or what kind of
// file it is.
func beginning(e *exporter, c exportChoice) string {
	for _, binary := range []string{".npy", ".npz", ".png", ".pdf"} {
		if strings.HasSuffix(c.name, binary) {
			return "A file of the kind " + binary
		}
	}
	write, err := c.file(e)
	if err != nil {
		return sentence(err.Error())
	}
	var h head
	if err := write(e.writing, &h); err != nil && !errors.Is(err, errEnough) && h.Len() == 0 {
		return sentence(err.Error())
	}
	lines := strings.Split(h.String(), "\n")
	for i, line := range lines {
		lines[i] = cut(line, 90)
	}
	return strings.Join(lines[:min(len(lines), 24)], "\n")
}

// apply closes the dialog and writes what is chosen.
func (d *exportDialog) apply() {
	c := d.choices[d.at]
	d.dialog.Hide()
	if c.run != nil {
		c.run(d.exporter)
		return
	}
	d.exporter.export(export{name: c.name, write: c.file})
}

// choiceList is a list that keys go through: arrows choose and Enter accepts.
type choiceList struct {
	widget.List
	kit    *kit.Kit
	at     int
	name   func(i int) string
	accept func()
}

func newChoiceList(
	k *kit.Kit, count func() int, name func(i int) string, chosen func(i int), accept func(),
) *choiceList {
	l := &choiceList{kit: k, name: name, accept: accept}
	l.Length = count
	l.CreateItem = func() fyne.CanvasObject { return widget.NewLabel("") }
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		if i < count() {
			kit.SetText(o.(*widget.Label), name(i))
		}
	}
	l.OnSelected = func(i widget.ListItemID) {
		l.at = i
		chosen(i)
	}
	l.ExtendBaseWidget(l)
	return l
}

// TypedRune goes to the next choice that begins with a letter.
func (l *choiceList) TypedRune(r rune) {
	for by := 1; by <= l.Length(); by++ {
		i := (l.at + by) % l.Length()
		if first := []rune(l.name(i))[0]; unicode.ToLower(first) == unicode.ToLower(r) {
			l.Select(i)
			return
		}
	}
}

// TypedKey moves and accepts; other keys are the window's.
func (l *choiceList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp:
		l.Select(max(0, l.at-1))
	case fyne.KeyDown:
		l.Select(min(l.Length()-1, l.at+1))
	case fyne.KeyReturn, fyne.KeyEnter:
		l.accept()
	default:
		l.kit.Leave(l, e.Name)
	}
}
