package lowrank

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/scenes"
)

// TestCompleteTracks: hidden points of rigid scenes come back, exactly without
// noise, and with 0.2 pixels of noise to a fraction of a pixel.
func TestCompleteTracks(t *testing.T) {
	for name, c := range map[string]struct {
		bodies    int
		share     float64
		noise     float64
		rank      int
		mean, max float64
	}{
		"one body":            {1, 0.3, 0, 3, 0.01, 0.1},
		"three bodies":        {3, 0.3, 0, 0, 0.1, 1},
		"one body, long gaps": {1, 0.6, 0.2, 3, 0.4, 3},
		"three bodies, noise": {3, 0.3, 0.2, 0, 0.4, 3},
	} {
		t.Run(name, func(t *testing.T) {
			const frames, points = 24, 60
			x, _ := scenes.RigidTracks(c.bodies, points, frames, c.noise, 7)
			_, n := x.Dims()
			seen := scenes.WithGaps(n, frames, c.share, 7)
			cut := mat.DenseCopyOf(x)
			for i, s := range seen {
				for f := range s {
					if !s[f] {
						cut.Set(2*f, i, math.NaN())
						cut.Set(2*f+1, i, math.NaN())
					}
				}
			}
			got, err := CompleteTracks(t.Context(), cut, seen, 0, 1)
			if err != nil {
				t.Fatal(err)
			}
			sum, largest, count := 0.0, 0.0, 0
			for i, s := range seen {
				for f := range s {
					d := math.Hypot(got.X.At(2*f, i)-x.At(2*f, i), got.X.At(2*f+1, i)-x.At(2*f+1, i))
					if s[f] && d != 0 {
						t.Fatalf("track %d in frame %d was seen and has moved by %v", i, f, d)
					}
					if !s[f] {
						sum, largest, count = sum+d, max(largest, d), count+1
					}
				}
			}
			t.Logf("rank %d, %d iterations, %d points: mean %.4f, largest %.4f; held out median %.4f", got.Rank,
				got.Iterations, count, sum/float64(count), largest, got.Quantile(0.5))
			if !(sum/float64(count) <= c.mean && largest <= c.max) || c.rank != 0 && got.Rank != c.rank {
				t.Errorf("mean %.4f, largest %.4f of %d points, rank %d, want at most %v and %v, rank %d",
					sum/float64(count), largest, count, got.Rank, c.mean, c.max, c.rank)
			}
			if q := got.Quantile(0.5); !(q <= 2*c.mean) {
				t.Errorf("half of the hidden points come back within %v", q)
			}
		})
	}
}

func TestCompleteTracksErrors(t *testing.T) {
	x, _ := scenes.RigidTracks(1, 10, 6, 0, 1)
	seen := scenes.WithGaps(10, 6, 0.4, 1)
	if _, err := CompleteTracks(t.Context(), x, seen[:9], 0, 1); err == nil {
		t.Error("visibility of too few columns is taken")
	}
	seen[3] = make([]bool, 6)
	if _, err := CompleteTracks(t.Context(), x, seen, 0, 1); err == nil {
		t.Error("a track that is nowhere seen is taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := CompleteTracks(ctx, x, scenes.WithGaps(10, 6, 0.4, 1), 0, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// Columns with the same gaps share one factor; every column still solves its own
// equations, over the rows in which it is seen.
func TestColumnsWithTheSameGaps(t *testing.T) {
	const frames, n = 6, 40
	x, _ := scenes.RigidTracks(2, n/2, frames, 0.2, 3)
	seen := make([][]bool, n)
	for i := range seen {
		seen[i] = make([]bool, frames)
		for f := range seen[i] {
			seen[i][f] = f != i%4 && f != i%3+2
		}
	}
	c, err := newCompleter(t.Context(), x, seen, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.alike) != 11 {
		t.Fatalf("%d sets of gaps, want 11", len(c.alike))
	}
	c.start(3)
	c.updateV()
	for i, s := range seen {
		v := c.v.RawRowView(i)
		var slope [3]float64 // of the cost, by v
		for p := range slope {
			slope[p] = c.ridge * v[p]
			for d := range 2 * frames {
				if s[d/2] {
					slope[p] += c.u.At(d, p) * (c.value(d, i) - x.At(d, i))
				}
			}
			if math.Abs(slope[p]) > 1e-9*c.spread*mat.Norm(c.u, 2) {
				t.Errorf("column %d is %g off the least by number %d", i, slope[p], p)
			}
		}
	}
}
