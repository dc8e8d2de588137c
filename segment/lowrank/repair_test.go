package lowrank

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
)

// TestOrdered finds what stands at every place of sorted numbers, many of them equal.
func TestOrdered(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for trial := range 300 {
		values := make([]float64, 1+rng.IntN(40))
		for i := range values {
			switch values[i] = rng.NormFloat64(); trial % 3 {
			case 0:
				values[i] = math.Round(values[i])
			case 1:
				values[i] = math.Inf(int(math.Round(values[i])))
			}
		}
		sorted := slices.Sorted(slices.Values(values))
		for k, want := range sorted {
			if got := dense.Ordered(slices.Clone(values), k); got != want {
				t.Fatalf("place %d of %v: %v, want %v", k, values, got, want)
			}
		}
	}
	dense.Ordered([]float64{math.NaN(), math.NaN(), 1}, 1) // comes to an end
}

func TestCorruptedPointsAreReplaced(t *testing.T) {
	for _, c := range []struct {
		bodies int
		share  float64
	}{{1, 0.1}, {2, 0.05}, {2, 0.2}, {3, 0.2}} {
		x, _ := scenes.RigidTracks(c.bodies, 50, 25, 0.3, uint64(c.bodies))
		if same, gross, err := RepairTracks(context.Background(), core.Data{X: x}, 0, 0); err != nil || gross != nil ||
			same != x {
			t.Errorf("%d bodies: %d points of good tracks replaced, error %v", c.bodies, len(gross), err)
		}
		corrupted, gross := scenes.CorruptedPoints(x, c.share, 1)
		repaired, found, err := RepairTracks(context.Background(), core.Data{X: corrupted}, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for _, p := range found {
			if gross[[2]int{p.track, p.frame}] {
				right++
			}
		}
		var distances []float64
		for p := range gross {
			distances = append(distances, math.Hypot(repaired.At(2*p[1], p[0])-x.At(2*p[1], p[0]),
				repaired.At(2*p[1]+1, p[0])-x.At(2*p[1]+1, p[0])))
		}
		slices.Sort(distances)
		far := distances[len(distances)*98/100]
		t.Logf("%d bodies: %d gross errors, %d found, %d of them right; 98 %% within %.2f pixels", c.bodies, len(gross),
			len(found), right, far)
		if right < len(gross)*98/100 || len(found)-right > len(gross)/100 || far > 3 {
			t.Errorf("%d bodies: %d gross errors, %d found, %d of them right, 98 %% within %.2f pixels", c.bodies,
				len(gross), len(found), right, far)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	x, _ := scenes.RigidTracks(2, 30, 25, 0.3, 1)
	corrupted, _ := scenes.CorruptedPoints(x, 0.1, 1)
	if _, _, err := RepairTracks(done, core.Data{X: corrupted}, 0, 0); err != context.Canceled {
		t.Errorf("error %v from a context already done", err)
	}
}
