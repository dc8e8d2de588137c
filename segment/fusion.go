package segment

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/parallel"
)

// sparsified returns the kernel k with only the entries of every row that stand
// out of it (Xu, Cheong & Li, Motion Segmentation by Exploiting Complementary
// Geometric Models, CVPR 2018): with σ_j = max_j k_ij^α − k_ij^α and
// p = σ/Σσ those of which log p is below the mean Σ p log p. An entry stays
// when it stands out of the row of either point. A larger exponent keeps fewer.
// The error is ctx.Err().
func sparsified(ctx context.Context, k *mat.Dense, exponent, workers int) (*mat.Dense, error) {
	n, _ := k.Dims()
	kept := mat.NewDense(n, n, nil)
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		below := make([]float64, n)
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			row := k.RawRowView(i)
			for j, v := range row {
				below[j] = power(v, exponent)
			}
			top := floats.Max(below)
			for j, v := range below {
				below[j] = top - v
			}
			total := floats.Sum(below)
			if total == 0 {
				continue // nothing stands out of equal entries
			}
			var mean float64
			most := math.Log(top / total) // of the many entries that vanish beside the largest
			for j, v := range below {
				p := v / total
				switch {
				case v == top:
					below[j] = most
				case p > 0:
					below[j] = math.Log(p)
				default:
					below[j] = math.Inf(-1)
					continue
				}
				mean += p * below[j]
			}
			to := kept.RawRowView(i)
			for j, v := range row {
				if below[j] < mean && j != i {
					to[j] = v
				}
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i := range n {
		for j := range i {
			v := max(kept.At(i, j), kept.At(j, i))
			kept.Set(i, j, v)
			kept.Set(j, i, v)
		}
	}
	return kept, nil
}

// power returns v to a whole exponent of at least 1.
func power(v float64, exponent int) float64 {
	result := 1.0
	for ; exponent > 0; exponent /= 2 {
		if exponent%2 == 1 {
			result *= v
		}
		v *= v
	}
	return result
}
