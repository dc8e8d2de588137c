package draw

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"motionseg/ui/shown"
)

// ColumnWidth is the width of one column of two in points, that of IEEE conferences.
const ColumnWidth = 245

// Panel is one method in a Figure.
type Panel struct {
	Title  string // for example "LRKSC: 1.96 % misclassified"
	View   View
	Matrix MatrixView // without a Matrix, the figure has no second row
}

// Figure is the figure of the paper: segmentations side by side above their
// affinity matrices. Scene and matrix are shown whole, whatever the cameras;
// selection and what follows the pointer are left out. All matrices are drawn
// with the colour map and gamma of the first, and one colour bar or, by SharedScale,
// one each.
type Figure struct {
	Title  string // above all; none when empty
	Panels []Panel
	Style  Style
	// Width of the page in points of 1/72 inch; 0 is 504, a text width of two
	// columns. The height follows.
	Width float64
}

// Sizes of the figure in points. All are whole multiples of a pixel of the
// exported PNG, 0.24, so that pictures keep their pixels there.
const (
	figureWidth   = 504
	figureMargin  = 6
	figureGap     = 12
	figureTitle   = 20.4 // height of a title's row
	figureLegend  = 15.6 // height of the row of markers
	figureBar     = 38.4 // width of the colour bar with its numbers
	figurePixel   = 72.0 / exportDPI
	figureStrip   = 3.6 // thickness of the labels along a matrix
	figureLetters = 9
)

// Write writes the figure. In PDF and SVG points, trails and text are vectors
// and the pictures and matrices are images. PNG has 300 dots an inch. The
// error is ctx.Err() when ctx ends first.
func (f *Figure) Write(ctx context.Context, w io.Writer, format Format) error {
	if len(f.Panels) == 0 {
		return errors.New("draw: a figure without panels")
	}
	for k := range f.Panels {
		if f.Panels[k].View.Scene == nil {
			return fmt.Errorf("draw: panel %d of the figure (%s) has no tracks", k+1, f.Panels[k].Title)
		}
	}
	page := f.layout()
	return writeCanvas(w, format, page.width, page.height, func(c draw.Canvas) error { return f.draw(ctx, c, page) })
}

// page is where everything in a figure is.
type page struct {
	width, height    vg.Length
	panel, view      vg.Length // width of a panel, height of its view
	bar              vg.Length // width beside every panel for a colour bar of its own
	matrices, legend bool
}

// layout returns the page of the figure.
func (f *Figure) layout() page {
	p := page{width: vg.Length(f.Width)}
	if !(p.width >= 72) {
		p.width = figureWidth
	}
	n := vg.Length(len(f.Panels))
	for k := range f.Panels {
		p.matrices = p.matrices || f.Panels[k].Matrix.Matrix != nil
		p.legend = p.legend || f.Panels[k].View.Labels != nil
	}
	space := p.width - 2*figureMargin - (n-1)*figureGap
	if p.matrices && f.limit() == 0 {
		p.bar = figureBar
		space -= n * figureBar
	} else if p.matrices {
		space -= figureBar
	}
	p.panel = snap(space / n)
	for k := range f.Panels {
		b := f.Panels[k].View.Bounds()
		p.view = max(p.view, snap(p.panel*vg.Length((b.MaxY-b.MinY)/(b.MaxX-b.MinX))))
	}
	p.view = min(p.view, snap(1.5*p.panel))
	p.height = 2*figureMargin + figureTitle + p.view
	if f.Title != "" {
		p.height += figureTitle
	}
	if p.legend {
		p.height += figureLegend
	}
	if p.matrices {
		p.height += figureGap + p.panel
	}
	return p
}

// snap returns the nearest whole number of pixels.
func snap(l vg.Length) vg.Length { return vg.Length(math.Round(float64(l)/figurePixel)) * figurePixel }

// limit returns the value that takes the last colour in all matrices, 0 where each has
// its own.
func (f *Figure) limit() float64 {
	var matrices []*Matrix
	for k := range f.Panels {
		matrices = append(matrices, f.Panels[k].Matrix.Matrix)
	}
	return SharedScale(matrices...)
}

func (f *Figure) draw(ctx context.Context, c draw.Canvas, p page) error {
	c.SetColor(f.Style.Paper)
	c.Fill(c.Rectangle.Path())
	title := textStyle(figureLetters, f.Style.Text)
	title.XAlign, title.YAlign = draw.XCenter, draw.YCenter
	top := c.Max.Y - figureMargin
	if f.Title != "" {
		heading := title
		heading.Font.Size = figureLetters + 2
		c.FillText(heading, vg.Point{X: c.Center().X, Y: top - figureTitle/2}, f.Title)
		top -= figureTitle
	}
	widest := vg.Length(0)
	for k := range f.Panels {
		widest = max(widest, title.Width(f.Panels[k].Title))
	}
	if widest > p.panel {
		title.Font.Size *= p.panel / widest
	}
	var first, last *MatrixView
	for k := range f.Panels {
		if err := ctx.Err(); err != nil {
			return err
		}
		panel := &f.Panels[k]
		x := c.Min.X + figureMargin + vg.Length(k)*(p.panel+p.bar+figureGap)
		y := f.drawView(c, panel, p, title, x, top)
		if panel.Matrix.Matrix == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		matrix := panel.Matrix
		if first == nil {
			first = &panel.Matrix
		}
		matrix.Map, matrix.Gamma, matrix.Max, matrix.Style = first.Map, first.Gamma, f.limit(), f.Style
		y -= figureGap
		drawMatrix(c, &matrix, vg.Rectangle{Min: vg.Point{X: x, Y: y - p.panel}, Max: vg.Point{X: x + p.panel, Y: y}})
		last = &matrix
		if p.bar > 0 {
			f.drawBar(c, last, x+p.panel, p)
		}
	}
	if p.legend {
		f.drawLegend(c, top-figureTitle-p.view-figureLegend/2)
	}
	if last != nil && p.bar == 0 {
		f.drawBar(c, last, c.Max.X-figureMargin-figureBar, p)
	}
	return nil
}

// drawView draws the title and the view of a panel below and right of a point, and returns
// how far down what is below them begins.
func (f *Figure) drawView(c draw.Canvas, panel *Panel, p page, title draw.TextStyle, x, y vg.Length) vg.Length {
	c.FillText(title, vg.Point{X: x + p.panel/2, Y: y - figureTitle/2}, panel.Title)
	y -= figureTitle
	view := panel.View
	view.Style = f.Style
	newVectorView(&view, vg.Rectangle{Min: vg.Point{X: x, Y: y - p.view}, Max: vg.Point{X: x + p.panel, Y: y}}).draw(c)
	y -= p.view
	if p.legend {
		y -= figureLegend
	}
	return y
}

// drawLegend draws the markers of all labels, and the ring of misclassified
// points when there are any.
func (f *Figure) drawLegend(c draw.Canvas, y vg.Length) {
	labels, wrong := []int{}, false
	for k := range f.Panels {
		for i, label := range f.Panels[k].View.Labels {
			label = max(label, 0)
			if !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
			wrong = wrong || set(f.Panels[k].View.Wrong, i)
		}
	}
	slices.SortFunc(labels, func(a, b int) int { return rank(a) - rank(b) })
	style := textStyle(figureLetters-1.5, f.Style.Muted)
	style.YAlign = draw.YCenter
	x := c.Min.X + figureMargin + 3
	const size = 4.6
	add := func(text string, paint func(vg.Point)) {
		if x+14+style.Width(text) > c.Max.X-figureMargin {
			return
		}
		paint(vg.Point{X: x + 4, Y: y})
		c.FillText(style, vg.Point{X: x + 12, Y: y}, text)
		x += 12 + style.Width(text) + 12
	}
	for _, label := range labels {
		text := "unlabelled"
		if label > 0 {
			text = "motion " + strconv.Itoa(label)
		}
		add(text, func(at vg.Point) { drawMarker(c, at, label, size, f.Style, false) })
	}
	if wrong {
		add("misclassified", func(at vg.Point) {
			c.SetLineStyle(draw.LineStyle{Color: f.Style.Wrong, Width: 0.9})
			c.Stroke(circle(at, 3.4))
		})
	}
}

// drawMatrix draws a matrix into a square, with the labels along its edges.
func drawMatrix(c draw.Canvas, v *MatrixView, area vg.Rectangle) {
	const offset = figureStrip + 1.2
	cells := vg.Rectangle{Min: vg.Point{X: area.Min.X + offset, Y: area.Min.Y},
		Max: vg.Point{X: area.Max.X, Y: area.Max.Y - offset}}
	side := cells.Size().X
	n := v.Matrix.Size()
	c.DrawImage(cells, matrixImage(v, int(math.Round(float64(side)/figurePixel))))
	if len(v.Groups) == n {
		unit := side / vg.Length(n)
		line := draw.LineStyle{Color: faded(Light().Paper, 0.6), Width: 0.4}
		edges(v.Groups, func(label, from, end int) {
			x0, x1 := cells.Min.X+unit*vg.Length(from), cells.Min.X+unit*vg.Length(end)
			y0, y1 := cells.Max.Y-unit*vg.Length(from), cells.Max.Y-unit*vg.Length(end)
			c.SetColor(v.Style.LabelColor(label))
			c.Fill(vg.Rectangle{Min: vg.Point{X: x0, Y: area.Max.Y - figureStrip}, Max: vg.Point{X: x1, Y: area.Max.Y}}.Path())
			c.Fill(vg.Rectangle{Min: vg.Point{X: area.Min.X, Y: y1}, Max: vg.Point{X: area.Min.X + figureStrip, Y: y0}}.Path())
			if from > 0 {
				c.StrokeLine2(line, x0, cells.Min.Y, x0, cells.Max.Y)
				c.StrokeLine2(line, cells.Min.X, y0, cells.Max.X, y0)
			}
		})
	}
	c.SetLineStyle(draw.LineStyle{Color: v.Style.Muted, Width: 0.4})
	c.Stroke(cells.Path())
}

// matrixImage returns the cells of a matrix for a square of the given side in
// pixels: whole pixels a cell where there is room, pooled where there is not.
func matrixImage(v *MatrixView, side int) *image.RGBA {
	n := v.Matrix.Size()
	pixels := n * max(1, int(math.Round(float64(side)/float64(n))))
	if 2*n > 3*side {
		pixels = max(side, 1)
	}
	return cellImage(v, pixels)
}

// cellImage returns the cells of a matrix, and nothing else, in a square of the
// given side in pixels.
func cellImage(v *MatrixView, pixels int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, pixels, pixels))
	c := onto(m)
	var p MatrixPainter
	p.prepare(v)
	p.cells(&c, v, shown.Transform{Scale: float64(pixels) / float64(v.Matrix.Size())}, 0, 0, pixels, pixels)
	return m
}

// drawBar draws the colour bar of a matrix view right of x, beside the matrices.
func (f *Figure) drawBar(c draw.Canvas, v *MatrixView, x vg.Length, p page) {
	bottom := c.Min.Y + figureMargin
	area := vg.Rectangle{Min: vg.Point{X: x + 6, Y: bottom},
		Max: vg.Point{X: x + 6 + 7.2, Y: bottom + p.panel - figureStrip - 1.2}}
	limit, height := v.limit(), area.Size().Y
	m := image.NewRGBA(image.Rect(0, 0, int(math.Round(float64(area.Size().X)/figurePixel)),
		int(math.Round(float64(height)/figurePixel))))
	rows := onto(m)
	for y := range rows.h {
		value := limit * (float64(rows.h-y) - 0.5) / float64(rows.h)
		rows.fill(0, y, rows.w, y+1, inkOf(v.colors().At(v.shade(value))), 256)
	}
	c.DrawImage(area, m)
	c.SetLineStyle(draw.LineStyle{Color: f.Style.Muted, Width: 0.4})
	c.Stroke(area.Path())
	style := textStyle(figureLetters-1.5, f.Style.Muted)
	style.YAlign = draw.YCenter
	for _, tick := range ticks(limit, float64(height)/40) {
		y := area.Min.Y
		if limit > 0 {
			y += height * vg.Length(tick/limit)
		}
		c.StrokeLine2(draw.LineStyle{Color: f.Style.Muted, Width: 0.4}, area.Max.X, y, area.Max.X+2, y)
		c.FillText(style, vg.Point{X: area.Max.X + 4, Y: y}, strconv.FormatFloat(tick, 'g', 3, 64))
	}
}

// WriteMatrixPNG writes the matrix as a PNG with one pixel a cell (no groups,
// marks or camera), in the view's order and colours.
func WriteMatrixPNG(w io.Writer, v *MatrixView) error {
	if v.Matrix == nil {
		return errors.New("draw: no matrix to write")
	}
	return writePNG(w, cellImage(v, v.Matrix.Size()))
}
