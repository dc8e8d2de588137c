package draw

import (
	"image"
	"math"
	"slices"
	"strconv"

	"motionseg/ui/shown"
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

	// Band is the rectangle being dragged out, in device pixels; not drawn
	// when empty.
	Band image.Rectangle

	Camera shown.Camera
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
func (v *Wall) Bounds(size image.Point) shown.Rect {
	a := v.area(size)
	return shown.Rect{MinX: 0, MinY: 0, MaxX: float64(a.X) / float64(a.Y), MaxY: 1}
}

// Transform returns the way between the wall's coordinates and the device
// pixels of the view drawn at the given size.
func (v *Wall) Transform(size image.Point) shown.Transform {
	return v.Camera.Transform(v.Bounds(size), v.area(size))
}

// ZoomAt returns the camera magnified by factor about the device pixel (x, y).
// A wall is never smaller than its view.
func (v *Wall) ZoomAt(size image.Point, x, y, factor float64) shown.Camera {
	c := v.Camera.ZoomAt(v.Bounds(size), v.area(size), x, y, factor)
	if c.Zoom <= 1 {
		return shown.Camera{}
	}
	return c
}

// Pan returns the camera with what is shown moved by (dx, dy) device pixels.
func (v *Wall) Pan(size image.Point, dx, dy float64) shown.Camera {
	return v.Camera.Pan(v.Bounds(size), v.area(size), dx, dy)
}

// tile is the place of a picture, in the wall's coordinates or in device
// pixels.
type tile struct {
	picture        int
	x0, y0, x1, y1 float64
}

// groupBlock is the rows of a group.
type groupBlock struct {
	label          int
	x0, x1, y0, y1 float64
}

// plan is where everything is on the fitted wall, in its coordinates.
type plan struct {
	tiles  []tile
	groups []groupBlock // nil when there are no labels
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
	margin, gutter := wallMargin*s, wallGutter*s
	grouped := v.Labels != nil
	if !grouped {
		gutter = margin
	}
	w, h := max(1, float64(a.X)-margin), max(1, float64(a.Y)-2*margin)
	var counts []int
	for k, i := range order {
		if k == 0 || v.label(i) != v.label(order[k-1]) {
			counts = append(counts, 0)
		}
		counts[len(counts)-1]++
	}
	f := fitGroups(counts, w, h, gutter, wallGroup*s, v.Pictures.aspect())
	inset := min(0.5*s, 0.04*f.width)

	p := plan{tiles: make([]tile, 0, len(order))}
	place := f.places(counts, h, gutter)
	next := 0
	for g, n := range counts {
		x, y := place[g][0], margin+place[g][1]
		rows := 0
		for k := range n {
			column, row := k%f.columns, k/f.columns
			left, top := x+float64(column)*f.width, y+float64(row)*f.height
			p.tiles = append(p.tiles, tile{order[next], (left + inset) * unit, (top + inset) * unit,
				(left + f.width - inset) * unit, (top + f.height - inset) * unit})
			next++
			rows = row + 1
		}
		if grouped {
			p.groups = append(p.groups, groupBlock{v.label(order[next-1]), x * unit,
				(x + float64(f.columns)*f.width) * unit, y * unit, (y + float64(rows)*f.height) * unit})
		}
	}
	return p
}

// fit says how groups of pictures fill a wall: stacks of groups beside each
// other, in each of them so many columns of pictures of a size.
type fit struct {
	stacks, columns int
	width, height   float64 // of a picture
	gap             float64 // between groups of a stack
}

// mostStacks bounds the search of fitGroups.
const mostStacks = 8

// fitGroups returns the way in which groups of so many pictures fit into w×h
// with the largest pictures; each stack has a gutter on its left.
func fitGroups(counts []int, w, h, gutter, gap, aspect float64) fit {
	most := slices.Max(counts)
	// What always fits: a row for every group.
	gap = min(gap, 0.25*h/float64(len(counts)))
	best := fit{stacks: 1, columns: most, gap: gap}
	best.height = min((w-gutter)/float64(most)*aspect, (h-gap*float64(len(counts)-1))/float64(len(counts)))
	best.width = best.height / aspect
	for stacks := 1; stacks <= min(mostStacks, len(counts)); stacks++ {
		room := w/float64(stacks) - gutter
		for columns := 1; columns <= most && room/float64(columns) > best.width; columns++ {
			f := fit{stacks, columns, room / float64(columns), room / float64(columns) * aspect, gap}
			if f.places(counts, h, gutter) != nil {
				best = f
				break
			}
		}
	}
	return best
}

// places returns where every group begins, and nil when they do not fit.
func (f fit) places(counts []int, h, gutter float64) [][2]float64 {
	places := make([][2]float64, len(counts))
	stack, y := 0, 0.0
	for g, n := range counts {
		tall := float64((n+f.columns-1)/f.columns) * f.height
		if y > 0 && y+tall > h*(1+1e-9) {
			stack, y = stack+1, 0
		}
		if stack >= f.stacks || tall > h*(1+1e-9) {
			return nil
		}
		places[g] = [2]float64{gutter + float64(stack)*(float64(f.columns)*f.width+gutter), y}
		y += tall + f.gap
	}
	return places
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

// InRect returns the pictures on the wall that a rectangle of device pixels of
// the view drawn at the given size touches.
func (v *Wall) InRect(size image.Point, r image.Rectangle) []int {
	if v.Pictures == nil {
		return nil
	}
	t := v.Transform(size)
	r = r.Canon()
	x0, y0 := t.ToWorld(float64(r.Min.X), float64(r.Min.Y))
	x1, y1 := t.ToWorld(float64(r.Max.X), float64(r.Max.Y))
	var found []int
	for _, at := range v.arrange(size).tiles {
		if at.x0 < x1 && at.x1 > x0 && at.y0 < y1 && at.y1 > y0 {
			found = append(found, at.picture)
		}
	}
	return found
}

// Step returns the picture that is so many places after one on the wall, the
// first or last at its ends; the first for one that is not shown, NoTrack when
// none is.
func (v *Wall) Step(from, by int) int {
	if v.Pictures == nil {
		return NoTrack
	}
	order := v.order()
	if len(order) == 0 {
		return NoTrack
	}
	at := slices.Index(order, from)
	if at < 0 {
		return order[0]
	}
	return order[max(0, min(at+by, len(order)-1))]
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

// in reports whether a tile of device pixels has any pixel in a view of the given size.
func (t tile) in(width, height float64) bool {
	return t.x1 > 0 && t.y1 > 0 && t.x0 < width && t.y0 < height && !math.IsNaN(t.x0+t.y0)
}
