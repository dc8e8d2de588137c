package segment

import (
	"context"
	"testing"
)

func TestEstimateMotions(t *testing.T) {
	data, _ := referenceData(t)
	r, err := Run(context.Background(), data, Config{Method: lrksc{}, Motions: 2})
	if err != nil {
		t.Fatal(err)
	}
	e, err := EstimateMotions(context.Background(), data, r, MinMotions, MaxMotions, 0)
	if err != nil {
		t.Fatal(err)
	}
	if e.Motions != 3 || len(e.Scores) != 5 || e.RunnerUp == 3 || e.RunnerUp < 2 {
		t.Errorf("estimate %+v, want 3 motions", e)
	}
	if !(e.Confidence > 0.2 && e.Confidence <= 1) {
		t.Errorf("confidence %v", e.Confidence)
	}
	for _, bounds := range [][2]int{{0, 3}, {4, 3}, {45, 50}} {
		if _, err := EstimateMotions(context.Background(), data, r, bounds[0], bounds[1], 0); err == nil {
			t.Errorf("no error for the range %v", bounds)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := EstimateMotions(done, data, r, 2, 6, 0); err != context.Canceled {
		t.Errorf("error %v from a context already done", err)
	}
}
