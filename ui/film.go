package ui

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// filmSides are the choices for what a film shows.
var filmSides = []string{"both sides", "the left side", "the right side"}

// largestFilm is the largest width of one side of a film, in pixels.
const largestFilm = 3840

// filmDialog asks what a film shows.
type filmDialog struct {
	exporter *exporter
	dialog   *kit.Form
	sides    *kit.Choice
	picture  *kit.Check
	width    *kit.Entry
	rate     *kit.Entry
}

// exportFilm asks what a film shows, and then where to write it.
func (e *exporter) exportFilm() {
	switch {
	case e.session.Doc.Sequence() == nil:
		e.problem(session.Problem{Title: "Nothing to export", Reason: "no sequence is open",
			Advice: "Open a sequence first."})
	case !drawn(e):
		e.problem(session.Problem{Title: "Nothing to export", Reason: errNotDrawn.Error(), Advice: "Try again in a moment."})
	default:
		newFilmDialog(e).show()
	}
}

func newFilmDialog(e *exporter) *filmDialog {
	d := &filmDialog{exporter: e, width: e.kit.Entry(""), rate: e.kit.Entry("")}
	d.sides = e.kit.Choice("Which sides the film shows", 160, filmSides, func(int) {})
	d.picture = e.kit.Check("with the picture", "Draw the points over the pictures of the film", func(bool) {})
	seen, names, width := 0, filmSides, "Width of a side (pixels)" // as the views do
	if side, alone := e.session.View.Alone(); alone {
		seen, names, width = 1+int(side), slices.Clone(filmSides), "Width (pixels)"
		names[seen] = "what I see"
	}
	d.sides.Set(names, seen)
	d.picture.SetChecked(e.session.View.Display().Picture > 0)
	number := func(least, most float64) func(string) error {
		return func(text string) error {
			if v, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil || !(v >= least && v <= most) {
				return fmt.Errorf("expected a number from %g to %g", least, most)
			}
			return nil
		}
	}
	d.width.Validator, d.rate.Validator = number(120, largestFilm), number(0.1, 240)
	pixels := e.session.Doc.Sequence().Width
	if pixels < 120 || pixels > 1280 {
		pixels = 640
	}
	d.width.SetText(strconv.Itoa(pixels))
	d.rate.SetText(strconv.FormatFloat(min(max(filmRate(e.session), 0.1), 240), 'g', 4, 64))
	d.dialog = e.kit.Form("Export a film", "Next", []*widget.FormItem{
		widget.NewFormItem("Shows", d.sides), widget.NewFormItem("", d.picture),
		widget.NewFormItem(width, d.width), widget.NewFormItem("Frames a second", d.rate),
	}, d.next, e.win)
	return d
}

func (d *filmDialog) show() { d.dialog.ShowTyping(d.width, d.rate) }

// next asks where to write the film.
func (d *filmDialog) next() {
	e := d.exporter
	a := d.animation()
	ending := ".mp4"
	if _, err := footage.FindFFmpeg(); err != nil {
		ending = ".avi"
	}
	r := kit.FileRequest{Kind: kit.SaveFile, Title: "Save a film",
		Name:       fileName(e.session.Doc.Name() + "-motion" + ending),
		Extensions: footage.DrawnEndings}
	e.opener.ask(e.win, r, func(path string) { e.writeFilm(path, a) })
}

// ordinaryRate is the frames a second of a film whose pictures do not say it.
const ordinaryRate = 25

// filmRate returns the frames a second that a film is written with: those of the
// pictures, whatever the speed at which they are played.
func filmRate(s *session.Session) float64 {
	if pictures := s.Doc.Pictures(); pictures != nil && pictures.Rate() > 0 {
		return pictures.Rate()
	}
	return ordinaryRate
}

// animation returns what the dialog says.
func (d *filmDialog) animation() *filmOf {
	e := d.exporter
	s := e.session
	width, _ := strconv.ParseFloat(strings.TrimSpace(d.width.Text), 64) // validated
	rate, _ := strconv.ParseFloat(strings.TrimSpace(d.rate.Text), 64)
	a := &filmOf{look: s.View.MaskLook()}
	a.Last, a.FramesPerSecond, a.Width = s.Doc.FrameCount()-1, rate, int(width)
	for _, side := range session.Both {
		if k := d.sides.SelectedIndex(); k > 0 && session.Both[k-1] != side {
			continue
		}
		p := panel(e, side)
		p.View.Style = labelStyle(s, kit.Style()) // the picture as bright as in the window
		a.Views, a.Titles = append(a.Views, p.View), append(a.Titles, p.Title)
		a.sides = append(a.sides, sideOf{})
		if d.picture.Checked && e.sides[side].view.masked() {
			a.sides[len(a.sides)-1].make = s.Masks.All(side)
			if a.look.CutsOut() {
				a.Views[len(a.Views)-1].StillFaint = 1
			}
		}
	}
	for k := range a.Views {
		a.Views[k].Pictures = [2]image.Image{}
	}
	if pictures := s.Doc.Pictures(); pictures != nil && d.picture.Checked {
		a.Picture, a.Over = pictures.Frame, a.masked
	}
	return a
}

// filmOf is a film of what the views show, with the masks over its pictures.
type filmOf struct {
	draw.Animation
	look  shown.MaskLook
	sides []sideOf // one a view
}

// sideOf are the masks in one of the views.
type sideOf struct {
	make   func(context.Context, session.Count) (map[int]*session.PackedMask, error) // nil for none
	made   map[int]*session.PackedMask
	tinted draw.Tinted
}

// masked returns a picture of a view with its masks.
func (a *filmOf) masked(view, frame int, picture image.Image) image.Image {
	of := &a.sides[view]
	masks := of.made[frame]
	if masks == nil {
		return picture
	}
	return of.tinted.Of(picture, masks, masks.Labels, a.Views[view].Style, a.look)
}

// makeMasks makes the masks, and returns the progress of what follows, which begins where
// theirs ends.
func (a *filmOf) makeMasks(ctx context.Context, progress session.Count) (rest session.Count, err error) {
	parts := 1
	for _, of := range a.sides {
		if of.make != nil {
			parts++
		}
	}
	part := func(k int) session.Count {
		return func(done, total int) { progress(k*total+done, parts*total) }
	}
	at := 0
	for i := range a.sides {
		of := &a.sides[i]
		if of.make == nil {
			continue
		}
		if of.made, err = of.make(ctx, part(at)); err != nil {
			return nil, err
		}
		at++
	}
	return part(at), nil
}

// writeFilm writes a film by the ending of its name, with progress, until it is
// cancelled.
func (e *exporter) writeFilm(path string, a *filmOf) {
	e.withProgress("Writing "+filepath.Base(path), path, func(ctx context.Context, progress func(done, total int)) error {
		progress, err := a.makeMasks(ctx, progress)
		if err != nil {
			return err
		}
		if strings.EqualFold(filepath.Ext(path), ".gif") {
			return hopkins.WriteFile(path, func(out io.Writer) error { return a.WriteGIF(ctx, out, progress) })
		}
		reel, err := draw.NewReel(&a.Animation)
		if err != nil {
			return err
		}
		return footage.WriteFilm(ctx, path, footage.Film{Size: reel.Size(), Frames: reel.Frames(),
			Rate: a.FramesPerSecond, Picture: reel.Frame}, progress)
	})
}

// exportFolder asks for a new folder and writes the tracks of a side to it as a
// sequence of Hopkins155, with their pictures.
func (e *exporter) exportFolder(of exportOf) {
	e.newFolder(of, of.fileName(e.session), func(ctx context.Context, path string, q *hopkins.Sequence, labels []int,
		picture func(int) (image.Image, error), progress func(done, total int)) error {
		return q.WriteFolder(ctx, path, labels, picture, progress)
	})
}

// newFolder asks for a new folder and writes labels to it.
func (e *exporter) newFolder(
	of exportOf, name string, write func(context.Context, string, *hopkins.Sequence, []int,
		func(int) (image.Image, error), func(done, total int)) error,
) {
	labels, err := of.labels(e)
	if err != nil {
		e.problem(session.Problem{Title: "Nothing to export", Reason: err.Error(), Advice: "Run the method first " +
			"(R), then export."})
		return
	}
	sequence := e.session.Doc.Sequence()
	var picture func(int) (image.Image, error)
	if pictures := e.session.Doc.Pictures(); pictures != nil {
		picture = pictures.Frame
	}
	r := kit.FileRequest{Kind: kit.SaveFile, Title: "Save as a new folder",
		Name: fileName(e.session.Doc.Name() + "-" + name)}
	e.opener.ask(e.win, r, func(path string) {
		e.withProgress("Writing "+filepath.Base(path), path, func(ctx context.Context, progress func(done, total int)) error {
			return write(ctx, path, sequence, labels, picture, progress)
		})
	})
}

// labels returns a label for every track.
func (of exportOf) labels(e *exporter) ([]int, error) {
	if of.mine {
		return e.mine()
	}
	return allLabels(e.session, of.side)
}

// allLabels returns a label for every track, 0 for those without one.
func allLabels(s *session.Session, side session.Side) ([]int, error) {
	if _, err := result(s, side); err != nil {
		return nil, err
	}
	if s.Doc.Sequence() == nil {
		return nil, errors.New("no sequence is open")
	}
	table, _ := s.Sides.LabelTable(side)
	labels := make([]int, s.Doc.Points())
	for k, track := range table.Tracks {
		labels[track] = table.Labels[k]
	}
	return labels, nil
}

// labelledTracks exports the tracks of a side in one of hopkins.LabelledFormats.
func labelledTracks(side session.Side, format string) func(*exporter) (func(context.Context, io.Writer) error, error) {
	return func(e *exporter) (func(context.Context, io.Writer) error, error) {
		labels, err := allLabels(e.session, side)
		if err != nil {
			return nil, err
		}
		sequence := e.session.Doc.Sequence()
		return func(_ context.Context, out io.Writer) error { return sequence.WriteLabelled(out, format, labels) }, nil
	}
}

// labelledMine exports the labels by hand in one of hopkins.LabelledFormats.
func labelledMine(format string) func(*exporter) (func(context.Context, io.Writer) error, error) {
	return func(e *exporter) (func(context.Context, io.Writer) error, error) {
		labels, err := e.mine()
		if err != nil {
			return nil, err
		}
		sequence := e.session.Doc.Sequence()
		return func(_ context.Context, out io.Writer) error { return sequence.WriteLabelled(out, format, labels) }, nil
	}
}

// withProgress writes something in the background under a dialog with its
// progress; closing the dialog cancels it.
func (e *exporter) withProgress(
	title, path string, write func(ctx context.Context, progress func(done, total int)) error,
) {
	ctx, cancel := context.WithCancel(e.writing)
	bar := widget.NewProgressBar()
	d := e.kit.Notice(title, "Cancel", bar, e.win)
	d.SetOnClosed(cancel)
	d.Show()
	e.kit.CloseBy(e.win, d.Hide) // which ends the writing
	var told time.Time
	progress := func(done, total int) {
		if done < total && time.Since(told) < time.Second/30 {
			return
		}
		told = time.Now()
		e.kit.Run(func() { bar.SetValue(float64(done) / float64(total)) })
	}
	e.writers.Go(func() {
		err := write(ctx, progress)
		cancelled := ctx.Err() != nil
		e.kit.Run(func() {
			d.Hide()
			switch {
			case cancelled:
				e.status.say("Cancelled; nothing was written.")
			case err != nil:
				e.problem(session.Problem{Title: "Cannot write " + filepath.Base(path), File: path, Reason: err.Error(),
					Advice: "Choose another name, folder or format; nothing that was computed is lost."})
			default:
				e.status.say("Written: " + path)
			}
		})
	})
}
