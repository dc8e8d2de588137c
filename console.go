//go:build !windows

package main

import (
	"io"
	"os"
)

// openConsole returns where the commands write, and what to call at the end.
func openConsole() (stdout, stderr io.Writer, done func()) {
	return os.Stdout, os.Stderr, func() {}
}
