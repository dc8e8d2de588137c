package synthetic

import "math"

// texture gives the colour of the paint at a place on a shape. It depends on
// the place in the shape's own frame only, so that it moves with the shape.
type texture func(s surface) rgb

// checker is a chessboard of squares of the given side with rows rows across
// each face, its squares slightly uneven, as if printed on card.
func checker(side float64, light, dark rgb, seed int) texture {
	return func(s surface) rgb {
		fu, iu := fraction(s.u / side)
		fv, iv := fraction(s.v / side)
		colour := light
		if (iu+iv)%2 != 0 {
			colour = dark
		}
		colour = colour.times(0.88 + 0.24*hash(iu, iv, s.face, seed))
		// A thin joint between the squares.
		rim := min(fu, 1-fu, fv, 1-fv)
		joint := 1 - ramp(0.015, 0.04, rim)
		return mix(colour, dark.times(0.7), 0.5*joint)
	}
}

// wood has the grain of planks that run along v, boards wide.
func wood(board float64, light, dark rgb, seed int) texture {
	return func(s surface) rgb {
		f, plank := fraction(s.u / board)
		// Every plank is cut from another part of the tree.
		start := vec{30 * hash(plank, s.face, 1, seed), 30 * hash(plank, s.face, 2, seed), 0}
		p := vec{s.u * 14, s.v * 2.2, 0}.add(start)
		bend := turbulence(p, 3, seed)
		rings, _ := fraction(3*bend + 0.6*p.x)
		grain := noise(vec{s.u * 260, s.v * 12, float64(plank)}, seed+7)
		t := 0.55*math.Abs(2*rings-1) + 0.3*bend + 0.15*grain
		colour := mix(light, dark, t).times(0.88 + 0.24*hash(plank, s.face, 3, seed))
		gap := 1 - ramp(0.012, 0.035, min(f, 1-f))
		return mix(colour, dark.times(0.35), 0.8*gap)
	}
}

// marble is a stone with veins through the solid.
func marble(ground, vein rgb, size float64, seed int) texture {
	return func(s surface) rgb {
		p := s.at.scale(1 / size)
		wave := math.Sin(2*p.x + 3.1*p.y + 1.3*p.z + 7*turbulence(p.scale(1.6), 4, seed))
		line := 1 - ramp(0, 0.35, math.Abs(wave))
		cloud := turbulence(p.scale(0.9), 3, seed+11)
		return mix(mix(ground, vein, 0.25*cloud), vein, 0.8*line)
	}
}

// panels is a checker on the sphere: sectors of longitude by bands of
// latitude, in three colours.
func panels(radius float64, sectors, bands int, colours [3]rgb, seed int) texture {
	width := 2 * math.Pi * radius / float64(sectors)
	height := math.Pi * radius / float64(bands)
	return func(s surface) rgb {
		fu, iu := fraction(s.u / width)
		fv, iv := fraction(s.v / height)
		colour := colours[((iu+2*iv)%3+3)%3].times(0.9 + 0.2*hash(iu, iv, 0, seed))
		seam := 1 - ramp(0.01, 0.035, min(fu, 1-fu, fv, 1-fv))
		return mix(colour, hex(0x2B2A2A), 0.6*seam)
	}
}

// crate is a wooden box face with a frame of boards and a stencilled mark.
func crate(half vec, light, dark rgb, seed int) texture {
	inner := wood(0.055, light, dark, seed)
	upright := wood(0.05, mix(light, dark, 0.25), dark, seed+1)
	return func(s surface) rgb {
		hu, hv := half.x, half.y
		switch s.face / 2 {
		case 0:
			hu = half.z
		case 1:
			hv = half.z
		}
		rim := min(hu-math.Abs(s.u), hv-math.Abs(s.v))
		frame := 0.16 * min(hu, hv) * 2
		if rim < frame {
			turned := s
			if hv-math.Abs(s.v) < hu-math.Abs(s.u) {
				turned.u, turned.v = s.v, s.u
			}
			return mix(upright(turned), dark.times(0.3), 0.7*ramp(0.93, 0.99, rim/frame))
		}
		colour := inner(s)
		// The mark: a ring with a bar, different on opposite faces.
		r := math.Hypot(s.u, s.v) / min(hu, hv)
		ring := ramp(0.34, 0.36, r) * (1 - ramp(0.46, 0.48, r))
		bar := 0.0
		if r < 0.36 {
			along := s.u
			if s.face%2 == 1 {
				along = s.v
			}
			bar = 1 - ramp(0.05, 0.07, math.Abs(along)/min(hu, hv))
		}
		return mix(colour, hex(0x3A2E2A), 0.75*max(ring, bar))
	}
}

// mosaic is made of small glazed tiles in a few tones, with grout between.
func mosaic(side float64, tones []rgb, grout rgb, seed int) texture {
	return func(s surface) rgb {
		fu, iu := fraction(s.u / side)
		fv, iv := fraction(s.v / side)
		tone := tones[int(hash(iu, iv, s.face, seed)*float64(len(tones)))]
		tone = tone.times(0.9 + 0.2*hash(iu, iv, s.face, seed+1))
		return mix(tone, grout, 1-ramp(0.03, 0.08, min(fu, 1-fu, fv, 1-fv)))
	}
}

// bricks is a painted wall laid in running bond.
func bricks(length, height float64, paint rgb, seed int) texture {
	return func(s surface) rgb {
		fv, row := fraction(s.v / height)
		shift := 0.5 * float64(row&1)
		fu, column := fraction(s.u/length + shift)
		rim := min(min(fu, 1-fu)*length, min(fv, 1-fv)*height)
		colour := paint.times(0.93 + 0.14*hash(column, row, s.face, seed))
		rough := turbulence(vec{s.u * 18, s.v * 18, float64(s.face)}, 3, seed)
		colour = colour.times(0.94 + 0.12*rough)
		return mix(colour, paint.times(0.7), 1-ramp(0.004, 0.013, rim))
	}
}

// rug is a woven carpet of the given half width and half length: a border
// around rows of diamonds.
func rug(halfU, halfV float64, ground, figure, border rgb, seed int) texture {
	return func(s surface) rgb {
		rim := min(halfU-math.Abs(s.u), halfV-math.Abs(s.v))
		weave := 0.86 + 0.28*hash(int(math.Floor(s.u*140)), int(math.Floor(s.v*140)), 0, seed)
		colour := ground
		switch {
		case rim < 0.035:
			colour = figure
		case rim < 0.13:
			colour = border
			f, _ := fraction((s.u + s.v) / 0.11)
			g, _ := fraction((s.u - s.v) / 0.11)
			if (f < 0.5) != (g < 0.5) {
				colour = mix(border, figure, 0.7)
			}
		case rim < 0.15:
			colour = figure
		default:
			fu, iu := fraction(s.u / 0.3)
			fv, iv := fraction(s.v / 0.3)
			diamond := math.Abs(fu-0.5) + math.Abs(fv-0.5)
			switch {
			case diamond < 0.12:
				colour = border
			case diamond < 0.26:
				colour = figure
			case diamond < 0.40:
				colour = mix(ground, border, 0.35+0.3*float64((iu+iv)&1))
			}
		}
		return colour.times(weave)
	}
}
