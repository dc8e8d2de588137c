package synthetic

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// object is a shape in the scene with its paint and its motion.
type object struct {
	shape  shape
	paint  texture
	gloss  float64 // strength of its highlight, 0…1
	motion motion
	body   int // the motion that it belongs to: 0 the background, 1… the bodies
}

// Scene is a room with bodies that move, and a camera.
type Scene struct {
	config  Config
	objects []object // the room first, then what stands still, then the bodies
	cameras []camera // of every frame
	poses   [][]pose // of every frame, every object
}

// Streams of random numbers, so that the tracks do not change the scene, nor
// the noise the tracks.
const (
	streamScene uint64 = iota + 1
	streamTracks
	streamNoise
)

// attempts is how many arrangements are drawn for one seed before giving up.
const attempts = 2000

// New makes the scene of a configuration. The error names the field of the
// configuration that is out of range, or says that the bodies found no place.
func New(c Config) (*Scene, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(c.Seed, streamScene))
	for attempt := range attempts {
		if s := arrange(c, r, math.Pow(0.8, float64(attempt/200))); s.fits() {
			return s, nil
		}
	}
	return nil, fmt.Errorf("synthetic scene: seed %d: no arrangement of %d bodies fits a picture of %d×%d in %d attempts",
		c.Seed, c.Bodies, c.Width, c.Height, attempts)
}

// Frames returns F, the number of frames.
func (s *Scene) Frames() int { return s.config.Frames }

// roomHalf are half the sizes of the room, roomCentre its centre; the floor is
// at y = 0.
var (
	roomHalf   = vec{2.7, 1.4, 3.3}
	roomCentre = vec{0, 1.4, -0.4}
)

// arrange draws a scene, which may not fit. Below 1, ease makes the bodies
// smaller and the camera calmer, so that more of them find a place.
func arrange(c Config, r *rand.Rand, ease float64) *Scene {
	s := &Scene{config: c}
	s.furnish(r)

	eye := randomWalk(r, vec{between(r, -0.4, 0.4), between(r, 1.25, 1.6), between(r, 1.7, 2.2)},
		vec{1.25, 0.26, 0.85}.scale(ease))
	aim := randomWalk(r, vec{between(r, -0.3, 0.3), between(r, 0.85, 1.05), -1.6}, vec{0.2, 0.08, 0.05})
	roll := path{linear: vec{either(r, 0, 0.06), 0, 0}}
	fov := between(r, 46, 56) * math.Pi / 180
	focal := float64(max(c.Width, c.Height)) / 2 / math.Tan(fov/2)
	see := func(time float64) camera {
		return camera{
			pose:  lookAt(eye.at(time), aim.at(time), roll.at(time).x),
			focal: focal,
			cx:    float64(c.Width-1) / 2,
			cy:    float64(c.Height-1) / 2,
		}
	}

	// Bodies stand in lanes from left to right at the middle of the time.
	lanes := r.Perm(c.Bodies)
	kinds := r.Perm(len(kits))
	for i := range c.Bodies {
		s.objects = append(s.objects, s.body(r, i+1, kits[kinds[i%len(kits)]], ease, lanes[i], see(0)))
	}

	s.cameras = make([]camera, c.Frames)
	s.poses = make([][]pose, c.Frames)
	for f := range c.Frames {
		time := float64(f)/float64(c.Frames-1) - 0.5
		s.cameras[f] = see(time)
		s.poses[f] = make([]pose, len(s.objects))
		for i, o := range s.objects {
			s.poses[f][i] = o.motion.at(time)
		}
	}
	return s
}

// body draws a moving body for a lane of the picture.
func (s *Scene) body(r *rand.Rand, number int, draw kit, ease float64, lane int, see camera) object {
	depth := between(r, 1.15, 1.8)
	size := ease * depth * between(r, 0.115, 0.165) * 2 / math.Sqrt(float64(max(2, s.config.Bodies)))
	shape, paint, gloss := draw(r, size)

	share := (float64(lane) + between(r, 0.35, 0.65)) / float64(s.config.Bodies)
	x := (0.12 + 0.76*share) * float64(s.config.Width)
	y := between(r, 0.4, 0.72) * float64(s.config.Height)
	place := see.pose.t.along(see.ray(x, y), depth)

	turn := rotation.times(about(direction(r, 0.4), between(r, 0, 2*math.Pi)), about(vec{1, 0, 0}, either(r, 0.1, 0.5)))
	return object{
		shape: shape, paint: paint, gloss: gloss, body: number,
		motion: motion{
			path: path{
				centre: place,
				linear: vec{either(r, 0.014, 0.05), either(r, 0, 0.02), either(r, 0.02, 0.07)}.scale(depth),
				bend:   vec{either(r, 0, 0.01), either(r, 0, 0.01), either(r, 0, 0.015)}.scale(depth),
				sway:   vec{0, 0.002, 0.002},
				cycles: between(r, 0.8, 1.6),
				phase:  between(r, 0, 2*math.Pi),
			},
			spin: spin{
				start: turn,
				axis:  direction(r, 1.2),
				angle: either(r, 0.15, 0.3), wobble: between(r, 0, 0.015),
				phase: between(r, 0, 2*math.Pi),
			},
		},
	}
}

// fits reports whether every body stays in the picture, clear of the others and
// of the room, and shows enough of the same side throughout to be tracked.
func (s *Scene) fits() bool {
	const checks = 16
	first := len(s.objects) - s.config.Bodies
	w, h := float64(s.config.Width), float64(s.config.Height)
	inside := vec{roomHalf.x, roomHalf.y, roomHalf.z}
	for check := range checks {
		f := check * (s.config.Frames - 1) / (checks - 1)
		eye := s.cameras[f]
		if !within(eye.pose.t, inside, 0.2) {
			return false
		}
		for i := 1; i < len(s.objects); i++ {
			at, radius := s.poses[f][i].t, s.objects[i].shape.radius()
			if i >= first {
				x, y, depth := eye.project(at)
				extent := eye.focal * radius / depth
				if depth < radius+0.35 || x-0.95*extent < 0 || y-0.95*extent < 0 || x+0.95*extent > w || y+0.95*extent > h {
					return false
				}
				if !within(at, inside, radius) {
					return false
				}
			}
			for j := max(first, i+1); j < len(s.objects); j++ {
				apart := at.sub(s.poses[f][j].t).norm()
				if apart < radius+s.objects[j].shape.radius() {
					return false
				}
			}
		}
	}
	// A fixed sample of places of each body; its own stream keeps the tracks
	// independent of how many arrangements were tried.
	const places, enough = 150, 0.12
	r := rand.New(rand.NewPCG(s.config.Seed, streamTracks))
	for i := first; i < len(s.objects); i++ {
		seen := 0
		for range places {
			if s.seenThroughout(i, s.objects[i].shape.sample(r)) {
				seen++
			}
		}
		if float64(seen) < enough*places {
			return false
		}
	}
	return true
}

// within reports whether a ball lies inside the room.
func within(at, half vec, radius float64) bool {
	d := at.sub(roomCentre)
	return math.Abs(d.x)+radius <= half.x && math.Abs(d.y)+radius <= half.y && math.Abs(d.z)+radius <= half.z
}

// first returns what the ray from o along d, in the world, meets first in
// frame f. There is always something: the room is closed.
func (s *Scene) first(f int, o, d vec) (index int, place surface) {
	best, face := math.Inf(1), 0
	for i, at := range s.poses[f] {
		t, hitFace, ok := s.objects[i].shape.hit(at.toOwn(o), at.r.back(d))
		if ok && t < best {
			best, index, face = t, i, hitFace
		}
	}
	own := s.poses[f][index].toOwn(o.along(d, best))
	return index, s.objects[index].shape.surface(own, face)
}

// blocked reports whether anything but the room stands between a and b, in the
// world.
func (s *Scene) blocked(f int, a, b vec) bool {
	d := b.sub(a)
	dd := d.dot(d)
	for i := 1; i < len(s.objects); i++ {
		at, radius := s.poses[f][i], s.objects[i].shape.radius()
		// The nearest point of the segment to the body's centre.
		to := at.t.sub(a)
		t := max(0, min(1, to.dot(d)/dd))
		if off := to.sub(d.scale(t)); off.dot(off) > radius*radius {
			continue
		}
		if t, _, ok := s.objects[i].shape.hit(at.toOwn(a), at.r.back(d)); ok && t < 1-1e-6 {
			return true
		}
	}
	return false
}
