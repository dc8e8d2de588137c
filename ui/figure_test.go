package ui

import (
	"bytes"
	"context"
	"image/png"
	"slices"
	"testing"

	"fyne.io/fyne/v2/test"

	"motionseg/ui/draw"
	"motionseg/ui/session"
)

// TestFigureOptions: what is chosen in the dialog is what the figure shows, told
// by its size: at 300 dots an inch a column is 1021 wide and a page 2100.
func TestFigureOptions(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	var chosen []export
	d := newFigureDialog(r.kit, r.win, figured(r.session), wholeFigure, func(e export) { chosen = append(chosen, e) })
	size := func() (int, int) {
		write, err := figure(draw.PNG, d.options())(r.exporter)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := write(context.Background(), &b); err != nil {
			t.Fatal(err)
		}
		c, err := png.DecodeConfig(&b)
		if err != nil {
			t.Fatal(err)
		}
		return c.Width, c.Height
	}
	w, whole := size()
	if w != 2100 {
		t.Errorf("the page is %d wide", w)
	}
	d.affinities.SetChecked(false)
	_, without := size()
	d.withTitle.SetChecked(false)
	_, untitled := size()
	if without > whole-800 || untitled >= without {
		t.Errorf("heights are %d with all, %d without affinities, %d without a title", whole, without, untitled)
	}
	d.width.Choose("column")
	w, both := size()
	d.sides.Choose("right")
	if _, one := size(); w > 1021 || w < 1015 || one < both+150 {
		t.Errorf("the column is %d wide; one side is %d high, both %d", w, one, both)
	}
	d.format.Choose("SVG")
	test.Tap(d.save)
	if len(chosen) != 1 || chosen[0].name != "figure.svg" {
		t.Errorf("chosen is %v", chosen)
	}
}

// TestFigureOfAFilm: a figure shows no side whose method was never run, and after both were,
// the one that is seen unless another is chosen.
func TestFigureOfAFilm(t *testing.T) {
	r, _ := withFilm(t, 12)
	s := r.session
	dialog := func(of exportOf) *figureDialog { return r.exporter.figureDialog(of) }
	seen := exportOf{side: session.Right}
	if d := dialog(seen); !slices.Equal(figured(s), d.options().sides) || !slices.Equal(figured(s), session.Both[1:]) {
		t.Errorf("of a film with the right side run a figure shows %v", d.options().sides)
	}
	s.Sides.RunSide(session.Left)
	r.settle()
	if d := dialog(seen); d.sides.Selected != "right" {
		t.Errorf("with both sides run a figure of what is seen shows %s", d.sides.Selected)
	}
	if d := dialog(exportOf{side: session.Left}); d.sides.Selected != "left" {
		t.Errorf("of the left side a figure shows %s", d.sides.Selected)
	}
	s.View.SetMode(session.BenchMode)
	if d := dialog(exportsOf(s)[0]); d.sides.Selected != wholeFigure {
		t.Errorf("with both sides seen a figure shows %s", d.sides.Selected)
	}
}
