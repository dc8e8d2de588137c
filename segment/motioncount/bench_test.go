package motioncount

import (
	"testing"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/solve"
)

// BenchmarkNumber times the estimate of the number of motions, and with it the run that
// follows in a program, which shares what is known of the data.
func BenchmarkNumber(b *testing.B) {
	gaps, _ := scenes.MovingBodies(1, 3, 150, 20, 0.0005)
	for name, data := range map[string]core.Data{"complete": scenes.BenchmarkTracks(300, 30), "gaps": gaps} {
		b.Run(name+"/estimate", func(b *testing.B) {
			for b.Loop() {
				if _, err := EstimateMotions(b.Context(), data, MotionsConfig{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/with its run", func(b *testing.B) {
			for b.Loop() {
				var known core.Analysis
				e, err := EstimateMotions(b.Context(), data, MotionsConfig{Analysis: &known})
				if err != nil {
					b.Fatal(err)
				}
				cfg := solve.Config{Method: auto.LRKSCAuto{}, Motions: e.Motions, Analysis: &known}
				if _, err := solve.Run(b.Context(), data, cfg); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
