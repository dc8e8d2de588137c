package draw

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"motionseg/ui/shown"
)

// From these sizes of a cell on, in device-independent pixels, the cells are
// parted by lines and show their values.
const (
	griddedCell  = 14
	numberedCell = 44
)

// crowd is the number of selected points from which on their rows and columns
// are marked at the margin only.
const crowd = 24

// MatrixPainter draws matrices; each view has its own. In steady state drawing
// allocates nothing. The zero value is ready. It is not safe for concurrent
// use.
type MatrixPainter struct {
	key    shadeKey
	shades []uint32 // the pixel of every value
	spans  []span   // of the columns of the view
	row    []uint16
	text   lettering
	digits []byte
}

// shadeKey is everything that the table of shades depends on.
type shadeKey struct {
	colors     *ColorMap
	gamma, max float64
	scale      float64 // the matrix's own largest value
}

// span is the range of cells, end excluded, that a pixel shows.
type span struct{ first, end int32 }

// Paint draws the view over the whole of dst, whose size is the view's. A view
// without a matrix leaves the background.
func (p *MatrixPainter) Paint(dst *image.RGBA, v *MatrixView) {
	c := onto(dst)
	if c.w == 0 || c.h == 0 {
		return
	}
	c.clear(inkOf(v.Style.Background))
	if v.Matrix == nil {
		return
	}
	t := v.Transform(dst.Rect.Size())
	n := float64(v.Matrix.Size())
	x0, x1 := clampInt(t.DX, c.w), clampInt(n*t.Scale+t.DX, c.w)
	y0, y1 := clampInt(t.DY, c.h), clampInt(n*t.Scale+t.DY, c.h)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	p.prepare(v)
	p.cells(&c, v, t, x0, y0, x1, y1)
	cell := t.Scale / v.scale()
	if cell >= griddedCell {
		p.grid(&c, t, x0, y0, x1, y1)
	}
	p.boundaries(&c, v, t, x0, y0, x1, y1)
	p.selection(&c, v, t, x0, y0, x1, y1)
	p.hover(&c, v, t, x0, y0, x1, y1)
	if cell >= numberedCell {
		p.numbers(dst, v, t, x0, y0, x1, y1)
	}
	p.strips(&c, v, t, x0, y0, x1, y1)
}

// prepare makes the table of shades, unless it is that of the last frame.
func (p *MatrixPainter) prepare(v *MatrixView) {
	key := shadeKey{v.colors(), v.Gamma, v.limit(), v.Matrix.max}
	if p.shades != nil && p.key == key {
		return
	}
	if p.shades == nil {
		p.shades = make([]uint32, fullScale+1)
	}
	p.key = key
	for q := range p.shades {
		p.shades[q] = inkOf(key.colors.At(v.shade(float64(q) / fullScale * v.Matrix.max))).word()
	}
}

// cells draws the entries. Where several share a pixel they come from the
// level at which about two in each direction do, and every one of them is
// shown by the pixel that its middle lies in: none is lost or drawn twice.
func (p *MatrixPainter) cells(c *canvas, v *MatrixView, t shown.Transform, x0, y0, x1, y1 int) {
	k, size := 0, t.Scale
	for size <= 0.5 && k+1 < len(v.Matrix.levels) {
		k, size = k+1, 2*size
	}
	l := v.Matrix.levels[k]
	n := float64(v.Matrix.Size())
	left, right := math.Round(t.DX), math.Round(n*t.Scale+t.DX)-1
	top, bottom := math.Round(t.DY), math.Round(n*t.Scale+t.DY)-1
	p.spans = p.spans[:0]
	for x := x0; x < x1; x++ {
		p.spans = append(p.spans, cellsAt(float64(x), t.DX, left, right, size, l.n))
	}
	last := span{-1, -1}
	for y := y0; y < y1; y++ {
		rows := cellsAt(float64(y), t.DY, top, bottom, size, l.n)
		out := c.pix[y*c.stride+4*x0 : y*c.stride+4*x1]
		if rows == last {
			copy(out, c.pix[(y-1)*c.stride+4*x0:(y-1)*c.stride+4*x1])
			continue
		}
		last = rows
		values := l.row(rows.first)
		if rows.end-rows.first > 1 {
			values = p.pool(l, rows)
		}
		for _, s := range p.spans {
			q := values[s.first]
			if s.end-s.first > 1 {
				q = slices.Max(values[s.first:s.end])
			}
			binary.LittleEndian.PutUint32(out, p.shades[q])
			out = out[4:]
		}
	}
}

// cellsAt returns the cells of n, of the given size and the first at origin,
// that pixel x of those from left to right shows: the cells with their middle
// in it, or the one that it lies in when cells are larger than pixels.
func cellsAt(x, origin, left, right, size float64, n int) span {
	if size >= 1 {
		k := min(max(int((x+0.5-origin)/size), 0), n-1)
		return span{int32(k), int32(k + 1)}
	}
	first, end := 0, n
	if x > left {
		first = min(max(int(math.Ceil((x-origin)/size-0.5)), 0), n-1)
	}
	if x < right {
		end = min(max(int(math.Ceil((x+1-origin)/size-0.5)), first+1), n)
	}
	return span{int32(first), int32(end)}
}

// pool reduces some rows of a level to one.
func (p *MatrixPainter) pool(l level, rows span) []uint16 {
	if cap(p.row) < l.n {
		p.row = make([]uint16, l.n)
	}
	out := p.row[:l.n]
	copy(out, l.row(rows.first))
	for i := rows.first + 1; i < rows.end; i++ {
		row := l.row(i)[:len(out)]
		for j := range out {
			out[j] = max(out[j], row[j])
		}
	}
	return out
}

// grid draws the lines between large cells.
func (p *MatrixPainter) grid(c *canvas, t shown.Transform, x0, y0, x1, y1 int) {
	line := inkOf(color.RGBA{128, 128, 128, 255})
	for k := firstCell(t.DX, t.Scale); ; k++ {
		x := int(math.Round(float64(k)*t.Scale + t.DX))
		if x >= x1 {
			break
		}
		c.fill(max(x, x0), y0, x+1, y1, line, 80)
	}
	for k := firstCell(t.DY, t.Scale); ; k++ {
		y := int(math.Round(float64(k)*t.Scale + t.DY))
		if y >= y1 {
			break
		}
		c.fill(x0, max(y, y0), x1, y+1, line, 80)
	}
}

// firstCell returns the first cell, from 1, whose edge is in view.
func firstCell(origin, size float64) int { return max(1, int(math.Ceil(-origin/size))) }

// edges calls f for every maximal run of equal entries of groups.
func edges(groups []int, f func(label, first, end int)) {
	first := 0
	for k := 1; k <= len(groups); k++ {
		if k == len(groups) || groups[k] != groups[first] {
			f(groups[first], first, k)
			first = k
		}
	}
}

// manyGroups is the number of groups from which on the lines between them are
// faint.
const manyGroups = 16

// boundaries draws lines between groups.
func (p *MatrixPainter) boundaries(c *canvas, v *MatrixView, t shown.Transform, x0, y0, x1, y1 int) {
	if len(v.Groups) != v.Matrix.Size() {
		return
	}
	white, thick := inkOf(color.RGBA{255, 255, 255, 255}), max(1, int(v.scale()))
	opacity, count := uint32(130), 0
	edges(v.Groups, func(int, int, int) { count++ })
	if count > manyGroups {
		// So many lines would hide the entries.
		opacity = 50
	}
	for k := 1; k < len(v.Groups); k++ {
		if v.Groups[k] == v.Groups[k-1] {
			continue
		}
		x := int(math.Round(float64(k)*t.Scale+t.DX)) - thick/2
		y := int(math.Round(float64(k)*t.Scale+t.DY)) - thick/2
		if x >= x0 && x < x1 {
			c.fill(x, y0, x+thick, y1, white, opacity)
		}
		if y >= y0 && y < y1 {
			c.fill(x0, y, x1, y+thick, white, opacity)
		}
	}
}

// selection marks the rows and columns of the selected points.
func (p *MatrixPainter) selection(c *canvas, v *MatrixView, t shown.Transform, x0, y0, x1, y1 int) {
	count := 0
	for i := range v.Matrix.Size() {
		if set(v.Selected, i) {
			count++
		}
	}
	if count == 0 || count > crowd {
		return
	}
	// Colour maps begin dark in either theme.
	accent := inkOf(Dark().Accent)
	for k, i := range v.Matrix.order {
		if set(v.Selected, i) {
			crossBands(c, t, k, accent, 110, x0, y0, x1, y1)
		}
	}
}

// hover marks the row and the column of the cell under the pointer, and the
// cell itself where it is large enough to be seen.
func (p *MatrixPainter) hover(c *canvas, v *MatrixView, t shown.Transform, x0, y0, x1, y1 int) {
	row, column := NoTrack, NoTrack
	for k, i := range v.Matrix.order {
		if i == v.Hovered.I {
			row = k
		}
		if i == v.Hovered.J {
			column = k
		}
	}
	if row == NoTrack || column == NoTrack {
		return
	}
	white := inkOf(color.RGBA{255, 255, 255, 255})
	cx0, cx1 := band(t.DX, t.Scale, column)
	cy0, cy1 := band(t.DY, t.Scale, row)
	c.fill(max(cx0, x0), y0, min(cx1, x1), y1, white, 46)
	c.fill(x0, max(cy0, y0), x1, min(cy1, y1), white, 46)
	if t.Scale >= 5*v.scale() {
		thick := max(1, int(v.scale()+0.5))
		c.frame(cx0-thick, cy0-thick, cx1+thick, cy1+thick, thick, white, 256)
	}
}

// band returns the pixels of cell k, at least one.
func band(origin, size float64, k int) (first, end int) {
	first = int(math.Round(float64(k)*size + origin))
	return first, max(first+1, int(math.Round(float64(k+1)*size+origin)))
}

// crossBands lays a colour over row and column k.
func crossBands(c *canvas, t shown.Transform, k int, colour ink, a uint32, x0, y0, x1, y1 int) {
	if first, end := band(t.DX, t.Scale, k); end > x0 && first < x1 {
		c.fill(max(first, x0), y0, min(end, x1), y1, colour, a)
	}
	if first, end := band(t.DY, t.Scale, k); end > y0 && first < y1 {
		c.fill(x0, max(first, y0), x1, min(end, y1), colour, a)
	}
}

// numbers writes the values other than 0 into the cells.
func (p *MatrixPainter) numbers(dst *image.RGBA, v *MatrixView, t shown.Transform, x0, y0, x1, y1 int) {
	p.text.prepare(min(12, t.Scale/v.scale()/4.4) * v.scale())
	n := v.Matrix.Size()
	for row := max(0, int((float64(y0)-t.DY)/t.Scale)); row < n; row++ {
		cy := (float64(row)+0.5)*t.Scale + t.DY
		if cy-t.Scale/2 >= float64(y1) {
			break
		}
		for column := max(0, int((float64(x0)-t.DX)/t.Scale)); column < n; column++ {
			cx := (float64(column)+0.5)*t.Scale + t.DX
			if cx-t.Scale/2 >= float64(x1) {
				break
			}
			value := v.Matrix.source.At(v.Matrix.order[row], v.Matrix.order[column])
			if value == 0 {
				continue
			}
			p.digits = strconv.AppendFloat(p.digits[:0], value, 'g', 3, 64)
			text := string(p.digits)
			letters := legible(v.colors().At(v.shade(value)))
			p.text.write(dst, cx-p.text.width(text)/2, cy+0.36*p.text.size, text, letters)
		}
	}
}

// legible returns black or white, what is read better on a colour.
func legible(on color.RGBA) color.RGBA {
	if luminance(on) > 0.45 {
		return color.RGBA{0, 0, 0, 255}
	}
	return color.RGBA{255, 255, 255, 255}
}

// luminance returns how light a colour is, 0…1.
func luminance(c color.RGBA) float64 {
	return (0.2126*float64(c.R) + 0.7152*float64(c.G) + 0.0722*float64(c.B)) / 255
}

// strips draws the labels of rows and columns along the axes, and ticks of the
// selected points.
func (p *MatrixPainter) strips(c *canvas, v *MatrixView, t shown.Transform, x0, y0, x1, y1 int) {
	grouped := len(v.Groups) == v.Matrix.Size()
	strip, gap := v.strip(), v.gap()
	ground := inkOf(v.Style.Background)
	// The strips stay in view when the cells are moved past the margin.
	right, bottom := max(x0-gap, strip), max(y0-gap, strip)
	x0, y0 = max(x0, right+gap), max(y0, bottom+gap)
	c.fill(0, 0, x0, c.h, ground, 256)
	c.fill(0, 0, c.w, y0, ground, 256)
	along := func(first, end int, k ink, inset int) {
		left, upper := edge(t.DX, t.Scale, first), edge(t.DY, t.Scale, first)
		lower := max(edge(t.DY, t.Scale, end), upper+1)
		farther := max(edge(t.DX, t.Scale, end), left+1)
		c.fill(max(left, x0), bottom-strip, min(farther, x1), bottom-inset, k, 256)
		c.fill(right-strip, max(upper, y0), right-inset, min(lower, y1), k, 256)
	}
	if grouped {
		edges(v.Groups, func(label, first, end int) { along(first, end, inkOf(v.Style.LabelColor(label)), 0) })
	}
	accent := inkOf(v.Style.Accent)
	for k, i := range v.Matrix.order {
		if set(v.Selected, i) {
			along(k, k+1, accent, 0)
		}
	}
}

// edge returns the pixel at which cell k begins.
func edge(origin, size float64, k int) int { return int(math.Round(float64(k)*size + origin)) }

// PaintColorBar draws the colour bar of a matrix view, upright with its
// numbers on the right, over the whole of dst: 60 device-independent pixels of
// width are enough.
func PaintColorBar(dst *image.RGBA, v *MatrixView) {
	c := onto(dst)
	c.clear(inkOf(v.Style.Background))
	if v.Matrix == nil || c.h < 2 {
		return
	}
	scale := v.scale()
	var text lettering
	text.prepare(11 * scale)
	top := int(text.size*0.6 + 0.5)
	bottom, width := c.h-top, int(12*scale)
	if bottom <= top {
		return
	}
	limit := v.limit()
	for y := top; y < bottom; y++ {
		value := limit * (float64(bottom-y) - 0.5) / float64(bottom-top)
		c.fill(0, y, width, y+1, inkOf(v.colors().At(v.shade(value))), 256)
	}
	c.frame(0, top, width, bottom, 1, inkOf(v.Style.Muted), 140)
	for _, tick := range ticks(limit, float64(bottom-top)/(36*scale)) {
		y := float64(bottom)
		if limit > 0 {
			y -= tick / limit * float64(bottom-top)
		}
		at := min(max(int(y+0.5), top), bottom-1)
		c.fill(width, at, width+int(3*scale), at+1, inkOf(v.Style.Muted), 256)
		text.write(dst, float64(width)+6*scale, y+0.36*text.size, strconv.FormatFloat(tick, 'g', 3, 64), v.Style.Text)
	}
}

// ticks returns round values from 0 to limit, about as many as wanted.
func ticks(limit, wanted float64) []float64 {
	if !(limit > 0) || !finite(limit) {
		return []float64{0}
	}
	step := roundStep(limit, min(max(wanted, 1), 20))
	var values []float64
	for k := 0; float64(k)*step <= limit*(1+1e-9); k++ {
		values = append(values, float64(k)*step)
	}
	return values
}
