package bench_test

import (
	"math"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/batch"
	"motionseg/hopkins/bench"
	"motionseg/hopkins/realdata"
	"motionseg/segment"
)

// TestTables compares the benchmark with the figures that the published
// settings are known to give, by the one way that benchmarks go: a batch.
func TestTables(t *testing.T) {
	if testing.Short() {
		t.Skip("the tables take minutes")
	}
	dataset, err := hopkins.OpenDataset(realdata.Folder(t, "hopkins155"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := dataset.Select("")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 155 {
		t.Fatalf("%d sequences, want 155", len(entries))
	}
	for _, test := range []struct {
		method    string
		frames    hopkins.FrameMode
		mean      [3]float64 // 2 motions, 3 motions, all
		tolerance float64
		single    map[string]float64 // errors of single sequences
	}{
		{"lrksc", hopkins.AllFrames, [3]float64{1.216, 3.103, 1.642}, 0.02,
			map[string]float64{"2RT3RCR": 1.957, "2T3RCRT": 39.96, "1RT2RCR_g23": 7.43, "1R2RC_g12": 0}},
		{"ssc", hopkins.AllFrames, [3]float64{1.526, 4.407, 2.176}, 0.02,
			map[string]float64{"2RT3RCR": 35.62, "2T3RCRT": 41.25}},
		{"lrksc", hopkins.FirstLast, [3]float64{2.533, 5.928, 3.300}, 0.03, nil},
		{"lrksc-auto", hopkins.AllFrames, [3]float64{0.121, 0.200, 0.139}, 0.005, nil},
		{"lrksc-auto", hopkins.FirstLast, [3]float64{0.644, 1.426, 0.821}, 0.03, nil},
	} {
		frames := hopkins.FrameSelection{Mode: test.frames}
		t.Run(test.method+" "+frames.String(), func(t *testing.T) {
			spec, err := segment.ParseSpec(test.method)
			if err != nil {
				t.Fatal(err)
			}
			ctx := realdata.Context(t)
			of := bench.Benchmark{Entries: entries, Methods: []segment.Spec{spec}, Frames: frames}
			rows, err := batch.Rows(ctx, of)
			if err != nil {
				realdata.SkipEnded(t, ctx)
				t.Fatal(err)
			}
			for _, row := range rows {
				if row.Failure != "" {
					t.Errorf("%s: %s", row.Sequence, row.Failure)
				}
				if want, ok := test.single[row.Sequence]; ok && math.Abs(row.Error-want) > 0.01 {
					t.Errorf("error on %s is %.3f %%, want %.3f", row.Sequence, row.Error, want)
				}
			}
			for i, s := range bench.Summaries(rows) {
				if count := []int{120, 35, 155}[i]; s.Count != count {
					t.Errorf("%d sequences with %s motions, want %d", s.Count, s.MotionsText(), count)
				}
				if math.Abs(s.Mean-test.mean[i]) > test.tolerance {
					t.Errorf("mean error for %s motions is %.3f %%, want %.3f ± %.2f",
						s.MotionsText(), s.Mean, test.mean[i], test.tolerance)
				}
			}
		})
	}
}
