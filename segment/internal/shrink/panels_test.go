package shrink

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Panels in memory that was used are those in fresh memory, on any number of goroutines.
func TestPanelsRenewed(t *testing.T) {
	wide, narrow := mat.NewDense(300, 21, nil), mat.NewDense(300, 11, nil)
	for i := range 300 {
		for j := range 21 {
			wide.Set(i, j, float64(100*i+j+1))
		}
		for j := range 11 {
			narrow.Set(i, j, -float64(100*i+j+1))
		}
	}
	want := NewPanels(narrow)
	for _, workers := range []int{1, 3} {
		got := NewPanels(wide).Renewed(narrow, workers)
		if got.rows != want.rows || got.cols != want.cols || !slices.Equal(got.data, want.data) {
			t.Errorf("%d workers: panels in used memory differ from those in fresh memory", workers)
		}
	}
}
