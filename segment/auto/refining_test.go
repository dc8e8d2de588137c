package auto

import (
	"slices"
	"testing"
)

// Pieces of work that end in any order are told of in the order of their numbers.
func TestInOrder(t *testing.T) {
	var told []int
	o := inOrder{done: func(i int) { told = append(told, i) }}
	for _, i := range []int{2, 0, 3} {
		o.add(i)
	}
	if !slices.Equal(told, []int{0}) {
		t.Errorf("before 1 has ended %v are told of, want 0 alone", told)
	}
	o.add(1)
	if !slices.Equal(told, []int{0, 1, 2, 3}) {
		t.Errorf("told of %v, want 0 to 3 in order", told)
	}
}
