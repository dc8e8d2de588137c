package outliers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestSquaredBeyond compares with a decomposition by singular values, for
// directions of which each is a tenth as strong as the one before, and for fewer of
// them than are asked for.
func TestSquaredBeyond(t *testing.T) {
	const columns = 40
	rng := rand.New(rand.NewPCG(3, 5))
	for _, count := range []int{4, Neighbours} {
		for _, rank := range []int{2, count} {
			strong := mat.NewDense(rank, columns, nil)
			strong.Apply(func(i, _ int, _ float64) float64 { return rng.NormFloat64() * math.Pow(10, -float64(i)) }, strong)
			mixed := mat.NewDense(count, rank, nil)
			mixed.Apply(func(i, j int, _ float64) float64 {
				if rank == count && i != j {
					return 0.1 * rng.NormFloat64()
				}
				return 1 + rng.NormFloat64()
			}, mixed)
			var a mat.Dense
			a.Mul(mixed, strong)
			v := make([]float64, columns)
			for j := range v {
				v[j] = rng.NormFloat64()
			}
			got := squaredBeyond(&a, []int32{0, 1, 2, 3, 4, 5}[:count], v, nil)
			for j := range v {
				mean := mat.Sum(a.ColView(j)) / float64(count)
				v[j] -= mean
				for i := range count {
					a.Set(i, j, a.At(i, j)-mean)
				}
			}
			var svd mat.SVD
			if !svd.Factorize(&a, mat.SVDThin) {
				t.Fatal("no decomposition")
			}
			var directions mat.Dense
			svd.VTo(&directions)
			want := mat.Dot(mat.NewVecDense(columns, v), mat.NewVecDense(columns, v))
			for k := range min(rank, count-1, affineSpan) {
				along := mat.Dot(directions.ColView(k), mat.NewVecDense(columns, v))
				want -= along * along
			}
			if math.Abs(got-want) > 1e-6*want {
				t.Errorf("%d rows of rank %d: %v is left, want %v", count, rank, got, want)
			}
		}
	}
}
