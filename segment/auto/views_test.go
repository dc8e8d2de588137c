package auto

import (
	"testing"

	"motionseg/segment/internal/scenes"
)

// TestViews has three bodies in perspective: joined they save less across their epipolar lines, and halves of one
// no more than that body.
func TestViews(t *testing.T) {
	const bodies = 3
	data, truth := scenes.PerspectiveBodies(6, bodies, 40, 16, 0.0003)
	joined, torn := make([]int, len(truth)), make([]int, len(truth))
	for i, l := range truth {
		joined[i], torn[i] = min(l, bodies-1), l
		if l == bodies && i%2 == 0 {
			torn[i] = bodies + 1
		}
	}
	v := NewViews(data, 2)
	for k, of := range map[int][]int{bodies - 1: joined, bodies: truth, bodies + 1: torn} {
		if err := v.Fit(t.Context(), [][]int{of}, k); err != nil {
			t.Fatal(err)
		}
	}
	right := v.Saved(truth, bodies)
	fewer, more := v.Saved(joined, bodies-1), v.Saved(torn, bodies+1)
	t.Logf("joined %.3f, right %.3f, torn %.3f nats a point", fewer, right, more)
	if fewer <= 0 || fewer > right-0.5 {
		t.Errorf("two bodies as one save %.3f nats a point, apart %.3f", fewer, right)
	}
	if more >= right {
		t.Errorf("halves of a body save %.3f nats a point, the body %.3f", more, right)
	}
	if again := NewViews(data, 1).Saved(truth, bodies); again != right {
		t.Errorf("without Fit, by one worker, %v nats a point, want %v", again, right)
	}
}
