package blas

import "sync"

// singleKernel is a micro-kernel in single precision and the block sizes that suit it.
type singleKernel struct {
	// mr and nr are the rows and columns of the tile that tile computes; narrow
	// computes one of the first narrowColumns, 0 where there is none.
	mr, nr, narrowColumns int
	// A block of A of mc×kc stays in the second-level cache, a panel of op(B) of kc×nr
	// in the first.
	mc, kc int
	// tile adds to the mr×nr tile at c, or with add false stores there, the
	// product of a packed panel of A (k columns of mr) and a packed panel of B (k rows
	// of nr).
	tile, narrow func(k int, a, b *float32, c *float64, ldc int, add bool)
	// pack brings k entries, a multiple of 4, of four rows into the order of tile,
	// rounded; nil leaves that to Go.
	pack func(k int, src *float64, stride int, dst *float32, full int)
}

// Single is the right factor op(B), k×n, of many products in single precision,
// brought into the order of the kernel once. Where there is no vector code for these,
// products are in double precision.
type Single struct {
	k, n   int
	kernel *singleKernel
	data   []float32 // for every share of the k rows, panels of columns
	double *Packed   // without a kernel
}

// singleBuffers holds a packed block of A and a tile for the edges.
type singleBuffers struct {
	packedA []float32
	tile    []float64
}

var singles = sync.Pool{New: func() any { return new(singleBuffers) }}

// PackSingle packs op(B), k×n, in the memory of a factor that is in use no longer; nil
// for none. B must not change while the result is in use.
func PackSingle(old *Single, trans bool, k, n int, b []float64, ldb int) *Single {
	f := &Single{k: k, n: n, kernel: activeSingle()}
	if f.kernel == nil {
		var packed *Packed
		if old != nil {
			packed = old.double
		}
		f.double = Repack(packed, trans, k, n, b, ldb)
		return f
	}
	if trans {
		checkMatrix("B", n, k, b, ldb)
	} else {
		checkMatrix("B", k, n, b, ldb)
	}
	if old != nil {
		f.data = old.data[:cap(old.data)]
	}
	if whole := k * f.kernel.columns(n); len(f.data) < whole {
		f.data = make([]float32, whole)
	}
	at := 0
	share := f.share()
	for p0 := 0; p0 < k; p0 += share {
		kb := min(share, k-p0)
		for j := 0; j < n; {
			width := f.kernel.width(n - j)
			dst := f.data[at:][:kb*width]
			if trans {
				f.kernel.packRows(dst, width, b[j*ldb+p0:], ldb, min(width, n-j), kb)
			} else {
				packColumns(dst, width, b[p0*ldb+j:], ldb, min(width, n-j), kb)
			}
			at += kb * width
			j += width
		}
	}
	return f
}

// share returns how many of the terms of a sum are taken at a time.
func (f *Single) share() int { return max(1, ceilDiv(f.k, max(1, ceilDiv(f.k, f.kernel.kc)))) }

// width returns how many columns the next panel has where so many are left.
func (kern *singleKernel) width(left int) int {
	if left <= kern.nr-kern.narrowColumns && kern.narrowColumns > 0 {
		return kern.narrowColumns
	}
	return kern.nr
}

// columns returns how many columns the panels of n have.
func (kern *singleKernel) columns(n int) int {
	whole := 0
	for whole < n {
		whole += kern.width(n - whole)
	}
	return whole
}

// Multiply computes C = A·op(B), A m×k and C m×n, where factors and products are
// rounded to single precision, sums of up to a few hundred terms too. Several
// goroutines may multiply with the same factor.
func (f *Single) Multiply(m int, a []float64, lda int, c []float64, ldc int) {
	checkMatrix("C", m, f.n, c, ldc)
	checkMatrix("A", m, f.k, a, lda)
	if m == 0 || f.n == 0 {
		return
	}
	if f.k == 0 {
		scale(full, m, f.n, 0, c, ldc)
		return
	}
	if f.kernel == nil {
		f.double.Multiply(false, m, 1, a, lda, 0, c, ldc, 1)
		return
	}
	kern := f.kernel
	mr := kern.mr
	share := f.share()
	buffers := singles.Get().(*singleBuffers)
	defer singles.Put(buffers)
	if whole := roundUp(min(m, kern.mc), mr) * share; len(buffers.packedA) < whole {
		buffers.packedA = make([]float32, whole)
	}
	buffers.tile = grow(buffers.tile, mr*kern.nr)
	for first := 0; first < m; first += kern.mc {
		rows := min(kern.mc, m-first)
		at := 0
		for p0 := 0; p0 < f.k; p0 += share {
			kb := min(share, f.k-p0)
			for i := 0; i < rows; i += mr {
				kern.packRows(buffers.packedA[i*kb:][:mr*kb], mr, a[(first+i)*lda+p0:], lda, min(mr, rows-i), kb)
			}
			for j := 0; j < f.n; {
				width := kern.width(f.n - j)
				tile := kern.tile
				if width < kern.nr {
					tile = kern.narrow
				}
				columns := min(width, f.n-j)
				panel := &f.data[at]
				for i := 0; i < rows; i += mr {
					height := min(mr, rows-i)
					to := c[(first+i)*ldc+j:]
					if height == mr && columns == width {
						tile(kb, &buffers.packedA[i*kb], panel, &to[0], ldc, p0 > 0)
						continue
					}
					tile(kb, &buffers.packedA[i*kb], panel, &buffers.tile[0], width, false)
					takeTile(to, ldc, buffers.tile, width, height, columns, p0 > 0)
				}
				at += kb * width
				j += width
			}
		}
	}
}

// takeTile stores as many rows and columns of a tile, or adds them to what is there.
func takeTile(to []float64, ldc int, tile []float64, width, rows, columns int, add bool) {
	for r := range rows {
		dst, src := to[r*ldc:][:columns], tile[r*width:][:columns]
		if !add {
			copy(dst, src)
			continue
		}
		for q, v := range src {
			dst[q] += v
		}
	}
}

// packRows packs width vectors that are the rows of src, zeros up to full, a multiple
// of 4: dst holds, for each of the k columns of src, full entries.
func (kern *singleKernel) packRows(dst []float32, full int, src []float64, stride, width, k int) {
	for i := 0; i < full; i += 4 {
		done := 0
		if kern.pack != nil && k >= 4 && i+4 <= width {
			done = k &^ 3
			kern.pack(done, &src[i*stride], stride, &dst[i], full)
		}
		for q := i; q < i+4; q++ {
			if q < width {
				row := src[q*stride:][:k]
				for p := done; p < k; p++ {
					dst[p*full+q] = float32(row[p])
				}
				continue
			}
			for p := done; p < k; p++ {
				dst[p*full+q] = 0
			}
		}
	}
}

// packColumns is packRows of the transpose: the vectors stand side by side in the rows
// of src.
func packColumns(dst []float32, full int, src []float64, stride, width, k int) {
	for p := range k {
		to := dst[p*full:][:full]
		for i, v := range src[p*stride:][:width] {
			to[i] = float32(v)
		}
		clear(to[width:])
	}
}
