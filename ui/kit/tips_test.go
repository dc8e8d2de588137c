package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// TestNoTipBelowAMenu: a tooltip whose time comes while a menu or dialog is open
// would be shown below it, half hidden.
func TestNoTipBelowAMenu(t *testing.T) {
	test.NewTempApp(t)
	tips := newTips(func(f func()) { f() })
	label := widget.NewLabel("object")
	below := func(size fyne.Size) fyne.Position { return tips.below(label, size) }
	w := test.NewTempWindow(t, container.NewStack(label, tips.Layer))
	w.Resize(fyne.NewSize(300, 200))
	tips.show("what it does", below)
	if !tips.box.Visible() {
		t.Error("there is no tooltip")
	}
	tips.Leave()
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", fyne.NewMenuItem("item", func() {})), w.Canvas(), fyne.NewPos(5, 5))
	tips.show("what it does", below)
	if tips.box.Visible() {
		t.Error("a tooltip is shown below a menu")
	}
}
