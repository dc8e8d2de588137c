package segment

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/shrink"
)

// randomCoefficients returns an N×N matrix with zeros, ties and an empty column.
func randomCoefficients(n int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	c := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			switch {
			case i == j || j == 3:
			case j%5 == 0:
				c.Set(i, j, float64(rng.IntN(4)-1)) // many are equal
			case j%7 == 0:
				c.Set(i, j, 1) // all are, so that none is below the mean
			default:
				c.Set(i, j, math.Pow(rng.NormFloat64(), 5))
			}
		}
	}
	return c
}

// TestSparseAffinity compares affinities by rows, their sums, cuts and
// embeddings with those of dense matrices.
func TestSparseAffinity(t *testing.T) {
	for _, n := range []int{9, 130} {
		var sparse []eigen.Sparse
		sum := mat.NewDense(n, n, nil)
		for seed := range uint64(3) {
			c := randomCoefficients(n, seed)
			want := Affinity(c, 0.6, 2)
			addNormalized(sum, want)
			transpose(c)
			sparse = append(sparse, sparseAffinity(context.Background(), c, 0.6, 2))
			if !mat.Equal(denseOf(context.Background(), sparse[seed]), want) {
				t.Fatalf("%d points: the affinity differs", n)
			}
		}
		fused := sumNormalized(context.Background(), eigen.Sparse{}, sparse)
		if !mat.EqualApprox(denseOf(context.Background(), fused), sum, 1e-14) {
			t.Errorf("%d points: the sum differs", n)
		}
		first := sumNormalized(context.Background(), eigen.Sparse{}, sparse[:2])
		if !mat.Equal(denseOf(context.Background(), sumNormalized(context.Background(), first, sparse[2:])), denseOf(context.Background(), fused)) {
			t.Errorf("%d points: the sum of two and one differs from that of three", n)
		}
		labels := make([]int, n)
		for i := range labels {
			labels[i] = 1 + i*i%3
		}
		if got, want := sparseCut(fused, labels, 4), normalizedCut(sum, labels, 4); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d points: cut %v, want %v", n, got, want)
		}
		got, err := embedSparse(context.Background(), fused, nil, 3, embeddingTolerance, 2)
		if err != nil {
			t.Fatal(err)
		}
		want, err := embed(context.Background(), sum, 3, 2)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.EqualApprox(got.rows, want.rows, 1e-7) || len(got.isolated) != len(want.isolated) {
			t.Errorf("%d points: the embedding differs", n)
		}
	}
}

// TestKeepLargest compares with sorting.
func TestKeepLargest(t *testing.T) {
	const n = 130
	c := randomCoefficients(n, 5)
	for i := range n {
		for _, ratio := range []float64{1e-9, 0.3, 0.6, 0.999} {
			row := make([]float64, n)
			order := make([]int, n)
			for j := range row {
				row[j] = math.Abs(c.At(j, i))
				order[j] = j
			}
			slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(row[b], row[a]) })
			want := make([]float64, n)
			var sum float64
			for _, j := range order {
				if sum >= ratio*floats.Sum(row) && sum > 0 {
					break
				}
				want[j] = row[j]
				sum += row[j]
			}
			keepLargest(row, ratio, make([]int32, n), make([]float64, n))
			if !slices.Equal(row, want) {
				t.Fatalf("column %d, ratio %v: %v, want %v", i, ratio, row, want)
			}
		}
	}
}

func TestTranspose(t *testing.T) {
	for _, n := range []int{1, 31, 32, 33, 100} {
		a := randomCoefficients(n, 7)
		want := mat.DenseCopyOf(a.T())
		if transpose(a); !mat.Equal(a, want) {
			t.Errorf("order %d: not the transpose", n)
		}
	}
}

// TestSpares has a matrix used again, and cleared where zeros are asked for.
func TestSpares(t *testing.T) {
	s := &spares{n: 4}
	first := s.take(4)
	first.Set(1, 2, 3)
	s.give(first, nil)
	if zero := s.takeZero(4); zero != first || mat.Max(zero) != 0 {
		t.Errorf("%v is not the first matrix, cleared", zero)
	}
	if second := s.take(4); second == first {
		t.Error("one matrix was given out twice")
	}
}

// TestAffinitiesEnd has what takes long on many points stop where the context has
// ended.
func TestAffinitiesEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	data := benchmarkTracks(30, 8)
	c := outer(data.X, true, 1)
	w := sparseAffinity(ctx, c, 0.6, 1)
	rows := []shrink.Row{{Index: []int32{1}, Value: []float64{1}}, {Index: []int32{0}, Value: []float64{2}}}
	if sum := plusTranspose(ctx, rows); len(sum.Value) != 2 {
		t.Fatalf("%d entries", len(sum.Value))
	}
	cancel()
	if sum := plusTranspose(ctx, rows); len(sum.Start) != 3 || len(sum.Value) != 0 {
		t.Errorf("%d entries were added for nobody", len(sum.Value))
	}
	if d := denseOf(ctx, w); maxAbs(d) != 0 {
		t.Error("a dense affinity was formed for nobody")
	}
	if d := strayDistances(ctx, data.X, nil, w, 1); slices.Max(d) != 0 {
		t.Error("distances were measured for nobody")
	}
}

// BenchmarkSparseAffinity times the affinity of one member on as many tracks as the
// sequences of Hopkins155 have.
func BenchmarkSparseAffinity(b *testing.B) {
	const n = 400
	rng := rand.New(rand.NewPCG(5, 1))
	ct := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			ct.Set(i, j, math.Exp(2*rng.NormFloat64())*(rng.Float64()-0.5))
		}
	}
	for b.Loop() {
		sparseAffinity(context.Background(), ct, 0.6, 1)
	}
}
