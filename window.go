//go:build !nowindow

package main

import (
	"errors"
	"fmt"

	"motionseg/hopkins/command"
	"motionseg/ui"
)

// addWindow gives the commands their window. A program that is built with -tags nowindow
// has none: it needs neither cgo nor a library of the window system.
func addWindow(p *command.Program, windows chan<- func()) {
	p.CrashReport = ui.CrashReport
	p.Window = func(path string) error {
		closed := make(chan error)
		windows <- func() { closed <- openWindow(path) }
		return <-closed
	}
}

// openWindow shows the window until it is closed, on the goroutine of main.
func openWindow(path string) error {
	err := ui.Run(versionText(), path)
	if errors.Is(err, ui.ErrNoDisplay) {
		return fmt.Errorf("%w; the commands in \"motionseg --help\" work without one", err)
	}
	return err
}
