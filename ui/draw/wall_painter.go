package draw

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"strconv"
)

// stripText is the size of the text in the strip, in device-independent pixels.
const stripText = 11

// WallPainter draws walls; each view has its own. The zero value is ready. It
// is not safe for concurrent use.
type WallPainter struct {
	text lettering
}

// Paint draws the wall over the whole of dst, whose size is the view's. A wall
// without pictures leaves the background.
func (p *WallPainter) Paint(dst *image.RGBA, v *Wall) {
	c := onto(dst)
	if c.w == 0 || c.h == 0 {
		return
	}
	c.clear(inkOf(v.Style.Background))
	if v.Pictures == nil {
		return
	}
	size := dst.Rect.Size()
	p.text.prepare(stripText * v.scale())
	p.wall(dst, v, size)
	if v.strip(size) > 0 {
		p.strip(dst, v, size)
	}
	c.band(v.Band, v.Style, v.scale())
}

// wall draws the thumbnails and the labels of their groups.
func (p *WallPainter) wall(dst *image.RGBA, v *Wall, size image.Point) {
	area := v.area(size)
	c := onto(dst)
	c.h = area.Y
	t := v.Transform(size)
	arranged := v.arrange(size)
	for _, at := range arranged.tiles {
		at.x0, at.y0 = t.ToScreen(at.x0, at.y0)
		at.x1, at.y1 = t.ToScreen(at.x1, at.y1)
		if at.in(float64(c.w), float64(c.h)) {
			p.thumbnail(&c, v, at, v.Wrong != nil)
		}
	}
	if arranged.groups == nil {
		return
	}
	gutter, bar := wallGutter*v.scale(), int(6*v.scale()+0.5)
	for _, g := range arranged.groups {
		x0, y0 := t.ToScreen(g.x0, g.y0)
		x1, y1 := t.ToScreen(g.x1, g.y1)
		top, bottom := clampInt(y0, c.h), clampInt(y1, c.h)
		if top >= bottom || x1 < gutter || x0-gutter > float64(c.w) {
			continue
		}
		// The label stays in view when its pictures are moved past the edge.
		right := int(max(x0, gutter))
		if x0 < gutter {
			c.fill(0, top, right, bottom, inkOf(v.Style.Background), 256)
		}
		c.fill(right-bar-2, top, right-2, bottom, inkOf(LabelColor(g.label)), 256)
		if y1-y0 < 0.8*p.text.size {
			continue
		}
		name := "–"
		if g.label > 0 {
			name = strconv.Itoa(g.label)
		}
		y := min(max(float64(top+bottom)/2, p.text.size/2), float64(c.h)-p.text.size/2)
		p.text.write(dst, float64(right-bar)-4*v.scale()-p.text.width(name), y+0.36*p.text.size, name, v.Style.Text)
	}
}

// thumbnail draws a picture with its marks: a frame around one that is wrong,
// with a corner in the colour of its class, and around one that is selected or
// under the pointer.
func (p *WallPainter) thumbnail(c *canvas, v *Wall, at tile, marked bool) {
	v.Pictures.paint(c, at.picture, at.x0, at.y0, at.x1, at.y1)
	x0, y0 := roundAway(at.x0), roundAway(at.y0)
	x1, y1 := roundAway(at.x1), roundAway(at.y1)
	thick := max(1, int(min(0.07*(at.x1-at.x0), 3*v.scale())))
	if marked && set(v.Wrong, at.picture) {
		c.frame(x0, y0, x1, y1, thick, inkOf(v.Style.Wrong), 256)
		if at.picture < len(v.Truth) {
			corner(c, x1, y0, int(0.3*(at.x1-at.x0)), inkOf(LabelColor(v.Truth[at.picture])))
		}
	}
	if set(v.Selected, at.picture) {
		c.frame(x0-1, y0-1, x1+1, y1+1, thick+1, inkOf(v.Style.Accent), 256)
	}
	if at.picture == v.Hovered {
		thick = max(2, thick)
		c.frame(x0-1, y0-1, x1+1, y1+1, thick, inkOf(v.Style.Text), 256)
		c.frame(x0-1+thick, y0-1+thick, x1+1-thick, y1+1-thick, 1, inkOf(v.Style.Background), 256)
	}
}

// roundAway rounds a place that may be far outside of the view.
func roundAway(x float64) int { return int(min(max(x, -1e6), 1e6) + 0.5) }

// corner fills the upper right corner of a rectangle with a triangle.
func corner(c *canvas, right, top, side int, k ink) {
	for y := range side {
		c.fill(right-side+y, top+y, right, top+y+1, k, 256)
	}
}

// strip draws the selected picture and the closest ones.
func (p *WallPainter) strip(dst *image.RGBA, v *Wall, size image.Point) {
	c, s := onto(dst), v.scale()
	top := v.area(size).Y
	c.fill(0, top, c.w, c.h, inkOf(v.Style.Paper), 256)
	c.fill(0, top, c.w, top+1, inkOf(v.Style.Grid), 256)
	tiles := v.stripTiles(size)
	if len(tiles) == 0 {
		hint := "Point at a picture to see it larger, with its strongest affinities"
		if width := p.text.width(hint); width < float64(c.w) {
			p.text.write(dst, (float64(c.w)-width)/2, float64(top+c.h)/2+0.36*p.text.size, hint, v.Style.Muted)
		}
		return
	}
	for _, t := range tiles {
		p.thumbnail(&c, v, t.tile, v.Wrong != nil)
		if label := v.label(t.picture); label > 0 {
			y := roundAway(t.y1)
			c.fill(roundAway(t.x0), y, roundAway(t.x1), y+max(1, int(3*s)), inkOf(LabelColor(label)), 256)
		}
		p.text.write(dst, t.x0, t.y1+3*s+1.15*p.text.size, p.shorten(t.caption, t.x1-t.x0+6*s), v.Style.Text)
	}
}

// shorten returns a text, or its beginning, that fits into a width in pixels.
func (p *WallPainter) shorten(text string, width float64) string {
	if p.text.width(text) <= width {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && p.text.width(string(letters)+"…") > width {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

// Sizes of the exported walls, in device-independent pixels, and how many
// device pixels each is.
const (
	wallWidth, wallHeight = 640, 600
	wallTitle             = 22
	wallScale             = 2
)

// WriteWallsPNG writes walls beside each other, each under its title.
func WriteWallsPNG(w io.Writer, titles []string, walls []Wall) error {
	if len(walls) == 0 || len(titles) != len(walls) {
		return fmt.Errorf("draw: %d titles for %d walls, expected one for each of at least one", len(titles), len(walls))
	}
	const space = 12 * wallScale
	width := len(walls)*(wallWidth*wallScale+space) + space
	out := image.NewRGBA(image.Rect(0, 0, width, (wallTitle+wallHeight)*wallScale+space))
	c := onto(out)
	c.clear(inkOf(walls[0].Style.Background))
	var p WallPainter
	for k := range walls {
		v := walls[k]
		v.Scale = wallScale
		x, y := space+k*(wallWidth*wallScale+space), wallTitle*wallScale
		p.Paint(out.SubImage(image.Rect(x, y, x+wallWidth*wallScale, y+wallHeight*wallScale)).(*image.RGBA), &v)
		p.text.prepare(13 * wallScale)
		p.text.write(out, float64(x), 0.75*wallTitle*wallScale, titles[k], v.Style.Text)
	}
	return png.Encode(w, out)
}
