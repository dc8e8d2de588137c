package draw

import (
	"image"
	"math"

	"motionseg/ui/shown"
)

// NoTrack is what stands for no track where a track is asked for.
const NoTrack = -1

// Link is a line from one track to another, of a strength 0…1 that its width
// and opacity follow.
type Link struct {
	From, To int
	Strength float64
}

// View is everything that one picture of the tracks shows. Slices by track may
// be nil (no track has the property) and are read only.
type View struct {
	Scene  *Scene
	Frame  int          // from 0
	Second int          // the other frame of SideBySide and Blended
	Layout shown.Layout // what of the two is shown
	Below  bool         // SideBySide shows View.Second below View.Frame instead, for wide pictures
	Camera shown.Camera

	// Pictures are those of Frame and, in the layouts of two frames, of
	// Second; nil draws the plain background. A picture is stretched over the
	// scene's bounds. Its pixels must not change as long as it is shown. An
	// opaque *image.RGBA is drawn quickest.
	Pictures [2]image.Image
	// Dim takes the pictures back towards the background: 0 as they are, 1
	// invisible.
	Dim float64

	Labels   []int  // from 1; 0 is drawn hollow
	Given    []bool // drawn hollow in the colour of the label
	Hidden   []bool // not drawn and not hit
	Selected []bool // enlarged, with a halo
	Wrong    []bool // with a ring
	Asked    int    // the track of a question plus 1, in a frame that no label's colour hides; 0 for none
	Dots     bool   // points without a label are small dots, as before there is a result
	Hovered  int    // the track under the pointer, NoTrack for none

	Past   int // length of the trails behind the points, in frames
	Future int // length of the trails ahead, in frames

	// Soft are points besides the tracks, drawn as the smallest dots over one frame.
	Soft []SoftPoint

	Links []Link
	// Band is the rectangle being dragged out, in device pixels; not drawn
	// when empty.
	Band image.Rectangle
	// Lasso is the line being drawn around tracks, in device pixels.
	Lasso []image.Point

	MarkerSize float64 // diameter of a marker in device-independent pixels
	// Faint takes markers back, and FaintTrails trails and lines: 0 as they are, 1
	// invisible.
	Faint, FaintTrails float64
	// Still is the label of the still world, 0 for none, and StillFaint takes its points,
	// which are then small dots, and its trails back: 0 as those of the others, 1 invisible.
	Still      int
	StillFaint float64
	Scale      float64 // device pixels per device-independent pixel; 0 is 1
	Style      Style
}

// SoftPoint is a point that belongs to no track.
type SoftPoint struct {
	X, Y  float64 // shares of the picture's width and height, from the upper left corner
	Label int     // from 1
}

// NewView returns a view of the first frame of a scene with the settings that
// the window starts with; the second frame is the last.
func NewView(s *Scene) View {
	return View{Scene: s, Second: s.Frames() - 1, Hovered: NoTrack, Past: 8, MarkerSize: 7, Scale: 1, Style: Dark()}
}

// label returns the label of track i, 0 when it has none.
func (v *View) label(i int) int {
	if i >= len(v.Labels) {
		return 0
	}
	return v.Labels[i]
}

// shape returns the label by which the marker of track i is shaped: 0, which is
// hollow, where the label was only given to it.
func (v *View) shape(i int) int {
	if set(v.Given, i) {
		return 0
	}
	return v.label(i)
}

// still reports whether track i is drawn as one of the still world.
func (v *View) still(i int) bool {
	return v.Still > 0 && v.StillFaint > 0 && v.Layout == shown.OneFrame && v.label(i) == v.Still
}

// set reports whether flags, one a track or nil, holds for track i.
func set(flags []bool, i int) bool { return i < len(flags) && flags[i] }

// scale returns the device pixels per device-independent pixel.
func (v *View) scale() float64 {
	if v.Scale > 0 {
		return v.Scale
	}
	return 1
}

// Bounds returns the rectangle that the fitted view shows: the scene's, and
// side by side that of both pictures.
func (v *View) Bounds() shown.Rect {
	b := v.Scene.Bounds()
	if v.Layout == shown.SideBySide {
		dx, dy := v.offset()
		b.MaxX, b.MaxY = b.MaxX+dx, b.MaxY+dy
	}
	return b
}

// offset is how far right of and below the first the second frame is drawn side
// by side.
func (v *View) offset() (dx, dy float64) {
	b := v.Scene.Bounds()
	if v.Below {
		return 0, 1.03 * (b.MaxY - b.MinY)
	}
	return 1.03 * (b.MaxX - b.MinX), 0
}

// FitsBelow reports whether two frames have more room below than beside each
// other, in a view of the given size.
func (v *View) FitsBelow(size image.Point) bool {
	b := v.Scene.Bounds()
	w, h := b.MaxX-b.MinX, b.MaxY-b.MinY
	if !(w > 0 && h > 0) {
		return false
	}
	beside := min(float64(size.X)/(2.03*w), float64(size.Y)/h)
	below := min(float64(size.X)/w, float64(size.Y)/(2.03*h))
	return below > beside
}

// The diameters that FittingMarker stays between, in device-independent pixels.
const (
	leastMarker = 3.5
	mostMarker  = 7
)

// FittingMarker returns the marker diameter, in device-independent pixels, that
// leaves the picture to be seen between the points of the frame: half the mean
// distance of points in a view of the given size, a third where matches, which lie in
// heaps, are seen in two pictures.
func (v *View) FittingMarker(size image.Point) float64 {
	seen, t := 0, v.Transform(size)
	box := shown.Rect{MinX: math.Inf(1), MinY: math.Inf(1), MaxX: math.Inf(-1), MaxY: math.Inf(-1)}
	for i := range v.Scene.points {
		if x, y, ok := v.Scene.At(i, v.Frame); ok {
			seen++
			box = shown.Rect{MinX: min(box.MinX, x), MinY: min(box.MinY, y), MaxX: max(box.MaxX, x), MaxY: max(box.MaxY, y)}
		}
	}
	if seen < 2 {
		return mostMarker
	}
	apart := t.Scale * math.Sqrt((box.MaxX-box.MinX)*(box.MaxY-box.MinY)/float64(seen)) / v.scale()
	if !finite(apart) {
		return mostMarker
	}
	share := 0.5
	if v.Layout == shown.SideBySide {
		share = 1.0 / 3
	}
	return min(max(share*apart, leastMarker), mostMarker)
}

// Transform returns the way between picture coordinates and the device pixels
// of the view drawn at the given size.
func (v *View) Transform(size image.Point) shown.Transform {
	return v.Camera.Transform(v.Bounds(), size)
}

// places calls f for every shown place of every track that is not hidden, in
// device pixels: one a track, or two in the layouts of two frames.
func (v *View) places(size image.Point, f func(i int, x, y float64)) {
	t := v.Transform(size)
	frames := [2]int{v.Frame, v.Second}
	var right, down [2]float64
	count := 1
	if v.Layout != shown.OneFrame {
		count = 2
	}
	if v.Layout == shown.SideBySide {
		right[1], down[1] = v.offset()
	}
	for k := range count {
		if frames[k] < 0 || frames[k] >= v.Scene.frames {
			return
		}
	}
	for i := range v.Scene.points {
		if set(v.Hidden, i) {
			continue
		}
		for k := range count {
			if x, y, ok := v.Scene.At(i, frames[k]); ok {
				sx, sy := t.ToScreen(x+right[k], y+down[k])
				f(i, sx, sy)
			}
		}
	}
}

// HitTest returns the track drawn nearest to the device pixel (x, y) of the
// view drawn at the given size, within radius device pixels, and NoTrack when
// there is none. Of tracks equally near it returns the last.
func (v *View) HitTest(size image.Point, x, y, radius float64) int {
	best, least := NoTrack, radius*radius
	v.places(size, func(i int, px, py float64) {
		if d := (px-x)*(px-x) + (py-y)*(py-y); d <= least && !math.IsNaN(d) {
			best, least = i, d
		}
	})
	return best
}

// InRect returns, in ascending order, the tracks drawn within a rectangle
// of device pixels of the view drawn at the given size.
func (v *View) InRect(size image.Point, r image.Rectangle) []int {
	var tracks []int
	r = r.Canon()
	v.places(size, func(i int, px, py float64) {
		if px < float64(r.Min.X) || py < float64(r.Min.Y) || px > float64(r.Max.X) || py > float64(r.Max.Y) {
			return
		}
		if len(tracks) > 0 && tracks[len(tracks)-1] == i {
			return
		}
		tracks = append(tracks, i)
	})
	return tracks
}

// InLasso returns, in ascending order, the tracks drawn inside a closed line of
// device pixels of the view drawn at the given size: those from which a ray
// crosses it an odd number of times.
func (v *View) InLasso(size image.Point, line []image.Point) []int {
	var tracks []int
	v.places(size, func(i int, px, py float64) {
		if len(tracks) > 0 && tracks[len(tracks)-1] == i {
			return
		}
		inside := false
		for k, b := range line {
			a := line[(k+len(line)-1)%len(line)]
			ax, ay, bx, by := float64(a.X), float64(a.Y), float64(b.X), float64(b.Y)
			if (ay > py) != (by > py) && px < ax+(py-ay)/(by-ay)*(bx-ax) {
				inside = !inside
			}
		}
		if inside {
			tracks = append(tracks, i)
		}
	})
	return tracks
}

// ZoomAt returns the camera for the view drawn at the given size magnified by
// factor about the device pixel (x, y), for example the pointer's.
func (v *View) ZoomAt(size image.Point, x, y, factor float64) shown.Camera {
	return v.Camera.ZoomAt(v.Bounds(), size, x, y, factor)
}

// Pan returns the camera for the view drawn at the given size with what is
// shown moved by (dx, dy) device pixels.
func (v *View) Pan(size image.Point, dx, dy float64) shown.Camera {
	return v.Camera.Pan(v.Bounds(), size, dx, dy)
}
