package ui

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/session"
)

// showText shows a text to read, which may be long.
func (w *window) showText(title, text string) {
	label := widget.NewLabel(text)
	label.Wrapping = fyne.TextWrapWord
	label.Selectable = true
	scroll := container.NewVScroll(label)
	height := float32(60 + 19*(strings.Count(text, "\n")+len(text)/70))
	scroll.SetMinSize(fyne.NewSize(480, min(height, 360)))
	d := dialog.NewCustom(title, "Close", scroll, w.win)
	d.Show()
}

// openFile asks for a track file.
func (w *window) openFile() {
	d := dialog.NewFileOpen(func(f fyne.URIReadCloser, err error) {
		if err != nil || f == nil {
			return
		}
		path := f.URI().Path()
		f.Close()
		w.session.OpenPath(path)
	}, w.win)
	d.SetTitleText("Open tracks")
	w.showFileDialog(d, w.win)
}

// openFolder asks for a folder: one sequence or a dataset.
func (w *window) openFolder() {
	d := dialog.NewFolderOpen(func(f fyne.ListableURI, err error) {
		if err == nil && f != nil {
			w.session.OpenPath(f.Path())
		}
	}, w.win)
	d.SetTitleText("Open a sequence or dataset folder")
	w.showFileDialog(d, w.win)
}

// showFileDialog shows a file dialog large enough to read, where the last one
// was.
func (w *window) showFileDialog(d *dialog.FileDialog, over fyne.Window) {
	if w.folder != "" {
		if at, err := storage.ListerForURI(storage.NewFileURI(w.folder)); err == nil {
			d.SetLocation(at)
		}
	}
	// The dialog has no size of its own before it is shown.
	d.Show()
	size := over.Canvas().Size()
	d.Resize(fyne.NewSize(min(900, size.Width*0.9), min(620, size.Height*0.9)))
}

// dropped opens the first of the dropped files or folders.
func (w *window) dropped(_ fyne.Position, files []fyne.URI) {
	if len(files) == 0 {
		return
	}
	if files[0].Scheme() != "file" {
		w.problem(session.Problem{Title: "Cannot open what was dropped", File: files[0].String(),
			Reason: "Expected a file or a folder of this computer.", Advice: "Save it to a file first."})
		return
	}
	w.session.OpenPath(files[0].Path())
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
func (w *window) askFrames(mode hopkins.FrameMode) {
	s := w.session
	if s.Doc.Sequence() == nil {
		return
	}
	if mode == hopkins.FrameRange && s.Doc.HasGaps() {
		w.showGaps()
		return
	}
	count := s.Doc.FrameCount()
	title, from, to := "Two frames", "First frame", "Second frame"
	if mode == hopkins.FrameRange {
		title, from, to = "A range of frames", "From frame", "To frame"
	}
	first, second := widget.NewEntry(), widget.NewEntry()
	i, j := 0, count-1
	if f := s.Plan.Frames(); f.Mode == hopkins.FramePair || f.Mode == hopkins.FrameRange {
		i, j = f.I, f.J
	}
	first.SetText(fmt.Sprint(i + 1))
	second.SetText(fmt.Sprint(j + 1))
	whole := func(t string) error {
		var v int
		if _, err := fmt.Sscan(t, &v); err != nil || v < 1 || v > count {
			return fmt.Errorf("expected 1 to %d", count)
		}
		return nil
	}
	first.Validator, second.Validator = whole, whole
	d := dialog.NewForm(title, "Use", "Cancel", []*widget.FormItem{
		widget.NewFormItem(from, first), widget.NewFormItem(to, second),
	}, func(use bool) {
		if !use {
			return
		}
		var a, b int
		// Both were validated.
		_, _ = fmt.Sscan(first.Text, &a)
		_, _ = fmt.Sscan(second.Text, &b)
		if err := s.Plan.SetFrames(hopkins.FrameSelection{Mode: mode, I: min(a, b) - 1, J: max(a, b) - 1}); err != nil {
			w.problem(session.Problem{Title: "Frames not changed", Reason: err.Error(), Advice: "Choose two different frames."})
		}
	}, w.win)
	d.Resize(fyne.NewSize(320, 200))
	d.Show()
}
