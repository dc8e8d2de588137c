package motioncount

import (
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
)

// TestCaptions: what stands still on the picture while the background moves, but for a track
// that slips; nothing where the background stands still, and never the background.
func TestCaptions(t *testing.T) {
	const frames, each = 12, 20
	scene := func(camera float64) (core.Data, []int) {
		m := mat.NewDense(2*frames, 4*each, nil)
		labels := make([]int, 4*each)
		for i := range labels {
			labels[i] = 1 + i/each
			speed := []float64{camera, camera + 3, 0, 0.2}[i/each]
			if i == 2*each {
				speed = camera // slips to the background
			}
			for frame := range frames {
				m.Set(2*frame, i, 7*float64(i%each)+speed*float64(frame)+0.02*float64(frame%2))
				m.Set(2*frame+1, i, 40*float64(i/each))
			}
		}
		return core.Data{X: m, Kind: core.Trajectories}, labels
	}
	data, labels := scene(2)
	if got, want := Captions(data, labels, 1), []int{3}; !reflect.DeepEqual(got, want) {
		t.Errorf("captions are %v, want %v", got, want)
	}
	labels[len(labels)-1], labels[0] = 0, 0
	if got, want := Captions(data, labels, 1), []int{3}; !reflect.DeepEqual(got, want) {
		t.Errorf("with tracks that have no motion captions are %v, want %v", got, want)
	}
	still, labels := scene(0)
	for _, background := range []int{0, 1, 3, 9} {
		if got := Captions(still, labels, background); got != nil {
			t.Errorf("captions of a camera that stands still are %v by background %d, want none", got, background)
		}
	}

	// What is not seen says nothing.
	data.Visible = make([][]bool, 4*each)
	for i := range data.Visible {
		data.Visible[i] = make([]bool, frames)
		for frame := range frames {
			data.Visible[i][frame] = frame > 2
		}
	}
	for i := 2 * each; i < 3*each; i++ {
		data.X.Set(2, i, 1e6)
	}
	if got, want := Captions(data, labels, 1), []int{3}; !reflect.DeepEqual(got, want) {
		t.Errorf("with gaps captions are %v, want %v", got, want)
	}
	if got := Captions(core.Data{X: data.X, Kind: core.Images}, labels, 1); got != nil {
		t.Errorf("captions of pictures are %v, want none", got)
	}
}
