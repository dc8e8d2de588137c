package hopkins

import (
	"context"
	"testing"

	"motionseg/segment"
)

// TestSearchTellsHowFarItIs: the share of the work moves on before the method's
// first iteration, never falls and ends at 1; what is known already takes none.
func TestSearchTellsHowFarItIs(t *testing.T) {
	method, err := segment.Lookup("lrksc")
	if err != nil {
		t.Fatal(err)
	}
	source := SourceOf(drifting(60, 12))
	for _, c := range []struct {
		outliers Outliers
		motions  int
		before   bool
	}{{OutliersFound, EstimatedMotions, true}, {OutliersFound, 2, false}, {OutliersNone, EstimatedMotions, true}, {OutliersNone, 2, false}} {
		before, last := 0, 0.0
		task := Task{Method: segment.Spec{Method: method}, Motions: c.motions, Outliers: c.outliers}
		task.Progress = func(it segment.Iteration) {
			if it.Share < last || it.Share > 1 {
				t.Errorf("%v, %d motions: share %v after %v", c.outliers, c.motions, it.Share, last)
			}
			last = it.Share
			if it.Number == 0 && it.Share > 0 && it.Share < searchShare {
				before++
			}
		}
		if _, err := Segment(context.Background(), source, task); err != nil {
			t.Fatal(err)
		}
		if c.before && before < 5 || last != 1 {
			t.Errorf("%v, %d motions: %d shares before the method, %v in the end", c.outliers, c.motions, before, last)
		}
	}
}
