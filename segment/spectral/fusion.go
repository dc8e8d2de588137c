package spectral

import (
	"context"
	"math"
	"math/bits"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/logs"
)

// Sparsified returns the kernel k with only the entries of every row that stand
// out of it (Xu, Cheong & Li, Motion Segmentation by Exploiting Complementary
// Geometric Models, CVPR 2018): with σ_j = max_j k_ij^α − k_ij^α and
// p = σ/Σσ those of which log p is below the mean Σ p log p. An entry stays
// when it stands out of the row of either point. A larger exponent keeps fewer.
// What is kept is normalised, D^(−½)WD^(−½). When ctx ends it returns nothing useful.
func Sparsified(ctx context.Context, k *mat.Dense, exponent int) eigen.Sparse {
	n, _ := k.Dims()
	words := (n + 63) / 64
	stands := make([]uint64, n*words) // which entries stand out of a row or a column
	below, shares := make([]float64, n), make([]float64, n)
	entries := 0
	for i := range n {
		if ctx.Err() != nil {
			return eigen.Sparse{Start: make([]int, n+1)}
		}
		mean, varies := outstanding(k.RawRowView(i), exponent, below, shares)
		if !varies {
			continue
		}
		for j, v := range below {
			if v < mean && j != i {
				stands[i*words+j/64] |= 1 << (j % 64)
				stands[j*words+i/64] |= 1 << (i % 64)
				entries += 2
			}
		}
	}
	kept := eigen.Sparse{Start: make([]int, 1, n+1), Column: make([]int32, 0, entries), Value: make([]float64, 0, entries)}
	for i := range n {
		row := k.RawRowView(i)
		for w, set := range stands[i*words:][:words] {
			for ; set != 0; set &= set - 1 {
				j := w*64 + bits.TrailingZeros64(set)
				if row[j] != 0 {
					kept.Column, kept.Value = append(kept.Column, int32(j)), append(kept.Value, row[j])
				}
			}
		}
		kept.Start = append(kept.Start, len(kept.Value))
	}
	scale, _ := degreeScale(kept)
	for i, own := range scale {
		column, value := kept.Row(i)
		for t, j := range column {
			value[t] *= own * scale[j]
		}
	}
	return kept
}

// outstanding sets below to log p of every entry of a row and returns their mean by p, which
// shares has room for; varies is false where all entries are equal and nothing stands out.
func outstanding(row []float64, exponent int, below, shares []float64) (mean float64, varies bool) {
	for j, v := range row {
		below[j] = Power(v, exponent)
	}
	top := floats.Max(below)
	for j, v := range below {
		below[j] = top - v
	}
	total := floats.Sum(below)
	if total == 0 {
		return 0, false
	}
	for j, v := range below {
		shares[j] = v / total
	}
	copy(below, shares)
	logs.Of(below)
	for j, p := range shares {
		if p == 0 {
			below[j] = math.Inf(-1)
			continue
		}
		mean += float64(p * below[j])
	}
	return mean, true
}

// Power returns v to a whole exponent of at least 1.
func Power(v float64, exponent int) float64 {
	result := 1.0
	for ; exponent > 0; exponent /= 2 {
		if exponent%2 == 1 {
			result *= v
		}
		v *= v
	}
	return result
}
