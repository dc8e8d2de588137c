package synthetic

import (
	"math"
	"math/rand/v2"
)

// kit draws the shape, paint and gloss of a moving body of about the given
// radius.
type kit func(r *rand.Rand, size float64) (shape, texture, float64)

// kits are the kinds of moving bodies.
var kits = []kit{checkeredBox, woodenCrate, panelledBall, mosaicDrum, marbleBall, tiledBox}

// Paint colours of the bodies: muted, so that points drawn over them stand out.
var (
	cream    = hex(0xE9E0CC)
	slate    = hex(0x47566B)
	oxblood  = hex(0x7B3F3A)
	moss     = hex(0x66735A)
	charcoal = hex(0x3A3D42)
)

func checkeredBox(r *rand.Rand, size float64) (shape, texture, float64) {
	half := boxHalf(r, size)
	dark := [...]rgb{slate, oxblood, moss, charcoal}[r.IntN(4)]
	return box{half}, checker(0.27*size, cream, dark, r.IntN(1<<20)), 0.1
}

func woodenCrate(r *rand.Rand, size float64) (shape, texture, float64) {
	half := boxHalf(r, size)
	return box{half}, crate(half, hex(0xC79B63), hex(0x7A5230), r.IntN(1<<20)), 0.05
}

func panelledBall(r *rand.Rand, size float64) (shape, texture, float64) {
	colours := [3]rgb{cream, slate, hex(0xA9634B)}
	return ball{0.85 * size}, panels(0.85*size, 18, 9, colours, r.IntN(1<<20)), 0.3
}

func marbleBall(r *rand.Rand, size float64) (shape, texture, float64) {
	return ball{0.85 * size}, marble(hex(0xDDDAD2), hex(0x59626B), 0.42*size, r.IntN(1<<20)), 0.5
}

func mosaicDrum(r *rand.Rand, size float64) (shape, texture, float64) {
	tones := []rgb{hex(0x8FA3A0), hex(0x5B7B7A), hex(0xD8CFB8), hex(0xB98E63)}
	drum := cylinder{0.62 * size, 0.78 * size}
	// A whole number of tiles goes round, so that there is no seam.
	side := 2 * math.Pi * drum.r / 24
	return drum, mosaic(side, tones, hex(0x4A4640), r.IntN(1<<20)), 0.25
}

func tiledBox(r *rand.Rand, size float64) (shape, texture, float64) {
	tones := []rgb{hex(0x4D6072), hex(0x8496A6), hex(0xDCD5C3), hex(0x9C6B53)}
	return box{boxHalf(r, size)}, mosaic(0.22*size, tones, hex(0xEDE8DB), r.IntN(1<<20)), 0.25
}

// boxHalf draws the half extents of a box in a ball of the given radius.
func boxHalf(r *rand.Rand, size float64) vec {
	half := vec{between(r, 0.75, 1.1), between(r, 0.65, 1), between(r, 0.75, 1.1)}
	return half.scale(size / half.norm() * 1.1)
}

// furnish sets up the room and what stands in it.
func (s *Scene) furnish(r *rand.Rand) {
	seed := r.IntN(1 << 20)
	s.objects = []object{{
		shape:  room{roomHalf},
		paint:  interior(r, seed),
		motion: rest(roomCentre, 0),
	}}
	// A chest and a column against the back wall, on either side.
	side := 1.0
	if r.IntN(2) == 0 {
		side = -1
	}
	back := roomCentre.z - roomHalf.z
	chest := vec{0.5, 0.32, 0.28}
	column := cylinder{0.19, 0.5}
	s.objects = append(s.objects,
		object{
			shape:  box{chest},
			paint:  crate(chest, hex(0xA67C52), hex(0x5E4028), seed+20),
			gloss:  0.05,
			motion: rest(vec{side * between(r, 1.1, 1.7), chest.y, back + between(r, 0.5, 1.2)}, between(r, -0.5, 0.5)),
		},
		object{
			shape:  column,
			paint:  marble(hex(0xE4E0D6), hex(0x8A857C), 0.16, seed+30),
			gloss:  0.2,
			motion: rest(vec{-side * between(r, 1.1, 1.8), column.half, back + between(r, 0.5, 1.6)}, 0),
		},
		object{
			shape:  ball{0.17},
			paint:  panels(0.17, 12, 6, [3]rgb{inkPaper, inkTeal, inkSand}, seed+40),
			gloss:  0.3,
			motion: rest(vec{side * between(r, 0.2, 0.6), 0.17, back + between(r, 1.2, 2)}, between(r, 0, 3)),
		},
	)
}

// interior is the paint of the room: brick walls with prints, a plank floor
// with a rug, a plain ceiling.
func interior(r *rand.Rand, seed int) texture {
	walls := [...]uint32{0xD9D3C5, 0xC6D0CF, 0xD6CBBE, 0xC9CFC0}
	wall := bricks(0.3, 0.1, hex(walls[r.IntN(len(walls))]), seed)
	floor := wood(0.14, hex(0xB98F63), hex(0x7C5836), seed+3)
	carpets := [...][3]uint32{
		{0x8C4A3F, 0xE2D3B5, 0x3E4C5E}, {0x4B6470, 0xDCD2BC, 0x8F5B45}, {0x6D7358, 0xE4DABF, 0x594438},
	}
	ink := carpets[r.IntN(len(carpets))]
	const rugU, rugV = 1.35, 1.05
	carpet := rug(rugU, rugV, hex(ink[0]), hex(ink[1]), hex(ink[2]), seed+5)
	rugAt := vec{between(r, -0.4, 0.4), 0, between(r, -1.2, -0.4)}
	prints := hang(r)
	return func(s surface) rgb {
		switch s.face {
		case 3: // the floor
			onRug := s
			onRug.u -= rugAt.x
			onRug.v += rugAt.z
			if math.Abs(onRug.u) < rugU && math.Abs(onRug.v) < rugV {
				return carpet(onRug)
			}
			turned := s
			turned.u, turned.v = s.v, s.u
			return floor(turned)
		case 2: // the ceiling
			return hex(0xECE9E2)
		}
		if above := s.v + roomHalf.y; above < 0.11 { // the skirting board
			return hex(0xE8E3D8).times(0.55 + 0.45*ramp(0, 0.015, 0.11-above))
		}
		for _, p := range prints {
			if p.face == s.face {
				if colour, ok := p.at(s); ok {
					return colour
				}
			}
		}
		return wall(s)
	}
}

// hang draws the prints on the back wall and the side walls.
func hang(r *rand.Rand) []poster {
	var prints []poster
	order := r.Perm(len(designs))
	for _, wall := range []struct {
		face       int
		half, step float64
		first      int // of the prints in order, so that no neighbours are alike
	}{{5, roomHalf.x, 1.35, 0}, {1, roomHalf.z, 1.7, 4}, {0, roomHalf.z, 1.7, 3}} {
		next := wall.first
		for u := -wall.half + 0.75; u < wall.half-0.6; u += wall.step {
			prints = append(prints, poster{
				face: wall.face, u: u + between(r, -0.1, 0.1), v: between(r, 0.15, 0.4),
				halfU: between(r, 0.34, 0.48), halfV: between(r, 0.44, 0.56),
				design: order[next%len(order)],
			})
			next++
		}
	}
	return prints
}
