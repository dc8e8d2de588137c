package auto

import (
	"fmt"

	"motionseg/segment/core"
)

// member is one kernel of the family.
type member struct {
	a       float64 // offset of the polynomial kernel
	b       int     // degree; 1 with a = 0 is the linear kernel
	lambda1 float64
}

// String names the kernel as it is shown.
func (m member) String() string {
	if m.b == 1 && m.a == 0 {
		return fmt.Sprintf("linear, λ1 = %g", m.lambda1)
	}
	return fmt.Sprintf("(xᵀy + %g)^%d, λ1 = %g", m.a, m.b, m.lambda1)
}

// family is the kernels tried for one kind of data. Every K_G is scaled to the
// trace that the first member's has, so that one λ suits all.
type family struct {
	members []member
	// spanned is whether the eigenvectors of all kernels but the linear one are
	// sought in one span. It is not worth it where the kernels have few directions,
	// nor from lrksc.CollectPoints on, where products with whole kernels take as long as the
	// factors that they save, and memory.
	spanned bool
	// pieces are the numbers of spectral pieces that groups are merged from, in
	// units of the number of motions.
	pieces []int
	// mergeNoise is the noise that merging allows for, in units of the
	// coordinates' spread.
	mergeNoise float64
}

var families = map[core.Kind]family{
	core.Trajectories: {
		members:    []member{{2.2, 3, 1.1}, {5, 3, 1.1}, {2, 2, 1.1}, {0, 1, 1.1}},
		spanned:    true,
		pieces:     []int{2},
		mergeNoise: 0.01,
	},
	core.TwoFrames: {
		members:    []member{{2, 2, 0.23}, {2, 2, 0.1}},
		pieces:     []int{2, 4, 10},
		mergeNoise: 0.016,
	},
}
