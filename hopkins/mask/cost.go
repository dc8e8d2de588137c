package mask

import (
	"math"
	"slices"
)

// Weights of what speaks for a motion. Costs are those of a pixel.
const (
	pointCost     = 0.5   // near a point, of another label
	softCost      = 0.1   // the same of a soft point, the place of which is only known to its window
	excessWeight  = 0.03  // of how much worse a motion explains it
	crowdWeight   = 0.06  // of a label that has no points around
	crowdReach    = 0.5   // distance within which points count alike, in units of localReach
	crowdShare    = 0.5   // share of the points around from which on a label costs nothing
	groundShare   = 0.125 // what the background has of the points in advance
	pointSide     = 5     // side of the square around a point, in pixels of the picture
	slack         = 164   // difference of colours that counts for nothing, 0.02 of labOne
	mostResidual  = 3
	outside       = 1 // cost where a motion leaves the picture
	sideSlope     = 4 // of the logistic weight of the side of time that is explained better
	mostExcess    = 2
	residualUnits = 1 << 10 // parts of a residual of 1
)

// photometric adds, for every pixel of a level, how differently coloured the place
// is where the motion takes it in another frame.
func photometric(sum []uint16, here, there *level, m *motion, x, y []int32) {
	w := here.width
	for row := range here.height {
		m.row(row, x[:w], y[:w])
		line, out := here.row(row), sum[row*w:(row+1)*w]
		for c := range out {
			out[c] += residual(line[channels*c:channels*c+channels:channels*c+channels], there, x[c], y[c])
		}
	}
}

// residual compares a pixel with a place of another level.
func residual(pixel []int16, l *level, x, y int32) uint16 {
	column, line := int(x>>8), int(y>>8)
	if uint(column) >= uint(l.width-1) || uint(line) >= uint(l.height-1) {
		return outside * residualUnits
	}
	fx, fy := (x&255)>>4, (y&255)>>4
	a := l.pix[channels*(line*l.width+column):][:2*channels]
	b := l.pix[channels*((line+1)*l.width+column):][:2*channels]
	w00, w01, w10, w11 := (16-fx)*(16-fy), fx*(16-fy), (16-fx)*fy, fx*fy
	sum := int32(0)
	for c := range 3 {
		d := (int32(a[c])*w00+int32(a[channels+c])*w01+int32(b[c])*w10+int32(b[channels+c])*w11)>>8 - int32(pixel[c])
		sum += max(d, -d)
	}
	r := sum * residualUnits / (slack + int32(pixel[3])/2)
	return uint16(min(r, mostResidual*residualUnits))
}

// smoothCost smooths a cost under the weights 1, 2, 1 both ways.
func smoothCost(v []uint16, w, h int, scratch []uint16) {
	for y := range h {
		above, here, below := v[max(y-1, 0)*w:], v[y*w:], v[min(y+1, h-1)*w:]
		out := scratch[y*w : (y+1)*w]
		for x := range out {
			out[x] = uint16((uint32(above[x]) + 2*uint32(here[x]) + uint32(below[x]) + 2) >> 2)
		}
	}
	for y := range h {
		in, out := scratch[y*w:(y+1)*w], v[y*w:(y+1)*w]
		for x := range out {
			out[x] = uint16((uint32(in[max(x-1, 0)]) + 2*uint32(in[x]) + uint32(in[min(x+1, w-1)]) + 2) >> 2)
		}
	}
}

// sideWeights is the logistic weight of the future by how much better it is
// explained, in steps of 1/64 from −mostResidual on, of 256.
var sideWeights = func() (t [2*mostResidual*64 + 1]int32) {
	for i := range t {
		d := float64(i)/64 - mostResidual
		e := decay(sideSlope * math.Abs(d))
		if d >= 0 {
			t[i] = int32(256/(1+e) + 0.5)
		} else {
			t[i] = int32(256*e/(1+e) + 0.5)
		}
	}
	return t
}()

// joinSides adds to the costs of every pixel what its motions' residuals in the
// past and the future say: sides[side][k], nil where the film has no frames.
func joinSides(cost []int32, labels int, sides [2][][]uint16, weight float64) {
	scale := int32(weight * unit * 4)
	var r [256]int32
	for at := range len(cost) / labels {
		var best [2]int32
		for s, side := range sides {
			best[s] = math.MaxInt32
			for k := range side {
				best[s] = min(best[s], int32(side[k][at]))
			}
		}
		future := int32(256)
		switch {
		case sides[1] == nil:
			future = 0
		case sides[0] != nil:
			d := (best[0] - best[1]) / (residualUnits / 64)
			future = sideWeights[min(max(d+mostResidual*64, 0), 2*mostResidual*64)]
		}
		least := int32(math.MaxInt32)
		for k := range labels {
			r[k] = 0
			if sides[0] != nil {
				r[k] += (256 - future) * int32(sides[0][k][at])
			}
			if sides[1] != nil {
				r[k] += future * int32(sides[1][k][at])
			}
			r[k] >>= 8
			least = min(least, r[k])
		}
		for k := range labels {
			cost[at*labels+k] += min(r[k]-least, mostExcess*residualUnits) * scale / (4 * residualUnits)
		}
	}
}

// addPoints adds what the points of the frame cost where a pixel near one takes
// another label. side is that of their squares on the level.
func addPoints(cost []int32, labels, w, h int, spots []spot, side, weight float64) {
	for _, p := range spots {
		// The square around the centre of the pixel at (x, y).
		left, top := p.x+0.5-side/2, p.y+0.5-side/2
		for y := max(int(math.Floor(top)), 0); y < h && float64(y) < top+side; y++ {
			down := min(float64(y+1), top+side) - max(float64(y), top)
			for x := max(int(math.Floor(left)), 0); x < w && float64(x) < left+side; x++ {
				share := float64(down * (min(float64(x+1), left+side) - max(float64(x), left)))
				c := int32(weight * unit * share)
				for k := range labels {
					if k != int(p.label) {
						cost[(y*w+x)*labels+k] += c
					}
				}
			}
		}
	}
}

// crowd adds what speaks against labels far from their points. What a label has of
// the points around is by the square of the distance of its nearest, in units of how
// far apart its points usually are, over the sum of all labels'. A little is the
// background's in advance.
func (r *run) crowd(s *slot) {
	width, height, k := s.coarse.width, s.coarse.height, r.motions
	reach := localReachOf(width, height)
	columns, rows := width/gridStep+2, height/gridStep+2
	spacing := make([]float64, k)
	against := make([]motion, k)
	for label := range k {
		spacing[label] = spotSpacing(s.spots, uint8(label))
		against[label] = motion{columns: columns, rows: rows, dx: make([]int32, columns*rows)}
	}
	near := make([]float64, k)
	for at := range columns * rows {
		x, y := float64(at%columns*gridStep), float64(at/columns*gridStep)
		clear(near)
		for _, p := range s.spots {
			d := float64((p.x-x)*(p.x-x)) + float64((p.y-y)*(p.y-y))
			near[p.label] = max(near[p.label], spacing[p.label]/(d+float64(crowdReach*crowdReach*float64(reach*reach))))
		}
		if r.ground >= 0 {
			near[r.ground] += groundShare * spacing[r.ground] / float64(crowdReach*crowdReach*float64(reach*reach))
		}
		sum := 0.0
		for _, v := range near {
			sum += v
		}
		for label, v := range near {
			share := 0.0
			if sum > 0 {
				share = v / sum
			}
			against[label].dx[at] = int32(crowdWeight*unit*crowdParts*max(crowdShare-share, 0)/crowdShare + 0.5)
		}
	}
	for label := range against {
		against[label].add(s.cost[label:], k, width, height)
	}
}

// crowdParts is how many parts of a cost the numbers between nodes have.
const crowdParts = 16

// add adds the numbers of dx, over crowdParts, to every so many of the costs,
// interpolated between the nodes.
func (m *motion) add(cost []int32, labels, width, height int) {
	for row := range height {
		at, part := row/gridStep*m.columns, int32(row%gridStep)
		value := func(c int) int32 { return m.dx[at+c]*(gridStep-part) + m.dx[at+m.columns+c]*part }
		for c := range width {
			i := int32(c % gridStep)
			v := value(c/gridStep)*(gridStep-i) + value(c/gridStep+1)*i
			cost[(row*width+c)*labels] += v / (crowdParts * gridStep * gridStep)
		}
	}
}

// spotSpacing returns the square of the median distance of a label's points from
// their nearest, from 5 to 30 pixels.
func spotSpacing(spots []spot, label uint8) float64 {
	var all []float64
	for i, p := range spots {
		if p.label != label {
			continue
		}
		best := math.Inf(1)
		for j, q := range spots {
			if q.label == label && i != j {
				best = min(best, float64((p.x-q.x)*(p.x-q.x))+float64((p.y-q.y)*(p.y-q.y)))
			}
		}
		all = append(all, best)
	}
	if len(all) == 0 {
		return leastSpacing
	}
	slices.Sort(all)
	return min(max(all[len(all)/2], leastSpacing), mostSpacing)
}

// The bounds of spotSpacing.
const leastSpacing, mostSpacing = 5 * 5, 30 * 30
