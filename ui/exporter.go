package ui

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
	"motionseg/ui/workers"
)

// exporter writes files, films and folders of what the views show.
type exporter struct {
	ground
	opener    *opener
	sides     [2]*sidePane
	analysis  *analysis
	exporting *exportDialog   // the last one
	writing   context.Context // ends when the window closes
	writers   *workers.Workers
}

// export writes one file. write takes what it needs from the session on the
// goroutine of the user interface; what it returns runs elsewhere.
type export struct {
	name  string // of the file, after the sequence's
	write func(e *exporter) (func(ctx context.Context, out io.Writer) error, error)
}

// export asks where to and writes the file in the background.
func (e *exporter) export(what export) {
	write, err := what.write(e)
	if err != nil {
		e.problem(session.Problem{Title: "Nothing to export", Reason: err.Error(), Advice: "Run the method first " +
			"(R), then export."})
		return
	}
	e.save(e.win, e.session.Doc.Name()+"-"+what.name, write, e.status.say)
}

// save asks where to write a file, over one of the windows, and writes it in the
// background. say shows a line in that window.
func (e *exporter) save(over fyne.Window, name string, write func(context.Context, io.Writer) error, say func(string)) {
	r := kit.FileRequest{Kind: kit.SaveFile, Title: "Save", Name: fileName(name), Extensions: []string{filepath.Ext(name)}}
	e.opener.ask(over, r, func(path string) { e.writeFile(over, path, write, say) })
}

// fileName returns a name that every system takes for a file, as sequences may
// have any.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, name)
}

// writeFile writes a file on a goroutine of its own, whole or not at all, and
// says how it went where it was asked for.
func (e *exporter) writeFile(
	over fyne.Window, path string, write func(context.Context, io.Writer) error, say func(string),
) {
	say("Writing " + filepath.Base(path) + " …")
	e.writers.Go(func() {
		err := func() (err error) {
			defer func() {
				if p := recover(); p != nil {
					err = fmt.Errorf("%s: internal error: %v", path, p)
				}
			}()
			return hopkins.WriteFile(path, func(out io.Writer) error { return write(e.writing, out) })
		}()
		e.kit.Run(func() {
			if err != nil {
				say("")
				if e.writing.Err() == nil {
					e.problemOver(over,
						session.Problem{Title: "Cannot write " + filepath.Base(path), File: path, Reason: err.Error(),
							Advice: "Choose another folder or free some space; nothing that was computed is lost."})
				}
				return
			}
			say("Written: " + path)
		})
	})
}

// result returns what a side shows, or an error that says that it shows
// nothing.
func result(s *session.Session, side session.Side) (*session.Outcome, error) {
	if o := s.Sides.Outcome(side); o != nil {
		return o, nil
	}
	return nil, fmt.Errorf("the %s side has no result yet", side)
}

func labelsOf(side session.Side) func(*exporter) (func(context.Context, io.Writer) error, error) {
	return func(e *exporter) (func(context.Context, io.Writer) error, error) {
		if _, err := result(e.session, side); err != nil {
			return nil, err
		}
		table, _ := e.session.Sides.LabelTable(side)
		return func(_ context.Context, out io.Writer) error { return table.Write(out) }, nil
	}
}

func tracksOf(side session.Side) func(*exporter) (func(context.Context, io.Writer) error, error) {
	return func(e *exporter) (func(context.Context, io.Writer) error, error) {
		if _, err := result(e.session, side); err != nil {
			return nil, err
		}
		q := e.session.Doc.Sequence()
		if q == nil {
			return nil, fmt.Errorf("no sequence is open")
		}
		table, _ := e.session.Sides.LabelTable(side)
		return func(_ context.Context, out io.Writer) error { return q.WriteTracks(out, table.Tracks, table.Labels) }, nil
	}
}

func matrixOf(
	side session.Side, encode func(io.Writer, *mat.Dense) error,
) func(*exporter) (func(context.Context, io.Writer) error, error) {
	return func(e *exporter) (func(context.Context, io.Writer) error, error) {
		o, err := result(e.session, side)
		if err != nil {
			return nil, err
		}
		if o.Result.W == nil {
			return nil, fmt.Errorf("the %s side has labels only; run it for its affinity", side)
		}
		return func(_ context.Context, out io.Writer) error { return encode(out, o.Result.W) }, nil
	}
}

func matrixPicture(side session.Side) func(*exporter) (func(context.Context, io.Writer) error, error) {
	return func(e *exporter) (func(context.Context, io.Writer) error, error) {
		v := e.analysis.affinity.views[side]
		if v.matrix == nil {
			return nil, fmt.Errorf("the %s side has no affinity matrix yet", side)
		}
		view := v.view
		return func(_ context.Context, out io.Writer) error { return draw.WriteMatrixPNG(out, &view) }, nil
	}
}

func chart(
	make func(*session.Session) func() *draw.Chart,
) func(*exporter) (func(context.Context, io.Writer) error, error) {
	return func(e *exporter) (func(context.Context, io.Writer) error, error) {
		if e.session.Sides.Outcome(session.Left) == nil && e.session.Sides.Outcome(session.Right) == nil {
			return nil, fmt.Errorf("neither side has a result yet")
		}
		plot := make(e.session)
		return func(_ context.Context, out io.Writer) error {
			return plot().Write(out, draw.PDF, 480, 300)
		}, nil
	}
}

// walls writes the walls of both sides as the window shows them.
func walls(e *exporter) (func(context.Context, io.Writer) error, error) {
	if e.session.Doc.Set() == nil {
		return nil, fmt.Errorf("no set of pictures is open")
	}
	var both []draw.Wall
	var titles []string
	for _, side := range session.Both {
		wall := e.sides[side].wall.wall
		wall.Style, wall.Camera, wall.Hovered = draw.Light(), shown.Camera{}, draw.NoTrack
		both, titles = append(both, wall), append(titles, title(e.session, side))
	}
	return func(_ context.Context, out io.Writer) error { return draw.WriteWallsPNG(out, titles, both) }, nil
}

// title names what a side shows: its method, and its error where it is known.
func title(s *session.Session, side session.Side) string {
	switch {
	case s.View.ShowsMine(side):
		return "By hand"
	case s.View.Display().Truth[side] && s.Doc.Truth() != nil:
		return truthWord(s)
	}
	o := s.Sides.Outcome(side)
	if o == nil {
		return s.Plan.Title(s.Plan.Setup(side).Method)
	}
	title := s.Plan.Title(o.Setup.Method)
	if e := o.Score.Error; e == e {
		title += fmt.Sprintf(": %.2f %% misclassified", e)
		if s.Doc.TruthByHand() {
			title += " by labels by hand"
		}
	}
	return title
}

// panel returns one method of the figure as the window shows it.
func panel(e *exporter, side session.Side) draw.Panel {
	s := e.session
	view := e.sides[side].view.view
	view.Style, view.Hovered, view.Camera, view.Links, view.Band, view.Lasso = labelStyle(s, draw.Light()),
		draw.NoTrack, shown.Camera{}, nil, image.Rectangle{}, nil
	p := draw.Panel{Title: title(s, side), View: view}
	if s.Sides.Outcome(side) != nil {
		if m := e.analysis.affinity.views[side]; m.matrix != nil {
			p.Matrix = m.view
			p.Matrix.Style, p.Matrix.Camera, p.Matrix.Selected = view.Style, shown.Camera{}, nil
			p.Matrix.Hovered = draw.Cell{I: draw.NoTrack, J: draw.NoTrack}
		}
	}
	return p
}

var errNotDrawn = errors.New("the tracks are not drawn yet")

// drawn reports whether the views show the tracks of the open sequence.
func drawn(e *exporter) bool {
	return e.sides[session.Left].view.ready && e.sides[session.Right].view.ready
}

// copyLabels puts labels on the clipboard and says so.
func (e *exporter) copyLabels(of exportOf) {
	make := labelsOf(of.side)
	if of.mine {
		make = mineLabels
	}
	write, err := make(e)
	if err != nil {
		e.status.say("Nothing to copy: " + err.Error())
		return
	}
	var b strings.Builder
	if err := write(e.writing, &b); err == nil {
		e.app.Clipboard().SetContent(b.String())
		e.status.say("The labels are on the clipboard.")
	}
}
