package console

import (
	"bytes"
	"io"
	"os"

	"golang.org/x/sys/windows"
)

var attachConsole = windows.NewLazySystemDLL("kernel32.dll").NewProc("AttachConsole")

// Open returns where the commands write, and what to call at the end.
//
// The program is linked for the window subsystem, or a console would open beside
// its window, so that Windows gives it none of the console that it was started
// from. Open takes that one, except for what is redirected to a file or a
// pipe. Where there is no console either, as when it was started from the
// desktop, what would have been printed is shown in a message box at the end.
func Open() (stdout, stderr io.Writer, done func()) {
	// Fails where there is no console, which opening it finds too.
	const parentProcess = ^uintptr(0)
	attachConsole.Call(parentProcess)
	if console, err := os.OpenFile("CONOUT$", os.O_RDWR, 0); err == nil {
		if !redirected(os.Stdout) {
			os.Stdout = console
		}
		if !redirected(os.Stderr) {
			os.Stderr = console
		}
		return os.Stdout, os.Stderr, func() {}
	}
	var text bytes.Buffer
	stdout, stderr = os.Stdout, os.Stderr
	if !redirected(os.Stdout) {
		stdout = &text
	}
	if !redirected(os.Stderr) {
		stderr = &text
	}
	return stdout, stderr, func() { show(text.String()) }
}

// redirected reports whether what is written to a file goes somewhere, other than
// to a console. (A handle to a console works only since it was attached, and the
// os package takes it for a file.)
func redirected(f *os.File) bool {
	handle := windows.Handle(f.Fd())
	kind, err := windows.GetFileType(handle)
	if err != nil || kind == windows.FILE_TYPE_UNKNOWN {
		return false
	}
	var mode uint32
	return kind != windows.FILE_TYPE_CHAR || windows.GetConsoleMode(handle, &mode) != nil
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
