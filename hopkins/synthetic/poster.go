package synthetic

import "math"

// poster is a framed print on a wall of the room.
type poster struct {
	face         int
	u, v         float64 // its centre on the wall
	halfU, halfV float64 // without the frame
	design       int
}

// The inks of the prints.
var (
	inkPaper = hex(0xEFE9DC)
	inkNavy  = hex(0x2D4356)
	inkTeal  = hex(0x4F8A8B)
	inkSand  = hex(0xE0C48C)
	inkRust  = hex(0xB8654A)
	inkRose  = hex(0xD9A58B)
)

// designs are the prints; each maps a place with both coordinates in −1…1 to
// its colour.
var designs = []func(u, v float64) rgb{rings, hills, blocks, quarters, waves, grid}

// at returns the colour of the poster at a place of its wall, and whether it
// reaches there.
func (p poster) at(s surface) (rgb, bool) {
	u, v := s.u-p.u, s.v-p.v
	outside := max(math.Abs(u)-p.halfU, math.Abs(v)-p.halfV)
	switch {
	case outside > 0.03:
		return rgb{}, false
	case outside > 0:
		return hex(0x3B3330), true
	case outside > -0.05:
		return inkPaper, true
	}
	return designs[p.design](u/(p.halfU-0.05), v/(p.halfV-0.05)), true
}

// rings are concentric circles about a low centre.
func rings(u, v float64) rgb {
	r := math.Hypot(u, 1.3*(v+0.3))
	if r > 1.35 {
		return inkSand
	}
	return [...]rgb{inkRust, inkPaper, inkNavy, inkSand, inkTeal}[int(r/0.27)]
}

// hills are layers of mountains under a sun.
func hills(u, v float64) rgb {
	for layer, tone := range [...]rgb{inkNavy, inkTeal, mix(inkTeal, inkPaper, 0.5)} {
		l := float64(layer)
		ridge := -0.62 + 0.38*l + 0.16*math.Sin(3.1*u+2*l) + 0.09*math.Sin(7.3*u+5*l)
		if v < ridge {
			return tone
		}
	}
	if math.Hypot(u-0.3, 1.2*(v-0.5)) < 0.26 {
		return inkRust
	}
	return mix(inkPaper, inkSand, 0.5-0.4*v)
}

// blocks are rectangles of flat colour between dark bars.
func blocks(u, v float64) rgb {
	for _, bar := range [...]float64{-0.35, 0.45} {
		if math.Abs(u-bar) < 0.045 || math.Abs(v+bar) < 0.035 {
			return inkNavy
		}
	}
	column, row := 0, 0
	for i, bar := range [...]float64{-0.35, 0.45} {
		if u > bar {
			column = i + 1
		}
		if -v > bar {
			row = i + 1
		}
	}
	return [3][3]rgb{
		{inkPaper, inkRust, inkPaper},
		{inkSand, inkPaper, inkTeal},
		{inkPaper, inkNavy, inkSand},
	}[row][column]
}

// quarters is a chequer of quarter circles.
func quarters(u, v float64) rgb {
	fu, iu := fraction(2 * (u + 1))
	fv, iv := fraction(2 * (v + 1))
	pick := int(4 * hash(iu, iv, 3, 17))
	if pick&1 == 1 {
		fu = 1 - fu
	}
	if pick&2 == 2 {
		fv = 1 - fv
	}
	inks := [...]rgb{inkTeal, inkRust, inkNavy, inkSand}
	if math.Hypot(fu, fv) < 0.92 {
		return inks[(iu+2*iv)&3]
	}
	return inkPaper
}

// waves are bands that swing from side to side.
func waves(u, v float64) rgb {
	f, i := fraction(3.5*(v+1) + 0.5*math.Sin(4.5*u))
	if f < 0.14 {
		return inkPaper
	}
	return [...]rgb{inkNavy, inkTeal, inkSand, inkRose, inkRust}[((i%5)+5)%5]
}

// grid is rows of dots that grow from the top to the bottom.
func grid(u, v float64) rgb {
	fu, iu := fraction(3 * (u + 1))
	fv, iv := fraction(4 * (v + 1))
	if math.Hypot(fu-0.5, fv-0.5) < 0.44-0.035*float64(iv) {
		if hash(iu, iv, 5, 3) < 0.3 {
			return inkRust
		}
		return inkNavy
	}
	return inkPaper
}
