package draw

import (
	"image"
	"math"

	"motionseg/ui/shown"
)

// Sizes in device-independent pixels.
const (
	outlineWidth = 0.9 // of markers
	trailWidth   = 1.7 // at the point; it narrows with age
	tailWidth    = 0.9 // where the trail ends
	matchWidth   = 1.2 // of lines between two frames
	linkWidth    = 2.6 // of the strongest link
	ringGap      = 1.6 // between a marker and its ring
	ringWidth    = 1.5
	haloWidth    = 2.6
	askedGap     = 4 // between the halo and the ring of a question
	askedWidth   = 2.6
	emphasis     = 1.35 // how much larger selected and hovered markers are
	origin       = 0.6  // how much smaller those are that a blended line starts at
	aside        = 0.55 // opacity of the lines of points without a label
)

// Painter draws views. It keeps the scaled picture and the marker stamps from
// one frame to the next, so each view has a painter of its own; in steady
// state drawing allocates nothing. The zero value is ready. It is not safe for
// concurrent use.
type Painter struct {
	backdrop backdrop
	stamps   stampSet
	inks     [LabelColors + 1]ink // by label; 0 is no label
}

// stampSet holds the stamps of one marker size, each made when it is first
// drawn.
type stampSet struct {
	diameter, scale  float64
	filled           [sizes][markers]*stamp
	hollow           [sizes]*stamp
	rings            [sizes]*stamp
	halo, dot, asked *stamp
	least            *stamp
}

// The sizes of markers.
const (
	plain = iota
	large // selected or hovered
	small // where a blended line starts
	sizes // how many there are
)

// Paint draws the view over the whole of dst, whose size is the view's. A view
// without a scene, or a frame that the scene does not have, leaves the
// background.
func (p *Painter) Paint(dst *image.RGBA, v *View) {
	c := onto(dst)
	if c.w == 0 || c.h == 0 {
		return
	}
	if v.Scene == nil {
		c.clear(inkOf(v.Style.Background))
		return
	}
	scale := v.scale()
	t := v.Transform(dst.Rect.Size())
	p.backdrop.paint(dst, v, t)
	if v.Frame < 0 || v.Frame >= v.Scene.frames ||
		v.Layout != shown.OneFrame && (v.Second < 0 || v.Second >= v.Scene.frames) {
		return
	}
	p.stamps.prepare(v.MarkerSize*scale, scale)
	for label := range p.inks {
		p.inks[label] = inkOf(v.Style.LabelColor(label))
	}
	if v.Layout == shown.OneFrame {
		p.trails(&c, v, t, float32(scale))
		p.soft(&c, v, t)
		p.links(&c, v, t, float32(scale))
		p.points(&c, v, t, v.Frame, plain)
	} else {
		second := t
		if v.Layout == shown.SideBySide {
			dx, dy := v.offset()
			second.DX, second.DY = second.DX+dx*t.Scale, second.DY+dy*t.Scale
		}
		p.matches(&c, v, t, second, float32(scale))
		p.links(&c, v, t, float32(scale))
		first := plain
		if v.Layout == shown.Blended {
			first = small
		}
		p.points(&c, v, t, v.Frame, first)
		p.points(&c, v, second, v.Second, plain)
	}
	c.band(v.Band, v.Style, scale)
	c.lasso(v.Lasso, v.Style, scale)
}

// lasso draws the line being drawn around tracks.
func (c *canvas) lasso(line []image.Point, style Style, scale float64) {
	for k := 1; k < len(line); k++ {
		a, b := line[k-1], line[k]
		c.line(float32(a.X), float32(a.Y), float32(b.X), float32(b.Y), float32(1.5*scale), inkOf(style.Accent), 0.9)
	}
}

// band draws the rectangle being dragged out, unless it is empty.
func (c *canvas) band(b image.Rectangle, style Style, scale float64) {
	if b = b.Canon(); b.Empty() {
		return
	}
	accent, thick := inkOf(style.Accent), max(1, int(scale+0.5))
	c.fill(b.Min.X, b.Min.Y, b.Max.X, b.Max.Y, accent, 36)
	c.frame(b.Min.X, b.Min.Y, b.Max.X, b.Max.Y, thick, accent, 230)
}

// prepare takes a marker diameter and scale in device pixels. Stamps of others
// are dropped.
func (s *stampSet) prepare(diameter, scale float64) {
	diameter = min(max(diameter, 2), 64)
	if !finite(diameter) {
		diameter = 2
	}
	if s.diameter != diameter || s.scale != scale {
		*s = stampSet{diameter: diameter, scale: scale}
	}
}

// size returns the diameter of markers of a size.
func (s *stampSet) size(size int) float64 {
	return [sizes]float64{1, emphasis, origin}[size] * s.diameter
}

// marker returns the stamp of a label.
func (s *stampSet) marker(label, size int) *stamp {
	d, edge := s.size(size), outlineWidth*s.scale
	if label <= 0 {
		if s.hollow[size] == nil {
			pen := max(0.2*d, 1.2*s.scale)
			s.hollow[size] = newStamp(ring(d/2, pen), d/2+pen, 0.6*edge)
		}
		return s.hollow[size]
	}
	m := labelMarker(label)
	if s.filled[size][m] == nil {
		shape, reach := m.shape(d)
		s.filled[size][m] = newStamp(shape, reach, edge)
	}
	return s.filled[size][m]
}

// ring returns the ring around a wrong marker; that around a large one leaves
// room for the halo.
func (s *stampSet) ring(size int) *stamp {
	if s.rings[size] == nil {
		r := 0.62*s.size(size) + (ringGap+ringWidth/2)*s.scale
		if size == large {
			r += (haloWidth - ringGap + 2*outlineWidth) * s.scale
		}
		s.rings[size] = newStamp(ring(r, ringWidth*s.scale), r+ringWidth*s.scale, 0.6*s.scale)
	}
	return s.rings[size]
}

// spot returns the dot of a point without a label where there is no result yet.
func (s *stampSet) spot() *stamp {
	if s.dot == nil {
		r := max(0.3*s.diameter, 1.3*s.scale)
		s.dot = newStamp(disc(r), r, 0.7*s.scale)
	}
	return s.dot
}

// grain returns the dot of a point that belongs to no track.
func (s *stampSet) grain() *stamp {
	if s.least == nil {
		r := max(0.18*s.diameter, 1*s.scale)
		s.least = newStamp(disc(r), r, 0.4*s.scale)
	}
	return s.least
}

// question returns the ring around the track of a question, which leaves the
// point and its ring to be seen.
func (s *stampSet) question() *stamp {
	if s.asked == nil {
		r := 0.62*s.size(large) + (outlineWidth+haloWidth+askedGap)*s.scale
		s.asked = newStamp(ring(r, askedWidth*s.scale), r+askedWidth*s.scale, 1.2*s.scale)
	}
	return s.asked
}

// selected returns the halo of a selected marker.
func (s *stampSet) selected() *stamp {
	if s.halo == nil {
		r := 0.62*s.size(large) + (outlineWidth+haloWidth)*s.scale
		s.halo = newStamp(disc(r), r, 0)
	}
	return s.halo
}

// ink returns the colour of a track by its label.
func (p *Painter) ink(v *View, i int) ink {
	label := v.label(i)
	if label <= 0 {
		return p.inks[0]
	}
	return p.inks[1+(label-1)%LabelColors]
}

// trails draws where the points were in the last frames, and where they will
// be in the next, fading with distance in time. While tracks are selected the
// trails of all others stand back.
func (p *Painter) trails(c *canvas, v *View, t shown.Transform, scale float32) {
	if v.Past <= 0 && v.Future <= 0 {
		return
	}
	others := float32(1)
	for i := range v.Scene.points {
		if set(v.Selected, i) && !set(v.Hidden, i) {
			others = 0.4
			break
		}
	}
	for i := range v.Scene.points {
		if set(v.Hidden, i) {
			continue
		}
		opacity := float32(0.9 * (1 - v.FaintTrails))
		if !set(v.Selected, i) && i != v.Hovered {
			opacity *= others
		}
		if v.label(i) <= 0 {
			opacity *= aside
		}
		if v.still(i) && !set(v.Selected, i) && i != v.Hovered {
			opacity *= float32((1 - v.StillFaint) * (1 - v.StillFaint)) // lines fill more than points
		}
		k := p.ink(v, i)
		p.trail(c, v, t, i, -1, v.Past, k, opacity, scale)
		p.trail(c, v, t, i, 1, v.Future, k, 0.55*opacity, scale)
	}
}

// trail draws the trail of track i over n frames in one direction of time. A
// frame in which the track is not visible leaves a gap.
func (p *Painter) trail(c *canvas, v *View, t shown.Transform, i, direction, n int, k ink, opacity, scale float32) {
	s := v.Scene
	xy := s.xy[2*i*s.frames : 2*(i+1)*s.frames]
	zoom, dx, dy := float32(t.Scale), float32(t.DX), float32(t.DY)
	nan := float32(math.NaN())
	fromX, fromY := nan, nan
	for age := range n + 1 {
		f := v.Frame + direction*age
		if f < 0 || f >= s.frames {
			return
		}
		x, y := xy[2*f]*zoom+dx, xy[2*f+1]*zoom+dy
		if x != x || fromX != fromX {
			fromX, fromY = x, y
			continue
		}
		// Steps within a pixel are drawn together with the next.
		if abs(x-fromX)+abs(y-fromY) < 0.75 && age < n {
			continue
		}
		left := 1 - (float32(age)-0.5)/float32(n)
		c.line(fromX, fromY, x, y, scale*(tailWidth+(trailWidth-tailWidth)*left), k, opacity*left)
		fromX, fromY = x, y
	}
}

// matches draws a line between both places of every track that is visible in
// both frames.
func (p *Painter) matches(c *canvas, v *View, first, second shown.Transform, scale float32) {
	every := v.every()
	for i := range v.Scene.points {
		x0, y0, seen := v.Scene.At(i, v.Frame)
		x1, y1, both := v.Scene.At(i, v.Second)
		if !seen || !both || set(v.Hidden, i) {
			continue
		}
		x0, y0 = first.ToScreen(x0, y0)
		x1, y1 = second.ToScreen(x1, y1)
		opacity, width := float32(0.4), matchWidth*scale
		if v.Layout == shown.Blended {
			opacity, width = 0.8, trailWidth*scale
		}
		if v.label(i) <= 0 {
			opacity *= aside
		}
		opacity *= float32(1 - v.FaintTrails)
		switch {
		case set(v.Selected, i) || i == v.Hovered:
			opacity, width = 1, 1.6*width
		case v.Layout == shown.SideBySide && (i%every != 0 || v.label(i) <= 0 && v.Labels != nil):
			continue
		}
		c.line(float32(x0), float32(y0), float32(x1), float32(y1), width, p.ink(v, i), opacity)
	}
}

// mostLines is how many lines two frames side by side have at most, but for those
// of selected points: more hide the pictures.
const mostLines = 60

// every returns of how many points one has a line, side by side.
func (v *View) every() int { return (v.Scene.points + mostLines - 1) / mostLines }

// links draws the affinities, coloured by the label of the track that they
// lead to, the weakest first.
func (p *Painter) links(c *canvas, v *View, t shown.Transform, scale float32) {
	dark := inkOf(v.Style.Outline)
	for at := len(v.Links) - 1; at >= 0; at-- {
		l := v.Links[at]
		if l.From < 0 || l.To < 0 || l.From >= v.Scene.points || l.To >= v.Scene.points || set(v.Hidden, l.From) ||
			set(v.Hidden, l.To) {
			continue
		}
		x0, y0, from := v.Scene.At(l.From, v.Frame)
		x1, y1, to := v.Scene.At(l.To, v.Frame)
		if !from || !to {
			continue
		}
		strength := float32(min(max(l.Strength, 0), 1))
		width := scale * (0.8 + (linkWidth-0.8)*strength)
		opacity := 0.25 + 0.75*strength
		x0, y0 = t.ToScreen(x0, y0)
		x1, y1 = t.ToScreen(x1, y1)
		c.line(float32(x0), float32(y0), float32(x1), float32(y1), width+1.6*scale, dark, 0.5*opacity)
		c.line(float32(x0), float32(y0), float32(x1), float32(y1), width, p.ink(v, l.To), opacity)
	}
}

// points draws the markers of one frame: rings below all others, selected ones
// over the others, the hovered one on top.
func (p *Painter) points(c *canvas, v *View, t shown.Transform, frame, size int) {
	s := &p.stamps
	wrong, dark := inkOf(v.Style.Wrong), inkOf(v.Style.Outline)
	opacity := uint32(256 * (1 - min(max(v.Faint, 0), 1)))
	still := uint32(float64(opacity) * (1 - min(v.StillFaint, 1)))
	for i := range min(v.Scene.points, len(v.Wrong)) {
		if x, y, ok := v.place(t, i, frame); ok && v.Wrong[i] && !set(v.Selected, i) && i != v.Hovered {
			c.stamp(s.ring(size), x, y, wrong, dark, 256)
		}
	}
	for i := range v.Scene.points {
		x, y, ok := v.place(t, i, frame)
		switch {
		case !ok || set(v.Selected, i) || i == v.Hovered:
		case v.Dots && v.label(i) <= 0:
			c.stamp(s.spot(), x, y, ink{lanes, lanes}, dark, opacity)
		case v.still(i):
			c.stamp(s.spot(), x, y, p.ink(v, i), dark, still)
		case v.Layout == shown.SideBySide && v.label(i) <= 0 && v.Labels != nil:
			c.stamp(s.marker(0, size), x, y, p.inks[0], dark, opacity/2) // outliers
		default:
			c.stamp(s.marker(v.shape(i), size), x, y, p.ink(v, i), dark, opacity)
		}
	}
	if size == plain {
		size = large
	}
	for i := range min(v.Scene.points, len(v.Selected)) {
		if v.Selected[i] && i != v.Hovered {
			p.emphasised(c, v, t, i, frame, size)
		}
	}
	if v.Hovered >= 0 && v.Hovered < v.Scene.points {
		p.emphasised(c, v, t, v.Hovered, frame, size)
	}
	if asked := v.Asked - 1; asked >= 0 && asked < v.Scene.points {
		if x, y, ok := v.place(t, asked, frame); ok {
			c.stamp(s.question(), x, y, ink{lanes, lanes}, dark, 256)
		}
	}
}

// soft draws the points that belong to no track.
func (p *Painter) soft(c *canvas, v *View, t shown.Transform) {
	dark, b := inkOf(v.Style.Outline), v.Scene.Bounds()
	opacity := uint32(256 * (1 - min(max(v.Faint, 0), 1)))
	for _, s := range v.Soft {
		x, y := t.ToScreen(b.MinX+s.X*(b.MaxX-b.MinX), b.MinY+s.Y*(b.MaxY-b.MinY))
		c.stamp(p.stamps.grain(), float32(x), float32(y), p.inks[1+(s.Label-1)%LabelColors], dark, opacity)
	}
}

// place returns the device pixel of track i in a frame, and whether it is to be
// drawn.
func (v *View) place(t shown.Transform, i, frame int) (x, y float32, ok bool) {
	wx, wy, visible := v.Scene.At(i, frame)
	sx, sy := t.ToScreen(wx, wy)
	return float32(sx), float32(sy), visible && !set(v.Hidden, i)
}

// emphasised draws a selected or hovered point.
func (p *Painter) emphasised(c *canvas, v *View, t shown.Transform, i, frame, size int) {
	x, y, ok := v.place(t, i, frame)
	if !ok {
		return
	}
	s := &p.stamps
	dark := inkOf(v.Style.Outline)
	if set(v.Selected, i) {
		accent := inkOf(v.Style.Accent)
		c.stamp(s.selected(), x, y, accent, accent, 235)
	}
	if set(v.Wrong, i) {
		c.stamp(s.ring(size), x, y, inkOf(v.Style.Wrong), dark, 256)
	}
	edge := dark
	if i == v.Hovered {
		edge = ink{lanes, lanes} // white
	}
	c.stamp(s.marker(v.shape(i), size), x, y, p.ink(v, i), edge, 256)
}
