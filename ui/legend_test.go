package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"motionseg/hopkins"
	"motionseg/ui/session"
)

// TestMotionsOfMasksAloneHaveChips: a motion that masks have and no track has a chip, which
// says so.
func TestMotionsOfMasksAloneHaveChips(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	c := newChip(r.legend)
	c.present = session.Presence{Label: 3}
	if c.text() != "3" || strings.Contains(c.tip(), "mask") {
		t.Errorf("a motion of nothing is called %q: %q", c.text(), c.tip())
	}
	r.legend.soft = []int{3}
	if c.text() != "3 · mask only" || !strings.Contains(c.tip(), "has a mask but no tracks") {
		t.Errorf("a motion of masks alone is called %q: %q", c.text(), c.tip())
	}
}

// TestLegendKeepsClear: in a narrow window the chips of many motions end where the filters
// begin.
func TestLegendKeepsClear(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := turning()
			for i := range s.Truth {
				s.Truth[i] = 1 + i%20
			}
			return s, nil
		}
	})
	r.runBoth()
	for _, width := range []float32{1024, 1280} {
		r.win.Resize(fyne.NewSize(width, 700))
		r.session.View.SetOnlySelected(width == 1024) // with and without "Show all"
		r.capture()
		driver := r.app.Driver()
		bar := r.legend.inside.Objects[0]
		end := driver.AbsolutePositionForObject(bar).X + bar.Size().Width
		only := driver.AbsolutePositionForObject(r.legend.only)
		last := r.legend.chips.Objects[19]
		_, clipped := bar.(*fyne.Container).Objects[0].(*container.Scroll)
		if ends := driver.AbsolutePositionForObject(last).X + last.Size().Width; ends < only.X || !clipped {
			t.Errorf("at %g the chips end at %g of %g; clipped %v", width, ends, only.X, clipped)
		}
		if end > only.X || only.X+r.legend.only.Size().Width > width {
			t.Errorf("at %g the chips end at %g, the filters go from %g to %g", width, end, only.X,
				only.X+r.legend.only.Size().Width)
		}
	}
}
