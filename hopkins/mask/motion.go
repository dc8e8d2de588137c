package mask

import (
	"math"
	"slices"
)

// spot is a labelled point in a frame, in pixels of the level that is worked on.
type spot struct {
	track int
	x, y  float64
	label uint8
}

// motion is where one motion takes the pixels of a frame in another one: a field
// of displacements on a coarse grid, between which they are interpolated.
type motion struct {
	known         bool // false where no track of the motion is seen in both frames
	columns, rows int
	dx, dy        []int32 // in subpixels
}

const (
	// gridStep is the distance of the grid's nodes in pixels of the level.
	gridStep = 8
	// subpixels is how many parts of a pixel places have.
	subpixels = 1 << 8
	// localPrior is how many tracks without a residual the local correction has.
	localPrior = 0.3
	// localReach is σ of the local correction in pixels of a level 320 wide.
	localReach = 12
	// wideReach is how many times as far the first correction reaches.
	wideReach = 4
)

// localReachOf returns localReach on a level of that size.
func localReachOf(width, height int) float64 {
	return localReach * math.Sqrt(float64(width*height)/(320*240))
}

// pair is a track in two frames.
type pair struct {
	x, y   float64 // in the first
	dx, dy float64 // to the second
}

// fit makes the motion that of its tracks, on a level of that size: a robust affine
// map and what the tracks around differ from it, first over wide surroundings, as
// where things are nearer or farther, and then over narrow ones of the given reach.
func (m *motion) fit(pairs []pair, width, height int, reach float64) {
	m.columns, m.rows = width/gridStep+2, height/gridStep+2
	n := m.columns * m.rows
	m.dx, m.dy = make([]int32, n), make([]int32, n)
	m.known = len(pairs) > 0
	if !m.known {
		return
	}
	a := robustAffine(pairs)
	x, y := make([]float64, n), make([]float64, n)
	for at := range x {
		x[at], y[at] = a.at(float64(at%m.columns*gridStep), float64(at/m.columns*gridStep))
	}
	left := make([]pair, len(pairs)) // with what they differ by
	for i, p := range pairs {
		dx, dy := a.at(p.x, p.y)
		left[i] = pair{p.x, p.y, p.dx - dx, p.dy - dy}
	}
	spread := 36 * residualSpread(&affine{}, left)
	for _, r := range [2]float64{wideReach * reach, reach} {
		m.correct(left, spread, r, x, y)
	}
	for at := range x {
		m.dx[at], m.dy[at] = inSubpixels(x[at]), inSubpixels(y[at])
	}
}

// correct adds to x and y the mean of what is left around each node, and takes it
// from what is left. spread is the square of what counts half.
func (m *motion) correct(left []pair, spread, reach float64, x, y []float64) {
	n := m.columns * m.rows
	weight, sumX, sumY := make([]float64, n), make([]float64, n), make([]float64, n)
	for _, p := range left {
		trust := 1 / (1 + (float64(p.dx*p.dx)+float64(p.dy*p.dy))/spread)
		m.spread(p, trust, reach, weight, sumX, sumY)
	}
	for at, w := range weight {
		sumX[at] /= w + localPrior
		sumY[at] /= w + localPrior
		x[at] += sumX[at]
		y[at] += sumY[at]
	}
	for i := range left {
		p := &left[i]
		dx, dy := m.between(sumX, p.x, p.y), m.between(sumY, p.x, p.y)
		p.dx -= dx
		p.dy -= dy
	}
}

// between interpolates numbers of the nodes at a place.
func (m *motion) between(v []float64, x, y float64) float64 {
	x, y = min(max(x/gridStep, 0), float64(m.columns-1)), min(max(y/gridStep, 0), float64(m.rows-1))
	column, row := min(int(x), m.columns-2), min(int(y), m.rows-2)
	fx, fy := x-float64(column), y-float64(row)
	at := row*m.columns + column
	above := float64(v[at]*(1-fx)) + float64(v[at+1]*fx)
	below := float64(v[at+m.columns]*(1-fx)) + float64(v[at+m.columns+1]*fx)
	return float64(above*(1-fy)) + float64(below*fy)
}

func inSubpixels(v float64) int32 {
	const most = 1 << 22
	return int32(math.Floor(min(max(v*subpixels, -most), most) + 0.5))
}

// spread adds the displacement of a track to the nodes around it.
func (m *motion) spread(p pair, trust, reach float64, weight, sumX, sumY []float64) {
	const width = 2.5 // σ
	first := func(v float64) int { return max(int(math.Ceil((v-float64(width*reach))/gridStep)), 0) }
	last := func(v float64, n int) int { return min(int(math.Floor((v+float64(width*reach))/gridStep)), n-1) }
	left, right := first(p.x), last(p.x, m.columns)
	var across [64]float64
	if right-left >= len(across) {
		right = left + len(across) - 1
	}
	gauss := func(d float64) float64 { return decay(float64(d*d) / (2 * float64(reach*reach))) }
	for c := left; c <= right; c++ {
		across[c-left] = gauss(float64(c*gridStep) - p.x)
	}
	for row := first(p.y); row <= last(p.y, m.rows); row++ {
		along := trust * gauss(float64(row*gridStep)-p.y)
		for c := left; c <= right; c++ {
			w := float64(along * across[c-left])
			at := row*m.columns + c
			weight[at] += w
			sumX[at] += float64(w * p.dx)
			sumY[at] += float64(w * p.dy)
		}
	}
}

// affine is a displacement that changes evenly over the picture, around (cx, cy).
type affine struct {
	cx, cy float64
	x, y   [3]float64 // constant, per pixel across, per pixel along
}

func (a *affine) at(x, y float64) (dx, dy float64) {
	u, v := x-a.cx, y-a.cy
	return a.x[0] + float64(a.x[1]*u) + float64(a.x[2]*v), a.y[0] + float64(a.y[1]*u) + float64(a.y[2]*v)
}

// residualSpread is the square of the scale on which residuals count as large:
// half a pixel of the picture, or twice their median where that is more.
func residualSpread(a *affine, pairs []pair) float64 {
	r := make([]float64, len(pairs))
	for i, p := range pairs {
		x, y := a.at(p.x, p.y)
		r[i] = float64((p.dx-x)*(p.dx-x)) + float64((p.dy-y)*(p.dy-y))
	}
	slices.Sort(r)
	return max(4*r[len(r)/2], 0.0625)
}

// fewTracks is the number of tracks up to which only a shift is fitted.
const fewTracks = 3

// robustAffine fits displacements, tracks that do not fit counting less
// (weights of Cauchy).
func robustAffine(pairs []pair) *affine {
	a := &affine{}
	n := float64(len(pairs))
	var dx, dy []float64
	for _, p := range pairs {
		a.cx += p.x / n
		a.cy += p.y / n
		dx, dy = append(dx, p.dx), append(dy, p.dy)
	}
	slices.Sort(dx)
	slices.Sort(dy)
	a.x[0], a.y[0] = dx[len(dx)/2], dy[len(dy)/2]
	const iterations = 8
	for range iterations {
		spread := residualSpread(a, pairs)
		var s [3][3]float64
		var bx, by [3]float64
		for _, p := range pairs {
			x, y := a.at(p.x, p.y)
			r := float64((p.dx-x)*(p.dx-x)) + float64((p.dy-y)*(p.dy-y))
			w := 1 / (1 + r/spread)
			f := [3]float64{1, p.x - a.cx, p.y - a.cy}
			for i := range f {
				for j := range f {
					s[i][j] += float64(w * float64(f[i]*f[j]))
				}
				bx[i] += float64(w * float64(f[i]*p.dx))
				by[i] += float64(w * float64(f[i]*p.dy))
			}
		}
		// A change of the shape is held back as by a few tracks 10 pixels away.
		s[1][1] += 100
		s[2][2] += 100
		if len(pairs) <= fewTracks {
			a.x[0], a.y[0] = bx[0]/s[0][0], by[0]/s[0][0]
			continue
		}
		a.x, a.y = solve3(s, bx), solve3(s, by)
	}
	return a
}

// solve3 solves a symmetric, positive definite system.
func solve3(s [3][3]float64, b [3]float64) [3]float64 {
	for i := range 3 {
		for j := i + 1; j < 3; j++ {
			f := s[j][i] / s[i][i]
			for k := i; k < 3; k++ {
				s[j][k] -= float64(f * s[i][k])
			}
			b[j] -= float64(f * b[i])
		}
	}
	for i := 2; i >= 0; i-- {
		for k := i + 1; k < 3; k++ {
			b[i] -= float64(s[i][k] * b[k])
		}
		b[i] /= s[i][i]
	}
	return b
}

// row fills x and y with where the motion takes the pixels of a row, in
// subpixels.
func (m *motion) row(row int, x, y []int32) {
	at, part := row/gridStep*m.columns, int32(row%gridStep)
	value := func(v []int32, c int) int32 {
		return v[at+c]*(gridStep-part) + v[at+m.columns+c]*part // times gridStep
	}
	const whole = gridStep * gridStep
	for c := 0; c*gridStep < len(x); c++ {
		x0, x1, y0, y1 := value(m.dx, c), value(m.dx, c+1), value(m.dy, c), value(m.dy, c+1)
		for i := int32(0); i < gridStep; i++ {
			p := c*gridStep + int(i)
			if p == len(x) {
				return
			}
			x[p] = int32(p)*subpixels + (x0*(gridStep-i)+x1*i)/whole
			y[p] = int32(row)*subpixels + (y0*(gridStep-i)+y1*i)/whole
		}
	}
}
