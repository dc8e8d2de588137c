package portal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Source: the AppleScript Language Guide, "User Interaction" in its commands
// reference (choose file, choose file name, choose folder, error −128 for what the
// user cancels), and the manual page of osascript.

// askScript asks by osascript, the scripting of macOS, as a child process.
func askScript(ctx context.Context, r Request) (string, error) {
	program, err := exec.LookPath("osascript")
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	var out, complaint bytes.Buffer
	child := exec.CommandContext(ctx, program, r.script()...)
	child.Stdout, child.Stderr = &out, &complaint
	err = child.Run()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w: %.500s", ErrNone, err, bytes.TrimSpace(complaint.Bytes()))
	}
	return scriptAnswer(out.String())
}

// script returns the arguments of osascript. The texts of the request are not part
// of the script but given to it, so that nothing in them needs to be escaped. All
// files can be chosen: the dialogs of macOS have no choice of another kind than
// those asked for.
func (r Request) script() []string {
	command := "choose file"
	switch r.Kind {
	case OpenFolder:
		command = "choose folder"
	case SaveFile:
		command = "choose file name"
	}
	command += " with prompt (item 1 of argv)"
	if r.Kind == SaveFile {
		command += " default name (item 2 of argv)"
	}
	if info, err := os.Stat(r.Folder); err == nil && info.IsDir() { // one that is gone would be an error
		command += " default location ((POSIX file (item 3 of argv)) as alias)"
	}
	var arguments []string
	for _, line := range []string{
		"on run argv",
		"try",
		"tell me to activate", // or the dialog opens behind the window
		"end try",
		"try",
		"return POSIX path of (" + command + ")",
		"on error number -128",
		`return ""`,
		"end try",
		"end run",
	} {
		arguments = append(arguments, "-e", line)
	}
	return append(arguments, r.Title, r.Name, r.Folder)
}

// scriptAnswer returns the path in what osascript has printed, which ends a line;
// that of a folder ends in a slash.
func scriptAnswer(printed string) (string, error) {
	path := strings.TrimSuffix(printed, "\n")
	switch {
	case path == "":
		return "", nil
	case !filepath.IsAbs(path):
		return "", errors.Join(ErrNone, fmt.Errorf("expected a path from osascript, found %.200q", path))
	}
	return filepath.Clean(path), nil
}
