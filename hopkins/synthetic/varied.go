package synthetic

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
)

// streamVaried draws the scenes of Varied.
const streamVaried uint64 = 17

// VariedFrames are how many frames the scenes of Varied have, at least and at most.
const (
	leastVariedFrames = 12
	mostVariedFrames  = 26
)

// Varied makes a scene unlike those of New, for learning from: up to four bodies of any
// size, near and far, some of them with limbs that swing, some that rest for a while or
// come in late, among things that stand still at any depth; a camera that is still, or
// travels sideways, forwards or back, pans, or follows a body. Its pictures, of
// 320×240 pixels, are drawn by Draft. Everything follows from the seed. One in three
// scenes, those whose seed 3 divides, is a street that the camera drives along, with
// things of every depth beside it and bodies that drive or walk in it.
func Varied(seed uint64) *Scene {
	r := rand.New(rand.NewPCG(seed, streamVaried))
	draw, half, centre := arrangeVaried, roomHalf, roomCentre
	if seed%3 == 0 {
		draw, half, centre = arrangeStreet, streetHalf, streetCentre
	}
	for {
		if s := draw(seed, r); s.clear(half, centre) {
			return s
		}
	}
}

// arrangeVaried draws a scene whose things may run into each other.
func arrangeVaried(seed uint64, r *rand.Rand) *Scene {
	bodies := []int{0, 1, 1, 1, 2, 2, 2, 3, 3, 4}[r.IntN(10)]
	s := &Scene{config: Config{
		Seed: seed, Bodies: bodies, Frames: leastVariedFrames +
			r.IntN(mostVariedFrames-leastVariedFrames+1), Tracks: MaxTracks, Width: 320, Height: 240, Incomplete: true,
	}}
	s.furnish(r)
	for range r.IntN(6) {
		s.objects = append(s.objects, still(r))
	}
	eye := vec{between(r, -0.5, 0.5), between(r, 1.1, 1.7), between(r, 1.5, 2.3)}
	aim := vec{between(r, -0.4, 0.4), between(r, 0.7, 1.1), -1.6}
	focal := float64(s.config.Width) / 2 / math.Tan(between(r, 38, 62)*math.Pi/360)
	see := func(eye, aim vec, roll float64) camera {
		return camera{pose: lookAt(eye, aim, roll), focal: focal, cx: float64(s.config.Width-1) / 2,
			cy: float64(s.config.Height-1) / 2}
	}
	limbs := map[int]func(time float64) pose{}
	var first object // the first body, which a camera may follow
	for i := range bodies {
		body := variedBody(r, i+1, see(eye, aim, 0))
		if i == 0 {
			first = body
		}
		rests := restless(r)
		whole := func(time float64) pose { return body.motion.at(rests(time)) }
		limbs[len(s.objects)] = whole
		s.objects = append(s.objects, body)
		if r.IntN(5) < 2 {
			for range 2 + r.IntN(3) {
				limb, place := limbOf(r, body, whole)
				limbs[len(s.objects)] = place
				s.objects = append(s.objects, limb)
			}
		}
	}
	at := variedCamera(r, eye, aim, first)
	s.cameras, s.poses = make([]camera, s.config.Frames), make([][]pose, s.config.Frames)
	for f := range s.config.Frames {
		time := float64(f)/float64(s.config.Frames-1) - 0.5
		s.cameras[f] = see(at(time))
		s.poses[f] = make([]pose, len(s.objects))
		for i, o := range s.objects {
			if place := limbs[i]; place != nil {
				s.poses[f][i] = place(time)
			} else {
				s.poses[f][i] = o.motion.at(time)
			}
		}
	}
	return s
}

// variedCamera draws how a camera moves and returns where it is, what it looks at and
// its roll.
func variedCamera(r *rand.Rand, eye, aim vec, followed object) func(time float64) (vec, vec, float64) {
	strength := math.Exp(between(r, math.Log(0.15), 0))
	shake := path{sway: vec{0.004, 0.004, 0.004}.scale(between(r, 0, 1.5)), cycles: between(r, 2, 6),
		phase: between(r, 0, 6)}
	travel, turn := path{centre: eye}, path{centre: aim}
	switch r.IntN(6) {
	case 0: // still
	case 1: // sideways
		travel = randomWalk(r, eye, vec{1.25, 0.26, 0.3}.scale(strength))
	case 2: // forwards or back
		travel.linear = vec{either(r, 0, 0.2), either(r, 0, 0.1), either(r, 0.6, 1.6)}.scale(strength)
		turn.linear = vec{either(r, 0, 0.2), either(r, 0, 0.1), 0}.scale(strength)
	case 3: // pans
		turn.linear = vec{either(r, 0.4, 1.8), either(r, 0, 0.3), 0}.scale(strength)
		travel.linear = vec{either(r, 0, 0.1), either(r, 0, 0.05), either(r, 0, 0.1)}
	case 4: // follows a body, as far as there is one
		turn.linear = followed.motion.path.linear.scale(between(r, 0.6, 1.1))
		travel.linear = followed.motion.path.linear.scale(between(r, 0, 0.9))
	default: // in any direction
		travel = randomWalk(r, eye, vec{0.8, 0.26, 0.85}.scale(strength))
		turn = randomWalk(r, aim, vec{0.6, 0.15, 0.05}.scale(strength))
	}
	roll := either(r, 0, 0.05) * strength
	return func(time float64) (vec, vec, float64) {
		return travel.at(time).add(shake.at(time)), turn.at(time).add(shake.at(1 - time)), roll * time
	}
}

// still draws a thing that stands still somewhere in the room.
func still(r *rand.Rand) object {
	shape, paint, gloss := kits[r.IntN(len(kits))](r, between(r, 0.12, 0.45))
	place := vec{between(r, -2.2, 2.2), shape.radius() * between(r, 0.7, 2), between(r, -3.3, 0.6)}
	return object{shape: shape, paint: paint, gloss: gloss, motion: rest(place, between(r, 0, 3))}
}

// variedBody draws a body somewhere before the camera.
func variedBody(r *rand.Rand, number int, see camera) object {
	depth := between(r, 1.1, 3.2)
	size := depth * math.Exp(between(r, math.Log(0.05), math.Log(0.2)))
	shape, paint, gloss := kits[r.IntN(len(kits))](r, size)
	x, y := between(r, 0.1, 0.9)*2*see.cx, between(r, 0.3, 0.8)*2*see.cy
	way := math.Exp(between(r, math.Log(0.06), math.Log(0.6))) * depth
	to := direction(r, math.Pi/2).scale(way)
	to.y *= 0.2
	turn := rotation.times(about(direction(r, 0.4), between(r, 0, 2*math.Pi)), about(vec{1, 0, 0}, either(r, 0.1, 0.5)))
	return object{
		shape: shape, paint: paint, gloss: gloss, body: number,
		motion: motion{
			path: path{
				centre: see.pose.t.along(see.ray(x, y), depth),
				linear: to, bend: vec{either(r, 0, 0.15), either(r, 0, 0.05), either(r, 0, 0.15)}.scale(way),
				sway: vec{0, 0.03, 0.01}.scale(way), cycles: between(r, 0.8, 2.5), phase: between(r, 0, 2*math.Pi),
			},
			spin: spin{start: turn, axis: direction(r, 1.2), angle: either(r, 0, 0.7), wobble: between(r, 0, 0.03),
				phase: between(r, 0, 2*math.Pi)},
		},
	}
}

// restless returns when a body is where, by the time: one in four rests at the
// beginning, at the end or in the middle.
func restless(r *rand.Rand) func(time float64) float64 {
	from, to := between(r, -0.3, 0.1), between(r, 0.1, 0.4)
	switch r.IntN(12) {
	case 0:
		return func(time float64) float64 { return max(time, from) }
	case 1:
		return func(time float64) float64 { return min(time, to) }
	case 2:
		return func(time float64) float64 {
			if time < from {
				return time
			}
			return max(from, time-(to-from))
		}
	}
	return func(time float64) float64 { return time }
}

// limbOf draws a limb that swings about a joint at the surface of a body, and how it
// moves.
func limbOf(r *rand.Rand, body object, whole func(time float64) pose) (object, func(time float64) pose) {
	size := body.shape.radius()
	half := vec{between(r, 0.12, 0.25), between(r, 0.35, 0.7), between(r, 0.12, 0.25)}.scale(size)
	joint := body.shape.sample(r).at.scale(0.9)
	hang := about(direction(r, math.Pi), between(r, 0, math.Pi))
	axis, reach := direction(r, math.Pi/2), between(r, 0.1, 0.6)
	cycles, phase := between(r, 0.5, 3), between(r, 0, 2*math.Pi)
	place := func(time float64) pose {
		own := about(axis, reach*math.Sin(2*math.Pi*cycles*time+phase)).times(hang)
		at := whole(time)
		return pose{at.r.times(own), at.toWorld(joint.add(own.turn(vec{0, half.y, 0})))}
	}
	return object{shape: box{half}, paint: body.paint, gloss: body.gloss, body: body.body}, place
}

// clear reports whether the camera stays in the room, away from everything, and the
// bodies clear of it and of what stands still and moves otherwise. half and centre are
// those of the room.
func (s *Scene) clear(half, centre vec) bool {
	for f, poses := range s.poses {
		eye := s.cameras[f].pose.t
		if !within(eye.add(roomCentre).sub(centre), half, 0.2) {
			return false
		}
		for i := 1; i < len(s.objects); i++ {
			at, radius := poses[i].t, s.objects[i].shape.radius()
			if at.sub(eye).norm() < radius+0.3 ||
				s.objects[i].body > 0 && !within(at.add(roomCentre).sub(centre), half, 0.7*radius) {
				return false
			}
			for j := 1; j < i; j++ {
				apart := 0.8 * (radius + s.objects[j].shape.radius())
				if s.objects[i].body != s.objects[j].body && at.sub(poses[j].t).norm() < apart {
					return false
				}
			}
		}
	}
	return true
}

// MotionAt returns the motion of what pixel coordinates show in frame f: 1 for the
// background, 2 … for the bodies.
func (s *Scene) MotionAt(f int, x, y float64) int {
	eye := s.cameras[f]
	index, _ := s.first(f, eye.pose.t, eye.ray(x, y))
	return s.objects[index].body + 1
}

// MotionsOf returns the motion of every track of a sequence that was followed through
// the pictures of the scene, from 1, and 0 for one that was on different motions for
// more than a fifth of its frames.
func (s *Scene) MotionsOf(
	seen func(track, frame int) bool, place func(track, frame int) (x, y float64), tracks int,
) []int {
	motions := make([]int, tracks)
	for i := range motions {
		counts := make([]int, s.config.Motions()+1)
		all := 0
		for f := range s.cameras {
			if seen(i, f) {
				x, y := place(i, f)
				counts[s.MotionAt(f, x, y)]++
				all++
			}
		}
		best := slices.Index(counts, slices.Max(counts))
		if 5*counts[best] >= 4*all && all > 0 {
			motions[i] = best
		}
	}
	return motions
}

// Draft draws frame f in grey without shadows, four rays a pixel, which takes a
// thirtieth of the time of Render.
func (s *Scene) Draft(f int) *image.Gray {
	picture := image.NewGray(image.Rect(0, 0, s.config.Width, s.config.Height))
	eye := s.cameras[f]
	for y := range s.config.Height {
		for x := range s.config.Width {
			var sum float64
			for _, d := range [...][2]float64{{-0.25, -0.25}, {0.25, -0.25}, {-0.25, 0.25}, {0.25, 0.25}} {
				sum += s.plainShade(f, eye.pose.t, eye.ray(float64(x)+d[0], float64(y)+d[1]))
			}
			picture.Pix[y*picture.Stride+x] = uint8(255 * math.Sqrt(min(1, sum/4)))
		}
	}
	return picture
}

// plainShade returns the brightness that comes back along a ray, from 0, of a light
// that casts no shadow.
func (s *Scene) plainShade(f int, o, d vec) float64 {
	index, at := s.first(f, o, d)
	placed := s.poses[f][index]
	lamp := lightCentre.sub(placed.toWorld(at.at))
	facing := max(0, placed.r.turn(at.normal).dot(lamp.unit()))
	return s.objects[index].paint(at).luminance() * (0.45 + 0.75*facing)
}
