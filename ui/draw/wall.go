package draw

import (
	"image"
	"math"
	"slices"
	"strconv"
)

// Wall is everything that one picture of a set of pictures shows: thumbnails
// grouped by label, with errors marked, and below them the selected picture,
// otherwise the one under the pointer, larger beside those of largest affinity
// to it. Slices by picture may be nil
// (no picture has the property) and are read only.
type Wall struct {
	Pictures *Thumbnails
	Labels   []int // from 1; the pictures of one label are a group
	Truth    []int // orders the pictures of a group, right ones first
	Wrong    []bool
	Hidden   []bool // left out
	Selected []bool
	Hovered  int // the picture under the pointer, NoTrack for none

	// Closest are the pictures of largest affinity to the one that the strip
	// shows (see Shown), strongest first; Affinities are their affinities.
	Closest    []int
	Affinities []float64
	// Names are what pictures are called in the strip below; nil for their
	// numbers.
	Names []string

	Camera Camera
	Scale  float64 // device pixels per device-independent pixel; 0 is 1
	Style  Style
}

// NewWall returns a wall of pictures in the order of the file.
func NewWall(p *Thumbnails) Wall {
	return Wall{Pictures: p, Hovered: NoTrack, Scale: 1, Style: Dark()}
}

// Sizes in device-independent pixels.
const (
	wallMargin  = 4
	wallGutter  = 24  // for the label on the left of every group
	wallGroup   = 6   // between groups
	stripLeast  = 92  // height of the strip below
	stripMost   = 168 // likewise
	stripShare  = 0.26
	stripWanted = 240 // height of the view from which on it has a strip
)

func (v *Wall) scale() float64 {
	if v.Scale > 0 {
		return v.Scale
	}
	return 1
}

// label returns the label of picture i, 0 when it has none.
func (v *Wall) label(i int) int {
	if i >= len(v.Labels) {
		return 0
	}
	return v.Labels[i]
}

// strip returns the height of the strip below the thumbnails in device pixels.
func (v *Wall) strip(size image.Point) int {
	s := v.scale()
	if float64(size.Y) < stripWanted*s {
		return 0
	}
	return int(min(max(stripShare*float64(size.Y), stripLeast*s), stripMost*s))
}

// area returns the size of the part of the view with the thumbnails.
func (v *Wall) area(size image.Point) image.Point {
	return image.Pt(max(1, size.X), max(1, size.Y-v.strip(size)))
}

// Bounds returns the rectangle that the fitted camera shows: the height of the
// thumbnails' part is 1.
func (v *Wall) Bounds(size image.Point) Rect {
	a := v.area(size)
	return Rect{0, 0, float64(a.X) / float64(a.Y), 1}
}

// Transform returns the way between the wall's coordinates and the device
// pixels of the view drawn at the given size.
func (v *Wall) Transform(size image.Point) Transform {
	return v.Camera.Transform(v.Bounds(size), v.area(size))
}

// ZoomAt returns the camera magnified by factor about the device pixel (x, y).
// A wall is never smaller than its view.
func (v *Wall) ZoomAt(size image.Point, x, y, factor float64) Camera {
	c := v.Camera.ZoomAt(v.Bounds(size), v.area(size), x, y, factor)
	if c.Zoom <= 1 {
		return Camera{}
	}
	return c
}

// Pan returns the camera with what is shown moved by (dx, dy) device pixels.
func (v *Wall) Pan(size image.Point, dx, dy float64) Camera {
	return v.Camera.Pan(v.Bounds(size), v.area(size), dx, dy)
}

// tile is the place of a picture, in the wall's coordinates or in device
// pixels.
type tile struct {
	picture        int
	x0, y0, x1, y1 float64
}

// bandOfGroup is the rows of a group.
type bandOfGroup struct {
	label  int
	y0, y1 float64
}

// plan is where everything is on the fitted wall, in its coordinates.
type plan struct {
	tiles  []tile
	groups []bandOfGroup // nil when there are no labels
}

// order returns the shown pictures by label, those of one label by class, the
// right ones first; those without a label come last.
func (v *Wall) order() []int {
	order := make([]int, 0, v.Pictures.count)
	for i := range v.Pictures.count {
		if !set(v.Hidden, i) {
			order = append(order, i)
		}
	}
	if v.Labels == nil {
		return order
	}
	key := func(i int) [3]int {
		k := [3]int{rank(v.label(i)), 0, 0}
		if set(v.Wrong, i) {
			k[1] = 1
		}
		if i < len(v.Truth) {
			k[2] = v.Truth[i]
		}
		return k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := key(a), key(b)
		return slices.Compare(x[:], y[:])
	})
	return order
}

// arrange returns the places of all shown pictures: as large as they can be
// with all of them in view.
func (v *Wall) arrange(size image.Point) plan {
	order := v.order()
	if len(order) == 0 {
		return plan{}
	}
	s, a := v.scale(), v.area(size)
	unit := 1 / float64(a.Y)
	left, top := wallMargin*s, wallMargin*s
	grouped := v.Labels != nil
	if grouped {
		left = wallGutter * s
	}
	w, h := max(1, float64(a.X)-left-wallMargin*s), max(1, float64(a.Y)-2*wallMargin*s)
	var counts []int
	for k, i := range order {
		if k == 0 || v.label(i) != v.label(order[k-1]) {
			counts = append(counts, 0)
		}
		counts[len(counts)-1]++
	}
	gap := min(wallGroup*s, 0.25*h/float64(len(counts)))
	h -= gap * float64(len(counts)-1)
	columns, rows := fitColumns(counts, w, h, v.Pictures.aspect())
	cw := w / float64(columns)
	ch := min(cw*v.Pictures.aspect(), h/float64(rows))
	cw = min(cw, ch/v.Pictures.aspect())
	inset := min(0.5*s, 0.04*cw)

	p := plan{tiles: make([]tile, 0, len(order))}
	y, column := top, 0
	for k, i := range order {
		switch {
		case k > 0 && v.label(i) != v.label(order[k-1]):
			y, column = y+ch+gap, 0
		case column == columns:
			y, column = y+ch, 0
		}
		if grouped && (k == 0 || v.label(i) != v.label(order[k-1])) {
			p.groups = append(p.groups, bandOfGroup{label: v.label(i), y0: y * unit})
		}
		x := left + float64(column)*cw
		p.tiles = append(p.tiles, tile{i, (x + inset) * unit, (y + inset) * unit, (x + cw - inset) * unit, (y + ch - inset) * unit})
		if grouped {
			p.groups[len(p.groups)-1].y1 = (y + ch) * unit
		}
		column++
	}
	return p
}

// fitColumns returns the least number of columns with which groups of so many
// pictures fit into w×h, or what comes nearest, and the rows they take.
func fitColumns(counts []int, w, h, aspect float64) (columns, rows int) {
	most := slices.Max(counts)
	for columns = 1; ; columns++ {
		rows = 0
		for _, n := range counts {
			rows += (n + columns - 1) / columns
		}
		if columns >= most || float64(rows)*w/float64(columns)*aspect <= h {
			return columns, rows
		}
	}
}

// stripTile is a picture in the strip below the wall, in device pixels, with
// what is written under it.
type stripTile struct {
	tile
	caption string
}

// HitTest returns the picture at the device pixel (x, y) of the view drawn at
// the given size, on the wall or in the strip below; NoTrack when there is
// none.
func (v *Wall) HitTest(size image.Point, x, y float64) int {
	if v.Pictures == nil {
		return NoTrack
	}
	if y >= float64(v.area(size).Y) {
		for _, t := range v.stripTiles(size) {
			if x >= t.x0 && x < t.x1 && y >= t.y0 && y < t.y1 {
				return t.picture
			}
		}
		return NoTrack
	}
	wx, wy := v.Transform(size).ToWorld(x, y)
	for _, t := range v.arrange(size).tiles {
		if wx >= t.x0 && wx < t.x1 && wy >= t.y0 && wy < t.y1 {
			return t.picture
		}
	}
	return NoTrack
}

// selection returns the selected pictures.
func (v *Wall) selection() []int {
	var all []int
	for i := range v.Selected {
		if v.Selected[i] {
			all = append(all, i)
		}
	}
	return all
}

// Shown returns the picture that the strip shows with its closest ones: the
// only selected one, or the one under the pointer when none is; NoTrack when
// several are selected or there is none.
func (v *Wall) Shown() int {
	switch selected := v.selection(); len(selected) {
	case 0:
		return v.Hovered
	case 1:
		return selected[0]
	}
	return NoTrack
}

// stripTiles returns what the strip shows: one picture and its closest ones, or
// the first of several selected pictures.
func (v *Wall) stripTiles(size image.Point) []stripTile {
	selected := v.selection()
	height := float64(v.strip(size))
	shown := v.Shown()
	if shown == NoTrack && len(selected) == 0 || height == 0 {
		return nil
	}
	s := v.scale()
	top := float64(size.Y) - height + 6*s
	text := stripText * s
	tall := height - 12*s - 1.5*text
	aspect := v.Pictures.aspect()
	wide := tall / aspect
	x := 8 * s
	var tiles []stripTile
	add := func(i int, w, h float64, caption string) bool {
		if x+w > float64(size.X)-4*s {
			return false
		}
		y := top + tall - h
		tiles = append(tiles, stripTile{tile{i, x, y, x + w, y + h}, caption})
		x += w + 6*s
		return true
	}
	if shown == NoTrack {
		for _, i := range selected {
			if !add(i, wide, tall, v.name(i)) {
				break
			}
		}
		return tiles
	}
	add(shown, wide, tall, v.name(shown))
	x += 10 * s
	for k, i := range v.Closest {
		caption := ""
		if k < len(v.Affinities) {
			caption = strconv.FormatFloat(v.Affinities[k], 'g', 2, 64)
		}
		if !add(i, 0.72*wide, 0.72*tall, caption) {
			break
		}
	}
	return tiles
}

// name returns what picture i is called.
func (v *Wall) name(i int) string {
	if i < len(v.Names) {
		return v.Names[i]
	}
	return strconv.Itoa(i + 1)
}

// in tells whether a tile of device pixels has any pixel in a view of the given size.
func (t tile) in(width, height float64) bool {
	return t.x1 > 0 && t.y1 > 0 && t.x0 < width && t.y0 < height && !math.IsNaN(t.x0+t.y0)
}
