package segment

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// planes returns points on two planes through 5-space, 30 each, with noise, and
// the planes' numbers.
func planes(seed uint64, noise float64) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, truth := independentSubspaces(rng, 5, 2, 2, 30)
	x.Apply(func(_, _ int, v float64) float64 { return v + noise*rng.NormFloat64() }, x)
	return x, truth
}

func TestScatterUnionIsTheScatterOfBoth(t *testing.T) {
	x, labels := planes(1, 0.1)
	parts := scatterOf(x, labels, 2)
	whole := scatterOf(x, make1s(len(labels)), 1)[0]
	union := parts[0].union(parts[1])
	if union.n != whole.n {
		t.Fatalf("%g points, want %g", union.n, whole.n)
	}
	for i, v := range whole.s {
		if math.Abs(union.s[i]-v) > 1e-12*float64(len(labels)) {
			t.Errorf("entry %d is %g, want %g", i, union.s[i], v)
		}
	}
	var bits float64
	for _, p := range parts {
		bits += p.bits(0.05, float64(len(labels))) / float64(len(labels))
	}
	if want := codingLength(x, labels, 2, 0.05); math.Abs(bits-want) > 1e-10*want {
		t.Errorf("%g bits, codingLength has %g", bits, want)
	}
}

func make1s(n int) []int {
	ones := make([]int, n)
	for i := range ones {
		ones[i] = 1
	}
	return ones
}

// TestMergePiecesFindsTheSubspaces cuts each of two planes into four pieces.
func TestMergePiecesFindsTheSubspaces(t *testing.T) {
	x, truth := planes(2, 0.002)
	pieces := make([]int, len(truth))
	for i, l := range truth {
		pieces[i] = 4*(l-1) + 1
		if x.At(0, i) > 0 {
			pieces[i]++
		}
		if x.At(1, i) > 0 {
			pieces[i] += 2
		}
	}
	if e := ClusteringError(mergePieces(x, pieces, 8, 2, 0.02), truth); e != 0 {
		t.Errorf("error %g after merging, want 0", e)
	}
	if got := mergePieces(x, truth, 5, 3, 0.02); !slices.Equal(got, inOrderOfAppearance(truth)) {
		t.Error("two pieces do not stay as they are when three groups are asked for")
	}
}

func TestLogDeterminant(t *testing.T) {
	s := []float64{4, 1, 0, 1, 3, 0, 0, 0, 0}
	if got, want := logDeterminant(s, 2, 3), math.Log(9*7-2*2); math.Abs(got-want) > 1e-14 {
		t.Errorf("%g, want %g", got, want)
	}
}
