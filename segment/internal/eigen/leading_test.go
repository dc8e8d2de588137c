package eigen

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// affinity returns a random symmetric affinity of n points in groups, with
// about links neighbours each and weight between towards other groups, and the
// scale D^(−½) that normalises it.
func affinity(n, groups, links int, between float64, seed uint64) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	w := mat.NewDense(n, n, nil)
	for i := range n {
		for range links {
			j, weight := rng.IntN(n), rng.Float64()
			if i%groups != j%groups {
				weight *= between
			}
			if i != j {
				w.Set(i, j, w.At(i, j)+weight)
				w.Set(j, i, w.At(i, j))
			}
		}
	}
	return w, inverseRoots(w)
}

func inverseRoots(w *mat.Dense) []float64 {
	n, _ := w.Dims()
	scale := make([]float64, n)
	for i := range n {
		scale[i] = 1 / math.Sqrt(mat.Sum(w.RowView(i))+1e-16)
	}
	return scale
}

// check compares the pairs with gonum's full decomposition. Vectors are
// compared by the residual and, where the k-th value stands apart from the
// next, by the projector on the space that they span.
func check(t *testing.T, w *mat.Dense, scale []float64, k int, p Pairs, tolerance float64) {
	t.Helper()
	n := len(scale)
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range n {
			s.SetSym(i, j, scale[i]*w.At(i, j)*scale[j])
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(s, true) {
		t.Fatal("gonum's decomposition failed")
	}
	values := eig.Values(nil)
	slices.Reverse(values)
	for i := range k {
		if math.Abs(p.Values[i]-values[i]) > tolerance {
			t.Errorf("value %d is %.14g, expected %.14g", i, p.Values[i], values[i])
		}
	}
	if !(p.Residual <= tolerance) {
		t.Errorf("residual %v, expected at most %v", p.Residual, tolerance)
	}
	var gram, sv mat.Dense
	gram.Mul(p.Vectors.T(), p.Vectors)
	sv.Mul(s, p.Vectors)
	for i := range k {
		for j := range k {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(gram.At(i, j)-want) > 1e-12 {
				t.Errorf("vectors %d and %d: product %v", i, j, gram.At(i, j))
			}
		}
		var square float64
		for r := range n {
			gap := sv.At(r, i) - p.Values[i]*p.Vectors.At(r, i)
			square += gap * gap
		}
		if math.Sqrt(square) > 2*tolerance {
			t.Errorf("‖Sv − λv‖ of pair %d is %v", i, math.Sqrt(square))
		}
	}
	if k < n && values[k-1]-values[k] > 1e-3 {
		var all mat.Dense
		eig.VectorsTo(&all)
		var overlap mat.Dense
		overlap.Mul(all.Slice(0, n, n-k, n).(*mat.Dense).T(), p.Vectors)
		if f := mat.Norm(&overlap, 2); math.Abs(f*f-float64(k)) > 1e-9 {
			t.Errorf("the spans overlap by %v, expected %d", f*f, k)
		}
	}
}

func TestLeadingAgreesWithFullDecomposition(t *testing.T) {
	for _, c := range []struct {
		name             string
		n, groups, links int
		between          float64
		k                int
	}{
		{"small", 30, 2, 5, 0.1, 4},
		{"clustered", 300, 3, 6, 0.02, 4},
		{"one vector", 200, 2, 6, 0.1, 1},
		{"hard", 250, 1, 3, 1, 10},
		{"bulk", 250, 1, 40, 1, 10},
		{"disconnected", 260, 4, 12, 0, 5},
		{"disconnected, cut inside the multiple value", 260, 20, 60, 0, 7},
		{"more parts than vectors iterated", 400, 40, 200, 0, 6},
		{"dense", 150, 3, 100, 0.2, 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, scale := affinity(c.n, c.groups, c.links, c.between, 7)
			p, err := Leading(context.Background(), c.n, c.k, c.k, Scaled(w, scale, 2), 1e-10)
			if err != nil {
				t.Fatal(err)
			}
			check(t, w, scale, c.k, p, 1e-10)
		})
	}
}

// TestRing has the eigenvalues cos(2πm/n), each but the first twice, which lie
// close together at 1.
func TestRing(t *testing.T) {
	const n, k = 400, 9
	w := mat.NewDense(n, n, nil)
	for i := range n {
		w.Set(i, (i+1)%n, 1)
		w.Set((i+1)%n, i, 1)
	}
	p, err := Leading(context.Background(), n, k, k, Scaled(w, inverseRoots(w), 1), 1e-10)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range p.Values {
		want := math.Cos(2 * math.Pi * float64((i+1)/2) / n)
		if math.Abs(v-want) > 1e-12 {
			t.Errorf("value %d is %.15g, expected %.15g", i, v, want)
		}
	}
	check(t, w, inverseRoots(w), k, p, 1e-10)
}

// TestLimit: vectors that no filter brings within the tolerance are the best that were found, and orthonormal.
func TestLimit(t *testing.T) {
	const n, k = 150, 4
	w, scale := affinity(n, 3, 6, 0.02, 7)
	p, err := Leading(t.Context(), n, k, k, Scaled(w, scale, 1), 1e-300)
	if err != nil {
		t.Fatal(err)
	}
	check(t, w, scale, k, p, 1e-12)
}

func TestIsolatedPointsAndZeroMatrix(t *testing.T) {
	w, scale := affinity(200, 2, 6, 0.05, 3)
	for i := range 200 {
		w.Set(17, i, 0)
		w.Set(i, 17, 0)
	}
	p, err := Leading(context.Background(), 200, 3, 3, Scaled(w, scale, 1), 1e-10)
	if err != nil {
		t.Fatal(err)
	}
	for c := range 3 {
		if v := p.Vectors.At(17, c); math.Abs(v) > 1e-9 {
			t.Errorf("the isolated point has entry %v in vector %d", v, c)
		}
	}
	p, err = Leading(context.Background(), 200, 3, 3, Scaled(mat.NewDense(200, 200, nil), scale, 1), 1e-10)
	if err != nil || p.Values[0] != 0 || p.Values[2] != 0 || p.Residual != 0 {
		t.Errorf("zero matrix: values %v, residual %v, error %v", p.Values, p.Residual, err)
	}
}

func TestSameBitsForAnyNumberOfWorkers(t *testing.T) {
	w, scale := affinity(180, 3, 80, 0.1, 5)
	one, _ := Leading(context.Background(), 180, 5, 5, Scaled(w, scale, 1), 1e-10)
	many, _ := Leading(context.Background(), 180, 5, 5, Scaled(w, scale, 5), 1e-10)
	if !mat.Equal(one.Vectors, many.Vectors) || !slices.Equal(one.Values, many.Values) {
		t.Error("the pairs differ between 1 and 5 workers")
	}
}

// A product that is large enough to be shared is the same on any number of goroutines.
func TestSharedProducts(t *testing.T) {
	const n, cols = 600, 8
	s := Sparse{Start: []int{0}}
	for i := range n {
		for j := i % 5; j < n; j += 5 {
			s.Column, s.Value = append(s.Column, int32(j)), append(s.Value, math.Sin(float64(i*j)))
		}
		s.Start = append(s.Start, len(s.Value))
	}
	if len(s.Value)*cols < sharedProducts {
		t.Fatalf("%d products are too few to be shared", len(s.Value)*cols)
	}
	src, want, got := make([]float64, n*cols), make([]float64, n*cols), make([]float64, n*cols)
	for i := range src {
		src[i] = math.Cos(float64(i))
	}
	s.multiplyRows(want, src, cols, 0, n)
	if s.product(3)(got, src, cols); !slices.Equal(got, want) {
		t.Error("three goroutines make another product than one")
	}
}

func TestSparseAndDenseOperatorsAgree(t *testing.T) {
	w, scale := affinity(90, 2, 3, 0.5, 11)
	rows := Sparse{Start: []int{0}}
	for i := range 90 {
		for j, v := range w.RawRowView(i) {
			if v != 0 {
				rows.Column, rows.Value = append(rows.Column, int32(j)), append(rows.Value, v)
			}
		}
		rows.Start = append(rows.Start, len(rows.Value))
	}
	operators := map[string]Operator{"as it is": Scaled(w, scale, 1), "by rows": ScaledSparse(rows, scale, 1)}
	for _, cols := range []int{1, 7, 8, 16, 19, 24} {
		rng := rand.New(rand.NewPCG(1, uint64(cols)))
		src := make([]float64, 90*cols)
		for i := range src {
			src[i] = rng.NormFloat64()
		}
		for name, multiply := range operators {
			got := make([]float64, len(src))
			multiply(got, src, cols)
			for i := range 90 {
				for c := range cols {
					var want float64
					for j := range 90 {
						want += scale[i] * w.At(i, j) * scale[j] * src[j*cols+c]
					}
					if math.Abs(got[i*cols+c]-want) > 1e-13 {
						t.Fatalf("%s, %d columns: entry (%d, %d) is %v, expected %v", name, cols, i, c, got[i*cols+c], want)
					}
				}
			}
		}
	}
}

func TestNaNAndCancellation(t *testing.T) {
	for _, n := range []int{20, 200} {
		w, scale := affinity(n, 2, 5, 0.1, 1)
		w.Set(3, 4, math.NaN())
		w.Set(4, 3, math.NaN())
		if _, err := Leading(context.Background(), n, 3, 3, Scaled(w, scale, 1), 1e-10); !errors.Is(err, errNotConverged) {
			t.Errorf("N = %d: error %v, expected ErrNotConverged", n, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := Leading(ctx, n, 3, 3, Scaled(w, scale, 1), 1e-10); !errors.Is(err, context.Canceled) {
			t.Errorf("N = %d: error %v, expected context.Canceled", n, err)
		}
	}
}

func BenchmarkLeading(b *testing.B) {
	for _, c := range []struct{ n, links int }{{300, 5}, {556, 5}, {556, 300}, {2000, 5}, {2000, 300}} {
		w, scale := affinity(c.n, 3, c.links, 0.05, 2)
		b.Run(fmt.Sprintf("n=%d/links=%d", c.n, c.links), func(b *testing.B) {
			for b.Loop() {
				if _, err := Leading(context.Background(), c.n, 4, 10, Scaled(w, scale, 1), 1e-10); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestLeadingFrom: begun where a like operator ended, the same pairs are found as
// from nothing, by fewer products; a start of another size is not used.
func TestLeadingFrom(t *testing.T) {
	ctx := context.Background()
	products := 0
	counted := func(apply Operator) Operator {
		return func(dst, src []float64, cols int) {
			if cols > 1 {
				products++
			}
			apply(dst, src, cols)
		}
	}
	w, scale := affinity(300, 4, 5, 0.3, 1)
	first, err := Leading(ctx, 300, 5, 10, Scaled(w, scale, 1), 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		for j := range i {
			v := w.At(i, j) * (1 + 0.1*math.Sin(float64(i+j)))
			w.Set(i, j, v)
			w.Set(j, i, v)
		}
	}
	want, err := Leading(ctx, 300, 5, 10, counted(Scaled(w, scale, 1)), 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	fresh := products
	wider, err := Leading(ctx, 300, 5, 20, Scaled(w, scale, 1), 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []*Start{first.Start, wider.Start, nil} {
		products = 0
		got, err := LeadingFrom(ctx, start, 300, 5, 10, counted(Scaled(w, scale, 1)), 1e-6)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range want.Values[:5] {
			if math.Abs(got.Values[i]-v) > 1e-9 {
				t.Errorf("eigenvalue %d is %v, want %v", i, got.Values[i], v)
			}
		}
		if got.Residual > 1e-6 {
			t.Errorf("residual %g", got.Residual)
		}
		if used := start == first.Start; used && products >= fresh || !used && products != fresh {
			t.Errorf("%d products from a start, %d without", products, fresh)
		}
	}
}

// TestLeadingFromLower: the bound below the eigenvalues of the operator begun with is
// given up where another has eigenvalues far below it.
func TestLeadingFromLower(t *testing.T) {
	const n = 200
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(3, 5))
	u := make([]float64, n)
	for i := range u {
		u[i] = rng.NormFloat64()
	}
	scale(1/norm(u), u)
	bounds := 0
	with := func(values []float64) Operator {
		reflected := reflectedBy(u, values)
		return func(dst, src []float64, cols int) {
			if cols == 1 {
				bounds++
			}
			reflected(dst, src, cols)
		}
	}
	high, low := make([]float64, n), make([]float64, n)
	for i := range n {
		high[i] = 0.95 * float64(n-i) / n
		low[i] = high[i]
		if i >= n/2 {
			low[i] = -0.9
		}
	}
	first, err := Leading(ctx, n, 4, 10, with(high), 1e-7)
	if err != nil {
		t.Fatal(err)
	}
	for _, values := range [][]float64{high, low} {
		bounds = 0
		got, err := LeadingFrom(ctx, first.Start, n, 4, 10, with(values), 1e-7)
		if err != nil {
			t.Fatal(err)
		}
		if got.Residual > 1e-7 {
			t.Errorf("residual %g", got.Residual)
		}
		for i, v := range got.Values[:4] {
			if math.Abs(v-values[i]) > 1e-9 {
				t.Errorf("eigenvalue %d is %v, want %v", i, v, values[i])
			}
		}
		if anew, lower := bounds > 0, values[n-1] < 0; anew != lower {
			t.Errorf("lower eigenvalues: %v, a bound sought: %v", lower, anew)
		}
	}
}

// reflectedBy returns the operator with these eigenvalues, whose eigenvectors are the columns
// of I − 2uuᵀ.
func reflectedBy(u, values []float64) Operator {
	return func(dst, src []float64, cols int) {
		reflect := func(x []float64) {
			along := make([]float64, cols)
			for i, v := range u {
				axpy(v, x[i*cols:][:cols], along)
			}
			for i, v := range u {
				axpy(-2*v, along, x[i*cols:][:cols])
			}
		}
		copy(dst, src)
		reflect(dst)
		for i, v := range values {
			scale(v, dst[i*cols:][:cols])
		}
		reflect(dst)
	}
}

// TestColumnsTogether: a product by many columns together is that by eight at a
// time, to the bit.
func TestColumnsTogether(t *testing.T) {
	const n, cols = 50, 56
	rng := rand.New(rand.NewPCG(7, 9))
	s := Sparse{Start: []int{0}}
	for i := range n {
		for j := range n {
			if (i+j)%3 == 0 && i != 7 || i == 8 && j == 2 {
				s.Column, s.Value = append(s.Column, int32(j)), append(s.Value, rng.NormFloat64())
			}
		}
		s.Start = append(s.Start, len(s.Value))
	}
	src, dst := make([]float64, n*cols), make([]float64, n*cols)
	for i := range src {
		src[i] = rng.NormFloat64()
	}
	s.product(1)(dst, src, cols)
	want := make([]float64, 8)
	for i := range n {
		column, value := s.Row(i)
		for c := 0; c < cols; c += 8 {
			multiplyRow(want, src[c:], column, value, cols)
			for k, w := range want {
				if got := dst[i*cols+c+k]; got != w {
					t.Fatalf("row %d, column %d: %v, want %v", i, c+k, got, w)
				}
			}
		}
	}
}
