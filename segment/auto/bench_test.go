package auto

import (
	"testing"
	"time"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// BenchmarkStages times what a run on exact tracks with gaps consists of: the first
// labels, all the evidence, and another number of motions once that is known, of which
// ms-to-first is how long the first labels of that number take.
func BenchmarkStages(b *testing.B) {
	data, _ := scenes.MovingBodies(1, 3, 333, 20, 0.0001)
	in := core.Input{Data: data, Motions: 3}
	b.Run("first labels", func(b *testing.B) {
		for b.Loop() {
			if _, err := FirstGrouping(b.Context(), data, 3, 0, 0); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("evidence", func(b *testing.B) {
		for b.Loop() {
			if _, err := PairEvidenceOf(b.Context(), in, core.Progress{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("another number", func(b *testing.B) {
		var first time.Duration
		for b.Loop() {
			b.StopTimer()
			var known core.Analysis
			run := func(motions int, interim func([]int)) {
				cfg := solve.Config{Method: LRKSCAuto{}, Motions: motions, Analysis: &known, Interim: interim}
				if _, err := solve.Run(b.Context(), data, cfg); err != nil {
					b.Fatal(err)
				}
			}
			run(3, nil)
			b.StartTimer()
			start := time.Now()
			waits := true
			run(2, func([]int) {
				if waits {
					first += time.Since(start)
				}
				waits = false
			})
		}
		b.ReportMetric(float64(first.Milliseconds())/float64(b.N), "ms-to-first")
	})
	b.Run("views", func(b *testing.B) {
		scale, _ := geometry.FineScale(data, 3)
		for b.Loop() {
			if _, err := geometry.NewScorer(b.Context(), data, scale, 0); err != nil {
				b.Fatal(err)
			}
		}
	})
}
