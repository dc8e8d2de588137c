package scenes

import (
	"context"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
)

// FoundOutliers returns the F1 measure of outliers found against truth 0.
func FoundOutliers(found, truth []int) float64 {
	right, wanted := 0, 0
	for i, l := range truth {
		if l == 0 {
			wanted++
			if slices.Contains(found, i) {
				right++
			}
		}
	}
	return 2 * float64(right) / float64(wanted+len(found))
}

// EndingContext ends when it is looked at more often than limit.
type EndingContext struct {
	context.Context
	Limit, Looks int
}

// Err ends the context after Limit looks.
func (c *EndingContext) Err() error {
	if c.Looks++; c.Looks > c.Limit {
		return context.Canceled
	}
	return nil
}

// CheckShares fails the test where shares of the work fall, or do not end at 1.
func CheckShares(t *testing.T, shares []float64) {
	t.Helper()
	for i := 1; i < len(shares); i++ {
		if shares[i] < shares[i-1] {
			t.Fatalf("share %v after %v", shares[i], shares[i-1])
		}
	}
	if last := shares[len(shares)-1]; last != 1 {
		t.Errorf("the last share is %v", last)
	}
}

// Solve runs a method on data that are no trajectories, so that no row of ones
// is appended, with the defaults changed as told, and returns the solution and
// its last iteration.
func Solve(
	t *testing.T, m core.Method, x *mat.Dense, motions int, changes core.Values,
) (core.Solution, core.Iteration) {
	t.Helper()
	values := m.Describe().ValuesFor(core.Trajectories)
	for name, v := range changes {
		if _, err := m.Describe().Param(name); err != nil {
			t.Fatal(err)
		}
		values[name] = v
	}
	var last core.Iteration
	s, err := m.Solve(context.Background(), core.Input{
		Data: core.Data{X: x, Kind: core.Images}, Motions: motions, Values: values, Workers: 2,
		Report: func(it core.Iteration) { last = it },
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, last
}
