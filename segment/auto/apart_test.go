package auto

import (
	"errors"
	"slices"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// TestMovesApartBriefly: a number that is only asked for is given up where it cannot be, and is otherwise answered
// with the groups that the method finds.
func TestMovesApartBriefly(t *testing.T) {
	data, _ := scenes.MovingBodies(1, 3, 150, 20, 0.0001)
	ask := func(motions int, briefly bool) *MovesApart {
		t.Helper()
		m, err := MovesApartOf(t.Context(), core.Input{Data: data, Motions: motions}, briefly, core.Progress{})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	three := ask(3, false)
	if again := ask(3, true); !three.All || again.Apart != three.Apart || !slices.Equal(again.Labels, three.Labels) {
		t.Errorf("three bodies: %+v, briefly %+v", three.Apart, again.Apart)
	}
	if four := ask(4, false); four.All || four.Labels == nil {
		t.Errorf("four of three bodies: %+v", four)
	}
	if four := ask(4, true); four.All || four.Labels != nil {
		t.Errorf("four of three bodies, briefly: %+v", four)
	}
}

// TestGroupingsGivenUpAreNotKept: another number that was given up is worked out when it is asked for.
func TestGroupingsGivenUpAreNotKept(t *testing.T) {
	data, _ := scenes.MovingBodies(1, 3, 150, 20, 0.0001)
	in := core.Input{Data: data, Motions: 4, Analysis: new(core.Analysis)}
	e, err := PairEvidenceOf(t.Context(), in, core.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	var up gaveUp
	if _, _, err := e.groupings(t.Context(), in, true, core.Progress{}, core.NewLaps()); !errors.As(err, &up) {
		t.Errorf("expected to be given up, found %v", err)
	}
	found, _, err := e.groupings(t.Context(), in, false, core.Progress{}, core.NewLaps())
	if err != nil || len(found) == 0 {
		t.Errorf("found %d groupings, %v", len(found), err)
	}
}
