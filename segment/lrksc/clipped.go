package lrksc

import (
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/internal/shrink"
)

// clippedPart follows what the soft threshold cuts off the columns v of
// A + Y/ρ: C = v − t·s, where s holds the signs of C and, where C is zero, v/t.
// Once few entries of C are zero, s changes in few entries from one iteration
// to the next, so that QᵀC follows from Qᵀv, which is known, at the cost of
// these entries alone.
type clippedPart struct {
	decay, growth, threshold float64      // of the iteration that formed C
	diagonal                 []float64    // entry of column j that is left out
	inside                   []shrink.Row // entries of s where C is zero
	turned                   []shrink.Row // changes of the signs
	few                      []bool       // whether inside is complete
	alike                    []bool       // whether turned is complete too
	signs                    *mat.Dense   // (QᵀS)ᵀ, S the signs of C
	known                    []bool       // whether a block of signs is up to date
	scratch                  []clippedScratch
}

// clippedScratch is what one worker needs for a block of columns in the basis.
type clippedScratch struct {
	inside, other *mat.Dense
}

// clippedShare is the share of N that the lists of a column may have.
const clippedShare = 0.125

// denseColumns is the share of non-zeros beyond which C is multiplied as a
// dense matrix: what a non-zero costs by lists is what some five entries cost by
// the kernels of dense products. A share of 0.25 or 0.12 takes as long, 0.5 an eighth longer
// with 5000 points.
const denseColumns = 0.2

// denseSingleColumns is denseColumns of products in single precision, which take half as long.
const denseSingleColumns = 0.05

func newClippedPart(n, p int, followed bool, workers int) clippedPart {
	blocks := parallel.BlockCount(n)
	scratch := make([]clippedScratch, parallel.Workers(workers, blocks))
	rows := min(parallel.BlockRows, n)
	for i := range scratch {
		scratch[i].other = mat.NewDense(rows, p, nil)
		if followed {
			scratch[i].inside = mat.NewDense(rows, p, nil)
		}
	}
	part := clippedPart{
		diagonal: make([]float64, n),
		few:      make([]bool, n), alike: make([]bool, n),
		known: make([]bool, blocks), scratch: scratch,
	}
	if followed {
		part.inside, part.turned = make([]shrink.Row, n), make([]shrink.Row, n)
		part.signs = mat.NewDense(n, p, nil)
	}
	return part
}

// record lists what column j of v, in which the diagonal is zero, leaves inside
// the threshold, and where the signs of the next C, with that many non-zeros,
// differ from those of the last. index is scratch of the length of a column.
func (p *clippedPart) record(j int, v, last, next []float64, nonzero int, index []int32) {
	limit := int(clippedShare * float64(len(v)))
	inside, turned := &p.inside[j], &p.turned[j]
	inside.Index, inside.Value = inside.Index[:0], inside.Value[:0]
	turned.Index, turned.Value = turned.Index[:0], turned.Value[:0]
	p.few[j] = len(v)-nonzero <= limit
	p.alike[j] = p.few[j]
	if !p.few[j] {
		return
	}
	unlike := index[:shrink.Unlike(index, last, next)]
	inside.Room(len(v) - nonzero)
	turned.Room(min(len(unlike), limit))
	for _, i := range unlike {
		c := next[i]
		if c == 0 && int(i) != j {
			inside.Index = append(inside.Index, i)
			inside.Value = append(inside.Value, v[i]/p.threshold)
		}
		change := sign(c) - sign(last[i])
		if change == 0 || !p.alike[j] {
			continue
		}
		if len(turned.Index) == limit {
			p.alike[j] = false
			continue
		}
		turned.Index = append(turned.Index, i)
		turned.Value = append(turned.Value, change)
	}
}

// sign returns 1, 0 or −1.
func sign(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// all reports whether a flag is set for the columns lo…hi−1.
func all(flags []bool, lo, hi int) bool {
	for _, set := range flags[lo:hi] {
		if !set {
			return false
		}
	}
	return true
}

// alongBasis replaces rows lo…hi−1 of qc, which hold QᵀC of the last but one
// iteration, by those of the last. b still holds the B before previousB.
func (l *solver) alongBasis(worker, lo, hi int) {
	p, block := &l.clipped, lo/parallel.BlockRows
	if !l.begun {
		// C and qc are still zero.
		return
	}
	if !all(p.few, lo, hi) {
		p.known[block] = false
		l.multiplyColumns(worker, lo, hi)
		return
	}
	inside, other := p.scratch[worker].inside, p.scratch[worker].other
	l.panels.Multiply(inside, 0, p.inside[lo:hi])
	direct := !p.known[block] || !all(p.alike, lo, hi)
	if !direct {
		l.panels.Multiply(other, 0, p.turned[lo:hi])
	}
	for j := lo; j < hi; j++ {
		qj, qcj, last, lastButOne := l.q.RawRowView(j), l.qc.RawRowView(j), l.previousB.RawRowView(j), l.b.RawRowView(j)
		signs, within, turned := p.signs.RawRowView(j), inside.RawRowView(j-lo), other.RawRowView(j-lo)
		for i := range qcj {
			whole := qcj[i] + (1+p.growth)*last[i] - p.decay*lastButOne[i] - p.diagonal[j]*qj[i]
			if direct {
				turned[i] = whole
				continue
			}
			signs[i] += turned[i]
			qcj[i] = whole - p.threshold*(signs[i]+within[i])
		}
	}
	if !direct {
		return
	}
	l.multiplyColumns(worker, lo, hi)
	for j := lo; j < hi; j++ {
		qcj, signs, within, whole := l.qc.RawRowView(j), p.signs.RawRowView(j), inside.RawRowView(j-lo),
			other.RawRowView(j-lo)
		for i := range signs {
			signs[i] = (whole[i]-qcj[i])/p.threshold - within[i]
		}
	}
	p.known[block] = true
}

// multiplyColumns stores QᵀC, for columns lo…hi−1 of C, in the same rows of qc.
func (l *solver) multiplyColumns(worker, lo, hi int) {
	columns := l.c.RawMatrix().Data[lo*l.n : hi*l.n]
	count := 0
	for _, row := range l.rows[lo:hi] {
		count += row.nonzero
	}
	share := denseColumns
	if l.inPlace() {
		share = denseSingleColumns
	}
	limit := int(share * float64(len(columns)))
	if count > limit || l.panels == nil {
		raw := l.qc.RawMatrix()
		l.qFactor.MultiplyInto(raw.Data[lo*raw.Stride:], raw.Stride, columns, l.n, hi-lo)
		return
	}
	work := &l.scratch[worker]
	work.SparseRows(columns, hi-lo, limit)
	l.panels.Multiply(l.qc, lo, work.Sparse)
}
