package draw

import (
	"image"
	"math"
	"strconv"
)

// Confusion is a table that counts how two labellings meet.
type Confusion struct {
	Title string
	Foot  string
	// Rows and Cols are the labels of rows and columns; Counts has an entry for
	// each pair of them.
	Rows, Cols []int
	Counts     [][]int
}

// Sizes in device-independent pixels.
const (
	confusionCell  = 46 // the largest width of a cell
	confusionRow   = 26 // and height
	confusionTitle = 24
	confusionSpace = 28 // between tables
)

// ConfusionPainter draws tables of confusions beside each other. The zero value
// is ready. It is not safe for concurrent use.
type ConfusionPainter struct{ text, title lettering }

// Paint draws the tables over the whole of dst, their cells as large as they
// can be; a hint in place of none.
func (p *ConfusionPainter) Paint(dst *image.RGBA, tables []Confusion, hint string, style Style, scale float64) {
	c := onto(dst)
	if c.w == 0 || c.h == 0 {
		return
	}
	c.clear(inkOf(style.Paper))
	p.title.prepare(12 * scale)
	if len(tables) == 0 {
		p.title.write(dst, 10*scale, 24*scale, hint, style.Muted)
		return
	}
	for k, t := range tables {
		p.table(dst, t, layoutConfusion(image.Pt(c.w, c.h), tables, k, scale), style, scale)
	}
}

// confusionLayout is where a table is, in pixels.
type confusionLayout struct {
	x, top float64 // of the corner above and left of the heads
	w, h   float64 // of a cell
}

// layoutConfusion returns where the k-th table is. The heads of rows and columns
// and the totals take a cell each.
func layoutConfusion(size image.Point, tables []Confusion, k int, scale float64) confusionLayout {
	t, margin, top := tables[k], 10*scale, confusionTitle*scale
	width := (float64(size.X) - margin) / float64(len(tables))
	return confusionLayout{
		x: margin + float64(k)*width, top: top,
		w: min(confusionCell*scale, (width-confusionSpace*scale)/float64(len(t.Cols)+2)),
		h: min(confusionRow*scale, (float64(size.Y)-top-confusionTitle*scale)/float64(len(t.Rows)+2)),
	}
}

// ConfusionAt returns which table, row and column of it are at a pixel of a
// picture of that size; a row or column of −1 stands for all of them, as at a
// head or a total. ok is false beside the tables.
func ConfusionAt(size image.Point, tables []Confusion, scale, x, y float64) (table, row, col int, ok bool) {
	for k, t := range tables {
		l := layoutConfusion(size, tables, k, scale)
		if l.w < 1 || l.h < 1 {
			continue
		}
		i, j := int(math.Floor((y-l.top)/l.h))-1, int(math.Floor((x-l.x)/l.w))-1
		if i < -1 || i >= len(t.Rows) || j < -1 || j > len(t.Cols) || i == -1 && (j == -1 || j == len(t.Cols)) {
			continue
		}
		if j == len(t.Cols) {
			j = -1
		}
		return k, i, j, true
	}
	return 0, 0, 0, false
}

// table draws one table.
func (p *ConfusionPainter) table(dst *image.RGBA, t Confusion, l confusionLayout, style Style, scale float64) {
	c := onto(dst)
	x, top, w, h := l.x, l.top, l.w, l.h
	if w < 1 || h < 1 {
		return
	}
	p.title.write(dst, x, 0.7*top, t.Title, style.Text)
	p.text.prepare(max(4*scale, min(12*scale, 0.62*h, 0.4*w)))
	cell := func(i, j int) (x0, y0, x1, y1 int) {
		return int(x + float64(j)*w), int(top + float64(i)*h), int(x + float64(j+1)*w), int(top + float64(i+1)*h)
	}
	legible := p.text.size >= 7*scale
	middle := func(i, j int, text string) {
		if !legible {
			return
		}
		p.text.write(dst, x+(float64(j)+0.5)*w-p.text.width(text)/2, top+(float64(i)+0.5)*h+0.36*p.text.size, text,
			style.Text)
	}
	head := func(i, j, label int) {
		x0, y0, x1, y1 := cell(i, j)
		name := strconv.Itoa(label)
		if label <= 0 {
			name = "–"
		}
		if !legible {
			c.fill(x0, y0, x1-1, y1-1, inkOf(style.LabelColor(label)), 256)
			return
		}
		side := int(0.7 * p.text.size)
		left := x0 + (x1-x0-side-int(p.text.width(name)+4*scale))/2
		c.fill(left, (y0+y1-side)/2, left+side, (y0+y1-side)/2+side, inkOf(style.LabelColor(label)), 256)
		p.text.write(dst, float64(left+side)+4*scale, float64(y0+y1)/2+0.36*p.text.size, name, style.Text)
	}
	for j, label := range t.Cols {
		head(0, j+1, label)
	}
	middle(0, len(t.Cols)+1, "total")
	for i, label := range t.Rows {
		head(i+1, 0, label)
		total := 0
		for _, n := range t.Counts[i] {
			total += n
		}
		for j, n := range t.Counts[i] {
			x0, y0, x1, y1 := cell(i+1, j+1)
			k, a := countInk(n, total, t.Cols[j] == label, style)
			gap := max(1, int(scale))
			c.fill(x0, y0, x1-gap, y1-gap, k, a)
			if n > 0 || len(t.Cols) <= 12 {
				middle(i+1, j+1, strconv.Itoa(n))
			}
		}
		middle(i+1, len(t.Cols)+1, strconv.Itoa(total))
	}
	p.title.write(dst, x, top+float64(len(t.Rows)+1)*h+18*scale, t.Foot, style.Muted)
}

// countInk is the colour of n of the total tracks of a row, and how much covers.
func countInk(n, total int, right bool, style Style) (k ink, opacity uint32) {
	switch {
	case n > 0 && right:
		return inkOf(LabelColor(3)), 60 + uint32(130*n/total)
	case n > 0:
		return inkOf(style.Wrong), 70 + uint32(130*n/total)
	}
	return inkOf(style.Grid), 110
}
