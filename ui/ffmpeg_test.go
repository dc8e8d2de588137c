//go:build unix

package ui

import (
	"os"
	"strings"
	"testing"

	"motionseg/hopkins/footage"
)

// TestFFmpegIsChosen: a program is taken and remembered, a file that cannot be run is
// refused, and the choice holds in the next session.
func TestFFmpegIsChosen(t *testing.T) {
	t.Setenv(footage.FFmpegVariable, "") // put back at the end
	program, plain := touch(t, "ffmpeg"), touch(t, "notes.txt")
	if err := os.Chmod(program, 0o700); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, nil)
	before := r.session.Settings().OpenFolder
	r.opener.chooseFFmpeg()
	r.opener.chooser.Type(plain)
	r.settle()
	if found, err := footage.FindFFmpeg(); err == nil && found == plain ||
		!strings.Contains(r.status.line.Text, "no program") {
		t.Errorf("the status line says %q", r.status.line.Text)
	}
	r.opener.chooseFFmpeg()
	r.opener.chooser.Type(program)
	r.settle()
	if found, err := footage.FindFFmpeg(); err != nil || found != program || r.session.Settings().OpenFolder != before {
		t.Errorf("films are read by %s, %v; files are opened in %s", found, err, r.session.Settings().OpenFolder)
	}
	os.Setenv(footage.FFmpegVariable, "")
	r.opener.useFFmpeg()
	if found, err := footage.FindFFmpeg(); err != nil || found != program {
		t.Errorf("later films are read by %s, %v", found, err)
	}
}
