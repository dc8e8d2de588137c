package blas

import (
	"context"
	"fmt"
	"sync"

	"motionseg/segment/internal/parallel"
)

// kernel is a micro-kernel and the block sizes that suit it.
type kernel struct {
	name string
	// mr and nr are the rows and columns of the tile that tile computes.
	mr, nr int
	// A block of op(A) of mc×kc stays in the second-level cache, a panel of
	// op(B) of kc×nr in the first, kc×nc in the third.
	mc, kc, nc int
	// tile adds to the mr×nr tile at c, or with add false stores there, the
	// product of a packed panel of A (k columns of mr) and a packed panel of B
	// (k rows of nr).
	tile func(k int, a, b, c *float64, ldc int, add bool)
}

// part says which entries of a product are computed.
type part int

const (
	full part = iota
	upper
)

// product is one call of multiply: its arguments, and buffers that are reused
// by later calls.
type product struct {
	ctx            context.Context // nil for a product that nothing ends
	kernel         *kernel
	part           part
	transA, transB bool
	m, n           int
	alpha          float64
	a, b, c        []float64
	lda, ldb, ldc  int

	packedB []float64
	panels  []float64       // the panels of op(B) being worked on: packedB, or part of a Packed
	blocks  []*blockBuffers // one a worker

	// the columns j0…j0+nb of C and the terms p0…p0+kb being worked on
	j0, nb, p0, kb int
	add            bool // add to C, rather than store there
	rows           int  // rows of op(A) in one unit of work
	splits         int  // units of work that share the same rows
}

// blockBuffers holds what one worker needs: a packed block of A and a tile for
// the edges.
type blockBuffers struct {
	packedA []float64
	tile    []float64
}

var products = sync.Pool{New: func() any { return new(product) }}

// multiply computes part of C = alpha·op(A)·op(B) + beta·C on packed panels.
// With upper, m must be n and only that triangle of C is touched.
//
// When ctx ends, what is not computed yet is left out.
func multiply(
	ctx context.Context, which part, transA, transB bool, m, n, k int, alpha float64, a []float64, lda int, b []float64,
	ldb int, beta float64, c []float64, ldc int, workers int,
) {
	if transB {
		checkMatrix("B", n, k, b, ldb)
	} else {
		checkMatrix("B", k, n, b, ldb)
	}
	p := products.Get().(*product)
	p.kernel, p.transB, p.b, p.ldb, p.ctx = active, transB, b, ldb, ctx
	p.run(nil, which, transA, m, n, k, alpha, a, lda, beta, c, ldc, workers)
}

// run computes the product with b, or with factor where that is not nil, and
// gives p back to the pool.
func (p *product) run(
	factor *Packed, which part, transA bool, m, n, k int, alpha float64, a []float64, lda int, beta float64,
	c []float64, ldc int, workers int,
) {
	defer p.release()
	checkMatrix("C", m, n, c, ldc)
	if transA {
		checkMatrix("A", k, m, a, lda)
	} else {
		checkMatrix("A", m, k, a, lda)
	}
	if m == 0 || n == 0 {
		return
	}
	if alpha == 0 || k == 0 {
		scale(which, m, n, beta, c, ldc)
		return
	}
	if beta != 0 {
		scale(which, m, n, beta, c, ldc)
	}
	kern := p.kernel
	p.part, p.transA, p.m, p.n, p.alpha = which, transA, m, n, alpha
	p.a, p.c, p.lda, p.ldc = a, c, lda, ldc

	share := kern.share(k)
	units, workers := p.divide(k, workers)
	if factor == nil {
		p.packedB = grow(p.packedB, min(roundUp(n, kern.nr), kern.nc)*share)
	}
	for len(p.blocks) < workers {
		p.blocks = append(p.blocks, &blockBuffers{tile: make([]float64, kern.mr*kern.nr)})
	}
	for _, buffers := range p.blocks[:workers] {
		buffers.packedA = grow(buffers.packedA, p.rows*share)
		buffers.tile = grow(buffers.tile, kern.mr*kern.nr)
	}
	for p.j0 = 0; p.j0 < n; p.j0 += kern.nc {
		p.nb = min(kern.nc, n-p.j0)
		for p.p0 = 0; p.p0 < k; p.p0 += share {
			p.kb = min(share, k-p.p0)
			p.add = p.p0 > 0 || beta != 0
			if factor == nil {
				p.panels = p.packedB
				p.each(ceilDiv(p.nb, kern.nr), workers, (*product).packB)
			} else {
				p.panels = factor.data[p.p0*roundUp(n, kern.nr)+p.j0*p.kb:]
			}
			p.each(units, workers, (*product).multiplyRows)
		}
	}
}

// divide says into how many units of rows the product of inner size k is divided, by blocks of
// rows and splits of the columns, and how many workers share them.
func (p *product) divide(k, workers int) (units, shared int) {
	workers = parallel.Workers(workers, p.m*p.n)
	if p.m*p.n/2*k < parallelProduct {
		workers = 1
	}
	p.rows = p.blockRows(workers)
	// A product of few rows is split along the columns instead.
	p.splits = 1
	if units := ceilDiv(p.m, p.rows); units < workers {
		p.splits = min(ceilDiv(workers, units), ceilDiv(p.n, 4*p.kernel.nr))
	}
	units = ceilDiv(p.m, p.rows) * p.splits
	return units, min(workers, units)
}

// release gives p back to the pool, with its buffers but without the matrices.
func (p *product) release() {
	p.a, p.b, p.c, p.panels, p.ctx = nil, nil, nil, nil, nil
	products.Put(p)
}

// share returns how many of the k terms of a sum are taken at a time: equal
// shares of at most kc. They follow from k alone, so the order of every sum
// does too.
func (kern *kernel) share(k int) int { return ceilDiv(k, ceilDiv(k, kern.kc)) }

// parallelProduct is the number of multiply-adds below which starting
// goroutines costs more than it gains.
const parallelProduct = 1 << 18

// blockRows returns how many rows of op(A) make one unit of work: as many as
// stay in the cache, fewer to occupy all workers evenly.
func (p *product) blockRows(workers int) int {
	units := ceilDiv(p.m, p.kernel.mc)
	if workers > 1 {
		each := 2
		if p.part != full {
			each = 4 // the units differ in their work
		}
		units = max(roundUp(units, workers), each*workers)
	}
	return max(roundUp(ceilDiv(p.m, units), p.kernel.mr), min(p.kernel.mc, 2*p.kernel.mr))
}

// each calls f for every unit of 0…units on workers goroutines.
func (p *product) each(units, workers int, f func(p *product, unit int, buffers *blockBuffers)) {
	if workers == 1 || units == 1 {
		for unit := range units {
			f(p, unit, p.blocks[0])
		}
		return
	}
	parallel.Each(units, workers, func(worker, unit int) { f(p, unit, p.blocks[worker]) })
}

// packB packs one panel of nr columns of op(B).
func (p *product) packB(panel int, _ *blockBuffers) {
	nr := p.kernel.nr
	dst := p.panels[panel*nr*p.kb:][:nr*p.kb]
	first := p.j0 + panel*nr
	width := min(nr, p.n-first)
	if p.transB {
		packAcross(dst, nr, p.b[first*p.ldb+p.p0:], p.ldb, width, p.kb, 1)
	} else {
		packAlong(dst, nr, p.b[p.p0*p.ldb+first:], p.ldb, width, p.kb, 1)
	}
}

// multiplyRows packs one unit of rows of op(A) and multiplies it with the
// packed panels of B, or with its split of them.
func (p *product) multiplyRows(unit int, buffers *blockBuffers) {
	if p.ctx != nil && p.ctx.Err() != nil {
		return
	}
	mr, nr, kb := p.kernel.mr, p.kernel.nr, p.kb
	first := unit / p.splits * p.rows
	rows := min(p.rows, p.m-first)
	for i := 0; i < rows; i += mr {
		dst := buffers.packedA[i*kb:][:mr*kb]
		width := min(mr, rows-i)
		if p.transA {
			packAlong(dst, mr, p.a[p.p0*p.lda+first+i:], p.lda, width, kb, p.alpha)
		} else {
			packAcross(dst, mr, p.a[(first+i)*p.lda+p.p0:], p.lda, width, kb, p.alpha)
		}
	}
	span := roundUp(ceilDiv(p.nb, p.splits), nr)
	start := unit % p.splits * span
	for j := start; j < min(start+span, p.nb); j += nr {
		column := p.j0 + j
		columns := min(nr, p.nb-j)
		panel := &p.panels[j*kb]
		for i := 0; i < rows; i += mr {
			row := first + i
			height := min(mr, rows-i)
			if p.part == upper && row > column+columns-1 {
				continue
			}
			inside := p.part == full || row+height-1 <= column
			if inside && height == mr && columns == nr {
				p.kernel.tile(kb, &buffers.packedA[i*kb], panel, &p.c[row*p.ldc+column], p.ldc, p.add)
				continue
			}
			p.kernel.tile(kb, &buffers.packedA[i*kb], panel, &buffers.tile[0], nr, false)
			p.merge(row, column, height, columns, buffers.tile)
		}
	}
}

// merge moves the wanted entries of a tile that hangs over the edge or the
// diagonal into C.
func (p *product) merge(row, column, height, columns int, tile []float64) {
	for i := range height {
		from := 0
		if p.part == upper {
			from = max(0, row+i-column)
		}
		if from >= columns {
			continue
		}
		dst := p.c[(row+i)*p.ldc+column:][from:columns]
		src := tile[i*p.kernel.nr:][from:columns]
		if !p.add {
			copy(dst, src)
			continue
		}
		for j, v := range src {
			dst[j] += v
		}
	}
}

// packAlong packs width vectors that stand side by side in the rows of src:
// dst holds, for each of the k rows, alpha times width entries and zeros up to
// full.
func packAlong(dst []float64, full int, src []float64, stride, width, k int, alpha float64) {
	for p := range k {
		to := dst[p*full:][:full]
		copy(to, src[p*stride:][:width])
		clear(to[width:])
		if alpha != 1 {
			for i := range to {
				to[i] *= alpha
			}
		}
	}
}

// packAcross packs width vectors that are the rows of src, with the same
// result as packAlong of the transpose. full is a multiple of 4.
func packAcross(dst []float64, full int, src []float64, stride, width, k int, alpha float64) {
	for i := 0; i < full; i += 4 {
		switch {
		case i+4 <= width:
			done := packFour(k, src[i*stride:], stride, dst[i:], full, alpha)
			r0 := src[i*stride:][done:k]
			r1 := src[(i+1)*stride:][done:k]
			r2 := src[(i+2)*stride:][done:k]
			r3 := src[(i+3)*stride:][done:k]
			at := i + done*full
			for p, v := range r0 {
				to := dst[at:][:4]
				to[0], to[1], to[2], to[3] = alpha*v, alpha*r1[p], alpha*r2[p], alpha*r3[p]
				at += full
			}
		default:
			for q := i; q < i+4; q++ {
				if q < width {
					for p, v := range src[q*stride:][:k] {
						dst[p*full+q] = alpha * v
					}
				} else {
					for p := range k {
						dst[p*full+q] = 0
					}
				}
			}
		}
	}
}

// scale multiplies the part of C by beta; 0 overwrites.
func scale(which part, m, n int, beta float64, c []float64, ldc int) {
	if beta == 1 {
		return
	}
	for i := range m {
		row := c[i*ldc:][:n]
		if which == upper {
			row = row[i:]
		}
		if beta == 0 {
			clear(row)
			continue
		}
		for j := range row {
			row[j] *= beta
		}
	}
}

// checkMatrix panics unless data holds a rows×cols matrix of that stride.
func checkMatrix(name string, rows, cols int, data []float64, stride int) {
	if rows < 0 || cols < 0 || stride < max(1, cols) || rows > 0 && cols > 0 && len(data) < (rows-1)*stride+cols {
		panic(fmt.Sprintf("blas: %s is %d×%d with stride %d in %d numbers", name, rows, cols, stride, len(data)))
	}
}

// grow returns a slice of at least n numbers, s itself where it is long enough.
func grow(s []float64, n int) []float64 {
	if len(s) >= n {
		return s
	}
	return make([]float64, n)
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

func roundUp(a, b int) int { return ceilDiv(a, b) * b }
