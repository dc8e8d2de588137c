package synthetic

import (
	"context"
	"image"
	"math"

	"motionseg/hopkins/internal/pool"
)

// The light is a square panel behind the camera, to the left, that faces the
// middle of the room.
var (
	lightCentre = vec{-1.4, 2.45, 2.3}
	lightAim    = roomCentre.sub(lightCentre).unit()
	lightColour = rgb{1.0, 0.95, 0.87}
	skyColour   = rgb{0.37, 0.40, 0.44} // light from above that no shadow takes away
	bounce      = rgb{0.46, 0.42, 0.37} // light back from the floor
)

const (
	lightPower = 4.6
	lightHalf  = 0.45 // half the side of the panel
	subpixels  = 3    // rays along each side of a pixel
	shadowRays = 3    // rays to the light from each of them
)

// Render draws frame f, 0…F−1, as the camera sees it: pixel (x, y) shows what
// the tracks place at (x, y). It returns nil for any other frame. The picture
// is the same on any number of cores.
func (s *Scene) Render(f int) *image.RGBA {
	if f < 0 || f >= s.config.Frames {
		return nil
	}
	picture := image.NewRGBA(image.Rect(0, 0, s.config.Width, s.config.Height))
	pool.Run(context.Background(), s.config.Height, 0, func(y int) { s.renderRow(f, y, picture) })
	return picture
}

// renderRow draws row y of frame f.
func (s *Scene) renderRow(f, y int, picture *image.RGBA) {
	eye := s.cameras[f]
	for x := range s.config.Width {
		var sum rgb
		for sub := range subpixels * subpixels {
			dx := (float64(sub%subpixels)+0.5)/subpixels - 0.5
			dy := (float64(sub/subpixels)+0.5)/subpixels - 0.5
			d := eye.ray(float64(x)+dx, float64(y)+dy)
			sum = sum.plus(s.shade(f, eye.pose.t, d, sub*shadowRays))
		}
		sum = sum.times(1.0 / (subpixels * subpixels))
		at := picture.PixOffset(x, y)
		picture.Pix[at] = encode(shoulder(sum.r))
		picture.Pix[at+1] = encode(shoulder(sum.g))
		picture.Pix[at+2] = encode(shoulder(sum.b))
		picture.Pix[at+3] = 0xFF
	}
}

// shoulder bends bright values below 1 instead of clipping them.
func shoulder(v float64) float64 {
	const knee = 0.7
	if v <= knee {
		return v
	}
	over := (v - knee) / (1 - knee)
	return knee + (1-knee)*over/(1+over)
}

// shade returns the light that comes back along the ray from o along d. The
// rays to the light start at number firstRay of their fixed pattern.
func (s *Scene) shade(f int, o, d vec, firstRay int) rgb {
	index, at := s.first(f, o, d)
	object, placed := s.objects[index], s.poses[f][index]
	paint := object.paint(at)
	world := placed.toWorld(at.at)
	normal := placed.r.turn(at.normal)

	var direct float64
	var shine float64
	view := d.unit()
	start := world.along(normal, 1e-4)
	across, along := lightAim.tangents()
	for ray := range shadowRays {
		u, v := lightPattern(firstRay + ray)
		lamp := lightCentre.along(across, u*lightHalf).along(along, v*lightHalf)
		toLamp := lamp.sub(world)
		distance := toLamp.norm()
		l := toLamp.scale(1 / distance)
		facing := normal.dot(l)
		if facing <= 0 || s.blocked(f, start, lamp) {
			continue
		}
		// A panel shines most along its normal. Light falls off more slowly
		// than with the square, as in a brightly painted room.
		direct += facing * (0.4 - 0.6*min(0, lightAim.dot(l))) / (2 + distance)
		if object.gloss > 0 {
			half := l.sub(view).unit()
			shine += highlight(normal.dot(half))
		}
	}
	direct *= lightPower / shadowRays
	ambient := mix(bounce, skyColour, 0.5+0.5*normal.y).times(s.corner(index, at))
	lit := paint.filter(ambient.plus(lightColour.times(direct)))
	return lit.plus(lightColour.times(object.gloss * 0.5 * shine / shadowRays))
}

// highlight is the 32nd power of the cosine c, 0 where it is negative.
func highlight(c float64) float64 {
	if c <= 0 {
		return 0
	}
	for range 5 {
		c *= c
	}
	return c
}

// lightPattern returns the i-th point of an even pattern in [−1, 1]², the R2
// sequence of Roberts.
func lightPattern(i int) (u, v float64) {
	u, _ = fraction(0.5 + 0.7548776662466927*float64(i+1))
	v, _ = fraction(0.5 + 0.5698402909980532*float64(i+1))
	return 2*u - 1, 2*v - 1
}

// corner darkens the room's surfaces towards its edges, where less light comes
// in from around.
func (s *Scene) corner(index int, at surface) float64 {
	if index != 0 {
		return 1
	}
	open := 1.0
	for axis := range 3 {
		if axis == at.face/2 {
			continue
		}
		gap := (roomHalf.coordinate(axis) - math.Abs(at.at.coordinate(axis))) / 0.3
		open *= 1 - 0.35/(1+gap*gap)
	}
	return open
}
