package mask

// bandRadius is how far from a border of the coarse labels pixels may change, in
// pixels of the finer level.
const bandRadius = 3

// refine takes labels of the coarse level to the size of the picture, twice as
// large in every step, each time with the borders drawn anew by the edges there.
func (r *run) refine(s *slot, label []uint8, cost []int32, w *scratch, cancelled func() bool) []uint8 {
	width, height := s.coarse.width, s.coarse.height
	for scale := s.scale / 2; scale >= 1; scale /= 2 {
		fine := &w.levels[0]
		fine.fill(s.picture, &w.levels[1])
		for at := 1; at < scale; at *= 2 {
			w.levels[1].halve(fine)
			w.levels[0], w.levels[1] = w.levels[1], w.levels[0]
			fine = &w.levels[0]
		}
		label, cost = r.finer(s, scale, fine, label, cost, width, height, w, cancelled)
		width, height = fine.width, fine.height
	}
	return label
}

// finer takes labels and costs to a level of twice the size.
func (r *run) finer(s *slot, scale int, fine *level, label []uint8, cost []int32, width, height int, w *scratch, cancelled func() bool) ([]uint8, []int32) {
	k, fw, fh := r.motions, fine.width, fine.height
	e := &w.energy
	e.fill(fine, scale)
	e.labels = k
	// The other one may hold the costs of the coarser level.
	w.costs[0], w.costs[1] = w.costs[1], w.costs[0]
	if cap(w.costs[0]) < k*fw*fh {
		w.costs[0] = make([]int32, k*fw*fh)
	}
	e.cost = w.costs[0][:k*fw*fh]
	out := make([]uint8, fw*fh)
	if cap(w.free) < fw*fh {
		w.free = make([]bool, fw*fh)
	}
	free := w.free[:fw*fh]
	clear(free)
	const reach = (bandRadius + 1) / 2
	for y := range fh {
		for x := range fw {
			at, from := y*fw+x, (y/2)*width+x/2
			out[at] = label[from]
			copy(e.cost[at*k:at*k+k], cost[from*k:from*k+k])
		}
	}
	for y := range height {
		for x := range width {
			if !border(label, width, height, x, y) {
				continue
			}
			for v := max(2*(y-reach), 0); v < min(2*(y+reach+1), fh); v++ {
				for u := max(2*(x-reach), 0); u < min(2*(x+reach+1), fw); u++ {
					free[v*fw+u] = true
				}
			}
		}
	}
	if k == 2 {
		for i, f := range free {
			if f {
				out[i] = 0
			}
		}
	}
	if s.fixed != nil {
		for i, v := range reduced(s.fixed, scale).Pix {
			if v > 0 {
				out[i], free[i] = v-1, false
			}
		}
	}
	e.only(free)
	w.expansion.minimise(e, out, cancelled)
	return out, e.cost
}

// border reports whether a pixel's right or lower neighbour has another label.
func border(label []uint8, width, height, x, y int) bool {
	at := y*width + x
	return x+1 < width && label[at+1] != label[at] || y+1 < height && label[at+width] != label[at]
}
