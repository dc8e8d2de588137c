package main

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"motionseg/segment/kinship"
)

// TestFitPairs: what traits and one product of two are drawn from is found again, and examples
// that are kept are read as they were.
func TestFitPairs(t *testing.T) {
	const n = len(kinship.PairNames)
	var all []pairExample
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 6000 {
		e := pairExample{scene: uint64(1 + i%5)}
		score := -1.0
		for k := range e.Traits {
			e.Traits[k] = 2 + r.NormFloat64()
			score += float64(k-4) / 2 * e.Traits[k]
		}
		score += (e.Traits[1] - 2) * (e.Traits[3] - 2)
		e.Same = r.Float64() < 1/(1+math.Exp(-score))
		e.Counts = 1.0 / 1200
		all = append(all, roundedPair(e))
	}
	weights, bias, err := fitPairs(all)
	if err != nil {
		t.Fatal(err)
	}
	// Where the traits are at their means the slopes are those that were drawn from.
	slopes, product := make([]float64, n), 0.0
	at := n
	for i := range n {
		slopes[i] += weights[i]
		for j := i; j < n; j++ {
			slopes[i] += 2 * weights[at]
			slopes[j] += 2 * weights[at]
			if i == 1 && j == 3 {
				product = weights[at]
			}
			at++
		}
	}
	for k, slope := range slopes {
		if want := float64(k-4) / 2; math.Abs(slope-want) > 0.3 {
			t.Errorf("trait %d: slope %.2f, expected %.2f", k, slope, want)
		}
	}
	if math.Abs(product-1) > 0.4 || math.IsNaN(bias) {
		t.Errorf("product of two traits %.2f, expected 1; bias %.2f", product, bias)
	}
	path := filepath.Join(t.TempDir(), "kept.csv")
	if err := keepPairs(path, all[:20]); err != nil {
		t.Fatal(err)
	}
	back, err := readPairs(path)
	if err != nil || len(back) != 20 || back[7] != all[7] {
		t.Errorf("kept examples: %d of 20, %v, %+v for %+v", len(back), err, back[7], all[7])
	}
}
