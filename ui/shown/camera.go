package shown

import (
	"image"
	"math"
)

// Rect is a rectangle in picture or matrix coordinates.
type Rect struct {
	MinX, MinY, MaxX, MaxY float64
}

// Camera is the zoom and pan of a view, independent of its size, so that views
// of different sizes can be linked by having the same one. The zero value fits
// everything into the view.
type Camera struct {
	// Zoom is the magnification over the fitted size, from 1; 0 is the fitted
	// camera, and X and Y then do not matter.
	Zoom float64
	// X and Y are the point, in picture or matrix coordinates, in the middle of
	// the view.
	X, Y float64
}

// MinZoom and MaxZoom bound what ZoomAt reaches, MaxZoom also what is drawn.
const (
	MinZoom = 0.25
	MaxZoom = 400
)

// Fitted reports whether the camera shows everything; one that is not finite
// does, too.
func (c Camera) Fitted() bool {
	return !(c.Zoom > 0) || !finite(c.Zoom) || !finite(c.X) || !finite(c.Y)
}

// Transform is the way between picture (or matrix) coordinates and the device
// pixels of a view: pixel = Scale · coordinate + offset, in both directions.
type Transform struct {
	Scale  float64 // device pixels per picture pixel or matrix cell
	DX, DY float64 // where the coordinate origin is, in device pixels
}

// Transform returns the transform of the camera for a view of the given size
// that shows the given rectangle.
func (c Camera) Transform(bounds Rect, size image.Point) Transform {
	w, h := bounds.MaxX-bounds.MinX, bounds.MaxY-bounds.MinY
	scale := 1.0
	if w > 0 && h > 0 && size.X > 0 && size.Y > 0 {
		scale = min(float64(size.X)/w, float64(size.Y)/h)
	}
	x, y := (bounds.MinX+bounds.MaxX)/2, (bounds.MinY+bounds.MaxY)/2
	if !c.Fitted() {
		scale *= min(c.Zoom, MaxZoom)
		x, y = c.X, c.Y
	}
	return Transform{scale, float64(size.X)/2 - scale*x, float64(size.Y)/2 - scale*y}
}

// ToScreen returns the device pixel of a coordinate.
func (t Transform) ToScreen(x, y float64) (sx, sy float64) {
	return t.Scale*x + t.DX, t.Scale*y + t.DY
}

// ToWorld returns the coordinate at a device pixel.
func (t Transform) ToWorld(sx, sy float64) (x, y float64) {
	return (sx - t.DX) / t.Scale, (sy - t.DY) / t.Scale
}

// ZoomAt returns the camera magnified by factor with the coordinate under the
// device pixel (sx, sy) held in place. The zoom stays within MinZoom and
// MaxZoom.
func (c Camera) ZoomAt(bounds Rect, size image.Point, sx, sy, factor float64) Camera {
	if !(factor > 0) || math.IsInf(factor, 0) {
		return c
	}
	x, y := c.Transform(bounds, size).ToWorld(sx, sy)
	c = c.anchored(bounds)
	c.Zoom = min(max(c.Zoom*factor, MinZoom), MaxZoom)
	t := c.Transform(bounds, size)
	c.X = x + (float64(size.X)/2-sx)/t.Scale
	c.Y = y + (float64(size.Y)/2-sy)/t.Scale
	return c
}

// Pan returns the camera moved so that what is shown moves by (dx, dy) device
// pixels. The middle of the view stays within the bounds, so that what is
// shown cannot be lost.
func (c Camera) Pan(bounds Rect, size image.Point, dx, dy float64) Camera {
	c = c.anchored(bounds)
	t := c.Transform(bounds, size)
	c.X = min(max(c.X-dx/t.Scale, bounds.MinX), bounds.MaxX)
	c.Y = min(max(c.Y-dy/t.Scale, bounds.MinY), bounds.MaxY)
	return c
}

// anchored returns the same camera with X, Y and Zoom set also when it is the
// fitted one.
func (c Camera) anchored(bounds Rect) Camera {
	if c.Fitted() {
		return Camera{1, (bounds.MinX + bounds.MaxX) / 2, (bounds.MinY + bounds.MaxY) / 2}
	}
	return c
}

// finite reports whether v is a number that is not infinite.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
