package segment

import (
	"context"
	"testing"

	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// TestShares checks that the progress of every method runs from 0 to 1 without
// falling, over its own work and over all of Run, and that the default's runs
// evenly.
func TestShares(t *testing.T) {
	data := scenes.BenchmarkTracks(200, 20)
	for _, m := range Methods() {
		name := m.Describe().Name
		t.Run(name, func(t *testing.T) {
			for _, landmarks := range []int{0, 120} {
				shares := []float64{0}
				note := func(share float64) { shares = append(shares, share) }
				r, err := solve.Run(context.Background(), data, Config{
					Method: m, Motions: 3, Landmarks: landmarks, Progress: func(it Iteration) { note(it.Share) },
				})
				if err != nil {
					t.Fatal(err)
				}
				scenes.CheckShares(t, shares)
				if name == "pairwise" {
					if r.Iterations() != 0 {
						t.Errorf("%d iterations of a method that has none", r.Iterations())
					}
				} else if solved := r.History[len(r.History)-1].Share; solved > 0.9 {
					t.Errorf("the last iteration has share %v of the whole", solved)
				}
				if name == "lrksc-auto" || name == "pairwise" {
					for i := 1; i < len(shares); i++ {
						if step := shares[i] - shares[i-1]; landmarks == 0 && step > 0.2 {
							t.Errorf("a step from %v to %v", shares[i-1], shares[i])
						}
					}
				}
			}
			shares := []float64{0}
			note := func(share float64) { shares = append(shares, share) }
			_, err := m.Solve(context.Background(), Input{
				Data: data, Motions: 3, Values: m.Describe().ValuesFor(Trajectories),
				Report: func(it Iteration) { note(it.Share) }, Advance: note,
			})
			if err != nil {
				t.Fatal(err)
			}
			scenes.CheckShares(t, shares)
		})
	}
}

func TestSharesAtTheLimit(t *testing.T) {
	data := scenes.BenchmarkTracks(60, 10)
	for _, m := range Methods() {
		d := m.Describe()
		if _, err := d.Param("iterations"); err != nil {
			continue
		}
		values := d.ValuesFor(Trajectories)
		values["iterations"] = 3
		shares := []float64{0}
		note := func(share float64) { shares = append(shares, share) }
		if _, err := m.Solve(context.Background(), Input{
			Data: data, Motions: 3, Values: values, Report: func(it Iteration) { note(it.Share) }, Advance: note,
		}); err != nil {
			t.Fatal(err)
		}
		scenes.CheckShares(t, shares)
	}
}
