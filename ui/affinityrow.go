package ui

import (
	"fmt"
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// affinityRow shows the affinity of the selected track to all others, by motion.
type affinityRow struct {
	widget.BaseWidget
	session *session.Session
	surface *kit.Surface
	painter draw.AffinityRowPainter // only used by the surface's goroutine
	row     draw.AffinityRow
}

func newAffinityRow(s *session.Session, k *kit.Kit) *affinityRow {
	a := &affinityRow{session: s, surface: kit.NewSurface(k)}
	a.ExtendBaseWidget(a)
	s.Watch(func(c session.Change) {
		if c.Event == session.StyleChanged {
			a.redraw()
		}
	})
	return a
}

// CreateRenderer shows the painted row.
func (a *affinityRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(a.surface.Raster)
}

// show shows what speaks for a track, and nothing where that is nil.
func (a *affinityRow) show(w *session.Why) {
	if w == nil {
		a.row = draw.AffinityRow{}
		a.Hide()
		return
	}
	a.row = rowOf(a.session, w)
	a.redraw()
	a.Show()
}

func (a *affinityRow) redraw() {
	row, st := a.row, labelStyle(a.session, kit.Style())
	a.surface.Paint(func(dst *image.RGBA, scale float64) { a.painter.Paint(dst, row, st, scale) })
}

// rowOf returns the row of a track, its neighbours by motion.
func rowOf(s *session.Session, w *session.Why) draw.AffinityRow {
	words := s.Doc.Words()
	row := draw.AffinityRow{Title: fmt.Sprintf("Affinity to %d %s", len(w.Neighbours), words.Points)}
	groups := make([]draw.RowGroup, len(w.Shares))
	for _, n := range w.Neighbours {
		g := &groups[w.Labels[n.Track]]
		g.Bars = append(g.Bars, draw.RowBar{Point: n.Track, Value: n.Affinity})
	}
	for motion, g := range groups {
		if len(g.Bars) == 0 {
			continue
		}
		g.Label, g.Share, g.Name = motion, w.Shares[motion], "none"
		if motion > 0 {
			g.Name = motionName(s, motion)
		}
		row.Groups = append(row.Groups, g)
	}
	return row
}

// rowLayout puts the row of affinities below the texts: as high as it has to be to
// be read, and with nearly half of the room where there is more.
type rowLayout struct{}

const leastRow = 112 // of its height

func (rowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().Max(fyne.NewSize(200, 80))
}

func (rowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	texts, row := objects[0], objects[1]
	var height float32
	if row.Visible() {
		height = min(max(leastRow, 0.45*size.Height), 220, 0.7*size.Height)
	}
	texts.Resize(fyne.NewSize(size.Width, size.Height-height))
	texts.Move(fyne.NewPos(0, 0))
	row.Resize(fyne.NewSize(size.Width, height))
	row.Move(fyne.NewPos(0, size.Height-height))
}
