package draw

import (
	"image"
	"image/color"
	stddraw "image/draw"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Chart is one plot, or several beside each other, under a common legend.
type Chart struct {
	style   Style
	plots   []*plot.Plot
	legend  []entry
	squared bool   // the plot's sides are equal
	marks   []mark // what Nearest finds
}

// entry is a line of the legend: a stroke, or a square, and a name.
type entry struct {
	name   string
	color  color.Color
	dashes []vg.Length
	square bool
}

// mark is a point of the first plot that stands for an item.
type mark struct {
	x, y float64
	item int
}

// Sizes in points, which on the screen are device-independent pixels.
const (
	titleSize  = 11
	labelSize  = 10
	tickSize   = 9
	legendRow  = 20
	furtherRow = 15 // of the legend
	chartSpace = 8
	plotSpace  = 18 // between plots

	leastWidth, leastHeight = 90, 60 // of a plot that is drawn
	roomyHeight             = 100    // of one that has room for the name of its axis, and for more rows of the legend
)

// textStyle returns a style of the charts' typeface.
func textStyle(size float64, c color.Color) text.Style {
	return text.Style{Color: c, Font: font.From(sans, vg.Length(size)), Handler: text.Plain{Fonts: faces},
		XAlign: draw.XLeft, YAlign: draw.YBottom}
}

// newPlot returns an empty plot with quiet axes.
func newPlot(s Style, title, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = s.Paper
	p.TextHandler = text.Plain{Fonts: faces}
	p.Title.Text = title
	p.Title.TextStyle = textStyle(titleSize, s.Text)
	p.Title.TextStyle.XAlign, p.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	p.Title.Padding = 5
	for axis, name := range map[*plot.Axis]string{&p.X: x, &p.Y: y} {
		axis.Label.Text = name
		align := axis.Label.TextStyle
		axis.Label.TextStyle = textStyle(labelSize, s.Muted)
		axis.Label.TextStyle.XAlign, axis.Label.TextStyle.YAlign = align.XAlign, align.YAlign
		axis.Label.Padding = 3
		align = axis.Tick.Label
		axis.Tick.Label = textStyle(tickSize, s.Muted)
		axis.Tick.Label.XAlign, axis.Tick.Label.YAlign = align.XAlign, align.YAlign
		axis.Tick.Color, axis.Tick.Width, axis.Tick.Length = s.Grid, 0.6, 4
		axis.Color = s.Muted
		axis.Width = 0.75
		axis.Padding = 0
	}
	p.Y.Width = 0
	p.Add(gridLines{s.Grid})
	return p
}

// draw draws the chart on a canvas.
func (c *Chart) draw(dc draw.Canvas) {
	dc.SetColor(c.style.Paper)
	dc.Fill(dc.Rectangle.Path())
	areas := c.areas(dc)
	if areas == nil {
		return
	}
	for k, area := range areas {
		c.in(area, k).Draw(area)
	}
	c.drawLegend(dc)
}

// Sizes in the legend.
const stroke, square, afterThumb, afterName = 18, 8, 5, 16

// drawLegend draws the rows above the plots, smaller where they have no room.
func (c *Chart) drawLegend(dc draw.Canvas) {
	y := dc.Max.Y - chartSpace - legendRow/2
	for _, row := range c.legendRows(dc) {
		style := legendStyle(c.style)
		shrink := min(1, max(legendRoom(dc)/max(legendLength(style, row), 1), 0.5))
		style.Font.Size *= shrink
		x := dc.Min.X + chartSpace
		for _, e := range row {
			width := shrink * stroke
			if e.square {
				width = shrink * square
				dc.SetColor(e.color)
				dc.Fill(vg.Rectangle{Min: vg.Point{X: x, Y: y - width/2}, Max: vg.Point{X: x + width, Y: y + width/2}}.Path())
			} else {
				dc.StrokeLine2(draw.LineStyle{Color: e.color, Width: 1.8, Dashes: e.dashes}, x, y, x+width, y)
			}
			x += width + shrink*afterThumb
			dc.FillText(style, vg.Point{X: x, Y: y}, e.name)
			x += style.Width(e.name) + shrink*afterName
		}
		y -= furtherRow
	}
}

func legendStyle(s Style) text.Style {
	style := textStyle(labelSize, s.Text)
	style.YAlign = draw.YCenter
	return style
}

// legendRoom returns how long a row of the legend may be.
func legendRoom(dc draw.Canvas) vg.Length { return dc.Max.X - dc.Min.X - 2*chartSpace }

// legendLength returns how long a row is in a style.
func legendLength(style text.Style, row []entry) vg.Length {
	length := vg.Length(-afterName)
	for _, e := range row {
		length += stroke + afterThumb + style.Width(e.name) + afterName
	}
	return length
}

// legendRows returns the entries of the legend by rows that fit: one, where the
// plots would have no room below more.
func (c *Chart) legendRows(dc draw.Canvas) [][]entry {
	if len(c.legend) == 0 {
		return nil
	}
	style, room := legendStyle(c.style), legendRoom(dc)
	rows := [][]entry{nil}
	for _, e := range c.legend {
		last := &rows[len(rows)-1]
		if len(*last) > 0 && legendLength(style, append((*last)[:len(*last):len(*last)], e)) > room {
			rows = append(rows, nil)
			last = &rows[len(rows)-1]
		}
		*last = append(*last, e)
	}
	if dc.Max.Y-dc.Min.Y-2*chartSpace-4-legendHeight(len(rows)) < roomyHeight {
		return [][]entry{c.legend}
	}
	return rows
}

// legendHeight returns how high a legend of so many rows is.
func legendHeight(rows int) vg.Length {
	if rows == 0 {
		return 0
	}
	return legendRow + vg.Length(rows-1)*furtherRow
}

// in returns a plot as it is drawn in an area: where that is low, without the name of
// the axis that stands upright, which is longer.
func (c *Chart) in(area draw.Canvas, k int) *plot.Plot {
	p := *c.plots[k]
	if area.Max.Y-area.Min.Y < roomyHeight {
		p.Y.Label.Text = ""
	}
	return &p
}

// areas returns the parts of the canvas that the plots are drawn in, nil when
// there is no room for them.
func (c *Chart) areas(dc draw.Canvas) []draw.Canvas {
	inner := draw.Crop(dc, chartSpace, -chartSpace-4, chartSpace, -chartSpace)
	inner = draw.Crop(inner, 0, 0, 0, -legendHeight(len(c.legendRows(dc))))
	n := len(c.plots)
	areas := make([]draw.Canvas, n)
	width := (inner.Max.X - inner.Min.X - vg.Length(n-1)*plotSpace) / vg.Length(max(n, 1))
	if width < leastWidth || inner.Max.Y-inner.Min.Y < leastHeight {
		return nil
	}
	for k := range areas {
		area := inner
		area.Min.X = inner.Min.X + vg.Length(k)*(width+plotSpace)
		area.Max.X = area.Min.X + width
		if c.squared {
			data := c.in(area, k).DataCanvas(area).Rectangle.Size()
			if spare := data.X - data.Y; spare > 0 {
				area.Min.X += spare / 2
				area.Max.X -= spare / 2
			} else {
				area.Min.Y -= spare / 2
				area.Max.Y += spare / 2
			}
		}
		areas[k] = area
	}
	return areas
}

// Paint draws the chart over the whole of dst at scale device pixels per
// device-independent pixel.
func (c *Chart) Paint(dst *image.RGBA, scale float64) {
	if dst.Rect.Empty() {
		return
	}
	canvas := vgimg.NewWith(vgimg.UseImage(image.NewRGBA(image.Rectangle{Max: dst.Rect.Size()})), vgimg.UseDPI(dpi(scale)))
	c.draw(draw.New(canvas))
	stddraw.Draw(dst, dst.Rect, canvas.Image(), image.Point{}, stddraw.Src)
}

// dpi returns the dots an inch at which a point is a device-independent pixel.
func dpi(scale float64) int {
	if !(scale > 0) || scale > 32 {
		scale = 1
	}
	return max(1, int(72*scale+0.5))
}

// Nearest returns the item whose mark is nearest to the device pixel (x, y) of
// the chart painted at the given size and scale, within radius device pixels:
// the index of the pair in the errors plotted. It returns NoTrack when there
// is none.
func (c *Chart) Nearest(size image.Point, scale, x, y, radius float64) int {
	if len(c.marks) == 0 || size.X <= 0 || size.Y <= 0 {
		return NoTrack
	}
	// The layout needs no pixels.
	dots := float64(dpi(scale)) / 72
	page := draw.Canvas{Rectangle: vg.Rectangle{
		Max: vg.Point{X: vg.Length(float64(size.X) / dots), Y: vg.Length(float64(size.Y) / dots)},
	}}
	areas := c.areas(page)
	if areas == nil {
		return NoTrack
	}
	p := c.in(areas[0], 0)
	data := p.DataCanvas(areas[0])
	best, least := NoTrack, radius*radius
	for _, m := range c.marks {
		dx := dots*float64(data.X(p.X.Norm(m.x))) - x
		dy := float64(size.Y) - dots*float64(data.Y(p.Y.Norm(m.y))) - y
		if d := dx*dx + dy*dy; d <= least {
			best, least = m.item, d
		}
	}
	return best
}

// Write writes the chart at the given size; PNG at 300 dots an inch.
func (c *Chart) Write(w io.Writer, format Format, width, height vg.Length) error {
	return writeCanvas(w, format, width, height, func(dc draw.Canvas) error {
		c.draw(dc)
		return nil
	})
}
