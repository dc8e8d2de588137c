// Command motionseg segments the motions in a video's point tracks, in a
// window or from scripts.
//
//	motionseg [FILE]                 opens the window
//	motionseg segment FILE|FOLDER    segments one sequence
//	motionseg track FILM             follows points through a film or a folder of pictures
//	motionseg masks FILE --out DIR   gives every pixel of a film its motion
//	motionseg match PICTURE PICTURE  finds the same places in two photographs
//	motionseg batch INPUTS --out DIR segments many films, resuming what is left
//	motionseg merge DIR              makes the tables of all shards of a batch
//	motionseg benchmark DIR          segments a dataset and prints the tables
//	motionseg clicks DIR             measures how fast simulated clicks mend the labels
//	motionseg figure FILE --out PDF  draws methods side by side
//	motionseg images FILE|FOLDER     clusters pictures, such as faces
//	motionseg methods                lists the methods and their parameters
//	motionseg formats                lists the files that are read and written
//	motionseg demo [DIR]             writes the built-in example
//	motionseg scene FOLDER           writes a synthetic scene of any size
//	motionseg completion SHELL       prints what completes the command line
//
// It exits with 0 when all went well, 1 when something failed or was
// interrupted, 2 when the command line was wrong, and 75 when a signal stopped a
// batch that the same line goes on with.
package main

import (
	"context"
	_ "embed"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/BurntSushi/toml"

	"motionseg/hopkins/command"
	"motionseg/hopkins/console"
	"motionseg/hopkins/hugepages"
	"motionseg/ui/render"
)

// Set by the linker in packages: -X main.commit=… and so on. A plain build
// takes the version from FyneApp.toml and the others from its build
// information, where there is a repository.
var version, commit, date string

//go:embed FyneApp.toml
var appMetadata string

func main() {
	hugepages.Ask()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second Ctrl-C ends the program at once.
	context.AfterFunc(ctx, stop)
	stdout, stderr, done := console.Open()
	code := serve(func(windows chan<- func()) int { return program(windows).Run(ctx, os.Args[1:], stdout, stderr) })
	done()
	os.Exit(code)
}

// serve has a program run, returns its exit code, and calls meanwhile what it sends to windows. A window has to
// have the goroutine of main, which it ties to a thread: solvers that wait for each other there take a tenth
// longer. So commands have another one.
func serve(run func(windows chan<- func()) int) int {
	windows, ended := make(chan func()), make(chan int)
	go func() { ended <- run(windows) }()
	for {
		select {
		case show := <-windows:
			show()
		case code := <-ended:
			return code
		}
	}
}

// program returns the commands, with their window where there is one: what shows one is
// sent to windows, see serve.
func program(windows chan<- func()) command.Program {
	p := command.Program{Version: versionText(), Input: os.Stdin, Drawing: render.Drawing{}}
	addWindow(&p, windows)
	return p
}

// versionText returns version, commit and date as far as they are known.
func versionText() string {
	v, c, d := version, commit, date
	if v == "" {
		var app struct{ Details struct{ Version string } }
		if _, err := toml.Decode(appMetadata, &app); err == nil {
			v = app.Details.Version
		}
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision" && c == "":
				c = s.Value
			case s.Key == "vcs.time" && d == "":
				d = s.Value
			}
		}
	}
	text := v
	if c != "" {
		text += ", commit " + c
	}
	if d != "" {
		text += ", " + d
	}
	return text
}
