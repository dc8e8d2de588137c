//go:build unix

package segment

import (
	"context"
	"fmt"
	"syscall"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/auto"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
	"motionseg/segment/solve"
)

// processorSeconds returns the processor time of this process so far, which
// other programs that run at the same time change little.
func processorSeconds(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// BenchmarkProcessor reports the processor time of whole runs on one core.
func BenchmarkProcessor(b *testing.B) {
	for _, n := range []int{300, 543} {
		all := scenes.BenchmarkTracks(n, 30)
		two := Data{X: mat.NewDense(9, n, nil), Kind: TwoFrames}
		for j := range n {
			row := 0
			for _, first := range []float64{all.X.At(0, j), all.X.At(1, j), 1} {
				for _, second := range []float64{all.X.At(58, j), all.X.At(59, j), 1} {
					two.X.Set(row, j, first*second)
					row++
				}
			}
		}
		for _, data := range []Data{all, two} {
			for _, m := range []Method{lrksc.LRKSC{}, auto.LRKSCAuto{}} {
				b.Run(fmt.Sprintf("%s/%v/N=%d", m.Describe().Name, data.Kind, n), func(b *testing.B) {
					start := processorSeconds(b)
					for b.Loop() {
						if _, err := solve.Run(context.Background(), data, Config{Method: m, Motions: 3, Workers: 1}); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(1e3*(processorSeconds(b)-start)/float64(b.N), "cpu-ms/op")
				})
			}
		}
	}
}
