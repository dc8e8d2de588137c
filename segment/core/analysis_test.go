package core

import (
	"context"
	"errors"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// hiddenTracks are 40 tracks over 8 frames, each hidden in one.
func hiddenTracks() Data {
	const n, frames = 40, 8
	d := Data{X: mat.NewDense(2*frames, n, nil), Visible: make([][]bool, n)}
	for i := range n {
		d.Visible[i] = make([]bool, frames)
		for f := range frames {
			d.Visible[i][f] = f != i%frames
			d.X.Set(2*f, i, float64(i)+0.1*float64(f))
			d.X.Set(2*f+1, i, float64(i%7)-0.2*float64(f))
		}
	}
	return d
}

// What is known of data is worked out once, not of others, and not kept when it failed.
func TestAnalysisOnce(t *testing.T) {
	type key struct{ seed uint64 }
	ctx := context.Background()
	data := hiddenTracks()
	same := copyOf(data)
	other := copyOf(data)
	other.X.Set(3, 4, other.X.At(3, 4)+1e-12)
	unseen := copyOf(data)
	unseen.Visible[2][1] = !unseen.Visible[2][1]
	var a Analysis
	calls := 0
	ask := func(d Data, k any) int {
		v, err := a.Once(ctx, d, k, func() (any, error) { calls++; return calls, nil })
		if err != nil {
			t.Fatal(err)
		}
		return v.(int)
	}
	for i, c := range []struct {
		data Data
		key  any
		want int
	}{{data, key{1}, 1}, {same, key{1}, 1}, {same, key{2}, 2}, {other, key{1}, 3}, {unseen, key{1}, 4},
		{data, key{1}, 1}} {
		if got := ask(c.data, c.key); got != c.want {
			t.Errorf("question %d is answered by number %d, want %d", i, got, c.want)
		}
	}
	failed := errors.New("failed")
	if _, err := a.Once(ctx, data, key{3}, func() (any, error) { return nil, failed }); err != failed {
		t.Errorf("error %v", err)
	}
	if got := ask(data, key{3}); got != 5 {
		t.Errorf("after a failure number %d answers, want 5", got)
	}
	for seed := range uint64(keptAnalyses) {
		ask(data, key{10 + seed})
	}
	if len(a.kept) != keptAnalyses {
		t.Errorf("%d things are kept, want %d", len(a.kept), keptAnalyses)
	}
}

// Whoever waits for what another works out takes its place when that is cancelled, and
// leaves when it is cancelled itself.
func TestAnalysisWaiting(t *testing.T) {
	data := hiddenTracks()
	var a Analysis
	begun, end := make(chan bool), make(chan bool)
	go a.Once(context.Background(), data, 1, func() (any, error) {
		close(begun)
		<-end
		return nil, context.Canceled
	})
	<-begun
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := a.Once(ended, data, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of one that does not wait", err)
	}
	answer := make(chan any)
	go func() {
		v, _ := a.Once(context.Background(), data, 1, func() (any, error) { return "own", nil })
		answer <- v
	}()
	close(end)
	if v := <-answer; v != "own" {
		t.Errorf("answer %v", v)
	}
}
