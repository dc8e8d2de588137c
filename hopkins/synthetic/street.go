package synthetic

import (
	"math"
	"math/rand/v2"
)

// A street is a room that is long; the floor is at y = 0 as in the other.
var (
	streetHalf   = vec{7, 6, 32}
	streetCentre = vec{0, 6, -28}
)

// arrangeStreet draws a scene of Varied that is a street.
func arrangeStreet(seed uint64, r *rand.Rand) *Scene {
	bodies := []int{0, 1, 1, 1, 2, 2, 2, 3, 3, 4}[r.IntN(10)]
	s := &Scene{config: Config{
		Seed: seed, Bodies: bodies, Frames: leastVariedFrames +
			r.IntN(mostVariedFrames-leastVariedFrames+1), Tracks: MaxTracks, Width: 320, Height: 240, Incomplete: true,
	}}
	walls := bricks(between(r, 0.6, 1.4), between(r, 0.25, 0.5), hex(0xC6D0CF), r.IntN(1<<20))
	ground := marble(hex(0x9A9A96), hex(0x55565A), between(r, 0.3, 0.8), r.IntN(1<<20))
	s.objects = []object{{
		shape: room{streetHalf}, motion: rest(streetCentre, 0),
		paint: func(at surface) rgb {
			switch at.face {
			case 2:
				return hex(0xDDE2E6)
			case 3:
				return ground(at)
			}
			return walls(at)
		},
	}}
	for range 6 + r.IntN(10) {
		shape, paint, gloss := kits[r.IntN(len(kits))](r, between(r, 0.5, 1.8))
		place := vec{either(r, 2.6, 6.5), shape.radius() * between(r, 0.5, 1), between(r, -40, 0)}
		s.objects = append(s.objects, object{shape: shape, paint: paint, gloss: gloss, motion: rest(place, between(r, 0, 3))})
	}
	for i := range bodies {
		s.objects = append(s.objects, streetBody(r, i+1))
	}
	eye := path{centre: vec{between(r, -1.5, 1.5), between(r, 1.2, 2), 0}, linear: vec{either(r, 0, 0.4), 0, 0}}
	if r.IntN(8) > 0 { // else it waits
		eye.linear.z = -math.Exp(between(r, math.Log(0.6), math.Log(8)))
	}
	eye.sway, eye.cycles, eye.phase = vec{0.005, 0.01, 0}, between(r, 2, 5), between(r, 0, 6)
	turn := either(r, 0, 0.12)
	focal := float64(s.config.Width) / 2 / math.Tan(between(r, 40, 75)*math.Pi/360)
	for f := range s.config.Frames {
		time := float64(f)/float64(s.config.Frames-1) - 0.5
		at := eye.at(time)
		look := vec{math.Sin(turn * time), -0.02, -1}
		s.cameras = append(s.cameras, camera{
			pose: lookAt(at, at.add(look), 0), focal: focal, cx: float64(s.config.Width-1) / 2,
			cy: float64(s.config.Height-1) / 2,
		})
		poses := make([]pose, len(s.objects))
		for i, o := range s.objects {
			poses[i] = o.motion.at(time)
		}
		s.poses = append(s.poses, poses)
	}
	return s
}

// streetBody draws a body that drives along the street or crosses it.
func streetBody(r *rand.Rand, number int) object {
	size := between(r, 0.5, 1.6)
	shape, paint, gloss := kits[r.IntN(len(kits))](r, size)
	path := path{
		centre: vec{between(r, -3.5, 3.5), shape.radius() * 0.9, -math.Exp(between(r, math.Log(5), math.Log(25)))},
		linear: vec{either(r, 0, 0.5), 0, either(r, 0.5, 8)},
	}
	if r.IntN(4) == 0 {
		path.linear = vec{either(r, 0.8, 4), 0, either(r, 0, 0.5)}
	}
	return object{
		shape: shape, paint: paint, gloss: gloss, body: number,
		motion: motion{path,
			spin{start: about(vec{0, 1, 0}, between(r, 0, 3)), axis: vec{0, 1, 0}, angle: either(r, 0, 0.25)}},
	}
}
