package coding

import (
	"math"
	"slices"
	"testing"

	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/spectral"
)

func TestScatterUnionIsTheScatterOfBoth(t *testing.T) {
	x, labels := scenes.Planes(1, 0.1)
	parts := ScatterOf(x, labels, 2)
	whole := ScatterOf(x, make1s(len(labels)), 1)[0]
	union := parts[0].Union(parts[1])
	if union.N != whole.N {
		t.Fatalf("%g points, want %g", union.N, whole.N)
	}
	for i, v := range whole.S {
		if math.Abs(union.S[i]-v) > 1e-12*float64(len(labels)) {
			t.Errorf("entry %d is %g, want %g", i, union.S[i], v)
		}
	}
	var bits float64
	for _, p := range parts {
		bits += p.bits(0.05, float64(len(labels))) / float64(len(labels))
	}
	if want := Length(x, labels, 2, 0.05); math.Abs(bits-want) > 1e-10*want {
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
	x, truth := scenes.Planes(2, 0.002)
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
	if e := evaluate.ClusteringError(MergePieces(x, pieces, 8, 2, 0.02), truth); e != 0 {
		t.Errorf("error %g after merging, want 0", e)
	}
	if got := MergePieces(x, truth, 5, 3, 0.02); !slices.Equal(got, spectral.InOrderOfAppearance(truth)) {
		t.Error("two pieces do not stay as they are when three groups are asked for")
	}
}

func TestLogDeterminant(t *testing.T) {
	s := []float64{4, 1, 0, 1, 3, 0, 0, 0, 0}
	if got, want := logDeterminant(s, 2, 3), math.Log(9*7-2*2); math.Abs(got-want) > 1e-14 {
		t.Errorf("%g, want %g", got, want)
	}
}
