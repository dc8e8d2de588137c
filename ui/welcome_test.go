package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestFirstStart: the very first start asks what the user has, over the example; Esc, an
// answer and a run take the card away, and later starts do without.
func TestFirstStart(t *testing.T) {
	start := func(version int) *rig {
		r := newRig(t, nil)
		r.session.Settings().Version = version
		r.open("", "")
		r.settle()
		return r
	}
	r := start(0)
	if !r.welcome.object.Visible() || r.session.Doc.Sequence() == nil {
		t.Fatal("nobody asks what the user has, or there is no example")
	}
	if len(r.welcome.choices) != 4 {
		t.Errorf("%d answers, want film, photographs, tracks and data set", len(r.welcome.choices))
	}
	if r.keyboard.typedKey(fyne.KeyEscape); r.welcome.object.Visible() {
		t.Error("Esc leaves the card")
	}
	if r = start(0); true {
		test.Tap(r.welcome.choices[1])
	}
	if r.welcome.object.Visible() || r.win.Canvas().Overlays().Top() == nil {
		t.Error("an answer does not ask for the files")
	}
	r = start(0)
	r.session.Sides.Run()
	r.settle()
	if r.welcome.object.Visible() {
		t.Error("the card lies over a result")
	}
	if start(1).welcome.object.Visible() {
		t.Error("the card comes at later starts")
	}
}
