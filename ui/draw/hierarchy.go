package draw

import (
	"image"
	"math"
	"strconv"
)

// Hierarchy is a tree of motions as rows of blocks: the motion of all points on top, below it the parts
// of what is above them, down to the last row.
type Hierarchy struct {
	Rows   int
	Blocks []Block
	// Row is the row that is taken now, 0 where the motions are of several.
	Row int
	// Hovered is the block under the pointer, −1 for none; with HoveredRow all of a row are.
	Hovered, HoveredRow int
}

// Block is a motion of some rows.
type Block struct {
	First, Last int     // its rows, from 1
	From, To    float64 // where it is across, 0…1
	Label       int     // whose colour it has
	Now         bool    // it is a motion now, not above or below one
	Points      int
	Name        string // written before their number; may be empty
}

// Sizes in device-independent pixels.
const (
	hierarchyHead   = 92 // the width of the names of the rows
	hierarchyMargin = 8
	hierarchyRow    = 64 // the largest height of a row
	hierarchyGap    = 2
	hierarchyText   = 12
)

// HierarchyPainter draws trees of motions. The zero value is ready. It is not safe for concurrent use.
type HierarchyPainter struct{ text lettering }

// hierarchyLayout is where the blocks are, in pixels.
type hierarchyLayout struct{ left, top, width, row float64 }

func layoutHierarchy(size image.Point, h Hierarchy, scale float64) hierarchyLayout {
	margin := hierarchyMargin * scale
	l := hierarchyLayout{left: hierarchyHead * scale, top: margin}
	l.width = float64(size.X) - l.left - margin
	l.row = min(hierarchyRow*scale, (float64(size.Y)-2*margin)/float64(max(h.Rows, 1)))
	return l
}

// rect returns where a block is.
func (l hierarchyLayout) rect(b Block, gap float64) (x0, y0, x1, y1 float64) {
	return l.left + b.From*l.width, l.top + float64(b.First-1)*l.row, l.left + b.To*l.width - gap,
		l.top + float64(b.Last)*l.row - gap
}

// HierarchyAt returns the block at a pixel of a picture of that size, or −1 and a row at the name of
// that; −1 and 0 beside them.
func HierarchyAt(size image.Point, h Hierarchy, scale, x, y float64) (block, row int) {
	l := layoutHierarchy(size, h, scale)
	if l.row < 1 || l.width < 1 {
		return -1, 0
	}
	if row := 1 + int(math.Floor((y-l.top)/l.row)); x >= 0 && x < l.left && row >= 1 && row <= h.Rows {
		return -1, row
	}
	for k, b := range h.Blocks {
		if x0, y0, x1, y1 := l.rect(b, 0); x >= x0 && x < x1 && y >= y0 && y < y1 {
			return k, 0
		}
	}
	return -1, 0
}

// Paint draws a tree over the whole of dst; a hint in place of one without rows.
func (p *HierarchyPainter) Paint(dst *image.RGBA, h Hierarchy, hint string, style Style, scale float64) {
	c := onto(dst)
	if c.w == 0 || c.h == 0 {
		return
	}
	c.clear(inkOf(style.Paper))
	p.text.prepare(hierarchyText * scale)
	if h.Rows == 0 {
		p.text.write(dst, hierarchyMargin*scale, 24*scale, hint, style.Muted)
		return
	}
	l := layoutHierarchy(image.Pt(c.w, c.h), h, scale)
	if l.row < 2 || l.width < 2 {
		return
	}
	gap := max(1, hierarchyGap*scale)
	for row := 1; row <= h.Rows; row++ {
		y := l.top + float64(row-1)*l.row
		name, ink := strconv.Itoa(row)+" motions", style.Muted
		if row == 1 {
			name = "1 motion"
		}
		if row == h.Row {
			ink = style.Text
			c.fill(0, int(y), int(3*scale), int(y+l.row-gap), inkOf(style.Accent), 256)
		}
		if row == h.HoveredRow {
			ink = style.Accent
		}
		if l.row >= 0.9*p.text.size {
			p.text.write(dst, hierarchyMargin*scale, y+l.row/2+0.36*p.text.size, name, ink)
		}
	}
	for k, b := range h.Blocks {
		hovered := k == h.Hovered || h.HoveredRow > 0 && b.First <= h.HoveredRow && h.HoveredRow <= b.Last
		p.block(dst, b, l, gap, hovered, style, scale)
	}
}

// block draws one block with the number of its points.
func (p *HierarchyPainter) block(
	dst *image.RGBA, b Block, l hierarchyLayout, gap float64, hovered bool, style Style, scale float64,
) {
	c := onto(dst)
	fx0, fy0, fx1, fy1 := l.rect(b, gap)
	x0, y0, x1, y1 := int(fx0), int(fy0), max(int(fx1), int(fx0)+1), max(int(fy1), int(fy0)+1)
	own := style.LabelColor(b.Label)
	var cover uint32 = 80
	if b.Now {
		cover = 256
	}
	c.fill(x0, y0, x1, y1, inkOf(own), cover)
	thick := max(1, int(scale))
	if hovered {
		c.frame(x0, y0, x1, y1, 2*thick, inkOf(style.Text), 256)
	} else if b.Now {
		c.frame(x0, y0, x1, y1, thick, inkOf(style.Text), 160)
	}
	text := strconv.Itoa(b.Points)
	if b.Name != "" {
		if whole := b.Name + " · " + text; p.text.width(whole)+8*scale <= fx1-fx0 {
			text = whole
		}
	}
	if width := p.text.width(text); width+4*scale <= fx1-fx0 && fy1-fy0 >= 1.1*p.text.size {
		ink := style.Text
		if b.Now {
			ink = legible(own)
		}
		p.text.write(dst, (fx0+fx1-width)/2, (fy0+fy1)/2+0.36*p.text.size, text, ink)
	}
}
