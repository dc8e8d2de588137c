package scenes

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
)

// BenchmarkTracks is an affine camera's view of three rigid motions with a
// little noise and bending: N tracks over F frames, for timing only.
func BenchmarkTracks(n, frames int) core.Data {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(frames)))
	x := mat.NewDense(2*frames, n, nil)
	for group := range 3 {
		axis := rng.Float64() * math.Pi
		speed := 0.02 + 0.02*rng.Float64()
		dx, dy := 0.01*rng.NormFloat64(), 0.01*rng.NormFloat64()
		cx, cy := 0.8*rng.Float64()-0.4, 0.8*rng.Float64()-0.4
		for j := group; j < n; j += 3 {
			px, py, pz := 0.3*rng.NormFloat64(), 0.3*rng.NormFloat64(), 0.3*rng.NormFloat64()
			for f := range frames {
				c, s := math.Cos(speed*float64(f)), math.Sin(speed*float64(f))
				qx, qz := c*px+s*pz, c*pz-s*px
				depth := 1 + 0.3*qz
				ca, sa := math.Cos(axis), math.Sin(axis)
				u, v := ca*qx-sa*py, sa*qx+ca*py
				x.Set(2*f, j, 0.5*(u+cx+dx*float64(f))/depth+5e-4*rng.NormFloat64())
				x.Set(2*f+1, j, 0.5*(v+cy+dy*float64(f))/depth+5e-4*rng.NormFloat64())
			}
		}
	}
	return core.Data{X: x}
}

// RigidTracks returns 2F×N tracks in pixels of bodies that turn and shift
// before an affine camera, each of points points in a box of 200 pixels, with
// noise; and the body of every track from 1.
func RigidTracks(bodies, points, frames int, noise float64, seed uint64) (*mat.Dense, []int) {
	r := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(2*frames, bodies*points, nil)
	labels := make([]int, bodies*points)
	for b := range bodies {
		turn, tilt := 0.02+0.02*r.Float64(), 0.01+0.02*r.Float64()
		dx, dy := 4*r.NormFloat64(), 4*r.NormFloat64()
		for i := range points {
			column := b*points + i
			labels[column] = b + 1
			px, py, pz := 200*(r.Float64()-.5), 200*(r.Float64()-.5), 200*(r.Float64()-.5)
			for f := range frames {
				t := float64(f)
				s, c := math.Sincos(turn * t)
				ts, tc := math.Sincos(tilt * t)
				qx, qy, qz := c*px-s*py, s*px+c*py, pz
				x.Set(2*f, column, 320+100*float64(b)+qx+dx*t+noise*r.NormFloat64())
				x.Set(2*f+1, column, 240+tc*qy-ts*qz+dy*t+noise*r.NormFloat64())
			}
		}
	}
	return x, labels
}

// WithGaps hides a stretch of share of the frames of every second track.
func WithGaps(n, frames int, share float64, seed uint64) [][]bool {
	r := rand.New(rand.NewPCG(seed, 2))
	seen := make([][]bool, n)
	length := int(share * float64(frames))
	for i := range seen {
		start := r.IntN(frames - length + 1)
		seen[i] = make([]bool, frames)
		for f := range frames {
			seen[i][f] = i%2 == 0 || f < start || f >= start+length
		}
	}
	return seen
}

// Scattered returns n tracks' order, the same every time, in which neighbours are far
// apart.
func Scattered(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i * 7 % n
	}
	return order
}

// PerspectiveBodies returns complete tracks of boxes that reach into each other.
func PerspectiveBodies(seed uint64, bodies, points, frames int, noise float64) (core.Data, []int) {
	return boxes(seed, bodies, points, frames, noise, 0.8, nil)
}

// Planes returns points on two planes through 5-space, 30 each, with noise, and
// the planes' numbers.
func Planes(seed uint64, noise float64) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, truth := IndependentSubspaces(rng, 5, 2, 2, 30)
	x.Apply(func(_, _ int, v float64) float64 { return v + noise*rng.NormFloat64() }, x)
	return x, truth
}

// TwoViews returns two pictures of rigid bodies that turn and shift, each on
// its own, before a camera of focal length 1: for every body 60 points of a box
// at depth 4 to 6, drawn evenly by the seed, seen with the noise given. The
// bodies stand side by side and reach into each other.
func TwoViews(seed uint64, bodies int, noise float64) (core.Data, []int) {
	const points = 60
	rng := rand.New(rand.NewPCG(seed, 2))
	uniform := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	x := mat.NewDense(9, bodies*points, nil)
	truth := make([]int, bodies*points)
	for b := range bodies {
		angle, tilt := uniform(-0.3, 0.3), uniform(-0.3, 0.3)
		shift := [3]float64{uniform(-0.5, 0.5), uniform(-0.5, 0.5), uniform(-0.3, 0.3)}
		for i := range points {
			j := b*points + i
			p := [3]float64{float64(b) - float64(bodies-1)/2 + uniform(-0.8, 0.8), uniform(-1, 1), uniform(-1, 1)}
			ca, sa, ct, st := math.Cos(angle), math.Sin(angle), math.Cos(tilt), math.Sin(tilt)
			q := [3]float64{ca*p[0] + sa*p[2], p[1], ca*p[2] - sa*p[0]}
			q = [3]float64{q[0] + shift[0], ct*q[1] - st*q[2] + shift[1], st*q[1] + ct*q[2] + shift[2]}
			seen := func(v [3]float64) [3]float64 {
				return [3]float64{v[0]/(5+v[2]) + noise*rng.NormFloat64(), v[1]/(5+v[2]) + noise*rng.NormFloat64(), 1}
			}
			first, second := seen(p), seen(q)
			for r := range 9 {
				x.Set(r, j, first[r/3]*second[r%3])
			}
			truth[j] = b + 1
		}
	}
	return core.Data{X: x, Kind: core.TwoFrames}, truth
}

// LongTracks returns the tracks of rigid bodies that turn steadily, each at its
// own pace and around its own axis, and drift, over many frames of an
// orthographic camera: 40 points of a unit box each, the noise given.
func LongTracks(seed uint64, bodies, frames int, noise float64) (core.Data, []int) {
	const points = 40
	rng := rand.New(rand.NewPCG(seed, 3))
	x := mat.NewDense(2*frames, bodies*points, nil)
	truth := make([]int, bodies*points)
	for b := range bodies {
		turn, lean := 0.5+rng.Float64(), 2*rng.Float64()-1
		dx, dy := 2*rng.Float64()-1, 2*rng.Float64()-1
		for i := range points {
			j := b*points + i
			truth[j] = b + 1
			p := [3]float64{rng.Float64() - 0.5, rng.Float64() - 0.5, rng.Float64() - 0.5}
			for f := range frames {
				time := float64(f) / float64(frames)
				c, s := math.Cos(turn*time), math.Sin(turn*time)
				x.Set(2*f, j, c*p[0]+s*p[2]+dx*time+0.3*float64(b)+noise*rng.NormFloat64())
				x.Set(2*f+1, j, p[1]+lean*time*(c*p[2]-s*p[0])+dy*time+noise*rng.NormFloat64())
			}
		}
	}
	return core.Data{X: x}, truth
}

// Correspondences returns two frames of n points that go from (x, y) in the
// first to where the map takes them, as trajectories.
func Correspondences(n int, seed uint64, to func(x, y, depth float64) (u, v float64)) core.Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(4, n, nil)
	for i := range n {
		a, b, depth := 2*rng.Float64()-1, 2*rng.Float64()-1, 3+2*rng.Float64()
		u, v := to(a, b, depth)
		x.SetCol(i, []float64{a, b, u, v})
	}
	return core.Data{X: x, Kind: core.Trajectories}
}

// Rigid takes a point of a picture, at a depth, to where a camera of focal
// length 1 that turned and moved sees it.
func Rigid(x, y, depth float64) (u, v float64) {
	const c, s = 0.995004165278026, 0.0998334166468282 // of 0.1 radians
	px, py, pz := x*depth, y*depth, depth
	px, pz = c*px+s*pz+0.4, c*pz-s*px+0.3
	return px / pz, (py - 0.2) / pz
}

// WrongMatches adds count matches between places anywhere in the pictures of
// two frames; their truth is 0. The order of all is drawn anew.
func WrongMatches(data core.Data, truth []int, count int, seed uint64) (core.Data, []int) {
	rng := rand.New(rand.NewPCG(seed, 3))
	n := len(truth)
	low, high := [9]float64{}, [9]float64{}
	for r := range 9 {
		low[r], high[r] = mat.Min(data.X.RowView(r)), mat.Max(data.X.RowView(r))
	}
	order := rng.Perm(n + count)
	x := mat.NewDense(9, n+count, nil)
	labels := make([]int, n+count)
	for i, to := range order {
		if i < n {
			labels[to] = truth[i]
			for r := range 9 {
				x.Set(r, to, data.X.At(r, i))
			}
			continue
		}
		var p, q [3]float64
		for c, row := range [...]int{2, 5} {
			p[c] = low[row] + rng.Float64()*(high[row]-low[row])
		}
		for c, row := range [...]int{6, 7} {
			q[c] = low[row] + rng.Float64()*(high[row]-low[row])
		}
		p[2], q[2] = 1, 1
		for r := range 9 {
			x.Set(r, to, p[r/3]*q[r%3])
		}
	}
	return core.Data{X: x, Kind: core.TwoFrames}, labels
}

// boxes draws bodies of points on boxes that each turn and go their own way before a
// pinhole camera, over frames, with the noise given; apart is the distance of one
// body from the next, of which each is 1.6 wide. seen draws the frames that a track is
// seen in, nil for all of them.
func boxes(
	seed uint64, bodies, points, frames int, noise, apart float64, seen func(*rand.Rand) []bool,
) (core.Data, []int) {
	rng := rand.New(rand.NewPCG(seed, 3))
	uniform := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	n := bodies * points
	d := core.Data{X: mat.NewDense(2*frames, n, nil), Kind: core.Trajectories}
	if seen != nil {
		d.Visible = make([][]bool, n)
	}
	truth := make([]int, n)
	for b := range bodies {
		turn, tilt := uniform(-0.02, 0.02), uniform(-0.02, 0.02)
		step := [3]float64{uniform(-0.08, 0.08), uniform(-0.08, 0.08), uniform(-0.08, 0.08)}
		for i := range points {
			j := b*points + i
			truth[j] = b + 1
			p := [3]float64{uniform(-0.8, 0.8), uniform(-1, 1), uniform(-1, 1)}
			if seen != nil {
				d.Visible[j] = seen(rng)
			}
			for f := range frames {
				at := float64(f)
				ca, sa, ct, st := math.Cos(turn*at), math.Sin(turn*at), math.Cos(tilt*at), math.Sin(tilt*at)
				q := [3]float64{ca*p[0] + sa*p[2], p[1], ca*p[2] - sa*p[0]}
				q = [3]float64{q[0] + step[0]*at + apart*(float64(b)-float64(bodies-1)/2),
					ct*q[1] - st*q[2] + step[1]*at, st*q[1] + ct*q[2] + step[2]*at + 6}
				if seen == nil || d.Visible[j][f] {
					d.X.Set(2*f, j, q[0]/q[2]+noise*rng.NormFloat64())
					d.X.Set(2*f+1, j, q[1]/q[2]+noise*rng.NormFloat64())
				}
			}
		}
	}
	return d, truth
}

// MovingBodies returns tracks of boxes beside each other, each track seen from a
// random frame on for at least half of them and hidden for one of these.
func MovingBodies(seed uint64, bodies, points, frames int, noise float64) (core.Data, []int) {
	return boxes(seed, bodies, points, frames, noise, 1.6, func(rng *rand.Rand) []bool {
		length := frames/2 + rng.IntN(frames-frames/2+1)
		first := rng.IntN(frames - length + 1)
		gap := first + rng.IntN(length)
		visible := make([]bool, frames)
		for f := first; f < first+length; f++ {
			visible[f] = f != gap
		}
		return visible
	})
}

// RandomDense returns a rows×cols matrix of normal numbers.
func RandomDense(rng *rand.Rand, rows, cols int) *mat.Dense {
	x := mat.NewDense(rows, cols, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	return x
}

// IndependentSubspaces returns points on groups random subspaces of that
// dimension, each points of them one after the other, and their labels. The
// subspaces are independent as long as groups·dimension ≤ ambient.
func IndependentSubspaces(rng *rand.Rand, ambient, groups, dimension, points int) (*mat.Dense, []int) {
	x := mat.NewDense(ambient, groups*points, nil)
	labels := make([]int, groups*points)
	for g := range groups {
		var part mat.Dense
		part.Mul(RandomDense(rng, ambient, dimension), RandomDense(rng, dimension, points))
		part.Scale(1/math.Sqrt(float64(dimension)), &part)
		x.Slice(0, ambient, g*points, (g+1)*points).(*mat.Dense).Copy(&part)
		for j := range points {
			labels[g*points+j] = g + 1
		}
	}
	return x, labels
}

// CorruptedPoints puts a share of the points of tracks anywhere in the box around
// all, and returns which.
func CorruptedPoints(x *mat.Dense, share float64, seed uint64) (*mat.Dense, map[[2]int]bool) {
	rng := rand.New(rand.NewPCG(seed, 4))
	corrupted := mat.DenseCopyOf(x)
	rows, n := x.Dims()
	low, high := mat.Min(x), mat.Max(x)
	gross := map[[2]int]bool{}
	for i := range n {
		for f := range rows / 2 {
			if rng.Float64() < share {
				gross[[2]int{i, f}] = true
				corrupted.Set(2*f, i, low+rng.Float64()*(high-low))
				corrupted.Set(2*f+1, i, low+rng.Float64()*(high-low))
			}
		}
	}
	return corrupted, gross
}

// WithRandomPaths replaces every fifth track by a path that keeps some of its
// velocity, as fast as that many pixels a frame, and gives it the truth 0.
func WithRandomPaths(x *mat.Dense, truth []int, pace float64, seed uint64) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(seed, 5))
	corrupted, labels := mat.DenseCopyOf(x), slices.Clone(truth)
	rows, n := x.Dims()
	for i := 0; i < n; i += 5 {
		labels[i] = 0
		for a := range 2 {
			at, speed := mat.Min(x)+rng.Float64()*(mat.Max(x)-mat.Min(x)), pace*rng.NormFloat64()
			for f := range rows / 2 {
				corrupted.Set(2*f+a, i, at)
				at += speed
				speed = 0.9*speed + pace*(1.3/3)*rng.NormFloat64()
			}
		}
	}
	return corrupted, labels
}

// Garbled returns tracks with what stands where they are not seen replaced by numbers
// that nothing may read.
func Garbled(x *mat.Dense, visible [][]bool) core.Data {
	d := core.Data{X: mat.DenseCopyOf(x), Kind: core.Trajectories, Visible: visible}
	for i, frames := range visible {
		for f, ok := range frames {
			if !ok {
				d.X.Set(2*f, i, 1e6*float64(1+i%3))
				d.X.Set(2*f+1, i, -1e6)
			}
		}
	}
	return d
}

// StillAndBodies returns tracks, some with gaps, of a still world that a camera pans over, and of
// bodies before it that move each its own way, with their motions, the world's 1: small groups
// before a large one, as in films.
func StillAndBodies(seed uint64, bodies, points, frames int) (core.Data, []int) {
	rng := rand.New(rand.NewPCG(seed, 29))
	n := points * (bodies + 4)
	data := core.Data{X: mat.NewDense(2*frames, n, nil), Kind: core.Trajectories, Visible: make([][]bool, n)}
	truth := make([]int, n)
	for i := range n {
		motion := max(i/points-3, 0)
		truth[i] = motion + 1
		x, y := 2*rng.Float64()-1, 2*rng.Float64()-1
		dx, dy := 0.01, 0.002
		if motion > 0 {
			turn := 2 * math.Pi * float64(motion) / float64(bodies)
			x, y = 0.12*x+0.6*math.Cos(turn), 0.12*y+0.6*math.Sin(turn)
			dx, dy = dx-0.03*math.Sin(turn), dy+0.03*math.Cos(turn)
		}
		data.Visible[i] = make([]bool, frames)
		from, to := 0, frames
		if i%3 == 0 {
			from, to = i%4, frames-i%5
		}
		for f := range frames {
			time := float64(f) - float64(frames-1)/2
			data.X.Set(2*f, i, x+dx*time+0.001*rng.NormFloat64())
			data.X.Set(2*f+1, i, y+dy*time+0.001*rng.NormFloat64())
			data.Visible[i][f] = f >= from && f < to
		}
	}
	return data, truth
}

// Street returns complete tracks of what stands on both sides of a street that a camera drives
// along, motion 1, and of a car ahead that changes lanes, motion 2, in normalised coordinates: no low rank tells them
// apart.
func Street(seed uint64) (core.Data, []int) {
	const still, car, frames, noise = 160, 40, 16, 0.0004
	const cameraPace, carPace = 0.12, 0.06 // of the depth, in a frame
	r := rand.New(rand.NewPCG(seed, 7))
	x, truth := mat.NewDense(2*frames, still+car, nil), make([]int, still+car)
	for i := range truth {
		px, py, pz, across, pace := 6*r.Float64()-3, 3*r.Float64()-1.5, 3+9*r.Float64(), 0.0, cameraPace
		truth[i] = 1
		if i >= still {
			px, py, pz = 0.6*r.Float64()-0.6, 0.8*r.Float64()-0.4, 4.4+0.4*r.Float64()
			across, pace = 0.01, cameraPace-carPace
			truth[i] = 2
		}
		for f := range frames {
			z := pz - pace*float64(f)
			x.Set(2*f, i, (px+across*float64(f))/z+noise*r.NormFloat64())
			x.Set(2*f+1, i, py/z+noise*r.NormFloat64())
		}
	}
	return core.Data{X: x, Kind: core.Trajectories}, truth
}

// Shaken has all of a frame come nearer or go farther, by a normal share of this size, as before a camera that
// shakes to and fro.
func Shaken(data core.Data, share float64, seed uint64) core.Data {
	r := rand.New(rand.NewPCG(seed, 1))
	rows, _ := data.X.Dims()
	for f := range rows / 2 {
		nearer := 1 + share*r.NormFloat64()
		floats.Scale(nearer, data.X.RawRowView(2*f))
		floats.Scale(nearer, data.X.RawRowView(2*f+1))
	}
	return data
}
