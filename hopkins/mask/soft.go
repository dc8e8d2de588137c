package mask

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/internal/pool"
	"motionseg/hopkins/track"
)

// FollowSoft follows points besides the tracks of a film through its pictures, for
// Film.Soft; see track.Soft. report, when not nil, is called after every frame. It is nil
// where the film has no pictures, and where they are so small that the windows by which
// soft points are followed reach over most of what moves. The error is ctx.Err() when ctx ends; any other names the
// sequence and the frame.
func FollowSoft(ctx context.Context, f Film, report func(track.Progress)) (*track.Tracks, error) {
	s := f.Sequence
	if f.Picture == nil || min(s.Width, s.Height) < softSide {
		return nil, nil
	}
	taken := func(frame int, size image.Point) []track.Point {
		x, y := float64(size.X)/float64(s.Width), float64(size.Y)/float64(s.Height)
		var all []track.Point
		for i := range s.Points() {
			if s.Seen(i, frame) {
				p := placeOf(s, f.Upward, i, frame)
				all = append(all, track.Point{X: float64(p.X * x), Y: float64(p.Y * y)})
			}
		}
		return all
	}
	soft, err := track.Soft(ctx, greys{f}, taken, f.Workers, report)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errNoPicture):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	return soft, nil
}

// greys are the pictures of a film in grey.
type greys struct{ film Film }

// errNoPicture says that a frame of a film has no picture.
var errNoPicture = errors.New("expected a picture, found none")

func (g greys) Len() int { return g.film.Sequence.Frames() }

func (g greys) Gray(ctx context.Context, i int) (*image.Gray, error) {
	if i >= g.Len() {
		return nil, io.EOF
	}
	m, err := g.film.Picture(ctx, i)
	if err == nil && m == nil {
		err = errNoPicture
	}
	if err != nil {
		return nil, err
	}
	return footage.GrayOf(m), nil
}

// placeOf returns where a track is in a frame, y downwards.
func placeOf(s *hopkins.Sequence, upward bool, i, frame int) track.Point {
	x, y := s.At(i, frame)
	if upward {
		y = float64(s.Height-1) - y
	}
	return track.Point{X: x, Y: y}
}

// softSide is the least shorter side of pictures in which soft points are followed.
const softSide = 128

const (
	// softNear and softFar are the numbers of frames over which the displacement of a soft point is
	// compared with those that the motions have there.
	softNear, softFar = 1, 4
	// softNoise is by how much a displacement may differ, in pixels, and softBend how much
	// more as a part of it.
	softNoise, softBend = 0.7, 0.05
	// softAround is how many tracks of a motion tell how it goes at a place, and softReach
	// how far they reach, σ in pixels of a picture of 640×480.
	softAround, softReach = 6, 35
	// softPrior is what the natural logarithm of the square of the distance of a motion's
	// tracks counts, and softClose how near they count alike, in pixels.
	softPrior, softClose = 0.2, 20
	// softAgree is what another motion than that of all soft points around costs, and
	// softApart how far away they are, in units of the least distance of soft points.
	softAgree, softApart = 2, 2.5
	// softMost is the most that a soft point may differ from its motion, as the mean natural
	// logarithm of 1 and the square of the difference in units of the noise; one that differs
	// more from all has none.
	softMost = 2
	// softRounds is how often soft points are compared with those around.
	softRounds = 5
)

// softVote labels soft points by the motions of the tracks around.
type softVote struct {
	film    Film
	motions int        // of the tracks; soft points may have one more, their own
	stretch [2]float64 // pixels of the sequence in one of the soft points' pictures
	live    [][]int32  // soft points of every frame
	// cost is that of every motion for every soft point, differ its part by the displacement,
	// both summed up, and count of how many displacements.
	cost, differ []float64
	count        []float64
	around       map[[2]int32]int32 // soft points beside each other, the smaller number first: frames
	label        []int
	own          ownMotion
}

// ownMotion says what is known of the motion that soft points have of their own.
type ownMotion int

const (
	noOwn   ownMotion = iota // there is none
	anyOwn                   // it may be any that is none of the tracks'
	liveOwn                  // it is that of those that have it
)

// labelSoft returns the motions of the soft points of a film, 0 where none explains how
// they go: that one which takes its tracks nearby where the point goes, unless those of the
// soft points around are another. Where enough of them go as none of the tracks does, but as
// those around, theirs is a motion more. Of motions that tracks have by hand, against how they
// go, they do not tell, see contradicted. It is ctx.Err() when ctx ends.
func labelSoft(ctx context.Context, f Film, motions int) ([]int, error) {
	v := newSoftVote(f, motions)
	v.listen(ctx)
	if motions < MostMotions && ctx.Err() == nil {
		v.own = anyOwn
		v.settle()
		_, other := v.parts()
		v.own = liveOwn
		for range ownRounds {
			v.listen(ctx)
			v.settle()
		}
		if part, own := v.parts(); part < ownShare || own < ownAlike*other || v.onRim() > ownRim*own {
			v.own = noOwn
		}
	}
	if v.own == noOwn {
		v.settle()
	}
	against := contradicted(ctx, f, motions)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for i, l := range v.label {
		if l > 0 && l <= motions && against[l-1] {
			v.label[i] = 0
		}
	}
	return v.label, nil
}

// newSoftVote returns a vote that nobody has listened to yet.
func newSoftVote(f Film, motions int) *softVote {
	n := len(f.Soft.Tracks)
	v := &softVote{
		film: f, motions: motions, live: make([][]int32, f.Sequence.Frames()),
		stretch: [2]float64{
			float64(f.Sequence.Width) / float64(f.Soft.Width), float64(f.Sequence.Height) / float64(f.Soft.Height),
		},
		cost: make([]float64, n*(motions+1)), differ: make([]float64, n*(motions+1)), count: make([]float64, n),
		around: map[[2]int32]int32{}, label: make([]int, n),
	}
	for i, t := range f.Soft.Tracks {
		for frame := t.First; frame <= min(t.Last(), len(v.live)-1); frame++ {
			v.live[frame] = append(v.live[frame], int32(i))
		}
	}
	for frame := range v.live {
		v.meet(frame)
	}
	return v
}

// mostContradicted is the most of the tracks of other motions that may go as one does for
// soft points to tell of it: a body has about a twentieth of them, so that of those that it
// is said to have a sixth are others'.
const mostContradicted = 0.01

// contradicted tells which motions tracks of others have too by the vote that soft points have,
// each by the others around it, while their own motion does not explain them at all. Labels that
// were found by how tracks go hardly contradict it. Where they do, as by hand those of a
// reflection that goes with what it shows, soft points would spread the motion where the user
// took it away. Parts of a still world go alike, so labels by hand may tell them apart. The
// background has all that no other has.
func contradicted(ctx context.Context, f Film, motions int) []bool {
	against := make([]bool, motions)
	tracks, ok := track.TracksOf(f.Sequence)
	if !ok {
		return against
	}
	ground := Background(f.Sequence, f.Labels)
	f.Soft = tracks
	v := newSoftVote(f, motions)
	v.listen(ctx)
	v.settle()
	others, called := make([]float64, motions), make([]float64, motions)
	for i, l := range v.label {
		n := float64(len(tracks.Tracks[i].Points))
		for m := range against {
			switch own := f.Labels[i] - 1; {
			case own < 0 || own == m:
			case l-1 == m && v.differ[i*(motions+1)+own] > softMost*v.count[i]:
				called[m] += n
				fallthrough
			default:
				others[m] += n
			}
		}
	}
	for m := range against {
		against[m] = m != ground-1 && called[m] > mostContradicted*others[m]
	}
	return against
}

const (
	// ownRounds is how often the motion of soft points' own is taken from those that have it.
	ownRounds = 3
	// ownShare is the least part of the soft points that have a motion of their own for
	// that to be one, and ownAlike that of those that go as no tracks do: water goes as none,
	// but each part of it otherwise.
	ownShare, ownAlike = 0.02, 0.45
	// ownRim is the most of them that may be near the border of the picture, within the part
	// rim of its width and height, where the world reaches that is still, at any depth.
	ownRim, rim = 0.2, 0.1
)

// parts returns the part of the soft points that have a motion of their own, and their
// number, counted in every frame.
func (v *softVote) parts() (part, own float64) {
	all := 0.0
	for i, l := range v.label {
		n := float64(len(v.film.Soft.Tracks[i].Points))
		all += n
		if l > v.motions {
			own += n
		}
	}
	return own / all, own
}

// onRim returns how many soft points with a motion of their own are near the border of the
// picture, counted in every frame.
func (v *softVote) onRim() (n float64) {
	w, h := float64(v.film.Soft.Width), float64(v.film.Soft.Height)
	for i, l := range v.label {
		if l <= v.motions {
			continue
		}
		for _, p := range v.film.Soft.Tracks[i].Points {
			if min(p.X, w-1-p.X) < rim*w || min(p.Y, h-1-p.Y) < rim*h {
				n++
			}
		}
	}
	return n
}

// listen sums up what the displacements say of the motions: of those of the tracks, or of
// that of the soft points' own where there is one.
func (v *softVote) listen(ctx context.Context) {
	told := make([][]softSays, len(v.live))
	pool.Run(ctx, len(v.live), v.film.Workers, func(frame int) {
		for _, gap := range [...]int{softNear, softFar} {
			told[frame] = append(told[frame], v.compare(frame, frame+gap)...)
		}
	})
	if ctx.Err() != nil {
		return
	}
	if v.own == liveOwn {
		for i := range v.label {
			at := i*(v.motions+1) + v.motions
			v.cost[at], v.differ[at] = 0, 0
		}
	}
	for _, all := range told {
		for _, s := range all {
			at := int(s.point)*(v.motions+1) + int(s.motion)
			v.cost[at] += s.differs + s.far
			v.differ[at] += s.differs
			if s.motion == 0 {
				v.count[s.point]++
			}
		}
	}
}

// softSays is what a displacement of a soft point says of a motion.
type softSays struct {
	point, motion int32
	differs, far  float64
}

// place returns where a soft point is in a frame, in pixels of the sequence, and whether it
// is seen.
func (v *softVote) place(i int32, frame int) (track.Point, bool) {
	p, ok := v.film.Soft.Tracks[i].At(frame)
	return track.Point{X: float64(p.X * v.stretch[0]), Y: float64(p.Y * v.stretch[1])}, ok
}

// compare returns what the displacements of soft points from a frame to another say.
func (v *softVote) compare(from, to int) (says []softSays) {
	if to >= len(v.live) {
		return nil
	}
	var points []int32
	for _, i := range v.live[from] {
		if _, ok := v.place(i, to); ok {
			points = append(points, i)
		}
	}
	if len(points) == 0 {
		return nil
	}
	for motion, pairs := range v.pairs(from, to) {
		if (v.own == liveOwn) != (motion == v.motions) {
			continue
		}
		var whole *affine
		if n := len(pairs); motion < v.motions && n > 0 || n > fewTracks {
			whole = robustAffine(pairs)
		}
		for _, i := range points {
			p, _ := v.place(i, from)
			q, _ := v.place(i, to)
			dx, dy := q.X-p.X, q.Y-p.Y
			s := softSays{point: i, motion: int32(motion), differs: softMissing}
			if whole != nil {
				x, y, far := v.local(pairs, whole, p)
				noise := softNoise + float64(softBend*math.Sqrt(float64(dx*dx)+float64(dy*dy)))
				s.differs = logOf(1 + (float64((dx-x)*(dx-x))+float64((dy-y)*(dy-y)))/float64(noise*noise))
				s.far = float64(softPrior * logOf(far+softClose*softClose))
			}
			says = append(says, s)
		}
	}
	return says
}

// softMissing is what a motion differs that has no tracks in a frame.
const softMissing = 9

// pairs returns the displacements of the tracks of every motion from a frame to another,
// and those of the soft points that have one of their own.
func (v *softVote) pairs(from, to int) [][]pair {
	all := make([][]pair, v.motions+1)
	add := func(motion int, p, q track.Point) {
		all[motion] = append(all[motion], pair{p.X, p.Y, q.X - p.X, q.Y - p.Y})
	}
	if v.own == liveOwn {
		for _, i := range v.live[from] {
			q, ok := v.place(i, to)
			if p, _ := v.place(i, from); ok && v.label[i] > v.motions {
				add(v.motions, p, q)
			}
		}
		return all
	}
	for i, label := range v.film.Labels {
		if s := v.film.Sequence; label > 0 && s.Seen(i, from) && s.Seen(i, to) {
			add(label-1, placeOf(s, v.film.Upward, i, from), placeOf(s, v.film.Upward, i, to))
		}
	}
	return all
}

// local returns the displacement that a motion has at a place: that of all its tracks
// together, corrected by those that are nearest; and the square of the distance of the third
// of these, or the last. One at the place itself does not count: a soft point does not tell its
// own motion.
func (v *softVote) local(pairs []pair, whole *affine, at track.Point) (dx, dy, far float64) {
	type one struct{ d, x, y float64 }
	var near [softAround]one
	n := 0
	for _, p := range pairs {
		d := float64((p.x-at.X)*(p.x-at.X)) + float64((p.y-at.Y)*(p.y-at.Y))
		if d == 0 || n == softAround && d >= near[n-1].d {
			continue
		}
		x, y := whole.at(p.x, p.y)
		if n < softAround {
			n++
		}
		k := n - 1
		for ; k > 0 && near[k-1].d > d; k-- {
			near[k] = near[k-1]
		}
		near[k] = one{d, p.dx - x, p.dy - y}
	}
	reach := softReach * math.Sqrt(float64(v.film.Sequence.Width*v.film.Sequence.Height)/(640*480))
	sum, x, y := localPrior, 0.0, 0.0
	for _, p := range near[:n] {
		w := decay(p.d/(2*float64(reach*reach))) / (1 + (float64(p.x*p.x)+float64(p.y*p.y))/4)
		sum += w
		x += float64(w * p.x)
		y += float64(w * p.y)
	}
	dx, dy = whole.at(at.X, at.Y)
	return dx + x/sum, dy + y/sum, near[max(min(2, n-1), 0)].d
}

// meet notes which soft points are beside each other in a frame.
func (v *softVote) meet(frame int) {
	apart := softApart * track.SoftDistance(v.film.Sequence.Width, v.film.Sequence.Height)
	live := v.live[frame]
	places := make([]track.Point, len(live))
	for k, i := range live {
		places[k], _ = v.place(i, frame)
	}
	for a, p := range places {
		for b, q := range places[:a] {
			if dx, dy := p.X-q.X, p.Y-q.Y; float64(dx*dx)+float64(dy*dy) < apart*apart {
				v.around[[2]int32{min(live[a], live[b]), max(live[a], live[b])}]++
			}
		}
	}
}

// settle labels the soft points, each by itself and then by those around.
func (v *softVote) settle() {
	type beside struct{ point, frames int32 }
	around := make([][]beside, len(v.label))
	for pair, frames := range v.around {
		around[pair[0]] = append(around[pair[0]], beside{pair[1], frames})
		around[pair[1]] = append(around[pair[1]], beside{pair[0], frames})
	}
	votes := make([]int32, v.motions+1)
	for round := range softRounds + 1 {
		for i := range v.label {
			clear(votes)
			sum := int32(0)
			for _, b := range around[i] {
				if l := v.label[b.point]; l > 0 {
					votes[l-1] += b.frames
				}
				sum += b.frames
			}
			v.label[i] = v.best(i, func(motion int) float64 {
				if round == 0 && v.own != liveOwn || sum == 0 {
					return 0
				}
				said := int32(0)
				for _, n := range votes {
					said += n
				}
				return softAgree * float64(said-votes[motion]) / float64(sum)
			})
		}
	}
}

// best returns the motion of a soft point that costs least, more being what each costs
// besides, 0 where it differs too much.
func (v *softVote) best(i int, more func(motion int) float64) int {
	if v.count[i] == 0 {
		return 0
	}
	best, least, differ := 0, math.Inf(1), 0.0
	for k := range v.motions + 1 {
		at := i*(v.motions+1) + k
		cost, d := v.cost[at]/v.count[i], v.differ[at]/v.count[i]
		if k == v.motions {
			switch v.own {
			case noOwn:
				continue
			case anyOwn:
				cost, d = softMost+ownCost, 0
			}
		}
		if c := cost + more(k); c < least {
			best, least, differ = k, c, d
		}
	}
	if differ > softMost {
		return 0
	}
	return best + 1
}

// ownCost is what any motion of soft points' own costs besides softMost: as much as others
// by the distance of their tracks.
const ownCost = softPrior * 7

// logOf returns the natural logarithm of a number from 1 on, the same on every processor.
func logOf(x float64) float64 {
	m, e := math.Frexp(x)
	// ln m = 2 artanh z, by its series: z is at most a third.
	z := (m - 1) / (m + 1)
	q := float64(z * z)
	s := z * (1 + float64(q*(1.0/3+float64(q*(1.0/5+float64(q*(1.0/7+q/9)))))))
	return float64(2*s) + float64(float64(e)*math.Ln2)
}
