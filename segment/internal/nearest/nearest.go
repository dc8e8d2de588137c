// Package nearest finds which of some centres points are nearest to, 32 points
// at a time by vector code where the processor has it. Every distance is summed
// in one order, without fused multiply-adds, so that it is the same to the bit
// on every processor.
package nearest

import "gonum.org/v1/gonum/mat"

// Block is how many points are compared with a centre at a time.
const Block = 32

// Points are points by coordinates, so that one coordinate of neighbouring
// points lies side by side.
type Points struct {
	d, stride int
	data      []float64 // d×stride; those beyond the points are zero
}

// NewPoints returns the rows of x, N×d.
func NewPoints(x *mat.Dense) Points {
	n, d := x.Dims()
	p := Points{d: d, stride: Padded(n)}
	p.data = make([]float64, d*p.stride)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			p.data[j*p.stride+i] = v
		}
	}
	return p
}

// Padded returns the length of what is kept for n points: n in whole blocks.
func Padded(n int) int { return (n + Block - 1) / Block * Block }

// Compare takes another centre, of d coordinates: where its squared distance
// from a point is less than squared, which is that of the nearest so far, it
// takes the place of it, and number that of the label. squared and labels are
// of the padded length; what they hold beyond the points means nothing.
func (p Points) Compare(centre []float64, number int, squared []float64, labels []int) {
	squared, labels, centre = squared[:p.stride], labels[:p.stride], centre[:p.d]
	if vectorCode && p.stride > 0 && p.d > 0 {
		compareVector(p.stride, p.d, &p.data[0], &centre[0], number, &squared[0], &labels[0])
		return
	}
	var sums [Block]float64
	for first := 0; first < p.stride; first += Block {
		clear(sums[:])
		for j, c := range centre {
			for i, v := range p.data[j*p.stride+first:][:Block] {
				gap := v - c
				sums[i] += float64(gap * gap)
			}
		}
		nearest, label := squared[first:][:Block], labels[first:][:Block]
		for i, s := range sums {
			if s < nearest[i] {
				nearest[i], label[i] = s, number
			}
		}
	}
}
