package mask

import (
	"context"
	"fmt"
	"image"
)

// Weights of pixels whose motion is known.
const (
	// knownCost is what another label costs where the motion is known: more than what all
	// neighbours of a pixel can.
	knownCost = 8
	// carriedCost is what it costs a frame further, and carriedShare what is left of that
	// with every frame more.
	carriedCost  = 0.3
	carriedShare = 0.93
	// carriedFrames is how far in time what is known is carried.
	carriedFrames = 30
)

// carriedCosts are the costs by how many frames away the motion is known.
var carriedCosts = func() (t [carriedFrames + 1]int32) {
	t[0] = knownCost * unit
	cost := carriedCost * unit
	for i := 1; i < len(t); i++ {
		t[i] = int32(cost + 0.5)
		cost = float64(cost * carriedShare)
	}
	return t
}()

// held is a pixel of the small picture of a frame whose motion is known, there or some
// frames away.
type held struct {
	x, y  int32 // of its middle from that of the first pixel, in subpixels
	label uint8
	age   uint8 // frames
}

// known is what is known of a film's frames, and where it is carried.
type known struct {
	Known
	here map[int][]held // in the frame itself
	// carried is what comes from frames before, [0], and after, [1].
	carried [2]map[int][]held
	steps   map[step]*motion
}

// step names a motion from a frame to the next one, or the one before.
type step struct {
	from, to int
	label    uint8
}

func newKnown(k Known) known {
	return known{Known: k, here: map[int][]held{}, carried: [2]map[int][]held{{}, {}}, steps: map[step]*motion{}}
}

// hold finds what is known of a frame's pixels, and what is carried there.
func (r *run) hold(ctx context.Context, s *slot) error {
	s.held = nil
	if r.known.Known == nil {
		return nil
	}
	here, err := r.knownIn(ctx, s.frame, s)
	if err != nil {
		return err
	}
	s.held = here
	for _, sign := range [2]int{1, -1} {
		carried, err := r.carried(ctx, s.frame, sign, s)
		if err != nil {
			return err
		}
		s.held = append(s.held[:len(s.held):len(s.held)], carried...)
	}
	return nil
}

// knownIn returns what is known in a frame itself; like is a frame of the same size.
func (r *run) knownIn(ctx context.Context, frame int, like *slot) ([]held, error) {
	k := &r.known
	if h, ok := k.here[frame]; ok {
		return h, nil
	}
	m, err := r.knownPicture(ctx, frame, like.size)
	if err != nil {
		return nil, err
	}
	var all []held
	if m != nil {
		small := reduced(m, like.scale)
		for i, v := range small.Pix {
			if v > 0 {
				x, y := i%small.Stride, i/small.Stride
				all = append(all, held{int32(x * subpixels), int32(y * subpixels), v - 1, 0})
			}
		}
	}
	k.here[frame] = all
	return all, nil
}

// knownPicture returns what is known of the pixels of a frame, motions that the film has
// not left out.
func (r *run) knownPicture(ctx context.Context, frame int, size image.Point) (*image.Gray, error) {
	if r.known.Known == nil {
		return nil, nil
	}
	m, err := r.known.Known(ctx, frame, size)
	if err != nil || m == nil {
		return nil, err
	}
	if m.Rect != (image.Rectangle{Max: size}) || m.Stride != size.X {
		return nil, fmt.Errorf("frame %d: expected known pixels of %d×%d, found %v", frame+1, size.X, size.Y, m.Rect)
	}
	for i, v := range m.Pix {
		if int(v) > r.motions {
			m.Pix[i] = 0
		}
	}
	return m, nil
}

// carried returns what comes to a frame from those before, sign 1, or after, −1: what was
// known or carried a frame away goes along with its motion.
func (r *run) carried(ctx context.Context, frame, sign int, like *slot) ([]held, error) {
	cache := r.known.carried[(1-sign)/2]
	if h, ok := cache[frame]; ok {
		return h, nil
	}
	// What is known further away than this does not come here.
	start := frame - sign*carriedFrames
	for t := frame - sign; t != start; t -= sign {
		if _, ok := cache[t]; ok {
			start = t
			break
		}
	}
	start = min(max(start, 0), r.Sequence.Frames()-1)
	all := cache[start]
	for t := start; t != frame; t += sign {
		here, err := r.knownIn(ctx, t, like)
		if err != nil {
			return nil, err
		}
		all = r.carry(append(here[:len(here):len(here)], all...), t, t+sign, like)
	}
	cache[frame] = all
	return all, nil
}

// carry takes what is held in a frame to the next one. Where two come to the same pixel
// the younger one stays; the younger ones are first.
func (r *run) carry(all []held, from, to int, like *slot) []held {
	if len(all) == 0 {
		return nil
	}
	width, height := like.coarse.width, like.coarse.height
	taken := make([]bool, width*height)
	var moved []held
	for _, h := range all {
		m := r.stepOf(step{from, to, h.label}, like)
		if !m.known || h.age >= carriedFrames {
			continue
		}
		dx, dy := m.at(h.x, h.y)
		h.x, h.y, h.age = h.x+dx, h.y+dy, h.age+1
		x, y := h.pixel()
		if x < 0 || y < 0 || x >= width || y >= height || taken[y*width+x] {
			continue
		}
		taken[y*width+x] = true
		moved = append(moved, h)
	}
	return moved
}

// pixel returns the pixel that it is in.
func (h held) pixel() (x, y int) {
	return int(h.x+subpixels/2) >> 8, int(h.y+subpixels/2) >> 8
}

// at returns the way from a place, all in subpixels.
func (m *motion) at(x, y int32) (dx, dy int32) {
	const node = gridStep * subpixels
	column, row := min(max(int(x)/node, 0), m.columns-2), min(max(int(y)/node, 0), m.rows-2)
	fx := min(max(int64(x)-int64(column*node), 0), node)
	fy := min(max(int64(y)-int64(row*node), 0), node)
	at := row*m.columns + column
	between := func(v []int32) int32 {
		above := int64(v[at])*(node-fx) + int64(v[at+1])*fx
		below := int64(v[at+m.columns])*(node-fx) + int64(v[at+m.columns+1])*fx
		return int32((above*(node-fy) + below*fy) / (node * node))
	}
	return between(m.dx), between(m.dy)
}

// stepOf returns a motion from a frame to the one beside it.
func (r *run) stepOf(s step, like *slot) *motion {
	if m := r.known.steps[s]; m != nil {
		return m
	}
	m := &motion{}
	there := map[int]spot{}
	for _, p := range r.spots(s.to, like) {
		there[p.track] = p
	}
	var pairs []pair
	for _, p := range r.spots(s.from, like) {
		if q, ok := there[p.track]; ok && p.label == s.label {
			pairs = append(pairs, pair{p.x, p.y, q.x - p.x, q.y - p.y})
		}
	}
	m.fit(pairs, like.coarse.width, like.coarse.height, localReachOf(like.coarse.width, like.coarse.height))
	r.known.steps[s] = m
	return m
}

// forget drops what was carried between frames so far away that it is needed no more.
func (k *known) forget(before int) {
	for t := range k.here {
		if t < before {
			delete(k.here, t)
		}
	}
	for _, cache := range k.carried {
		for t := range cache {
			if t < before {
				delete(cache, t)
			}
		}
	}
	for s := range k.steps {
		if s.from < before {
			delete(k.steps, s)
		}
	}
}

// addHeld adds what other labels cost where the motion is known: hard, in the frame
// itself, or some frames away.
func addHeld(cost []int32, labels, width, height int, all []held, hard bool) {
	if len(all) == 0 {
		return
	}
	seen := make([]bool, width*height)
	for _, h := range all {
		x, y := h.pixel()
		at := y*width + x
		if seen[at] {
			continue
		}
		seen[at] = true // what is known here is first, and counts alone
		if hard != (h.age == 0) {
			continue
		}
		for k := range labels {
			if k != int(h.label) {
				cost[at*labels+k] += carriedCosts[h.age]
			}
		}
	}
}

// reduced returns a picture of labels at a size so many times smaller: the label that
// most pixels of each square have, of those that have one.
func reduced(m *image.Gray, scale int) *image.Gray {
	if scale == 1 {
		return m
	}
	size := m.Rect.Size()
	small := image.NewGray(image.Rect(0, 0, (size.X+scale-1)/scale, (size.Y+scale-1)/scale))
	var count [256]int
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			left, right, seen := x*scale, min((x+1)*scale, size.X), uint8(0)
			for v := y * scale; v < min((y+1)*scale, size.Y); v++ {
				for _, l := range m.Pix[v*m.Stride+left : v*m.Stride+right] {
					seen |= l
				}
			}
			if seen == 0 {
				continue // as most
			}
			clear(count[:])
			for v := y * scale; v < min((y+1)*scale, size.Y); v++ {
				for _, l := range m.Pix[v*m.Stride+left : v*m.Stride+right] {
					count[l]++
				}
			}
			best := 0
			for l := 1; l < len(count); l++ {
				if count[l] > 0 && (best == 0 || count[l] > count[best]) {
					best = l
				}
			}
			small.Pix[y*small.Stride+x] = uint8(best)
		}
	}
	return small
}
