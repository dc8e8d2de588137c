package hopkins

import (
	"testing"

	"motionseg/segment"
)

// TestChooseOfLandmarks: candidates that know the landmarks alone are not shown, whether or not outliers were
// left out before.
func TestChooseOfLandmarks(t *testing.T) {
	for _, outliers := range [][]int{nil, {0}} {
		g := &Segmentation{Result: &segment.Result{Labels: []int{0, 1, 2, 2}, Outliers: outliers, Landmarks: []int{1, 3},
			Candidates: []segment.Candidate{{Labels: []int{1, 2}}}}}
		g.Task.Method.Method = segment.Methods()[0]
		if chosen, err := g.Choose(t.Context(), 0); chosen != g || err != nil {
			t.Errorf("outliers %v: another segmentation, error %v", outliers, err)
		}
	}
}
