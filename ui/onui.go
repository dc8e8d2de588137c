package ui

import "fyne.io/fyne/v2"

// onUI runs f on the goroutine of the user interface. It is the only place
// through which other goroutines reach widgets.
func onUI(f func()) { fyne.Do(f) }
