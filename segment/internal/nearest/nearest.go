// Package nearest finds which of some centres points are nearest to, 32 points
// at a time by vector code where the processor has it. Every distance is summed
// in one order, without fused multiply-adds, so that it is the same to the bit
// on every processor.
package nearest

import "gonum.org/v1/gonum/mat"

// block is how many points are compared with a centre at a time.
const block = 32

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
func Padded(n int) int { return (n + block - 1) / block * block }

// Compare takes another centre, of d coordinates, whose squared distance from every
// point it stores in own. Where that is less than squared, which is that of the
// nearest so far, it takes the place of it, and number that of the label. own,
// squared and labels are of the padded length; what they hold beyond the points
// means nothing.
func (p Points) Compare(centre, own []float64, number int, squared []float64, labels []int) {
	own, squared, labels, centre = own[:p.stride], squared[:p.stride], labels[:p.stride], centre[:p.d]
	if vectorCode && p.stride > 0 && p.d > 0 {
		compareVector(p.stride, p.d, &p.data[0], &centre[0], &own[0], number, &squared[0], &labels[0])
		return
	}
	clear(own)
	for j, c := range centre {
		for i, v := range p.data[j*p.stride:][:p.stride] {
			gap := v - c
			own[i] += float64(gap * gap)
		}
	}
	Again(own, number, squared, labels)
}

// Again takes a centre as Compare does whose squared distances own holds.
func Again(own []float64, number int, squared []float64, labels []int) {
	squared, labels = squared[:len(own)], labels[:len(own)]
	if vectorCode && len(own) > 0 {
		againVector(len(own), &own[0], number, &squared[0], &labels[0])
		return
	}
	for i, s := range own {
		if s < squared[i] {
			squared[i], labels[i] = s, number
		}
	}
}
