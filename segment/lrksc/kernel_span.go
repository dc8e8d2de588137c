package lrksc

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/blas"
	"motionseg/segment/internal/dense"
)

// spanShare is the part of the rank cut-off that the pivoted Cholesky factor of a
// family's first kernel may leave on its diagonal, whose span the eigenvectors of
// the family's kernels are sought in.
const spanShare = 0.15

// KernelSpan is what the leading eigenvectors of several kernels of the same points
// nearly lie in: the kernels are polynomials with positive coefficients in the same
// products xᵀy, of which the first has every power that the others have, so that
// what is small for the first is for all.
type KernelSpan struct {
	Rows *mat.Dense // p×N, orthonormal; nil before the first kernel
}

// Leading is LeadingKernel of a kernel K_G, the first time that of the kernel that
// gives the span.
func (b *KernelSpan) Leading(ctx context.Context, kg *mat.Dense, s Settings) (LowRank, error) {
	cutoff := rankCutoff(s.Lambda3)
	s.Progress.Part(1, 6, 6).Advance(0)
	if b.Rows == nil {
		factor, err := pivotedCholesky(ctx, kg, spanShare*cutoff, s.Workers)
		if err != nil {
			return LowRank{}, err
		}
		if b.Rows, err = spanOf(ctx, factor, s.Workers); err != nil {
			return LowRank{}, err
		}
	}
	s.Progress.Part(2, 6, 6).Advance(0)
	return leadingWithin(ctx, kg, b.Rows, cutoff, s.Workspace, s.Workers)
}

// spanOf returns orthonormal rows (p×N) that span those of lt, which are
// independent.
func spanOf(ctx context.Context, lt *mat.Dense, workers int) (*mat.Dense, error) {
	p, n := lt.Dims()
	joined := mat.NewDense(p, p+n, nil)
	span := joined.Slice(0, p, p, p+n).(*mat.Dense)
	span.Copy(lt)
	from, to := span.RawMatrix(), joined.RawMatrix()
	blas.SyrkUpper(false, p, n, 1, from.Data, from.Stride, 0, to.Data, to.Stride, workers)
	eliminate(ctx, joined, workers)
	return span, ctx.Err()
}

// leadingWithin returns the leading eigenpairs of the positive semidefinite K
// (N×N), those whose values exceed cutoff, from K times the orthonormal rows of
// span (p×N), which need only be near the eigenvectors: with Y = K·spanᵀ,
//
//	K ≈ Y (span·Y)⁻¹ Yᵀ
//
// errs by the square of what of K lies outside of the span, in units of its
// eigenvalues there (the Nyström approximation, Halko, Martinsson & Tropp, SIAM
// Review 53(2), 2011, §5.4).
func leadingWithin(
	ctx context.Context, k, span *mat.Dense, cutoff float64, s *dense.Workspace, workers int,
) (LowRank, error) {
	p, n := span.Dims()
	joined := s.Rows(p, p+n)
	defer s.GiveRows(joined)
	lt := joined.Slice(0, p, p, p+n).(*mat.Dense)
	from, kernel, to, left := span.RawMatrix(), k.RawMatrix(), lt.RawMatrix(), joined.RawMatrix()
	blas.GemmUntil(ctx, false, false, p, n, n, 1, from.Data, from.Stride, kernel.Data, kernel.Stride, 0, to.Data,
		to.Stride, workers)
	blas.GemmSymmetric(false, true, p, n, 1, to.Data, to.Stride, from.Data, from.Stride, 0, left.Data, left.Stride,
		workers)
	eliminate(ctx, joined, workers)
	if err := ctx.Err(); err != nil {
		return LowRank{}, err
	}
	return leadingOf(ctx, lt, cutoff, s, workers)
}

// eliminationPanel is how many rows are eliminated before those below are
// changed by one product.
const eliminationPanel = 32

// eliminate turns [G B] into [R R⁻ᵀB] for the Cholesky factor G = RᵀR, of which
// the upper half is read. Rows of G that depend on those above, within rounding,
// become zero. When ctx ends it returns early, with nothing useful.
func eliminate(ctx context.Context, joined *mat.Dense, workers int) {
	p, width := joined.Dims()
	raw := joined.RawMatrix()
	var largest float64
	for i := range p {
		largest = max(largest, joined.At(i, i))
	}
	negligible := float64(p) * dense.MachineEpsilon * largest
	for first := 0; first < p && ctx.Err() == nil; first += eliminationPanel {
		end := min(first+eliminationPanel, p)
		for i := first; i < end; i++ {
			row := joined.RawRowView(i)[i:]
			for above := first; above < i; above++ {
				other := joined.RawRowView(above)[i:]
				dense.Axpy(-other[0], other, row)
			}
			if row[0] <= negligible {
				clear(row)
				continue
			}
			scale := 1 / math.Sqrt(row[0])
			for j := range row {
				row[j] *= scale
			}
		}
		if end < p {
			panel := raw.Data[first*raw.Stride+end:]
			blas.Gemm(true, false, p-end, width-end, end-first, -1, panel, raw.Stride, panel, raw.Stride, 1,
				raw.Data[end*raw.Stride+end:], raw.Stride, workers)
		}
	}
}
