package draw

import (
	"cmp"
	"image"
	"slices"
	"strconv"
)

// AffinityRow is what one point has of affinity to all others, by their labels.
type AffinityRow struct {
	Title  string
	Groups []RowGroup // those with the largest shares are drawn first
}

// RowGroup is the part of a row that belongs to one label.
type RowGroup struct {
	Label int
	Name  string  // written below, with the label's colour and the share
	Share float64 // of the row's sum, 0…1
	Bars  []RowBar
}

// RowBar is the affinity to one point.
type RowBar struct {
	Point int
	Value float64 // above 0
}

// Sizes in device-independent pixels.
const (
	rowMargin   = 8
	rowHead     = 20 // what stands above the bars
	rowFoot     = 20 // and below
	rowBetween  = 14 // from group to group
	rowGroup    = 62 // the least width of one
	rowLetters  = 11
	rowNumbered = 6   // how many bars of a group have their numbers at most
	rowStrong   = 0.7 // of the width of a group at most for these
)

// AffinityRowPainter draws rows of affinities. The zero value is ready. It is not
// safe for concurrent use.
type AffinityRowPainter struct{ text lettering }

// Paint draws a row over the whole of dst, as bars that become smaller to the right
// in every group. The strongest are wide and have the numbers of their points;
// where the others are narrower than a pixel, the strongest of each pixel is drawn.
// Groups that have no room are counted.
func (p *AffinityRowPainter) Paint(dst *image.RGBA, row AffinityRow, style Style, scale float64) {
	c := onto(dst)
	if c.w == 0 || c.h == 0 {
		return
	}
	c.clear(inkOf(style.Paper))
	p.text.prepare(rowLetters * scale)
	groups := slices.Clone(row.Groups)
	slices.SortStableFunc(groups, func(a, b RowGroup) int { return cmp.Compare(b.Share, a.Share) })
	largest := 0.0
	for _, g := range groups {
		for _, b := range g.Bars {
			largest = max(largest, b.Value)
		}
	}
	top, foot := 2*rowHead*scale, float64(c.h)-rowFoot*scale
	p.text.write(dst, rowMargin*scale, 0.7*rowHead*scale, row.Title, style.Muted)
	if largest == 0 || foot-top < 4*scale {
		return
	}
	// The scale at the left: what the strongest has, half of it, and nothing.
	var left float64
	ticks := []float64{largest, largest / 2, 0}
	names := make([]string, len(ticks))
	for i, v := range ticks {
		names[i] = strconv.FormatFloat(v, 'g', 2, 64)
		left = max(left, p.text.width(names[i]))
	}
	left += (rowMargin + 6) * scale
	height := func(v float64) float64 { return (foot - top) * v / largest }
	for i, v := range ticks {
		y := foot - height(v)
		if i == 1 && foot-top < 3*rowLetters*scale {
			continue // no room between the others
		}
		c.fill(int(left), int(y), c.w-int(rowMargin*scale), int(y)+max(1, int(scale)), inkOf(style.Grid), 256)
		p.text.write(dst, left-6*scale-p.text.width(names[i]), y+0.36*p.text.size, names[i], style.Muted)
	}
	room := float64(c.w) - left - rowMargin*scale
	shown := min(len(groups), max(1, int((room+rowBetween*scale)/((rowGroup+rowBetween)*scale))))
	if more := len(groups) - shown; more > 0 {
		text := "and " + strconv.Itoa(more) + " more"
		p.text.write(dst, float64(c.w)-rowMargin*scale-p.text.width(text), 0.7*rowHead*scale, text, style.Muted)
	}
	width := (room - float64(shown-1)*rowBetween*scale) / float64(shown)
	for k, g := range groups[:shown] {
		p.group(dst, g, left+float64(k)*(width+rowBetween*scale), width, foot, height, style, scale)
	}
}

// group draws the bars of one label from x on, standing on foot.
func (p *AffinityRowPainter) group(
	dst *image.RGBA, g RowGroup, x, width, foot float64, height func(float64) float64, style Style, scale float64,
) {
	c := onto(dst)
	bars := slices.Clone(g.Bars)
	slices.SortStableFunc(bars, func(a, b RowBar) int { return cmp.Compare(b.Value, a.Value) })
	ink := inkOf(style.LabelColor(g.Label))
	bar := func(x0, x1, v float64) {
		c.fill(int(x0), min(int(foot-height(v)), int(foot)-1), max(int(x1), int(x0)+1), int(foot), ink, 256)
	}
	wide := 0.0 // of a bar with a number
	for _, b := range bars[:min(rowNumbered, len(bars))] {
		wide = max(wide, p.text.width(strconv.Itoa(b.Point+1))+5*scale)
	}
	strong := min(rowNumbered, len(bars), max(1, int(rowStrong*width/wide)))
	for i, b := range bars[:strong] {
		at := x + float64(i)*wide
		bar(at, at+wide-2*scale, b.Value)
		number := strconv.Itoa(b.Point + 1)
		p.text.write(dst, at+(wide-2*scale-p.text.width(number))/2, foot-height(b.Value)-3*scale, number, style.Text)
	}
	rest := bars[strong:]
	from := x + float64(strong)*wide
	each := min(6*scale, (x+width-from)/float64(max(len(rest), 1)))
	last := -1
	for i, b := range rest {
		at := from + float64(i)*each
		if int(at) == last {
			continue // a stronger one is there
		}
		last = int(at)
		gap := 0.0
		if each > 3*scale {
			gap = scale
		}
		bar(at, at+each-gap, b.Value)
	}
	side := 9 * scale
	y := foot + 0.5*rowFoot*scale
	c.fill(int(x), int(y-side/2), int(x+side), int(y+side/2), ink, 256)
	share := strconv.FormatFloat(100*g.Share, 'f', 0, 64) + " %"
	name := g.Name + " · "
	// A name that is too long loses its end, and the share stays.
	for letters := []rune(g.Name); len(letters) > 0 && p.text.width(name+share) > width-side-4*scale; {
		letters = letters[:len(letters)-1]
		name = string(letters) + "… · "
	}
	p.text.write(dst, x+side+4*scale, y+0.36*p.text.size, name+share, style.Text)
}
