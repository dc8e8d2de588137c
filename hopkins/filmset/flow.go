package filmset

import (
	"image"
	"math"
)

// Patches of the dense flow, in pixels of the level that is worked on.
const (
	patchSide   = 8
	patchStep   = 4
	patchPixels = patchSide * patchSide
	// patchSteps is how often a patch is moved at most on a level.
	patchSteps = 10
	// leastSide is how short the shorter side of the coarsest level may be.
	leastSide = 24
	// flatness is what a picture without edges has in advance of them, in squares of
	// grey values, so that patches of it stay where they are.
	flatness = 40
)

// flow is where the pixels of a picture are in another one: the way from each, in
// pixels of the level, x and y by turns.
type flow struct {
	width, height int
	way           []float32
}

// grey is the brightness of a picture, 0…255.
type grey struct {
	width, height int
	pix           []float32
}

// greyOf returns the brightness of a picture at half its size.
func greyOf(m *image.RGBA) *grey {
	g := &grey{m.Rect.Dx(), m.Rect.Dy(), make([]float32, m.Rect.Dx()*m.Rect.Dy())}
	for y := range g.height {
		in := m.Pix[y*m.Stride:]
		for x := range g.width {
			g.pix[y*g.width+x] = float32(299*int(in[4*x])+587*int(in[4*x+1])+114*int(in[4*x+2])) / 1000
		}
	}
	return g.half()
}

// half returns the picture at half its size, the means of two by two pixels.
func (g *grey) half() *grey {
	h := &grey{width: (g.width + 1) / 2, height: (g.height + 1) / 2}
	h.pix = make([]float32, h.width*h.height)
	for y := range h.height {
		a, b := g.pix[2*y*g.width:], g.pix[min(2*y+1, g.height-1)*g.width:]
		for x := range h.width {
			u, v := 2*x, min(2*x+1, g.width-1)
			h.pix[y*h.width+x] = (a[u] + a[v] + b[u] + b[v]) / 4
		}
	}
	return h
}

// at interpolates the picture, whose border goes on outside.
func (g *grey) at(x, y float32) float32 {
	x, y = min(max(x, 0), float32(g.width-1)), min(max(y, 0), float32(g.height-1))
	c, r := min(int(x), max(g.width-2, 0)), min(int(y), max(g.height-2, 0))
	fx, fy := x-float32(c), y-float32(r)
	right, down := min(c+1, g.width-1), min(r+1, g.height-1)*g.width
	above := g.pix[r*g.width+c] + float32(fx*(g.pix[r*g.width+right]-g.pix[r*g.width+c]))
	below := g.pix[down+c] + float32(fx*(g.pix[down+right]-g.pix[down+c]))
	return above + float32(fy*(below-above))
}

// flowTo returns the dense flow from one picture to another of the same size, by
// patches that are moved until they fit, on pictures from small to large, each
// beginning where those of the smaller picture or beside it fit better.
//
// T. Kroeger, R. Timofte, D. Dai, L. Van Gool: Fast optical flow using dense inverse
// search, ECCV 2016; here without its variational refinement.
func (g *grey) flowTo(other *grey) *flow {
	var coarse *flow
	if min(g.width, g.height) >= 2*leastSide {
		coarse = g.half().flowTo(other.half())
	}
	p := newPatches(g)
	for row := range p.rows {
		for column := range p.columns {
			p.settle(g, other, column, row, coarse)
		}
	}
	return p.spread(g, other)
}

// patches is a grid of patches with how far each has moved.
type patches struct {
	columns, rows int
	way           [][2]float32
}

func newPatches(g *grey) *patches {
	p := &patches{columns: (g.width+patchStep-1)/patchStep + 1, rows: (g.height+patchStep-1)/patchStep + 1}
	p.way = make([][2]float32, p.columns*p.rows)
	return p
}

// template is a patch of the first picture, less its mean, with its slopes.
type template struct {
	x, y          float32 // of its first pixel
	value, dx, dy [patchPixels]float32
	// the inverse of the sums of products of slopes
	xx, xy, yy float32
}

// cut takes the patch with its middle at a node of the grid.
func (t *template) cut(g *grey, column, row int) {
	t.x, t.y = float32(column*patchStep-patchSide/2), float32(row*patchStep-patchSide/2)
	mean, meanX, meanY := float32(0), float32(0), float32(0)
	for i := range patchPixels {
		x, y := t.x+float32(i%patchSide), t.y+float32(i/patchSide)
		t.value[i] = g.at(x, y)
		t.dx[i], t.dy[i] = (g.at(x+1, y)-g.at(x-1, y))/2, (g.at(x, y+1)-g.at(x, y-1))/2
		mean += t.value[i] / patchPixels
		meanX += t.dx[i] / patchPixels
		meanY += t.dy[i] / patchPixels
	}
	xx, xy, yy := float32(flatness), float32(0), float32(flatness)
	for i := range patchPixels {
		t.value[i] -= mean
		t.dx[i] -= meanX
		t.dy[i] -= meanY
		xx += float32(t.dx[i] * t.dx[i])
		xy += float32(t.dx[i] * t.dy[i])
		yy += float32(t.dy[i] * t.dy[i])
	}
	d := float32(xx*yy) - float32(xy*xy)
	t.xx, t.xy, t.yy = yy/d, -xy/d, xx/d
}

// differ returns how much the place that the patch is moved to differs from it, a
// sum of squares, and the step that makes it less.
func (t *template) differ(other *grey, way [2]float32) (sum float32, step [2]float32) {
	var d [patchPixels]float32
	mean := float32(0)
	for i := range d {
		d[i] = other.at(t.x+way[0]+float32(i%patchSide), t.y+way[1]+float32(i/patchSide)) - t.value[i]
		mean += d[i] / patchPixels
	}
	bx, by := float32(0), float32(0)
	for i := range d {
		v := d[i] - mean
		sum += float32(v * v)
		bx += float32(v * t.dx[i])
		by += float32(v * t.dy[i])
	}
	return sum, [2]float32{float32(t.xx*bx) + float32(t.xy*by), float32(t.xy*bx) + float32(t.yy*by)}
}

// settle moves a patch to where it fits.
func (p *patches) settle(g, other *grey, column, row int, coarse *flow) {
	var t template
	t.cut(g, column, row)
	var starts [][2]float32
	if coarse != nil {
		at := 2 * (min(row*patchStep/2, coarse.height-1)*coarse.width + min(column*patchStep/2, coarse.width-1))
		starts = append(starts, [2]float32{2 * coarse.way[at], 2 * coarse.way[at+1]})
	} else {
		starts = append(starts, [2]float32{})
	}
	if column > 0 {
		starts = append(starts, p.way[row*p.columns+column-1])
	}
	if row > 0 {
		starts = append(starts, p.way[(row-1)*p.columns+column])
	}
	best, least, step := starts[0], float32(math.Inf(1)), [2]float32{}
	for _, s := range starts {
		if d, next := t.differ(other, s); d < least {
			best, least, step = s, d, next
		}
	}
	for range patchSteps {
		next := [2]float32{best[0] - step[0], best[1] - step[1]}
		if !(max(step[0], -step[0]) < patchSide && max(step[1], -step[1]) < patchSide) {
			break
		}
		d, following := t.differ(other, next)
		if d >= least {
			break
		}
		small := float32(step[0]*step[0])+float32(step[1]*step[1]) < 0.0004
		best, least, step = next, d, following
		if small {
			break
		}
	}
	p.way[row*p.columns+column] = best
}

// spread gives every pixel the mean way of the patches over it, by how well each
// explains the pixel.
func (p *patches) spread(g, other *grey) *flow {
	f := &flow{g.width, g.height, make([]float32, 2*g.width*g.height)}
	const around = patchSide / 2 / patchStep
	for y := range g.height {
		for x := range g.width {
			var sum, wayX, wayY float32
			row, column := y/patchStep, x/patchStep
			for r := max(row-around+1, 0); r <= min(row+around, p.rows-1); r++ {
				for c := max(column-around+1, 0); c <= min(column+around, p.columns-1); c++ {
					way := p.way[r*p.columns+c]
					d := other.at(float32(x)+way[0], float32(y)+way[1]) - g.pix[y*g.width+x]
					weight := 1 / max(d, -d, 1)
					sum += weight
					wayX += float32(weight * way[0])
					wayY += float32(weight * way[1])
				}
			}
			at := 2 * (y*g.width + x)
			f.way[at], f.way[at+1] = wayX/sum, wayY/sum
		}
	}
	return f
}

// leads returns where a pixel of the flow's picture leads, and whether the flow back
// from there returns to it: what is covered in the other picture does not.
//
// N. Sundaram, T. Brox, K. Keutzer: Dense point trajectories by GPU-accelerated large
// displacement optical flow, ECCV 2010.
func (f *flow) leads(back *flow, x, y int) (u, v float32, ok bool) {
	at := 2 * (y*f.width + x)
	wayX, wayY := f.way[at], f.way[at+1]
	u, v = float32(x)+wayX, float32(y)+wayY
	c, r := int(math.Floor(float64(u)+0.5)), int(math.Floor(float64(v)+0.5))
	if c < 0 || r < 0 || c >= f.width || r >= f.height {
		return u, v, false
	}
	at = 2 * (r*f.width + c)
	backX, backY := back.way[at], back.way[at+1]
	left := float32((wayX+backX)*(wayX+backX)) + float32((wayY+backY)*(wayY+backY))
	length := float32(wayX*wayX) + float32(wayY*wayY) + float32(backX*backX) + float32(backY*backY)
	return u, v, left <= float32(0.01*length)+0.5
}
