package session

import (
	"context"
	"strings"
	"testing"

	"motionseg/hopkins"
)

// TestPanicsInTheBackgroundAreReported plants a panic in work that no one waits
// for: the window must go on, and say so.
func TestPanicsInTheBackgroundAreReported(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.OpenPictures = func(context.Context, *hopkins.Sequence) (Pictures, error) { panic("no frame") }
	})
	b.OpenExample()
	b.settle()
	if len(b.problems) != 1 || !strings.Contains(b.problems[0].Reason, "no frame") ||
		!strings.Contains(b.problems[0].Reason, "workers_test.go") {
		t.Fatalf("problems are %+v, want the panic and where it was", b.problems)
	}
	b.Sides.Run()
	b.settle()
	if b.Sides.State(Left) != Done || b.Sides.State(Right) != Done {
		t.Error("nothing runs after a panic")
	}
}
