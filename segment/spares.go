package segment

import "gonum.org/v1/gonum/mat"

// spares are square matrices of one order that were used before and may be used
// again, by whoever solves several problems of one size: new ones would have to
// be cleared, page by page, and old ones wait for the garbage collector. nil
// makes a new matrix every time.
type spares struct {
	n       int
	free    []*mat.Dense
	slices  [][]float64    // of any length
	scratch []blockScratch // of blocks of such a matrix
	factors []factor
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

// rows returns an n×p matrix whose entries may be anything.
func (s *spares) rows(n, p int) *mat.Dense {
	if s != nil {
		for i, data := range s.slices {
			if cap(data) >= n*p {
				last := len(s.slices) - 1
				s.slices[i], s.slices = s.slices[last], s.slices[:last]
				return mat.NewDense(n, p, data[:n*p])
			}
		}
	}
	return mat.NewDense(n, p, nil)
}

// giveRows takes back matrices that rows returned.
func (s *spares) giveRows(matrices ...*mat.Dense) {
	if s == nil {
		return
	}
	for _, m := range matrices {
		if m != nil {
			s.slices = append(s.slices, m.RawMatrix().Data)
		}
	}
}

// factor returns one to be renewed.
func (s *spares) factor() factor {
	if s == nil || len(s.factors) == 0 {
		return factor{}
	}
	last := len(s.factors) - 1
	f := s.factors[last]
	s.factors = s.factors[:last]
	return f
}

// giveFactors takes back factors that nobody uses any more.
func (s *spares) giveFactors(factors ...factor) {
	if s != nil {
		s.factors = append(s.factors, factors...)
	}
}

// blocks returns newBlockScratch of rows of an N×N matrix.
func (s *spares) blocks(n, workers int) []blockScratch {
	if s == nil || s.scratch == nil || s.n != n {
		return newBlockScratch(n, workers)
	}
	scratch := s.scratch
	s.scratch = nil
	return scratch
}

// giveBlocks takes back what blocks returned.
func (s *spares) giveBlocks(scratch []blockScratch) {
	if s != nil {
		s.scratch = scratch
	}
}
