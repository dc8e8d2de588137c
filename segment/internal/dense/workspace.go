package dense

import (
	"gonum.org/v1/gonum/mat"
)

// Workspace are square matrices of one order that were used before and may be used
// again, by whoever solves several problems of one size: new ones would have to
// be cleared, page by page, and old ones wait for the garbage collector. nil
// makes a new matrix every time.
type Workspace struct {
	N       int
	free    []*mat.Dense
	slices  [][]float64    // of any length
	scratch []BlockScratch // of blocks of such a matrix
	factors []Factor
}

// Take returns a matrix whose entries may be anything.
func (s *Workspace) Take(n int) *mat.Dense {
	if s == nil || len(s.free) == 0 || s.N != n {
		return mat.NewDense(n, n, nil)
	}
	last := len(s.free) - 1
	m := s.free[last]
	s.free = s.free[:last]
	return m
}

// TakeZero returns a matrix of zeros.
func (s *Workspace) TakeZero(n int) *mat.Dense {
	had := s != nil && len(s.free) > 0
	m := s.Take(n)
	if had {
		m.Zero()
	}
	return m
}

// Give takes back matrices that nobody uses any more; nil ones are left out.
func (s *Workspace) Give(matrices ...*mat.Dense) {
	if s == nil {
		return
	}
	for _, m := range matrices {
		if m != nil {
			s.free = append(s.free, m)
		}
	}
}

// Rows returns an n×p matrix whose entries may be anything.
func (s *Workspace) Rows(n, p int) *mat.Dense {
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

// GiveRows takes back matrices that Rows returned.
func (s *Workspace) GiveRows(matrices ...*mat.Dense) {
	if s == nil {
		return
	}
	for _, m := range matrices {
		if m != nil {
			s.slices = append(s.slices, m.RawMatrix().Data)
		}
	}
}

// Factor returns one to be renewed.
func (s *Workspace) Factor() Factor {
	if s == nil || len(s.factors) == 0 {
		return Factor{}
	}
	last := len(s.factors) - 1
	f := s.factors[last]
	s.factors = s.factors[:last]
	return f
}

// GiveFactors takes back factors that nobody uses any more.
func (s *Workspace) GiveFactors(factors ...Factor) {
	if s != nil {
		s.factors = append(s.factors, factors...)
	}
}

// Blocks returns NewBlockScratch of rows of an N×N matrix.
func (s *Workspace) Blocks(n, workers int) []BlockScratch {
	if s == nil || s.scratch == nil || s.N != n {
		return NewBlockScratch(n, workers)
	}
	scratch := s.scratch
	s.scratch = nil
	return scratch
}

// GiveBlocks takes back what Blocks returned.
func (s *Workspace) GiveBlocks(scratch []BlockScratch) {
	if s != nil {
		s.scratch = scratch
	}
}
