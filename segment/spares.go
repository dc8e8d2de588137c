package segment

import "gonum.org/v1/gonum/mat"

// spares are square matrices of one order that were used before and may be used
// again, by whoever solves several problems of one size: new ones would have to
// be cleared, page by page, and old ones wait for the garbage collector. nil
// makes a new matrix every time.
type spares struct {
	n    int
	free []*mat.Dense
}

// take returns a matrix whose entries may be anything.
func (s *spares) take(n int) *mat.Dense {
	if s == nil || len(s.free) == 0 || s.n != n {
		return mat.NewDense(n, n, nil)
	}
	last := len(s.free) - 1
	m := s.free[last]
	s.free = s.free[:last]
	return m
}

// takeZero returns a matrix of zeros.
func (s *spares) takeZero(n int) *mat.Dense {
	had := s != nil && len(s.free) > 0
	m := s.take(n)
	if had {
		m.Zero()
	}
	return m
}

// give takes back matrices that nobody uses any more; nil ones are left out.
func (s *spares) give(matrices ...*mat.Dense) {
	if s == nil {
		return
	}
	for _, m := range matrices {
		if m != nil {
			s.free = append(s.free, m)
		}
	}
}
