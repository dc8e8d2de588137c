package spectral

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
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
			ct := mat.DenseCopyOf(c.T())
			for _, ratio := range []float64{1e-9, 0.3, 0.999, 1, 0.6} {
				w := SparseAffinity(context.Background(), ct, ratio, 2)
				want := affinityBySorting(c, ratio)
				if !mat.Equal(DenseOf(context.Background(), w, 2), want) {
					t.Fatalf("%d points, ratio %v: the affinity differs", n, ratio)
				}
				if ratio == 0.6 {
					addNormalized(sum, want)
					sparse = append(sparse, w)
				}
			}
		}
		fused := SumNormalized(context.Background(), sparse, 2)
		if !mat.EqualApprox(DenseOf(context.Background(), fused, 2), sum, 1e-14) {
			t.Errorf("%d points: the sum differs", n)
		}
		labels := make([]int, n)
		for i := range labels {
			labels[i] = 1 + i*i%3
		}
		if got, want := SparseCut(fused, labels, 4, 0), NormalizedCut(sum, labels, 4); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d points: cut %v, want %v", n, got, want)
		}
		got, err := EmbedSparse(context.Background(), fused, nil, 3, embeddingTolerance, 2)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Embed(context.Background(), sum, 3, 2)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.EqualApprox(got.Rows, want.Rows, 1e-7) || len(got.Isolated) != len(want.Isolated) {
			t.Errorf("%d points: the embedding differs", n)
		}
	}
}

// affinityBySorting is the affinity of coefficients as it is defined.
func affinityBySorting(c *mat.Dense, ratio float64) *mat.Dense {
	n, _ := c.Dims()
	kept := mat.NewDense(n, n, nil)
	for i := range n {
		row, order := make([]float64, n), make([]int, n)
		for j := range row {
			row[j], order[j] = math.Abs(c.At(j, i)), j
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(row[b], row[a]) })
		var sum float64
		for _, j := range order {
			if ratio < 1 && sum >= ratio*floats.Sum(row) && sum > 0 {
				break
			}
			kept.Set(j, i, row[j]*(1/(row[order[0]]+dense.MachineEpsilon)))
			sum += row[j]
		}
	}
	kept.Add(kept, mat.DenseCopyOf(kept.T()))
	return kept
}

func TestTranspose(t *testing.T) {
	for _, n := range []int{1, 31, 32, 33, 100} {
		a := randomCoefficients(n, 7)
		want := mat.DenseCopyOf(a.T())
		if dense.Transpose(a); !mat.Equal(a, want) {
			t.Errorf("order %d: not the transpose", n)
		}
	}
}

// TestSpares has a matrix used again, and cleared where zeros are asked for.
func TestSpares(t *testing.T) {
	s := &dense.Workspace{N: 4}
	first := s.Take(4)
	first.Set(1, 2, 3)
	s.Give(first, nil)
	if zero := s.TakeZero(4); zero != first || mat.Max(zero) != 0 {
		t.Errorf("%v is not the first matrix, cleared", zero)
	}
	if second := s.Take(4); second == first {
		t.Error("one matrix was given out twice")
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
		SparseAffinity(context.Background(), ct, 0.6, 1)
	}
}

// addNormalized adds D^(−½)WD^(−½) to sum.
func addNormalized(sum, w *mat.Dense) {
	n, _ := w.Dims()
	scale := make([]float64, n)
	for i := range scale {
		scale[i] = 1 / math.Sqrt(floats.Sum(w.RawRowView(i))+dense.MachineEpsilon)
	}
	for i := range n {
		to := sum.RawRowView(i)
		for j, v := range w.RawRowView(i) {
			to[j] += v * (scale[i] * scale[j])
		}
	}
}
