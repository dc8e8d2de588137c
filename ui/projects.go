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

// projects saves what was done to project files.
type projects struct {
	ground
	opener *opener
	update func() // of the menus
}

// projectItems are the items of the menu about the project file.
func (p *projects) projectItems() []*fyne.MenuItem {
	save := withKey(item("Save project", p.saveProject), fyne.KeyS, fyne.KeyModifierShortcutDefault)
	as := withKey(item("Save project as …", p.saveProjectAs), fyne.KeyS,
		fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
	for _, i := range []*fyne.MenuItem{save, as} {
		i.Disabled = p.session.Doc.Sequence() == nil
	}
	settings := p.session.Settings()
	reopen := ticked("Open the last project at the start", !settings.NoReopen, func() {
		settings.NoReopen = !settings.NoReopen
		p.update()
	})
	return []*fyne.MenuItem{save, as, reopen}
}

// saveProject saves to the project file, and asks where to where there is none.
func (p *projects) saveProject() {
	if path := p.session.Keeping.Path(); path != "" {
		p.saveTo(path)
		return
	}
	p.saveProjectAs()
}

func (p *projects) saveProjectAs() {
	s := p.session
	if s.Doc.Sequence() == nil {
		return
	}
	r := kit.FileRequest{Kind: kit.SaveFile, Title: "Save project", Name: fileName(s.Doc.Name() + project.Ending),
		Extensions: []string{project.Ending}}
	p.opener.ask(p.win, r, p.saveTo)
}

func (p *projects) saveTo(path string) {
	p.status.say("Saving " + filepath.Base(path) + " …")
	p.session.Keeping.Save(path, func(err error) {
		if err != nil {
			p.status.say("")
			p.problem(session.Problem{Title: "The project was not saved", File: path, Reason: err.Error(),
				Advice: "Save it under another name; the labels by hand are also kept by themselves until then."})
			return
		}
		p.status.say("Saved " + filepath.Base(p.session.Keeping.Path()))
	})
}

// askMoved asks where the data of a project are now.
func (o *opener) askMoved(path string, open func(string)) {
	text := widget.NewLabel(path + "\n\nThe data of the project are not there any more. Where are they now?")
	text.Wrapping = fyne.TextWrapBreak
	d := o.kit.Confirm("The data have moved", "Choose …", text, func() {
		o.ask(o.win, kit.FileRequest{Kind: kit.OpenFile, Title: "Open the tracks of the project"}, open)
	}, o.win)
	d.Resize(fyne.NewSize(min(520, 0.9*o.win.Canvas().Size().Width), 0))
	d.Show()
}

// askCopy asks whether to open the copy of a project file that cannot be read.
func (o *opener) askCopy(p session.Problem, saved time.Time, open func()) {
	text := widget.NewLabel(cut(p.Reason, longest) + "\n\nThere is a copy of it as it was saved on " +
		saved.Format("2 January 2006, 15:04") + ".")
	text.Wrapping = fyne.TextWrapWord
	d := o.kit.Confirm(cut(p.Title, 100), "Open the copy", text, open, o.win)
	d.Resize(fyne.NewSize(min(520, 0.9*o.win.Canvas().Size().Width), 0))
	d.Show()
}

// mine returns the labels by hand for an export, without excluded tracks.
func (e *exporter) mine() ([]int, error) {
	s := e.session
	if !s.Mine.Begun() || s.Doc.Sequence() == nil {
		return nil, errors.New("nothing is labelled by hand")
	}
	return s.Mine.Labels(), nil
}

func mineLabels(e *exporter) (func(context.Context, io.Writer) error, error) {
	labels, err := e.mine()
	if err != nil {
		return nil, err
	}
	q, tracks := e.session.Doc.Sequence(), e.mineTracks()
	table := hopkins.LabelTable{Tracks: tracks, Labels: those(tracks, labels),
		Truth: those(tracks, e.session.Doc.FileTruth()), Numbers: q.MotionNumbers, IDs: those(tracks, q.IDs)}
	return func(_ context.Context, out io.Writer) error { return table.Write(out) }, nil
}

// those returns what tracks have of what all have, nil of nil.
func those[T any](tracks []int, all []T) []T {
	if all == nil {
		return nil
	}
	some := make([]T, len(tracks))
	for k, t := range tracks {
		some[k] = all[t]
	}
	return some
}

func mineTracks(e *exporter) (func(context.Context, io.Writer) error, error) {
	labels, err := e.mine()
	if err != nil {
		return nil, err
	}
	q, tracks := e.session.Doc.Sequence(), e.mineTracks()
	some := those(tracks, labels)
	return func(_ context.Context, out io.Writer) error { return q.WriteTracks(out, tracks, some) }, nil
}

// mineTracks returns the tracks that are not excluded.
func (e *exporter) mineTracks() []int {
	l, _ := e.session.Mine.Labelling()
	var tracks []int
	for t := range l.Labels {
		if _, excluded := slices.BinarySearch(l.Excluded, t); !excluded {
			tracks = append(tracks, t)
		}
	}
	return tracks
}

func mineConstraints(e *exporter) (func(context.Context, io.Writer) error, error) {
	if _, err := e.mine(); err != nil {
		return nil, err
	}
	l, _ := e.session.Mine.Labelling()
	return func(_ context.Context, out io.Writer) error { return hopkins.WriteConstraints(out, l.Constraints) }, nil
}

// exportMasks asks for a new folder and writes a mask for every frame to it.
func (e *exporter) exportMasks(of exportOf) {
	up, pictures := e.session.Doc.Upward(), e.session.Doc.Pictures()
	var strokes []mask.Stroke
	if l, ok := e.session.Mine.Labelling(); ok && of.mine {
		strokes = l.Strokes
	}
	e.newFolder(of, of.fileName(e.session)+"-masks",
		func(ctx context.Context, path string, q *hopkins.Sequence, labels []int,
			picture func(int) (image.Image, error), progress func(done, total int)) error {
			film := mask.Film{Sequence: q, Labels: labels, Upward: up, Known: mask.Strokes(strokes, q.Width, q.Height)}
			o := mask.Output{Folder: path, Following: func(done, total int) { progress(done, 2*total) },
				Progress: func(done, total int) { progress(total+done, 2*total) }}
			if pictures != nil {
				film.Picture = func(_ context.Context, frame int) (image.Image, error) { return picture(frame) }
				o.Name, o.Rate = pictures.Name, pictures.Rate()
			}
			_, err := mask.WriteFollowing(ctx, film, o)
			return err
		})
}
