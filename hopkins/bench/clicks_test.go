package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/segment"
)

// clicksOn returns clicks on two sequences with ten tracks in two motions, of
// which the method gets the third wrong.
func clicksOn(t *testing.T) Clicks {
	t.Helper()
	m := fakeMethod{name: "fake"}
	return Clicks{
		Entries: writePairs(t, "one", "two").Entries, Policies: []ClickPolicy{Random, Doubtful}, Clicks: 10, Repeats: 5,
		Task: hopkins.Task{Method: spec(m),
			Solve: func(_ context.Context, data segment.Data, cfg segment.Config) (*segment.Result, error) {
				n := data.Points()
				r := &segment.Result{Method: "fake", Motions: 2, Labels: make([]int, n), Confidence: make([]float64, n),
					W: mat.NewDense(n, n, nil)}
				for i := range n {
					r.Labels[i] = 1 + i%2
					for j := range n {
						if i != j {
							r.W.Set(i, j, 0.01+float64(1-(i+j)%2))
						}
					}
				}
				r.Labels[2] = 2
				return r, nil
			}},
	}
}

func TestClicks(t *testing.T) {
	c := clicksOn(t)
	rows, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row.Failure != "" || row.Tracks != 10 || row.Motions != 2 || len(row.Single) != 5 {
			t.Fatalf("%+v", row)
		}
		for policy, curve := range row.Curves {
			if len(curve) != 11 || curve[0] != 10 || curve[10] != 0 {
				t.Errorf("%s, %s: %v, want 10 %% at first and 0 of no track at last", row.Sequence, policy, curve)
			}
		}
		// A click on the wrong track leaves none, one on another leaves 1 of 9.
		for _, change := range row.Single {
			if math.Abs(change-(100./9-10)) > 1e-9 && change != -10 {
				t.Errorf("%s: a click changed the error by %v", row.Sequence, change)
			}
		}
	}
	for workers := 1; workers <= 2; workers++ {
		c.Workers = workers
		again, err := c.Run(context.Background())
		if err != nil || !reflect.DeepEqual(again, rows) {
			t.Errorf("%d workers: other curves (%v)", workers, err)
		}
	}

	r := ClicksReport{Method: "fake", Clicks: c, Rows: append(rows, ClicksRow{Sequence: "bad", Failure: "no reason"})}
	s := r.Summary()
	if s.Sequences != 2 || s.Single != 10 || s.Worse != 0 || s.Curves[Random][0] != 10 {
		t.Errorf("summary %+v", s)
	}
	var b bytes.Buffer
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"mean of 2 sequences, random", "area of next doubtful to random",
		"0 of 10 single clicks", "failed: bad: no reason"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	b.Reset()
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var object struct {
		Schema int
		Rows   []struct{ Curves map[string][]float64 }
	}
	if err := json.Unmarshal(b.Bytes(), &object); err != nil || object.Schema != 1 || len(object.Rows) != 3 ||
		len(object.Rows[0].Curves["doubtful"]) != 11 {
		t.Errorf("JSON %+v, %v", object, err)
	}
}

func TestClicksEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := clicksOn(t).Run(ctx); err != context.Canceled {
		t.Errorf("error %v after the end", err)
	}
}
