package ui

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// figureOptions say what an exported figure shows. Their zero value is the figure
// of the paper.
type figureOptions struct {
	sides    []session.Side // those of figured when nil
	column   bool           // as wide as one column of two, else as a page
	without  bool           // without the affinities
	untitled bool           // without the name of the sequence
}

// figure returns what writes the figure.
func figure(format draw.Format, o figureOptions) func(*exporter) (func(context.Context, io.Writer) error, error) {
	return func(e *exporter) (func(context.Context, io.Writer) error, error) {
		if e.session.Doc.Sequence() == nil {
			return nil, fmt.Errorf("no sequence is open")
		}
		if !drawn(e) {
			return nil, errNotDrawn
		}
		f := &draw.Figure{Style: labelStyle(e.session, draw.Light())}
		if !o.untitled {
			f.Title = e.session.Doc.Sequence().Name
		}
		if o.column {
			f.Width = draw.ColumnWidth
		}
		sides := o.sides
		if sides == nil {
			sides = figured(e.session)
		}
		if len(sides) == 0 {
			return nil, errors.New("neither side has a result yet")
		}
		var overlays []func(image.Image, draw.Style) image.Image
		for _, side := range sides {
			p := panel(e, side)
			overlays = append(overlays, e.sides[side].view.overlay())
			if o.without {
				p.Matrix = draw.MatrixView{}
			}
			f.Panels = append(f.Panels, p)
		}
		pictures := e.session.Doc.Pictures()
		return func(ctx context.Context, out io.Writer) error {
			if pictures != nil {
				for i := range f.Panels {
					v := &f.Panels[i].View
					if v.Dim < 1 {
						v.Pictures[0], _ = pictures.Frame(v.Frame)
						v.Pictures[0] = overlays[i](v.Pictures[0], v.Style)
						if v.Layout != shown.OneFrame {
							v.Pictures[1], _ = pictures.Frame(v.Second)
						}
					}
				}
			}
			return f.Write(ctx, out, format)
		}, nil
	}
}

// figured returns the sides that have something to show in a figure: no title says of a
// method that was never run that the picture is its.
func figured(s *session.Session) []session.Side {
	var sides []session.Side
	for _, side := range session.Both {
		if s.Sides.Outcome(side) != nil || s.View.ShowsMine(side) || s.View.Display().Truth[side] && s.Doc.Truth() != nil {
			sides = append(sides, side)
		}
	}
	return sides
}

// wholeFigure is the word for both sides.
const wholeFigure = "both"

// figureDialog asks what the figure shall show.
type figureDialog struct {
	dialog                *dialog.CustomDialog
	format, sides, width  *kit.Radio
	affinities, withTitle *kit.Check
	save                  *kit.Button
}

// showFigure opens the dialog for some labels, which exports what was chosen.
func (e *exporter) showFigure(of exportOf) { e.figureDialog(of).dialog.Show() }

func (e *exporter) figureDialog(of exportOf) *figureDialog {
	s := e.session
	sides, first := figured(s), wholeFigure
	if _, alone := s.View.Alone(); alone || slices.Index(exportsOf(s), of) > 0 {
		first = of.side.String()
	}
	if of.mine { // they are drawn by the sides that show them
		sides, first = slices.DeleteFunc(sides, func(side session.Side) bool { return !s.View.ShowsMine(side) }), wholeFigure
	}
	return newFigureDialog(e.kit, e.win, sides, first, e.export)
}

// newFigureDialog asks which of some sides a figure shows, where there is a choice.
func newFigureDialog(
	k *kit.Kit, over fyne.Window, sides []session.Side, first string, write func(export),
) *figureDialog {
	d := &figureDialog{}
	choice := func(words ...string) *kit.Radio { return k.Radio(words, nil) }
	var names []string
	for _, side := range sides {
		names = append(names, side.String())
	}
	if len(sides) != 1 {
		names = slices.Insert(names, 0, wholeFigure)
	}
	d.format, d.sides, d.width = choice("PDF", "SVG", "PNG"), choice(names...), choice("page", "column")
	if slices.Contains(names, first) {
		d.sides.Show(first)
	}
	tick := func(text string) *kit.Check { return k.Check(text, "", func(bool) {}) }
	d.affinities, d.withTitle = tick("Affinity matrices below the views"), tick("Name of the sequence above")
	d.affinities.Checked, d.withTitle.Checked = true, true
	form := widget.NewForm()
	if len(names) > 1 {
		form.Append("Sides", d.sides.Row)
	}
	form.Append("Width", d.width.Row)
	form.Append("With", container.NewVBox(d.affinities, d.withTitle))
	form.Append("Format", d.format.Row)
	d.save = k.Button("Save …", nil, "", func() {
		d.dialog.Hide()
		format := draw.Format(strings.ToLower(d.format.Selected))
		write(export{"figure." + string(format), figure(format, d.options())})
	})
	d.save.Importance = widget.HighImportance
	d.dialog = dialog.NewCustomWithoutButtons("Figure", form, over)
	d.dialog.SetButtons([]fyne.CanvasObject{k.Button("Cancel", nil, "", d.dialog.Hide), d.save})
	return d
}

// options returns what is chosen.
func (d *figureDialog) options() figureOptions {
	o := figureOptions{column: d.width.Selected == "column", without: !d.affinities.Checked,
		untitled: !d.withTitle.Checked}
	switch d.sides.Selected {
	case session.Left.String():
		o.sides = []session.Side{session.Left}
	case session.Right.String():
		o.sides = []session.Side{session.Right}
	}
	return o
}
