package ui

import (
	"testing"

	"fyne.io/fyne/v2"
)

// TestEverythingFits: the window must be usable from 1100×700 up.
func TestEverythingFits(t *testing.T) {
	r := newRig(t, nil)
	check := func(when string) {
		t.Helper()
		size := r.win.Content().MinSize()
		if size.Width > 1100 || size.Height > 670 {
			t.Errorf("%s, the content needs %v, more than 1100×670 (and a menu bar)", when, size)
			for i, o := range r.body.Objects {
				t.Logf("  body %d needs %v", i, o.MinSize())
			}
			t.Logf("toolbar %v status %v analysis %v tips %v", r.toolbar.object.MinSize(), r.status.object.MinSize(), r.analysis.object.MinSize(), r.kit.tips.layer.MinSize())
			for i, o := range r.analysis.tabs.Items {
				t.Logf("  tab %d needs %v", i, o.Content.MinSize())
			}
			t.Logf("  sides %v %v", r.sides[0].object.MinSize(), r.sides[1].object.MinSize())
		}
	}
	check("empty")
	r.session.OpenExample()
	r.settle()
	check("with the example")
	r.session.Run()
	check("running")
	r.settle()
	r.session.SetPlaying(false)
	r.capture()
	check("with results")
	for _, tab := range r.analysis.tabs.Items {
		r.analysis.tabs.Select(tab)
		check(tab.Text)
	}
	_ = fyne.Size{}
}
