package least

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOf compares the keys selected by a sample with those that sorting selects,
// where the sample misleads, too.
func TestOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for trial := range 2000 {
		n := 1 + rng.IntN(600)
		squares := make([]float64, n)
		for i := range squares {
			switch trial % 4 {
			case 0:
				squares[i] = rng.ExpFloat64()
			case 1:
				squares[i] = float64(rng.IntN(3)) // many are equal
			case 2:
				squares[i] = 1 + 1e-13*float64(rng.IntN(100)) // keys cut most of what tells them apart
			default:
				squares[i] = 1
				if i*sampledKeys%n < sampledKeys { // where the sample looks
					squares[i] = 0.5
				}
			}
		}
		count := rng.IntN(n + 1)
		want := make([]uint64, n)
		for h, s := range squares {
			want[h] = keyOf(s, h)
		}
		slices.Sort(want)
		got := slices.Clone(Of(squares, make([]uint64, Scratch(n)), count))
		slices.Sort(got)
		if !slices.Equal(got, want[:count]) {
			t.Fatalf("trial %d: %d of %d keys: %v, want %v", trial, count, n, got, want[:count])
		}
	}
}

// TestPart compares the keys selected with those that sorting selects.
func TestPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for trial := range 1000 {
		n := 1 + rng.IntN(80)
		if trial%4 == 0 {
			n += 400
		}
		keys := make([]uint64, n)
		for i := range keys {
			keys[i] = uint64(rng.IntN(1+trial%20))<<32 | uint64(i) // all differ, most of them in little
		}
		rng.Shuffle(n, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		count := rng.IntN(n + 1)
		want := slices.Sorted(slices.Values(keys))[:count]
		got := slices.Clone(part(keys, make([]uint64, n), count))
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%d of %d keys: %v, want %v", count, n, got, want)
		}
		if slices.Sort(keys); slices.Contains(keys[1:], keys[0]) || len(slices.Compact(keys)) != n {
			t.Fatalf("%d of %d keys: some are there twice, others lost", count, n)
		}
	}
}

// BenchmarkOf takes a tenth of 500 squares, as every point does of hypotheses.
func BenchmarkOf(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	squares, scratch := make([]float64, 500), make([]uint64, Scratch(500))
	for i := range squares {
		squares[i] = rng.ExpFloat64()
	}
	for b.Loop() {
		Of(squares, scratch, 50)
	}
}
