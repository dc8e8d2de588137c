package core

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestRepeatedPoints: of tracks with gaps what is seen counts, and which frames that is.
func TestRepeatedPoints(t *testing.T) {
	x := mat.NewDense(4, 5, []float64{
		1, 1, 1, 1, 1,
		2, 2, 2, 2, 2,
		3, 3, 0, 3, math.NaN(),
		4, 4, 0, 4, 7,
	})
	whole, half := []bool{true, true}, []bool{true, false}
	for _, c := range []struct {
		name string
		data Data
		want []int
	}{
		{"complete", Data{X: x.Slice(0, 4, 0, 4).(*mat.Dense)}, []int{1, 3}},
		{"with gaps", Data{X: x, Visible: [][]bool{whole, half, half, whole, half}}, []int{2, 3, 4}},
	} {
		if got := RepeatedPoints(c.data); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
}
