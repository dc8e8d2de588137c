package benchmark

import (
	"fmt"
	"image"
	"io"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins/bench"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/render"
)

// The size of a written plot, in points.
const plotWidth, plotHeight = 480, 320

// plot shows the errors of two methods against each other. A click on a point
// opens its sequence with the labels of both.
type plot struct {
	widget.BaseWidget
	window  *Window
	surface *kit.Surface
	chart   *draw.Chart   // as it was painted last
	pairs   []draw.Pair   // that it shows; nil when its points are no pairs
	named   *widget.Label // names the point under the pointer
	hovered int
}

func newPlot(b *Window) *plot {
	p := &plot{window: b, surface: kit.NewSurface(b.kit), named: widget.NewLabel(""), hovered: draw.NoTrack}
	p.named.Importance = widget.LowImportance
	p.named.Truncation = fyne.TextTruncateEllipsis
	p.ExtendBaseWidget(p)
	return p
}

// CreateRenderer shows the painted plot.
func (p *plot) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(p.surface.Raster)
}

// MinSize lets the plot become small.
func (p *plot) MinSize() fyne.Size { return fyne.NewSize(240, 160) }

// make returns what makes the chart, on any goroutine, with the pairs that it
// shows; nil when there is nothing to show.
func (p *plot) make(style draw.Style) func() (*draw.Chart, []draw.Pair) {
	b := p.window
	if b.right == nil || b.right.Selected == "" {
		return nil
	}
	left, right, kind := b.left.Selected, b.right.Selected, b.plotKind.SelectedIndex()
	rows := slices.Clone(b.model.Report().Rows)
	for i := range rows {
		rows[i].Method = b.title(rows[i].Method)
	}
	return func() (*draw.Chart, []draw.Pair) {
		shown := render.Pairs(rows, left, right)
		switch kind {
		case 1:
			return draw.ErrorBars(style, left, right, shown), shown
		case 2:
			return draw.ErrorDistribution(style, render.Distributions(rows)), nil
		}
		return draw.ErrorScatter(style, left, right, shown), shown
	}
}

func (p *plot) redraw() {
	make := p.make(kit.Style())
	if make == nil {
		return
	}
	p.surface.Paint(func(dst *image.RGBA, scale float64) {
		chart, shown := make()
		chart.Paint(dst, scale)
		p.surface.Run(func() {
			p.chart, p.pairs = chart, shown
			if p.hovered == draw.NoTrack || p.hovered >= len(shown) {
				p.hovered = draw.NoTrack
				kit.SetText(p.named, p.summary())
			}
		})
	})
}

// save asks where to write the plot, and writes it for a white page.
func (p *plot) save(format draw.Format) {
	make := p.make(draw.Light())
	p.window.save("benchmark-"+p.window.plotKind.Selected+"."+string(format), func(_ bench.Report, out io.Writer) error {
		chart, _ := make()
		return chart.Write(out, format, plotWidth, plotHeight)
	})
}

// pairAt returns the number of the pair under a position, draw.NoTrack for
// none.
func (p *plot) pairAt(at fyne.Position) int {
	if p.chart == nil || p.pairs == nil {
		return draw.NoTrack
	}
	x, y := p.surface.ToPixels(at)
	return p.chart.Nearest(p.surface.Pixels(), p.surface.Scale, x, y, 10*p.surface.Scale)
}

// Tapped opens the sequence of the point under the pointer in the main window.
func (p *plot) Tapped(e *fyne.PointEvent) {
	if i := p.pairAt(e.Position); i != draw.NoTrack {
		b := p.window
		b.open(p.pairs[i].Name, b.methodTitled(b.left.Selected), b.methodTitled(b.right.Selected))
	}
}

// methodTitled returns the name of the method that the literature writes so.
func (b *Window) methodTitled(title string) string {
	for _, m := range b.cfg.Methods {
		if d := m.Describe(); d.Title == title {
			return d.Name
		}
	}
	return title
}

// MouseIn is part of hovering.
func (p *plot) MouseIn(e *desktop.MouseEvent) { p.MouseMoved(e) }

// MouseMoved names the point under the pointer.
func (p *plot) MouseMoved(e *desktop.MouseEvent) { p.name(p.pairAt(e.Position)) }

// MouseOut names no point.
func (p *plot) MouseOut() { p.name(draw.NoTrack) }

func (p *plot) name(i int) {
	if i == p.hovered {
		return
	}
	p.hovered = i
	if i == draw.NoTrack {
		p.named.SetText(p.summary())
		return
	}
	pair, b := p.pairs[i], p.window
	p.named.SetText(fmt.Sprintf("%s: %s %s %%, %s %s %%", pair.Name, b.left.Selected, number(pair.Left),
		b.right.Selected, number(pair.Right)))
}

// summary says of how many sequences the plot is: those that both methods have
// results of, which may be few or none for long while others are computed.
func (p *plot) summary() string {
	b := p.window
	if p.pairs == nil && b.plotKind.SelectedIndex() == 2 {
		return ""
	}
	all := map[string]bool{}
	for _, r := range b.model.Report().Rows {
		all[r.Sequence] = true
	}
	if len(p.pairs) == len(all) {
		return ""
	}
	return fmt.Sprintf("%d of %d sequences have results of both %s and %s so far", len(p.pairs), len(all),
		b.left.Selected, b.right.Selected)
}

// Cursor points at what a click opens.
func (p *plot) Cursor() desktop.Cursor {
	if p.hovered != draw.NoTrack {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}
