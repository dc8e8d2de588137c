package segment

import (
	"context"
	"fmt"
	"testing"
	"time"

	"motionseg/segment/auto"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
	"motionseg/segment/solve"
	"motionseg/segment/subspace"
)

// BenchmarkRun times whole segmentations and reports the time of every stage.
func BenchmarkRun(b *testing.B) {
	for _, c := range []struct {
		name     string
		method   Method
		searched bool // pieces are moved
	}{{"lrksc", lrksc.LRKSC{}, false}, {"lrksc-auto", auto.LRKSCAuto{}, false},
		{"lrksc-auto searched", auto.LRKSCAuto{}, true}, {"ssc", subspace.SSC{}, false}} {
		for _, size := range []struct{ n, frames int }{{300, 30}, {543, 30}, {2000, 60}} {
			b.Run(fmt.Sprintf("%s/N=%d", c.name, size.n), func(b *testing.B) {
				data := scenes.BenchmarkTracks(size.n, size.frames)
				stages := map[string]float64{}
				for b.Loop() {
					r, err := solve.Run(context.Background(), data, Config{Method: c.method, Motions: 3, Searched: c.searched})
					if err != nil {
						b.Fatal(err)
					}
					for _, s := range r.Stages {
						stages[s.Name] += s.Time.Seconds()
					}
				}
				for name, seconds := range stages {
					b.ReportMetric(1e3*seconds/float64(b.N), name+"-ms")
				}
			})
		}
	}
}

// BenchmarkCancel reports how long a run goes on after it is cancelled, at
// moments spread over the whole of it: the mean and the longest.
func BenchmarkCancel(b *testing.B) {
	const moments = 20
	data := scenes.BenchmarkTracks(2000, 60)
	for _, m := range []Method{lrksc.LRKSC{}, subspace.SSC{}, auto.LRKSCAuto{}} {
		b.Run(m.Describe().Name, func(b *testing.B) {
			start := time.Now()
			if _, err := solve.Run(context.Background(), data, Config{Method: m, Motions: 3}); err != nil {
				b.Fatal(err)
			}
			whole := time.Since(start)
			var sum, longest time.Duration
			count := 0
			for b.Loop() {
				for i := range moments {
					ctx, cancel := context.WithCancel(context.Background())
					var cancelled time.Time
					timer := time.AfterFunc(whole*time.Duration(i)/moments, func() {
						cancelled = time.Now()
						cancel()
					})
					_, err := solve.Run(ctx, data, Config{Method: m, Motions: 3})
					if !timer.Stop() && err != nil {
						late := time.Since(cancelled)
						sum += late
						longest = max(longest, late)
						count++
					}
					cancel()
				}
			}
			b.ReportMetric(1e3*sum.Seconds()/float64(max(count, 1)), "mean-ms")
			b.ReportMetric(1e3*longest.Seconds(), "longest-ms")
		})
	}
}
