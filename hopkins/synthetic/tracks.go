package synthetic

import (
	"fmt"
	"math/rand/v2"

	"motionseg/hopkins"

	"gonum.org/v1/gonum/mat"
)

// margin is how far inside the picture a tracked point must lie, in pixels.
const margin = 4

// grazingView is the smallest cosine of the angle between the line of sight
// and the normal of a surface at which a tracker would still hold on to it.
const grazingView = 0.2

// place is a point of a body that is tracked.
type place struct {
	object int
	at     vec // in the object's own frame
	normal vec
}

// seen reports whether a place is visible in frame f, and where.
func (s *Scene) seen(f int, p place) (x, y float64, ok bool) {
	x, y, world, inPicture := s.locate(f, p)
	if !inPicture {
		return x, y, false
	}
	toEye := s.cameras[f].pose.t.sub(world)
	if s.poses[f][p.object].r.turn(p.normal).dot(toEye) < grazingView*toEye.norm() {
		return x, y, false
	}
	return x, y, !s.blocked(f, s.cameras[f].pose.t, world)
}

// locate projects a place in frame f and reports whether it lies in the picture.
func (s *Scene) locate(f int, p place) (x, y float64, world vec, inPicture bool) {
	world = s.poses[f][p.object].toWorld(p.at)
	x, y, depth := s.cameras[f].project(world)
	return x, y, world, depth >= near &&
		x >= margin && x <= float64(s.config.Width-1)-margin &&
		y >= margin && y <= float64(s.config.Height-1)-margin
}

// seenThroughout reports whether a place is visible in every frame.
func (s *Scene) seenThroughout(object int, at surface) bool {
	p := place{object, at.at, at.normal}
	// The ends first: most places that get lost are lost there.
	last := len(s.cameras) - 1
	for _, f := range []int{last, 0} {
		if _, _, ok := s.seen(f, p); !ok {
			return false
		}
	}
	for f := 1; f < last; f++ {
		if _, _, ok := s.seen(f, p); !ok {
			return false
		}
	}
	return true
}

// seenOften reports whether a place is visible in at least half of the frames.
func (s *Scene) seenOften(object int, at surface) bool {
	p := place{object, at.at, at.normal}
	hidden := 0
	for f := range s.cameras {
		if _, _, ok := s.seen(f, p); !ok {
			hidden++
			if 2*hidden > len(s.cameras) {
				return false
			}
		}
	}
	return true
}

// share returns how many of the tracks each motion has, the background first:
// four parts for the background, three for each body.
func (c Config) share() []int {
	counts := make([]int, c.Motions())
	left := c.Tracks
	for b := 1; b < len(counts); b++ {
		counts[b] = c.Tracks * 3 / (4 + 3*c.Bodies)
		left -= counts[b]
	}
	counts[0] = left
	return counts
}

// choose draws the places that are tracked, and the motion of each from 1, in
// random order. Among a few candidates it takes the one where the texture
// varies most, as a corner detector would.
func (s *Scene) choose() (places []place, truth []int, err error) {
	r := rand.New(rand.NewPCG(s.config.Seed, streamTracks))
	const candidates, tries = 4, 2000
	follows := s.seenThroughout
	if s.config.Incomplete {
		follows = s.seenOften
	}
	for body, count := range s.config.share() {
		objects, areas := s.parts(body)
		found := 0
		for try := 0; found < count; try++ {
			if try == tries+tries*count {
				return nil, nil, fmt.Errorf("synthetic scene: seed %d: only %d of %d tracks of motion %d found: too "+
					"little of it is seen throughout",
					s.config.Seed, found, count, body+1)
			}
			object := objects[pick(r, areas)]
			shape := s.objects[object].shape
			var best surface
			most := -1.0
			for range candidates {
				at := shape.sample(r)
				if contrast := s.contrast(object, at); contrast > most {
					best, most = at, contrast
				}
			}
			if follows(object, best) {
				places = append(places, place{object, best.at, best.normal})
				truth = append(truth, body+1)
				found++
			}
		}
	}
	r.Shuffle(len(places), func(i, j int) {
		places[i], places[j] = places[j], places[i]
		truth[i], truth[j] = truth[j], truth[i]
	})
	return places, truth, nil
}

// parts returns the objects that move as a body does, each with the weight
// with which places are drawn from it.
func (s *Scene) parts(body int) (objects []int, weights []float64) {
	for i, o := range s.objects {
		if o.body == body {
			weight := 1.0
			if i == 0 {
				weight = 4 // the room is far larger than what stands in it
			}
			objects = append(objects, i)
			weights = append(weights, weight)
		}
	}
	return objects, weights
}

// pick draws an index with the given weights.
func pick(r *rand.Rand, weights []float64) int {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	at := r.Float64() * total
	for i, w := range weights {
		if at < w {
			return i
		}
		at -= w
	}
	return len(weights) - 1
}

// contrast is the variance of the texture's luminance on a small ring about a
// place, a few pixels wide in the picture.
func (s *Scene) contrast(object int, at surface) float64 {
	o := s.objects[object]
	middle := len(s.cameras) / 2
	depth := s.cameras[middle].pose.t.sub(s.poses[middle][object].toWorld(at.at)).norm()
	reach := 2.5 * depth / s.cameras[middle].focal
	u, v := at.normal.tangents()
	const around = 6
	sum, squares := 0.0, 0.0
	for _, d := range [around][2]float64{{1, 0}, {0.5, 0.87}, {-0.5, 0.87}, {-1, 0}, {-0.5, -0.87}, {0.5, -0.87}} {
		beside := at.at.along(u, d[0]*reach).along(v, d[1]*reach)
		l := o.paint(o.shape.surface(beside, at.face)).luminance()
		sum += l
		squares += l * l
	}
	mean := sum / around
	return squares/around - mean*mean
}

// Sequence returns the tracks of the scene with their truth: motion 1 is the
// background, 2… the bodies. The order of the tracks tells nothing of their
// motion. Normalized holds K⁻¹-normalised coordinates as Hopkins155 has them,
// with half the larger side of the picture as the focal length and its centre
// as the principal point, so that they lie within [−1, 1] but for noise at the
// border. Where a track of an incomplete sequence is not visible, its
// coordinates are those where it was seen last, or first.
//
// The error says for which motion too few places are seen throughout.
func (s *Scene) Sequence() (*hopkins.Sequence, error) {
	places, truth, err := s.choose()
	if err != nil {
		return nil, err
	}
	c := s.config
	n := len(places)
	pixels := mat.NewDense(2*c.Frames, n, nil)
	var visible [][]bool
	if c.Incomplete {
		visible = make([][]bool, n)
	}
	r := rand.New(rand.NewPCG(c.Seed, streamNoise))
	for i, p := range places {
		if c.Incomplete {
			visible[i] = make([]bool, c.Frames)
		}
		for f := range c.Frames {
			// The noise is drawn where nothing is seen as well, so that one
			// frame does not shift the noise of the next.
			dx, dy := c.Noise*r.NormFloat64(), c.Noise*r.NormFloat64()
			x, y, ok := 0.0, 0.0, true
			if c.Incomplete {
				x, y, ok = s.seen(f, p)
				visible[i][f] = ok
			} else {
				x, y, _, _ = s.locate(f, p)
			}
			if ok {
				pixels.Set(2*f, i, x+dx)
				pixels.Set(2*f+1, i, y+dy)
			}
		}
		if c.Incomplete {
			holdHidden(pixels, i, visible[i])
		}
	}
	return &hopkins.Sequence{
		Name:        s.Name(),
		Category:    hopkins.Other,
		Width:       c.Width,
		Height:      c.Height,
		Pixels:      pixels,
		Normalized:  normalised(pixels, c.Width, c.Height),
		Visible:     visible,
		Truth:       truth,
		Description: s.describe(),
	}, nil
}

// Name returns a name made from the number of bodies and the seed.
func (s *Scene) Name() string { return fmt.Sprintf("synthetic_%db_%d", s.config.Bodies, s.config.Seed) }

// describe returns the text of description.txt.
func (s *Scene) describe() string {
	noun := "bodies"
	if s.config.Bodies == 1 {
		noun = "body"
	}
	return fmt.Sprintf("Synthetic scene of seed %d: %d moving %s and the background, seen by a moving camera.\n"+
		"%d tracks over %d frames of %d×%d pixels, Gaussian noise of %g px. Pixel y runs downwards.\n",
		s.config.Seed, s.config.Bodies, noun, s.config.Tracks, s.config.Frames, s.config.Width, s.config.Height,
		s.config.Noise)
}

// holdHidden fills the coordinates of track i where it is not visible with
// those of the nearest earlier frame where it is, or else the first such.
func holdHidden(pixels *mat.Dense, i int, visible []bool) {
	from := 0
	for !visible[from] {
		from++
	}
	for f := range visible {
		if visible[f] {
			from = f
			continue
		}
		pixels.Set(2*f, i, pixels.At(2*from, i))
		pixels.Set(2*f+1, i, pixels.At(2*from+1, i))
	}
}

// intrinsics returns the focal length and principal point of the calibration
// matrix K that normalises the coordinates of a picture.
func intrinsics(width, height int) (focal, cx, cy float64) {
	return float64(max(width, height)) / 2, float64(width-1) / 2, float64(height-1) / 2
}

// normalised returns K⁻¹ applied to pixel coordinates.
func normalised(pixels *mat.Dense, width, height int) *mat.Dense {
	focal, cx, cy := intrinsics(width, height)
	centre := [2]float64{cx, cy}
	var x mat.Dense
	x.Apply(func(row, _ int, v float64) float64 { return (v - centre[row%2]) / focal }, pixels)
	return &x
}
