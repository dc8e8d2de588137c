package ui

import (
	"bytes"
	"context"
	"image/png"
	"testing"

	"fyne.io/fyne/v2/test"

	"motionseg/ui/draw"
)

// TestFigureOptions: what is chosen in the dialog is what the figure shows, told
// by its size: at 300 dots an inch a column is 1021 wide and a page 2100.
func TestFigureOptions(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	var chosen []export
	d := newFigureDialog(r.kit, r.win, func(e export) { chosen = append(chosen, e) })
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
