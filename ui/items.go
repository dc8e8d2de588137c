package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// item is a menu item.
func item(label string, action func()) *fyne.MenuItem { return fyne.NewMenuItem(label, action) }

// ticked is a menu item with a tick.
func ticked(label string, on bool, action func()) *fyne.MenuItem {
	i := item(label, action)
	i.Checked = on
	return i
}

// able is a menu item that can be chosen where on is set.
func able(on bool, i *fyne.MenuItem) *fyne.MenuItem {
	i.Disabled = !on
	return i
}

func submenu(label string, items []*fyne.MenuItem) *fyne.MenuItem {
	i := item(label, nil)
	i.ChildMenu = newMenu("", items...)
	return i
}

// popItems shows a menu below a button.
func popItems(items []*fyne.MenuItem, under fyne.CanvasObject) {
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(under)
	at.Y += under.Size().Height
	widget.ShowPopUpMenuAtPosition(newMenu("", items...), driver.CanvasForObject(under), at)
}
