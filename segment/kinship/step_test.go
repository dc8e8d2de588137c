package kinship

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
)

// halfMoving returns 40 tracks on a grid, every other one of which moves so far in every frame, in
// units of what stepOf asks for.
func halfMoving(frames int, speed float64) core.Data {
	x := mat.NewDense(2*frames, 40, nil)
	for f := range frames {
		for i := range 40 {
			x.Set(2*f, i, float64(i%8)/8)
			x.Set(2*f+1, i, float64(i/8)/5)
		}
	}
	data := core.Data{X: x, Kind: core.Trajectories}
	apart := speed * 2 * clearMove * geometry.MotionNoise * geometry.RMSOfSeen(data) // half of them move
	for f := range frames {
		for i := 0; i < 40; i += 2 {
			x.Set(2*f, i, x.At(2*f, i)+float64(f)*apart)
		}
	}
	return data
}

// TestStepOf: a film at four times the rate is compared over four times the frames, with gaps too
// and in reverse, but never over so many that it has few steps; as it is where tracks move.
func TestStepOf(t *testing.T) {
	slow := halfMoving(100, 1.1/4)
	reversed := halfMoving(100, 1.1/4)
	for r := range 100 {
		for axis := range 2 {
			reversed.X.SetRow(2*r+axis, slow.X.RawRowView(2*(99-r)+axis))
		}
	}
	gaps := halfMoving(100, 1.1/4)
	gaps.Visible = core.AllSeen(gaps)
	for i := range gaps.Visible {
		gaps.Visible[i] = slices.Clone(gaps.Visible[i])
		for f := range 50 {
			gaps.Visible[i][(f+i)%100] = false
			gaps.X.Set(2*((f+i)%100), i, 1e6) // without meaning
		}
	}
	unseen := halfMoving(100, 1.1/4)
	unseen.Visible = slices.Repeat([][]bool{make([]bool, 100)}, 40)
	for _, test := range []struct {
		name string
		data core.Data
		want int
	}{
		{"25 frames", halfMoving(25, 1.1), 3},
		{"25 slow frames", halfMoving(25, 0.1), 3},
		{"100 frames", halfMoving(100, 1.1), 3},
		{"four times the rate", slow, 12},
		{"the same in reverse", reversed, 12},
		{"the same with gaps", gaps, 12},
		{"at a standstill", halfMoving(100, 0), 15},
		{"never seen", unseen, 3},
		{"two frames", halfMoving(2, 1), 1},
	} {
		if got := stepOf(test.data); got != test.want {
			t.Errorf("%s: over %d frames, expected %d", test.name, got, test.want)
		}
	}
}

// TestMomentsOfLongFilms: groups and tracks are compared over the step.
func TestMomentsOfLongFilms(t *testing.T) {
	data := halfMoving(100, 1.1/4)
	fast := halfMoving(25, 1.1)
	w := mat.NewDense(40, 40, slices.Repeat([]float64{1}, 1600))
	k, err := NewComparer(t.Context(), core.Input{Data: data}, w)
	if err != nil {
		t.Fatal(err)
	}
	of, err := NewComparer(t.Context(), core.Input{Data: fast}, w)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := k.moments[0].dx[0], of.moments[0].dx[0]; got < 0.99*want || got > 1.01*want {
		t.Errorf("groups: displacement %.5f, expected %.5f as at a quarter of the rate", got, want)
	}
	slow, quick := movingsOf(data, 1, 1), movingsOf(fast, 1, 1)
	if got, want := slow[0].dx[0], quick[0].dx[0]; got < 0.99*want || got > 1.01*want {
		t.Errorf("tracks: displacement %.5f, expected %.5f as at a quarter of the rate", got, want)
	}
}
