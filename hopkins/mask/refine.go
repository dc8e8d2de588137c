package mask

// bandRadius is how far from a border of the coarse labels pixels may change, in
// pixels of the finer level.
const bandRadius = 3

// refine takes labels of the coarse level, and their costs, to the size of the picture, twice
// as large in every step, each time with the borders drawn anew by the edges there.
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
		label = r.finer(s, scale, fine, label, cost, width, height, w, cancelled)
		width, height = fine.width, fine.height
	}
	return label
}

// finer takes labels to a level of twice the size. cost is that of the coarse level.
func (r *run) finer(
	s *slot, scale int, fine *level, label []uint8, cost []int32, width, height int, w *scratch, cancelled func() bool,
) []uint8 {
	k, fw, fh := r.motions, fine.width, fine.height
	out := make([]uint8, fw*fh)
	for y := range fh {
		for x := range fw {
			out[y*fw+x] = label[(y/2)*width+x/2]
		}
	}
	if cap(w.near) < fw*fh {
		w.near = make([]bool, fw*fh)
	}
	near := w.near[:fw*fh]
	clear(near)
	const reach = (bandRadius + 1) / 2
	for y := range height {
		for x := range width {
			if !border(label, width, height, x, y) {
				continue
			}
			for v := max(2*(y-reach), 0); v < min(2*(y+reach+1), fh); v++ {
				for u := max(2*(x-reach), 0); u < min(2*(x+reach+1), fw); u++ {
					near[v*fw+u] = true
				}
			}
		}
	}
	if s.fixed != nil {
		for i, v := range reduced(s.fixed, scale).Pix {
			if v > 0 {
				out[i], near[i] = v-1, false
			}
		}
	}
	w.free = w.free[:0]
	for i, n := range near {
		if n {
			w.free = append(w.free, int32(i))
		}
	}
	times := s.scale / scale
	w.expansion.within(&w.energy, fine, scale, k, w.free, out, func(p int) []int32 {
		return cost[((p/fw/times)*s.coarse.width+p%fw/times)*k:]
	}, cancelled)
	return out
}

// border reports whether a pixel's right or lower neighbour has another label.
func border(label []uint8, width, height, x, y int) bool {
	at := y*width + x
	return x+1 < width && label[at+1] != label[at] || y+1 < height && label[at+width] != label[at]
}
