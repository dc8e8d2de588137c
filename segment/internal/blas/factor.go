package blas

import "gonum.org/v1/gonum/blas/gonum"

// Packed is the right factor op(B), k×n, of many products, brought into the
// order of the kernel once.
type Packed struct {
	k, n   int
	kernel *kernel   // nil leaves the products to gonum
	data   []float64 // for every share of the k rows, panels of kernel.nr columns
	// B as it was given, for gonum
	trans bool
	b     []float64
	ldb   int
}

// Pack packs op(B), k×n. B must not change while the result is in use.
func Pack(trans bool, k, n int, b []float64, ldb int) *Packed {
	return Repack(nil, trans, k, n, b, ldb)
}

// Repack is Pack in the memory of a factor that is in use no longer; nil for none.
func Repack(old *Packed, trans bool, k, n int, b []float64, ldb int) *Packed {
	if trans {
		checkMatrix("B", n, k, b, ldb)
	} else {
		checkMatrix("B", k, n, b, ldb)
	}
	f := &Packed{k: k, n: n, kernel: active, trans: trans, b: b, ldb: ldb}
	if f.kernel == nil || k == 0 || n == 0 {
		return f
	}
	nr, share := f.kernel.nr, f.kernel.share(k)
	if old != nil {
		f.data = old.data[:cap(old.data)]
	}
	f.data = grow(f.data, k*roundUp(n, nr))
	p := &product{kernel: f.kernel, n: n, transB: trans, b: b, ldb: ldb, nb: n}
	for ; p.p0 < k; p.p0 += share {
		p.kb = min(share, k-p.p0)
		p.panels = f.data[p.p0*roundUp(n, nr):]
		for panel := range ceilDiv(n, nr) {
			p.packB(panel, nil)
		}
	}
	return f
}

// Multiply computes C = alpha·op(A)·op(B) + beta·C, op(A) m×k and C m×n, by the
// rules of Gemm. Several goroutines may multiply with the same factor.
func (f *Packed) Multiply(
	transA bool, m int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int, workers int,
) {
	if f.kernel == nil && alpha != 0 {
		gonum.Implementation{}.Dgemm(transpose(transA), transpose(f.trans), m, f.n, f.k, alpha, a, lda, f.b, f.ldb,
			beta, c, ldc)
		return
	}
	p := products.Get().(*product)
	p.kernel = f.kernel
	p.run(f, full, transA, m, f.n, f.k, alpha, a, lda, beta, c, ldc, workers)
}
