package main

import (
	"bytes"
	"io"
	"os"

	"golang.org/x/sys/windows"
)

var attachConsole = windows.NewLazySystemDLL("kernel32.dll").NewProc("AttachConsole")

// openConsole returns where the commands write, and what to call at the end.
//
// The program is linked for the window subsystem, or a console would open beside
// its window, so that Windows gives it none of the console that it was started
// from. openConsole takes that one, except for what is redirected to a file or a
// pipe. Where there is no console either, as when it was started from the
// desktop, what would have been printed is shown in a message box at the end.
func openConsole() (stdout, stderr io.Writer, done func()) {
	if works(os.Stdout) && works(os.Stderr) {
		return os.Stdout, os.Stderr, func() {}
	}
	// The error is that there is no console, which opening it finds too.
	const parentProcess = ^uintptr(0)
	attachConsole.Call(parentProcess)
	console, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		var text bytes.Buffer
		return elseTo(os.Stdout, &text), elseTo(os.Stderr, &text), func() { show(text.String()) }
	}
	if !works(os.Stdout) {
		os.Stdout = console
	}
	if !works(os.Stderr) {
		os.Stderr = console
	}
	return os.Stdout, os.Stderr, func() {}
}

// works tells whether something can be written to a file.
func works(f *os.File) bool {
	kind, err := windows.GetFileType(windows.Handle(f.Fd()))
	return err == nil && kind != windows.FILE_TYPE_UNKNOWN
}

// elseTo returns f where it works and w where it doesn't.
func elseTo(f *os.File, w io.Writer) io.Writer {
	if works(f) {
		return f
	}
	return w
}

// show shows a text, unless it is empty, and waits until it was read.
func show(text string) {
	if text == "" {
		return
	}
	content, err := windows.UTF16PtrFromString(text)
	if err != nil {
		return // a NUL in the text
	}
	title, _ := windows.UTF16PtrFromString("MotionSeg")
	// Nobody is left to tell if that fails.
	_, _ = windows.MessageBox(0, content, title, windows.MB_OK)
}
