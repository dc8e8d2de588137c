package auto

import (
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// TestMovesApartBriefly: a number that is only asked for is given up where it cannot be, which is not kept, and is
// otherwise answered with the groups that the method finds.
func TestMovesApartBriefly(t *testing.T) {
	data, _ := scenes.MovingBodies(1, 3, 150, 20, 0.0001)
	ask := func(motions int, briefly bool, known *core.Analysis) *MovesApart {
		t.Helper()
		in := core.Input{Data: data, Motions: motions, Analysis: known}
		m, err := MovesApartOf(t.Context(), in, briefly, core.Progress{})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	var known, other core.Analysis
	three, again := ask(3, false, &known), ask(3, true, &other)
	if !three.All || again.Apart != three.Apart || !slices.Equal(again.Labels, three.Labels) {
		t.Errorf("three bodies: %+v, briefly %+v", three.Apart, again.Apart)
	}
	if four := ask(4, true, &known); four.All || four.Labels != nil {
		t.Errorf("four of three bodies, briefly: %+v", four)
	}
	if four := ask(4, false, &known); four.All || four.Labels == nil {
		t.Errorf("four of three bodies, after they were given up: %+v", four)
	}
}
