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

// TestThirdDifferences: uniform acceleration has none, one wrong point has them, and tracks that are hidden in one of
// the four frames are left out.
func TestThirdDifferences(t *testing.T) {
	x := mat.NewDense(10, 3, nil)
	for f := range 5 {
		x.SetRow(2*f, []float64{float64(f * f), float64(3 * f), 5})
	}
	x.Set(4, 1, 7)
	d := Data{X: x, Kind: Trajectories}
	if got, want := d.ThirdDifferences(0, []float64{9}), []float64{9, 0, 3, 0}; !slices.Equal(got, want) {
		t.Errorf("of frames 1 to 4 got %v, want %v", got, want)
	}
	d.Visible = AllSeen(d)
	d.Visible[0] = []bool{false, true, true, true, true}
	d.Visible[2] = []bool{true, true, true, true, false}
	if got, want := d.ThirdDifferences(0, nil), []float64{3, 0}; !slices.Equal(got, want) {
		t.Errorf("with gaps, of frames 1 to 4 got %v, want %v", got, want)
	}
	if got, want := d.ThirdDifferences(2, nil), []float64{0, -3}; !slices.Equal(got, want) {
		t.Errorf("with gaps, of frames 2 to 5 got %v, want %v", got, want)
	}
}
