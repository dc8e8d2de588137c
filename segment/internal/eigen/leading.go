// Package eigen computes the leading eigenpairs of large symmetric operators,
// such as the normalised affinities of spectral clustering.
package eigen

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/blas"
)

// Operator stores S·src in dst for a symmetric S of order n. Both are n×cols,
// row-major without gaps, and do not overlap.
type Operator func(dst, src []float64, cols int)

// Pairs are leading eigenpairs.
type Pairs struct {
	Values  []float64  // the largest eigenvalues, descending
	Vectors *mat.Dense // n×k, orthonormal columns; the largest entry of each is positive
	// Residual is the largest ‖Sv − λv‖ of the vectors. It exceeds the
	// tolerance only when the iteration limit was hit.
	Residual float64
	// Start is where another operator may begin; nil where all eigenpairs were
	// computed.
	Start *Start
}

// Start is the whole block of vectors that were iterated for an operator, and what
// they are worth.
type Start struct {
	block  []float64 // n×width
	values []float64 // Ritz values, descending
	low    float64   // the bound below the operator's eigenvalues
}

const (
	// spareVectors is the least number of vectors that are iterated beyond those
	// asked for: they carry the convergence of the last ones.
	spareVectors = 5
	// directOrder is the order up to which all eigenpairs are computed.
	directOrder = 48
	// outerLimit is the number of rounds, with a filter between, after which the iteration gives up.
	outerLimit = 400
	// growthLimit bounds the logarithm of what one filter amplifies its leading
	// vector by, so that the block does not lose its last vectors in rounding.
	growthLimit = 20
	degreeLimit = 80
	// filterMargin is how far below the tolerance a filter aims, since another one
	// that is found to be missing costs more than to go somewhat further.
	filterMargin = 30
	// tiny is the length, of a column that was 1, at which only rounding is left.
	tiny = 1e-14
)

// Leading returns the k largest eigenpairs of S, a symmetric operator of order
// n whose eigenvalues lie in [−1, 1], each with a residual ‖Sv − λv‖ of at most
// tolerance, and the eigenvalues alone up to count of them, whose residual is
// at most √tolerance. Eigenvalues of any multiplicity are found with it, since
// a block of more than count vectors is iterated.
//
// The method is subspace iteration with a Chebyshev filter (Zhou, Saad, Tiago &
// Chelikowsky, Journal of Computational Physics 219, 2006), from a fixed start:
// the same operator gives the same bits. It returns ctx.Err() when ctx ends,
// between two products with S, and errNotConverged when S holds NaN or infinities.
func Leading(ctx context.Context, n, k, count int, apply Operator, tolerance float64) (Pairs, error) {
	return LeadingFrom(ctx, nil, n, k, count, apply, tolerance)
}

// startNoise is how long the random part of a vector is that LeadingFrom begins
// with: the eigenvectors that the block lacks are found from it.
const startNoise = 0.1

// LeadingFrom is Leading begun where another operator like S ended, which saves
// filters: the first is taken as if S had the same values. Its bound below the
// eigenvalues is taken for one of S too, until a Ritz value below it tells that it is
// none, and all begins anew. A start of another size, or nil, is not used.
func LeadingFrom(ctx context.Context, start *Start, n, k, count int, apply Operator, tolerance float64) (Pairs, error) {
	if err := ctx.Err(); err != nil {
		return Pairs{}, err
	}
	k = min(k, n)
	count = max(k, min(count, n))
	width := (count + spareVectors + 7) / 8 * 8
	if n <= max(directOrder, 2*width) {
		return all(n, k, count, apply)
	}
	s := &subspace{n: n, width: width, apply: apply, random: rand.New(rand.NewPCG(1, 2))}
	for _, block := range []*[]float64{&s.x, &s.sx, &s.y, &s.sy, &s.spare, &s.basis} {
		*block = make([]float64, n*width)
	}
	s.values = make([]float64, width)
	s.randomize()
	if start != nil && len(start.block) == len(s.y) {
		s.low, s.borrowed = start.low, true
		for i, v := range start.block {
			s.x[i] = v + startNoise/math.Sqrt(float64(n))*s.y[i]
		}
		copy(s.values, start.values)
		s.apply(s.sx, s.x, width)
		s.filter(ctx, s.degree(startNoise/tolerance, count), count)
	} else {
		s.low = s.lowerBound(ctx)
	}
	p := Pairs{Values: s.values[:count:count]}
	for round := range outerLimit {
		if err := ctx.Err(); err != nil {
			return Pairs{}, err
		}
		s.orthonormalize()
		if err := s.project(); err != nil {
			return Pairs{}, err
		}
		if s.borrowed && s.values[width-1] < s.low {
			// What the filter was to damp has grown in place of the leading vectors.
			s.low, s.borrowed = s.lowerBound(ctx), false
			s.randomize()
			continue
		}
		var rest float64
		p.Residual, rest = s.residual(0, k), s.residual(k, count)
		if p.Residual <= tolerance && rest <= math.Sqrt(tolerance) || round == outerLimit-1 {
			break // before a filter, which leaves X neither orthonormal nor what Residual is of
		}
		s.filter(ctx, s.degree(max(p.Residual/tolerance, rest/math.Sqrt(tolerance)), count), count)
	}
	p.Vectors = mat.NewDense(n, k, nil)
	for i := range n {
		copy(p.Vectors.RawRowView(i), s.x[i*width:][:k])
	}
	fixSigns(p.Vectors)
	p.Start = &Start{s.x, s.values, s.low}
	return p, nil
}

// subspace is a block of width vectors, n×width, that turns into the leading
// eigenvectors.
type subspace struct {
	n, width int
	apply    Operator
	random   *rand.Rand
	low      float64   // no eigenvalue is smaller, unless borrowed
	borrowed bool      // whether low is the bound of another operator
	values   []float64 // Ritz values, descending
	x, sx    []float64 // Ritz vectors X, and SX
	y, sy    []float64 // the filtered block Y, orthonormal after orthonormalize
	spare    []float64
	basis    []float64 // Yᵀ while it is made orthonormal
}

// randomize fills Y with random numbers.
func (s *subspace) randomize() {
	for i := range s.y {
		s.y[i] = s.random.NormFloat64()
	}
}

// lowerBound returns a bound below the eigenvalues of S: the smallest Ritz
// value of a few Lanczos steps less the length of the remainder (Zhou & Li,
// Bounding the spectrum of large Hermitian matrices, 2011), and at least −1.
func (s *subspace) lowerBound(ctx context.Context) float64 {
	const steps = 10
	n := s.n
	v, previous, next := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range v {
		v[i] = s.random.NormFloat64()
	}
	scale(1/norm(v), v)
	tridiagonal := make([]float64, steps*steps)
	var beta float64
	for step := range steps {
		if ctx.Err() != nil {
			return -1
		}
		s.apply(next, v, 1)
		axpy(-beta, previous, next)
		alpha := dot(v, next)
		axpy(-alpha, v, next)
		tridiagonal[step*steps+step] = alpha
		beta = norm(next)
		if !(beta > 1e-12) {
			// The steps span an invariant subspace, which says nothing of the
			// rest, or S is not finite.
			return -1
		}
		if step+1 < steps {
			tridiagonal[step*steps+step+1] = beta
		}
		scale(1/beta, next)
		previous, v, next = v, next, previous
	}
	values, _, err := Symmetric(context.Background(), steps, tridiagonal, 1)
	if err != nil {
		return -1
	}
	return max(-1, values[0]-beta)
}

// orthonormalize makes the columns of Y orthonormal by the modified
// Gram–Schmidt method, each column projected until it keeps its length. A
// column that depends on the earlier ones is replaced by a random one.
func (s *subspace) orthonormalize() {
	n := s.n
	for i := range n {
		for c := range s.width {
			s.basis[c*n+i] = s.y[i*s.width+c]
		}
	}
	for c := range s.width {
		column := s.basis[c*n:][:n]
		if first := norm(column); first > 0 && !math.IsInf(first, 0) {
			scale(1/first, column)
		}
		length := norm(column)
		for {
			for e := range c {
				earlier := s.basis[e*n:][:n]
				axpy(-dot(earlier, column), earlier, column)
			}
			left := norm(column)
			if left > 0.5*length {
				break
			}
			if length = left; length < tiny {
				for i := range column {
					column[i] = s.random.NormFloat64()
				}
				length = norm(column)
			}
		}
		scale(1/norm(column), column)
	}
	for c := range s.width {
		for i, v := range s.basis[c*n:][:n] {
			s.y[i*s.width+c] = v
		}
	}
}

// project finds the Ritz pairs of S in the span of Y: the eigenvectors Q of
// YᵀSY give X = YQ.
func (s *subspace) project() error {
	n, w := s.n, s.width
	s.apply(s.sy, s.y, w)
	small := make([]float64, w*w)
	blas.GemmSymmetric(true, false, w, n, 1, s.y, w, s.sy, w, 0, small, w, 1)
	ascending, vectors, err := Symmetric(context.Background(), w, small, 1)
	if err != nil {
		return err
	}
	rotation := make([]float64, w*w) // Qᵀ
	for c := range w {
		s.values[c] = ascending[w-1-c]
		copy(rotation[c*w:][:w], vectors[(w-1-c)*w:][:w])
	}
	blas.Gemm(false, true, n, w, w, 1, s.y, w, rotation, w, 0, s.x, w, 1)
	blas.Gemm(false, true, n, w, w, 1, s.sy, w, rotation, w, 0, s.sx, w, 1)
	return nil
}

// residual returns the largest ‖Sx − θx‖ of the Ritz pairs from…to−1.
func (s *subspace) residual(from, to int) float64 {
	squares := make([]float64, to-from)
	for i := range s.n {
		x, sx := s.x[i*s.width:][from:to], s.sx[i*s.width:][from:to]
		for c, v := range x {
			gap := sx[c] - s.values[from+c]*v
			squares[c] += gap * gap
		}
	}
	var largest float64
	for _, v := range squares {
		largest = max(largest, v)
	}
	return math.Sqrt(largest)
}

// damped returns the centre and half the width of the interval whose
// eigenvectors the filter damps: from the lower bound to the last Ritz value.
// Where all Ritz values up to count agree, as in a graph of more parts than
// there are vectors, every eigenvector at their value is as good as another and
// the interval ends further below.
func (s *subspace) damped(count int) (centre, radius float64) {
	high := s.values[s.width-1]
	if s.values[count-1]-high < 1e-9 {
		high -= 0.1
	}
	high = max(high, s.low+1e-3)
	return (high + s.low) / 2, (high - s.low) / 2
}

// degree returns the degree of the next filter: enough to reduce the residual
// of the vector count−1 by that ratio, going by its distance from the damped
// interval, as far as the growth of the leading vector allows.
func (s *subspace) degree(ratio float64, count int) int {
	centre, radius := s.damped(count)
	growth := func(value float64) float64 { return math.Acosh(max((value-centre)/radius, 1+1e-6)) }
	wanted := math.Log(filterMargin*ratio) / growth(s.values[count-1])
	allowed := growthLimit / growth(s.values[0])
	return int(max(4, min(wanted+1, allowed, degreeLimit)))
}

// filter stores p(S)X in Y for the Chebyshev polynomial p of that degree over
// the damped interval, scaled to be 1 at the leading Ritz value.
func (s *subspace) filter(ctx context.Context, degree, count int) {
	centre, radius := s.damped(count)
	sigma := radius / (s.values[0] - centre)
	first := sigma
	// Three terms of the recurrence: older, newer and the next.
	older, newer, next := s.x, s.y, s.spare
	for i, v := range s.sx {
		newer[i] = (v - centre*older[i]) * (sigma / radius)
	}
	for range degree - 1 {
		if ctx.Err() != nil {
			return
		}
		nextSigma := 1 / (2/first - sigma)
		s.apply(next, newer, s.width)
		along, back := 2*nextSigma/radius, sigma*nextSigma
		for i, v := range next {
			next[i] = along*(v-centre*newer[i]) - back*older[i]
		}
		older, newer, next = newer, next, older
		sigma = nextSigma
	}
	s.y, s.x, s.spare = newer, older, next
}

// all returns the leading pairs out of all, by a full decomposition.
func all(n, k, count int, apply Operator) (Pairs, error) {
	identity, s := make([]float64, n*n), make([]float64, n*n)
	for i := range n {
		identity[i*n+i] = 1
	}
	apply(s, identity, n)
	ascending, rows, err := Symmetric(context.Background(), n, s, 1)
	if err != nil {
		return Pairs{}, err
	}
	p := Pairs{Values: make([]float64, count), Vectors: mat.NewDense(n, k, nil)}
	for c := range count {
		p.Values[c] = ascending[n-1-c]
	}
	for c := range k {
		p.Vectors.SetCol(c, rows[(n-1-c)*n:][:n])
	}
	fixSigns(p.Vectors)
	return p, nil
}

// fixSigns turns every column so that its entry of largest absolute value, the
// first of them, is positive.
func fixSigns(vectors *mat.Dense) {
	n, k := vectors.Dims()
	for c := range k {
		var largest float64
		for i := range n {
			if v := vectors.At(i, c); math.Abs(v) > math.Abs(largest) {
				largest = v
			}
		}
		if largest < 0 {
			for i := range n {
				vectors.Set(i, c, -vectors.At(i, c))
			}
		}
	}
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Data: x, Inc: 1} }

func norm(x []float64) float64 { return math.Sqrt(dot(x, x)) }

func scale(alpha float64, x []float64) { blas64.Scal(alpha, vector(x)) }
