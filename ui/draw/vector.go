package draw

import (
	"image"
	"image/color"
	stddraw "image/draw"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"motionseg/ui/shown"
)

// vectorView draws a view with the paths of a vector file, as a Painter draws
// it with pixels. The whole scene is shown, whatever the camera; selection,
// links and what follows the pointer are left out.
type vectorView struct {
	view *View
	area vg.Rectangle
	unit vg.Length // points per picture coordinate
	left vg.Length // where coordinate (0, 0) is
	top  vg.Length
}

// newVectorView fits a view into an area of the page.
func newVectorView(v *View, area vg.Rectangle) vectorView {
	b := v.Bounds()
	size := area.Size()
	unit := min(size.X/vg.Length(b.MaxX-b.MinX), size.Y/vg.Length(b.MaxY-b.MinY))
	w, h := unit*vg.Length(b.MaxX-b.MinX), unit*vg.Length(b.MaxY-b.MinY)
	x, y := area.Min.X+(size.X-w)/2, area.Max.Y-(size.Y-h)/2
	return vectorView{
		view: v, unit: unit,
		area: vg.Rectangle{Min: vg.Point{X: x, Y: y - h}, Max: vg.Point{X: x + w, Y: y}},
		left: x - unit*vg.Length(b.MinX), top: y + unit*vg.Length(b.MinY),
	}
}

// point returns where a picture coordinate is on the page.
func (p vectorView) point(x, y float64) vg.Point {
	return vg.Point{X: p.left + p.unit*vg.Length(x), Y: p.top - p.unit*vg.Length(y)}
}

// at returns where track i is drawn in frame f, moved right by shift, and
// whether it is.
func (p vectorView) at(i, f int, dx, dy float64) (vg.Point, bool) {
	x, y, seen := p.view.Scene.At(i, f)
	return p.point(x+dx, y+dy), seen && !set(p.view.Hidden, i)
}

func (p vectorView) draw(c draw.Canvas) {
	v := p.view
	c.Rectangle = p.area
	c.SetColor(v.Style.Background)
	c.Fill(p.area.Path())
	p.pictures(c)
	if v.Frame < 0 || v.Frame >= v.Scene.frames {
		return
	}
	if v.Layout == shown.OneFrame {
		p.trails(c, -1, v.Past, 0.9)
		p.trails(c, 1, v.Future, 0.5)
		p.markers(c, v.Frame, 0, 0)
		return
	}
	if v.Second < 0 || v.Second >= v.Scene.frames {
		return
	}
	var dx, dy float64
	if v.Layout == shown.SideBySide {
		dx, dy = v.offset()
	}
	p.matches(c, dx, dy)
	p.markers(c, v.Frame, 0, 0)
	p.markers(c, v.Second, dx, dy)
}

// pictures draws the pictures, dimmed; blended ones are mixed where they have
// the same size.
func (p vectorView) pictures(c draw.Canvas) {
	v, b := p.view, p.view.Scene.Bounds()
	place := func(dx, dy float64, m image.Image) {
		c.DrawImage(vg.Rectangle{Min: p.point(b.MinX+dx, b.MaxY+dy), Max: p.point(b.MaxX+dx, b.MinY+dy)}, m)
	}
	first, second := dimmed(v.Pictures[0], v), dimmed(v.Pictures[1], v)
	switch {
	case v.Layout == shown.SideBySide && second != nil:
		dx, dy := v.offset()
		place(dx, dy, second)
	case v.Layout == shown.Blended && first == nil:
		first = second
	case v.Layout == shown.Blended && second != nil && first.Rect.Size() == second.Rect.Size():
		average(first.Pix, second.Pix)
	}
	if first != nil {
		place(0, 0, first)
	}
}

// dimmed returns a copy of a picture, nil for none, dimmed as the view wants
// it.
func dimmed(picture image.Image, v *View) *image.RGBA {
	if picture == nil || picture.Bounds().Empty() || !(v.Dim < 1) {
		return nil
	}
	m := image.NewRGBA(image.Rectangle{Max: picture.Bounds().Size()})
	c := onto(m)
	c.clear(inkOf(v.Style.Background))
	stddraw.Draw(m, m.Rect, picture, picture.Bounds().Min, stddraw.Over)
	if v.Dim > 0 {
		dimTowards(m.Pix, v.Style.Background, v.Dim)
	}
	return m
}

// faded returns a colour with an opacity.
func faded(c color.RGBA, opacity float64) color.NRGBA {
	return color.NRGBA{c.R, c.G, c.B, uint8(255*opacity + 0.5)}
}

// trails draws the trails of n frames in one direction of time. All pieces of
// the same age and colour are one path, which keeps the file small.
func (p vectorView) trails(c draw.Canvas, direction, n int, opacity float64) {
	v := p.view
	for age := n; age >= 1; age-- {
		f, g := v.Frame+direction*age, v.Frame+direction*(age-1)
		if f < 0 || f >= v.Scene.frames {
			continue
		}
		left := 1 - (float64(age)-0.5)/float64(n)
		paths := map[color.RGBA]vg.Path{}
		for i := range v.Scene.points {
			from, seen := p.at(i, f, 0, 0)
			to, also := p.at(i, g, 0, 0)
			if !seen || !also || !c.Contains(from) || !c.Contains(to) || from == to {
				continue
			}
			k := v.Style.LabelColor(v.label(i))
			path := paths[k]
			path.Move(from)
			path.Line(to)
			paths[k] = path
		}
		// In the order of labels: a file is the same each time it is written.
		for label := range LabelColors + 1 {
			k := v.Style.LabelColor(label)
			if path := paths[k]; path != nil {
				c.SetLineStyle(draw.LineStyle{Color: faded(k, opacity*left), Width: vg.Length(0.35 + 0.55*left)})
				c.Stroke(path)
			}
		}
	}
}

// matches draws a line between both places of every track.
func (p vectorView) matches(c draw.Canvas, dx, dy float64) {
	for i := range p.view.Scene.points {
		from, seen := p.at(i, p.view.Frame, 0, 0)
		to, also := p.at(i, p.view.Second, dx, dy)
		if seen && also {
			c.StrokeLine2(draw.LineStyle{Color: faded(p.view.Style.LabelColor(p.view.label(i)), 0.5), Width: 0.6},
				from.X, from.Y, to.X, to.Y)
		}
	}
}

// vectorMarker is the diameter of markers on the page for a marker size of 7.
const vectorMarker = 3.4

// markers draws the points of one frame.
func (p vectorView) markers(c draw.Canvas, f int, dx, dy float64) {
	for i := range p.view.Scene.points {
		if at, seen := p.at(i, f, dx, dy); seen && c.Contains(at) {
			drawMarker(c, at, p.view.label(i), vectorMarker*p.view.MarkerSize/7, p.view.Style, set(p.view.Wrong, i))
		}
	}
}

// drawMarker draws the marker of a label, with a ring when it is wrong.
func drawMarker(c draw.Canvas, at vg.Point, label int, diameter float64, style Style, wrong bool) {
	d := vg.Length(diameter)
	if wrong {
		c.SetLineStyle(draw.LineStyle{Color: style.Wrong, Width: 0.22 * d})
		c.Stroke(circle(at, 1.15*d))
	}
	if label <= 0 {
		c.SetLineStyle(draw.LineStyle{Color: style.Outline, Width: 0.4 * d})
		c.Stroke(circle(at, 0.5*d))
		c.SetLineStyle(draw.LineStyle{Color: LabelColor(0), Width: 0.22 * d})
		c.Stroke(circle(at, 0.5*d))
		return
	}
	marker := labelMarker(label)
	path := circle(at, d/2)
	if corners := marker.corners(diameter); len(corners) > 0 {
		path = nil
		for k, corner := range corners {
			q := vg.Point{X: at.X + vg.Length(corner[0]), Y: at.Y - vg.Length(corner[1])}
			if k == 0 {
				path.Move(q)
			} else {
				path.Line(q)
			}
		}
		path.Close()
	}
	c.SetColor(style.LabelColor(label))
	c.Fill(path)
	c.SetLineStyle(draw.LineStyle{Color: style.Outline, Width: 0.12 * d})
	c.Stroke(path)
}

// circle returns a circle of four curves: every kind of canvas draws them
// alike, which full arcs are not.
func circle(at vg.Point, r vg.Length) vg.Path {
	const bend = 0.5522847498
	k := bend * r
	var p vg.Path
	add := func(x1, y1, x2, y2, x, y vg.Length) {
		p.CubeTo(vg.Point{X: at.X + x1, Y: at.Y + y1}, vg.Point{X: at.X + x2, Y: at.Y + y2},
			vg.Point{X: at.X + x, Y: at.Y + y})
	}
	p.Move(vg.Point{X: at.X + r, Y: at.Y})
	add(r, k, k, r, 0, r)
	add(-k, r, -r, k, -r, 0)
	add(-r, -k, -k, -r, 0, -r)
	add(k, -r, r, -k, r, 0)
	p.Close()
	return p
}
