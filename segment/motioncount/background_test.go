package motioncount

import (
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
)

func TestBackground(t *testing.T) {
	// A world of sixteen points around a body of twenty in the middle, in two frames;
	// the world moves, the body hardly does.
	var x, y []float64
	var labels []int
	for i := range 16 {
		x, y, labels = append(x, []float64{0, 10}[i%2]), append(y, float64(i*10/16)), append(labels, 3)
	}
	for i := range 20 {
		x, y, labels = append(x, 4+0.1*float64(i)), append(y, 5), append(labels, 7)
	}
	n := len(labels)
	m := mat.NewDense(4, n, nil)
	visible := make([][]bool, n)
	for i := range n {
		m.SetCol(i, []float64{x[i], y[i], x[i], y[i]})
		if labels[i] == 3 {
			m.Set(2, i, x[i]+1)
		}
		visible[i] = []bool{true, true}
	}
	data := core.Data{X: m, Kind: core.Trajectories}
	if got := Background(data, labels); got != 3 {
		t.Errorf("found %d, expected 3", got)
	}
	// Coordinates that are not seen mean nothing.
	for i := range n {
		if labels[i] == 7 {
			visible[i][1] = false
			m.Set(2, i, 1e6)
		}
	}
	data.Visible = visible
	if got := Background(data, labels); got != 3 {
		t.Errorf("with gaps: found %d, expected 3", got)
	}
	if got := Background(data, make([]int, n)); got != 0 {
		t.Errorf("without labels: found %d, expected 0", got)
	}
	if got := Background(core.Data{X: m, Kind: core.Images}, labels); got != 0 {
		t.Errorf("pictures: found %d, expected 0", got)
	}
}
