package segment

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// planted is a method with a fault on the goroutine that runs it, or on a
// worker.
type planted struct{ onWorker bool }

func (planted) Describe() Description {
	return Description{Name: "planted", Title: "Planted", Kinds: core.EveryKind}
}

func (p planted) Solve(_ context.Context, in Input) (Solution, error) {
	if !p.onWorker {
		panic(io.ErrUnexpectedEOF)
	}
	parallel.Blocks(10*parallel.BlockRows, 2, func(_, lo, _ int) {
		if lo == parallel.BlockRows {
			panic(io.ErrUnexpectedEOF)
		}
	})
	return Solution{}, nil
}

func TestPanicBecomesAnError(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	for _, onWorker := range []bool{false, true} {
		for _, landmarks := range []int{0, 20} {
			r, err := solve.Run(context.Background(), data, Config{Method: planted{onWorker}, Motions: 3, Landmarks: landmarks})
			var p *PanicError
			if r != nil || !errors.As(err, &p) || !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("on a worker %v, %d landmarks: result %v, error %v", onWorker, landmarks, r, err)
			}
			if p.Method != "Planted" || p.Value != io.ErrUnexpectedEOF ||
				!strings.Contains(string(p.Stack), "segment.planted.Solve") {
				t.Errorf("on a worker %v: %q, %v with the stack\n%s", onWorker, p.Method, p.Value, p.Stack)
			}
			if want := "Planted stopped with an internal error: unexpected EOF"; !strings.HasSuffix(err.Error(), want) {
				t.Errorf("error %q, want %q at its end", err, want)
			}
		}
	}
}
