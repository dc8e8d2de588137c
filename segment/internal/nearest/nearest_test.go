package nearest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestCompare holds labels and distances to the bit to those of every centre
// compared by itself, with and without vector code: of as many points as fill no
// block, with points that repeat and centres that are equally far.
func TestCompare(t *testing.T) {
	had := vectorCode
	defer setVectorCode(had)
	for _, vector := range []bool{false, had} {
		setVectorCode(vector)
		rng := rand.New(rand.NewPCG(3, 3))
		for trial := range 60 {
			n, d, k := 1+rng.IntN(100), 1+rng.IntN(12), 1+rng.IntN(9)
			x, centres := mat.NewDense(n, d, nil), mat.NewDense(k, d, nil)
			for i := range n {
				for j := range d {
					x.Set(i, j, rng.NormFloat64())
				}
			}
			for c := range k {
				centres.SetRow(c, x.RawRowView(rng.IntN(n)))
				if trial%3 == 0 && c > 0 {
					centres.SetRow(c, centres.RawRowView(c-1))
				}
			}
			squared, labels := make([]float64, Padded(n)), make([]int, Padded(n))
			for i := range squared {
				squared[i], labels[i] = math.Inf(1), -1
			}
			p := NewPoints(x)
			own := make([][]float64, k)
			for c := range k {
				own[c] = make([]float64, Padded(n))
				p.Compare(centres.RawRowView(c), own[c], 7+c, squared, labels)
			}
			again, labelsAgain := make([]float64, Padded(n)), make([]int, Padded(n))
			for i := range again {
				again[i] = math.Inf(1)
			}
			for c := range k {
				Again(own[c], 7+c, again, labelsAgain)
			}
			if !slices.Equal(again[:n], squared[:n]) || !slices.Equal(labelsAgain[:n], labels[:n]) {
				t.Fatalf("trial %d, vector code %v: taken again\n%v %v, want\n%v %v", trial, vector, again[:n],
					labelsAgain[:n], squared[:n], labels[:n])
			}
			wantSquared, wantLabels := nearestCentres(x, centres, 7)
			if !slices.Equal(squared[:n], wantSquared) || !slices.Equal(labels[:n], wantLabels) {
				t.Fatalf("trial %d, %d points of %d coordinates, %d centres, vector code %v:\n%v %v, want\n%v %v",
					trial, n, d, k, vector, squared[:n], labels[:n], wantSquared, wantLabels)
			}
		}
	}
}

// nearestCentres returns the squared distance of every row of x from the nearest centre, and
// that one's number, counted from first.
func nearestCentres(x, centres *mat.Dense, first int) (squared []float64, labels []int) {
	n, _ := x.Dims()
	k, _ := centres.Dims()
	squared, labels = slices.Repeat([]float64{math.Inf(1)}, n), make([]int, n)
	for i := range n {
		for c := range k {
			var s float64
			for j, v := range x.RawRowView(i) {
				gap := v - centres.At(c, j)
				s += float64(gap * gap)
			}
			if s < squared[i] {
				squared[i], labels[i] = s, first+c
			}
		}
	}
	return squared, labels
}

// TestCompareInfinite takes a centre as far as possible for no nearer one.
func TestCompareInfinite(t *testing.T) {
	p := NewPoints(mat.NewDense(2, 1, []float64{1, 2}))
	squared, labels, own := make([]float64, Padded(2)), make([]int, Padded(2)), make([]float64, Padded(2))
	squared[0], squared[1] = math.Inf(1), 4
	labels[0], labels[1] = 5, 6
	p.Compare([]float64{math.Inf(1)}, own, 1, squared, labels)
	p.Compare([]float64{math.NaN()}, own, 2, squared, labels)
	if labels[0] != 5 || labels[1] != 6 || !math.IsInf(squared[0], 1) || squared[1] != 4 {
		t.Errorf("labels %v, squared distances %v", labels[:2], squared[:2])
	}
}
