package ui

import (
	"fmt"
	"os"
	"os/exec"

	"motionseg/hopkins/footage"
	"motionseg/ui/kit"
)

// chooseFFmpeg asks where the program ffmpeg is, by which films are read and
// written, and remembers it.
func (o *opener) chooseFFmpeg() {
	settings := o.session.Settings()
	folder := settings.OpenFolder
	o.ask(o.win, kit.FileRequest{Kind: kit.OpenFile, Title: "Choose the program ffmpeg"}, func(path string) {
		settings.OpenFolder = folder // it is no place for tracks
		if _, err := exec.LookPath(path); err != nil {
			o.status.say(fmt.Sprintf("%s is no program that can be run.", cut(path, 200)))
			return
		}
		settings.FFmpeg = path
		os.Setenv(footage.FFmpegVariable, path)
		o.status.say(fmt.Sprintf("Films are read and written by %s.", cut(path, 200)))
	})
}

// useFFmpeg takes the program that was chosen in an earlier session, if it is
// still there and the environment names none.
func (o *opener) useFFmpeg() {
	chosen := o.session.Settings().FFmpeg
	if chosen == "" || os.Getenv(footage.FFmpegVariable) != "" {
		return
	}
	if _, err := exec.LookPath(chosen); err == nil {
		os.Setenv(footage.FFmpegVariable, chosen)
	}
}
