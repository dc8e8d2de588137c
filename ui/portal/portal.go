// Package portal asks for files by the dialog of the user's system: through the
// portal that Linux desktops have for it, by the scripting of macOS, or by the
// dialog that Windows gives its programs.
package portal

import (
	"context"
	"errors"
	"strings"
)

// ErrNone is returned where there is nobody to ask for files.
var ErrNone = errors.New("the system has no dialog for files")

// Kind is what is asked for.
type Kind int

// The kinds of a request.
const (
	OpenFile Kind = iota
	OpenFolder
	SaveFile
)

// Request says what is asked for.
type Request struct {
	Kind       Kind
	Title      string
	Folder     string   // where it starts; empty for where the desktop likes
	Name       string   // of the file to save, as it is proposed
	Extensions []string // of the files that are offered first, with the dot
	Parent     string   // the window that it belongs to, as "x11:1a2b" or "windows:1a2b"; may be empty
}

// Ask asks for a file or a folder and returns its absolute path, empty when the
// user has cancelled. The error is ErrNone where there is nobody to ask, and
// ctx.Err() when ctx ends first, which takes the dialog away; on Windows it stays
// until the program ends.
func Ask(ctx context.Context, r Request) (string, error) { return ask(ctx, r) }

// kindOfFiles are files that a dialog offers to show alone.
type kindOfFiles struct {
	name     string
	patterns []string // of their names
}

// filters returns the kinds of files to choose among: those asked for, and all;
// nil where all are shown.
func (r Request) filters() []kindOfFiles {
	if len(r.Extensions) == 0 || r.Kind == OpenFolder {
		return nil
	}
	fitting := kindOfFiles{name: strings.Join(r.Extensions, " ")}
	for _, e := range r.Extensions {
		fitting.patterns = append(fitting.patterns, "*"+e)
	}
	return []kindOfFiles{fitting, {"All files", []string{"*"}}}
}
