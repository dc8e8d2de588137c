package spectral

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestSparsified: of a kernel those entries stay that stand out of the row of either point, by the definition.
func TestSparsified(t *testing.T) {
	const n, exponent = 40, 3
	r := rand.New(rand.NewPCG(3, 4))
	k := mat.NewDense(n, n, nil)
	for i := range n {
		k.Set(i, i, 1)
		for j := range i {
			v := math.Pow(r.Float64(), 2)
			if r.IntN(4) == 0 {
				v = 0
			}
			k.Set(i, j, v)
			k.Set(j, i, v)
		}
	}
	k.Set(7, 8, 1) // as large as the largest of its row
	k.Set(8, 7, 1)
	stands := func(i, j int) bool {
		var sum, mean float64
		share := func(m int) float64 { return 1 - math.Pow(k.At(i, m), exponent) }
		for m := range n {
			sum += share(m)
		}
		for m := range n {
			if p := share(m) / sum; p > 0 {
				mean += p * math.Log(p)
			}
		}
		return math.Log(share(j)/sum) < mean
	}
	kept := Sparsified(t.Context(), k, exponent)
	count := 0
	for i := range n {
		column, _ := kept.Row(i)
		is := map[int32]bool{}
		for _, j := range column {
			is[j] = true
		}
		for j := range n {
			want := i != j && k.At(i, j) != 0 && (stands(i, j) || stands(j, i))
			if is[int32(j)] != want {
				t.Errorf("entry %d, %d stays: %v, expected %v", i, j, is[int32(j)], want)
			}
			if want {
				count++
			}
		}
	}
	if count < n || count > n*n/2 {
		t.Errorf("%d of %d entries stay, expected some", count, n*n)
	}
}
