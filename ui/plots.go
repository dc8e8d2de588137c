package ui

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// plot shows a chart of both sides.
type plot struct {
	widget.BaseWidget
	session *session.Session
	surface *kit.Surface
	chart   func(*session.Session) func() *draw.Chart
}

// newPlot returns a widget that shows a chart. chart takes what it needs from
// the session and returns a function that makes the chart elsewhere.
func newPlot(s *session.Session, k *kit.Kit, chart func(*session.Session) func() *draw.Chart) *plot {
	p := &plot{session: s, surface: kit.NewSurface(k), chart: chart}
	p.ExtendBaseWidget(p)
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.SequenceChanged, session.ResultChanged, session.StyleChanged:
			p.redraw()
		}
	})
	p.redraw()
	return p
}

// CreateRenderer shows the painted chart.
func (p *plot) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(p.surface.Raster)
}

// MinSize lets the chart become small.
func (p *plot) MinSize() fyne.Size { return fyne.NewSize(200, 80) }

func (p *plot) redraw() {
	make := p.chart(p.session)
	p.surface.Paint(func(dst *image.RGBA, scale float64) { make().Paint(dst, scale) })
}

// runs returns what the plots take of both sides.
func runs(s *session.Session) (both [2]draw.Run) {
	for _, side := range session.Both {
		if o := s.Sides.Outcome(side); o != nil {
			title := s.Plan.Title(o.Setup.Method)
			if both[1-side].Name == title {
				title += " (right)"
				both[1-side].Name += " (left)"
			}
			both[side] = draw.Run{Name: title, History: o.Result.History, Spectrum: o.Result.Spectrum, Motions: o.Result.Motions}
		}
	}
	return both
}

func convergence(s *session.Session) func() *draw.Chart {
	r, st := runs(s), kit.Style()
	return func() *draw.Chart { return draw.Convergence(st, r[session.Left], r[session.Right]) }
}

func spectrum(s *session.Session) func() *draw.Chart {
	r, st := runs(s), kit.Style()
	return func() *draw.Chart { return draw.Spectrum(st, r[session.Left], r[session.Right]) }
}
