package ui

import (
	"context"
	"errors"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
	"motionseg/hopkins/project"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// autosaveDir is where labels by hand are kept that are in no project file yet.
func autosaveDir() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "motionseg", "autosave")
}

// projectItems are the items of the menu about the project file.
func (w *window) projectItems() []*fyne.MenuItem {
	save := withKey(item("Save project", w.saveProject), fyne.KeyS, fyne.KeyModifierShortcutDefault)
	as := withKey(item("Save project as …", w.saveProjectAs), fyne.KeyS, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
	for _, i := range []*fyne.MenuItem{save, as} {
		i.Disabled = w.session.Doc.Sequence() == nil
	}
	settings := w.session.Settings()
	reopen := ticked("Open the last project at the start", !settings.NoReopen, func() {
		settings.NoReopen = !settings.NoReopen
		w.updateMenu()
	})
	return []*fyne.MenuItem{save, as, reopen}
}

// saveProject saves to the project file, and asks where to where there is none.
func (w *window) saveProject() {
	if path := w.session.Keeping.Path(); path != "" {
		w.saveTo(path)
		return
	}
	w.saveProjectAs()
}

func (w *window) saveProjectAs() {
	s := w.session
	if s.Doc.Sequence() == nil {
		return
	}
	r := kit.FileRequest{Kind: kit.SaveFile, Title: "Save project", Name: fileName(s.Doc.Name() + project.Ending), Extensions: []string{project.Ending}}
	w.ask(w.win, r, w.saveTo)
}

func (w *window) saveTo(path string) {
	w.status.say("Saving " + filepath.Base(path) + " …")
	w.session.Keeping.Save(path, func(err error) {
		if err != nil {
			w.status.say("")
			w.problem(session.Problem{Title: "The project was not saved", File: path, Reason: err.Error(),
				Advice: "Save it under another name; the labels by hand are also kept by themselves until then."})
			return
		}
		w.status.say("Saved " + filepath.Base(w.session.Keeping.Path()))
	})
}

// askMoved asks where the data of a project are now.
func (w *window) askMoved(path string, open func(string)) {
	text := path + "\n\nThe data of the project are not there any more. Where are they now?"
	d := dialog.NewConfirm("The data have moved", text, func(ok bool) {
		if ok {
			w.ask(w.win, kit.FileRequest{Kind: kit.OpenFile, Title: "Open the tracks of the project"}, open)
		}
	}, w.win)
	d.SetConfirmText("Choose …")
	d.SetDismissText("Cancel")
	d.Show()
}

// askCopy asks whether to open the copy of a project file that cannot be read.
func (w *window) askCopy(p session.Problem, saved time.Time, open func()) {
	text := widget.NewLabel(cut(p.Reason, longest) + "\n\nThere is a copy of it as it was saved on " + saved.Format("2 January 2006, 15:04") + ".")
	text.Wrapping = fyne.TextWrapWord
	d := dialog.NewCustomConfirm(cut(p.Title, 100), "Open the copy", "Cancel", text, func(ok bool) {
		if ok {
			open()
		}
	}, w.win)
	d.Resize(fyne.NewSize(min(520, 0.9*w.win.Canvas().Size().Width), 0))
	d.Show()
}

// mine returns the labels by hand for an export, without excluded tracks.
func (w *window) mine() ([]int, error) {
	s := w.session
	if !s.Mine.Begun() || s.Doc.Sequence() == nil {
		return nil, errors.New("nothing is labelled by hand")
	}
	return s.Mine.Labels(), nil
}

func mineLabels(w *window) (func(context.Context, io.Writer) error, error) {
	labels, err := w.mine()
	if err != nil {
		return nil, err
	}
	tracks, truth := w.mineTracks(), w.session.Doc.FileTruth()
	of := func(all []int) []int {
		if all == nil {
			return nil
		}
		some := make([]int, len(tracks))
		for k, t := range tracks {
			some[k] = all[t]
		}
		return some
	}
	return func(_ context.Context, out io.Writer) error {
		return hopkins.LabelTable{Tracks: tracks, Labels: of(labels), Truth: of(truth), Numbers: w.session.Doc.Sequence().MotionNumbers}.Write(out)
	}, nil
}

func mineTracks(w *window) (func(context.Context, io.Writer) error, error) {
	labels, err := w.mine()
	if err != nil {
		return nil, err
	}
	q, tracks := w.session.Doc.Sequence(), w.mineTracks()
	some := make([]int, len(tracks))
	for k, t := range tracks {
		some[k] = labels[t]
	}
	return func(_ context.Context, out io.Writer) error { return q.WriteTracks(out, tracks, some) }, nil
}

// mineTracks returns the tracks that are not excluded.
func (w *window) mineTracks() []int {
	l, _ := w.session.Mine.Labelling()
	var tracks []int
	for t := range l.Labels {
		if _, excluded := slices.BinarySearch(l.Excluded, t); !excluded {
			tracks = append(tracks, t)
		}
	}
	return tracks
}

func mineConstraints(w *window) (func(context.Context, io.Writer) error, error) {
	if _, err := w.mine(); err != nil {
		return nil, err
	}
	l, _ := w.session.Mine.Labelling()
	return func(_ context.Context, out io.Writer) error { return hopkins.WriteConstraints(out, l.Constraints) }, nil
}

// exportMasks asks for a new folder and writes a mask for every frame to it.
func (w *window) exportMasks(of exportOf) {
	up := w.session.Doc.Upward()
	var strokes []mask.Stroke
	if l, ok := w.session.Mine.Labelling(); ok && of.mine {
		strokes = l.Strokes
	}
	w.newFolder(of, of.fileName(w.session)+"-masks", func(ctx context.Context, path string, q *hopkins.Sequence, labels []int, picture func(int) (image.Image, error), progress func(done, total int)) error {
		film := mask.Film{Sequence: q, Labels: labels, Upward: up, Known: mask.Strokes(strokes, q.Width, q.Height)}
		if picture != nil {
			film.Picture = func(_ context.Context, frame int) (image.Image, error) { return picture(frame) }
		}
		_, err := mask.Write(ctx, film, mask.Output{Folder: path, Progress: progress})
		return err
	})
}
