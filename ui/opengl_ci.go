//go:build ci

package ui

// workArea knows no screen.
func workArea() (screenArea, bool) { return screenArea{}, false }

// openGL has nothing to look for: builds for checks have no window.
func openGL() error { return nil }
