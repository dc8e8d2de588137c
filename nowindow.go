//go:build nowindow

package main

import "motionseg/hopkins/command"

// addWindow adds nothing: the commands say that there is no window.
func addWindow(*command.Program, chan<- func()) {}
