package ui

import (
	"context"
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/hopkins/project"
	"motionseg/hopkins/track"
	"motionseg/ui/kit"
	"motionseg/ui/portal"
	"motionseg/ui/session"
)

// showText shows a text to read in a dialog of the main window.
func (g ground) showText(title, text string) { showText(g.kit, g.win, title, text) }

// opener asks for files, folders and films, and opens them.
type opener struct {
	ground
	// desktop asks for files by the desktop's own dialog; nil where there is none.
	desktop func(context.Context, portal.Request) (string, error)
	asking  bool            // it is waited for
	writing context.Context // ends when the window closes
	chooser *kit.Chooser    // the last one
	sheet   *filmSheet      // the last one
	savedOf string          // key of what a file was saved of last
	small   *previews       // of the files that the chooser lists
}

// picture returns a small picture of a film, a picture or a project, once it is there.
func (o *opener) picture(path string) image.Image {
	ending := strings.ToLower(filepath.Ext(path))
	if !hopkins.IsVideo(path) && ending != project.Ending && !slices.Contains(photographEndings, ending) {
		return nil // reading tracks for a picture takes too long
	}
	if o.small == nil {
		o.small = newPreviews(o.kit.Run, readPreview, func(string, image.Image) { o.chooser.Refresh() })
		context.AfterFunc(o.writing, o.small.close)
	}
	return o.small.get(path)
}

// openSeveral opens several files: films make a queue, else the first is opened. Which were left out is said.
func (o *opener) openSeveral(paths []string) {
	var films, others []string
	for _, path := range paths {
		if track.Recognise(path) {
			films = append(films, path)
		} else {
			others = append(others, path)
		}
	}
	if len(films) > 1 {
		o.session.Queue.Open(films)
	} else {
		o.session.OpenPath(paths[0])
		others = paths[1:]
	}
	if len(others) > 0 {
		o.problem(session.Problem{Title: "Not all files were opened",
			Reason: "Only films are opened together. Left out:\n" + strings.Join(others, "\n"),
			Advice: "Open them one after the other."})
	}
}

// openFile asks for a track file.
func (o *opener) openFile() {
	r := kit.FileRequest{Kind: kit.OpenFile, Title: "Open a film, tracks or a project", Picture: o.picture}
	r.Several = func(paths []string) {
		o.session.Settings().OpenFolder = filepath.Dir(paths[0])
		o.openSeveral(paths)
	}
	o.ask(o.win, r, o.session.OpenPath)
}

// openFolder asks for a folder: one sequence or a dataset.
func (o *opener) openFolder() {
	o.ask(o.win, kit.FileRequest{Kind: kit.OpenFolder, Title: "Open a folder: a film's pictures, films, a sequence " +
		"or a data set"}, o.session.OpenPath)
}

// ask asks for a file or folder over one of the windows, where the last one of
// the kind was: by the desktop's own dialog, or by ours where it has none.
func (o *opener) ask(over fyne.Window, r kit.FileRequest, done func(path string)) {
	last := &o.session.Settings().OpenFolder
	if r.Kind == kit.SaveFile {
		last = &o.session.Settings().SaveFolder
	}
	r.Folder = *last
	key := o.session.Doc.Key()
	if folder := beside(o.session); r.Kind == kit.SaveFile && key != o.savedOf && folder != "" {
		r.Folder = folder
	}
	took := func(path string) {
		*last = filepath.Dir(path)
		if r.Kind == kit.SaveFile {
			o.savedOf = key
		}
		if sequence := o.session.Doc.Sequence(); r.Kind == kit.SaveFile && sequence != nil {
			if err := hopkins.Spare([]string{path}, sequence.Inputs()...); err != nil {
				o.problemOver(over, session.Problem{Title: "Cannot write " + filepath.Base(path), File: path,
					Reason: err.Error(), Advice: "Choose another name: the tracks or their pictures would be lost."})
				return
			}
		}
		done(path)
	}
	if o.desktop == nil {
		o.chooser = o.kit.Ask(over, r, took)
		return
	}
	if o.asking {
		o.status.say("A dialog of the desktop is waiting for a file already.")
		return
	}
	o.asking = true
	request := portal.Request{Kind: portalKinds[r.Kind], Title: r.Title, Folder: r.Folder, Name: r.Name,
		Extensions: r.Extensions, Parent: nameOfWindow(over)}
	o.kit.Workers("Asking for a file").Go(func() {
		path, err := o.desktop(o.writing, request)
		o.kit.Run(func() {
			o.asking = false
			switch {
			case o.writing.Err() != nil: // the window has closed
			case errors.Is(err, portal.ErrNone):
				o.desktop = nil // ours from now on
				o.ask(over, r, done)
			case err != nil:
				o.status.say(sentence(err.Error()))
				o.chooser = o.kit.Ask(over, r, took)
			case path != "":
				o.withEnding(over, r, path, took)
			}
		})
	})
}

// beside returns the folder in which the open film or file is, empty where that is not
// known; for a folder of pictures, that around it.
func beside(s *session.Session) string {
	q := s.Doc.Sequence()
	if q == nil {
		return ""
	}
	path := q.Path
	if q.Footage != nil && s.Doc.Footage() {
		path = q.Footage.Path
		if path == "" && len(q.Footage.Files) > 0 {
			path = q.Footage.Files[0]
		}
	}
	if path == "" {
		return ""
	}
	return filepath.Dir(path)
}

// withEnding gives a file to save the ending of the proposed name where it has
// none, as our own dialog does. The desktop has asked about replacing the file
// that was named, not about the one with the ending.
func (o *opener) withEnding(over fyne.Window, r kit.FileRequest, path string, took func(path string)) {
	if r.Kind != kit.SaveFile || filepath.Ext(path) != "" {
		took(path)
		return
	}
	path += filepath.Ext(r.Name)
	o.kit.ConfirmReplace(over, path, func() { took(path) })
}

// portalKinds are what the kinds of a choice are for the desktop.
var portalKinds = map[kit.FileKind]portal.Kind{kit.OpenFile: portal.OpenFile, kit.OpenFolder: portal.OpenFolder,
	kit.SaveFile: portal.SaveFile}

// nameOfWindow returns the name that the desktop has for a window, so that its
// dialog stays before it; empty where there is none.
func nameOfWindow(over fyne.Window) (name string) {
	if native, ok := over.(driver.NativeWindow); ok {
		native.RunNative(func(context any) {
			switch c := context.(type) {
			case driver.X11WindowContext:
				if c.WindowHandle != 0 {
					name = fmt.Sprintf("x11:%x", c.WindowHandle)
				}
			case driver.WindowsWindowContext:
				name = fmt.Sprintf("windows:%x", c.HWND)
			}
		})
	}
	return name
}

// dropped opens the dropped file or folder, or several films one after another.
func (o *opener) dropped(_ fyne.Position, files []fyne.URI) {
	if len(files) == 0 {
		return
	}
	if files[0].Scheme() != "file" {
		o.problem(session.Problem{Title: "Cannot open what was dropped", File: files[0].String(),
			Reason: "Expected a file or a folder of this computer.", Advice: "Save it to a file first."})
		return
	}
	var paths []string
	for _, file := range files {
		if file.Scheme() == "file" {
			paths = append(paths, file.Path())
		}
	}
	o.openSeveral(paths)
}

// setFrames chooses the frames to segment as the command line writes them.
func setFrames(s *session.Session, text string) error {
	f, err := hopkins.ParseFrames(text)
	if err != nil {
		return err
	}
	return s.Plan.SetFrames(f)
}

// askFrames asks for two frames: a pair or the ends of a range.
func (o *opener) askFrames(mode hopkins.FrameMode) {
	s := o.session
	if s.Doc.Sequence() == nil {
		return
	}
	if mode == hopkins.FrameRange && s.Doc.HasGaps() {
		o.showGaps()
		return
	}
	count := s.Doc.FrameCount()
	title, from, to := "Two frames", "First frame", "Second frame"
	if mode == hopkins.FrameRange {
		title, from, to = "A range of frames", "From frame", "To frame"
	}
	i, j := 0, count-1
	if f := s.Plan.Frames(); f.Mode == hopkins.FramePair || f.Mode == hopkins.FrameRange {
		i, j = f.I, f.J
	}
	first, second := o.kit.Entry(fmt.Sprint(i+1)), o.kit.Entry(fmt.Sprint(j+1))
	whole := func(t string) error {
		var v int
		if _, err := fmt.Sscan(t, &v); err != nil || v < 1 || v > count {
			return fmt.Errorf("expected 1 to %d", count)
		}
		return nil
	}
	first.Validator, second.Validator = whole, whole
	d := o.kit.Form(title, "Use", []*widget.FormItem{
		widget.NewFormItem(from, first), widget.NewFormItem(to, second),
	}, func() {
		var a, b int
		// Both were validated.
		_, _ = fmt.Sscan(first.Text, &a)
		_, _ = fmt.Sscan(second.Text, &b)
		if err := s.Plan.SetFrames(hopkins.FrameSelection{Mode: mode, I: min(a, b) - 1, J: max(a, b) - 1}); err != nil {
			o.problem(session.Problem{Title: "Frames not changed", Reason: err.Error(), Advice: "Choose two different frames."})
		}
	}, o.win)
	d.Resize(fyne.NewSize(320, 200))
	d.ShowTyping(first, second)
}
