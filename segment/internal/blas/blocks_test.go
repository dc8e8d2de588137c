//go:build unix

package blas

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
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

// BenchmarkBlocks reports the speed of products by processor time, on one core,
// for block sizes around those of each kernel.
func BenchmarkBlocks(b *testing.B) {
	rng := rand.New(rand.NewPCG(13, 14))
	previous := active
	defer func() { active = previous }()
	for _, base := range kernels() {
		sizes := []kernel{*base}
		for _, factor := range []int{1, 4} { // halves
			narrow, short := *base, *base
			narrow.mc = roundUp(base.mc*factor/2, base.mr)
			short.kc = base.kc * factor / 2
			sizes = append(sizes, narrow, short)
		}
		strip := *base
		strip.nc = base.nc / 4
		sizes = append(sizes, strip)
		for _, shape := range [][3]int{{2000, 2000, 1000}, {2000, 2000, 130}, {500, 500, 500}} {
			m, n, k := shape[0], shape[1], shape[2]
			x, y, z := random(rng, m*k), random(rng, k*n), make([]float64, m*n)
			for _, kern := range sizes {
				b.Run(fmt.Sprintf("%s/%dx%dx%d/mc=%d/kc=%d/nc=%d", kern.name, m, n, k, kern.mc, kern.kc, kern.nc),
					func(b *testing.B) {
						active = &kern
						Gemm(false, false, m, n, k, 1, x, k, y, n, 0, z, n, 1) // touches all memory
						start := processorSeconds(b)
						for b.Loop() {
							Gemm(false, false, m, n, k, 1, x, k, y, n, 0, z, n, 1)
						}
						seconds := processorSeconds(b) - start
						b.ReportMetric(2*float64(m)*float64(n)*float64(k)*float64(b.N)/seconds/1e9, "Gflop/cpu-s")
					})
			}
		}
	}
}

// BenchmarkSingle reports the speed of products with a packed factor in double and in
// single precision by processor time, on one core, for the shapes of LRKSC's iterations:
// blocks of 96 rows, a few hundred to 2000 points.
func BenchmarkSingle(b *testing.B) {
	rng := rand.New(rand.NewPCG(15, 16))
	previous := active
	defer func() { active = previous }()
	for _, kern := range kernels() {
		active = kern
		for _, shape := range [][3]int{{96, 330, 100}, {96, 100, 330}, {96, 2000, 600}, {96, 600, 2000}} {
			m, n, k := shape[0], shape[1], shape[2]
			x, y, z := random(rng, m*k), random(rng, k*n), make([]float64, m*n)
			double, single := Pack(false, k, n, y, n), PackSingle(nil, false, k, n, y, n)
			for _, product := range []struct {
				name string
				run  func()
			}{
				{"double", func() { double.Multiply(false, m, 1, x, k, 0, z, n, 1) }},
				{"single", func() { single.Multiply(m, x, k, z, n) }},
			} {
				b.Run(fmt.Sprintf("%s/%dx%dx%d/%s", kern.name, m, n, k, product.name), func(b *testing.B) {
					start := processorSeconds(b)
					for b.Loop() {
						product.run()
					}
					seconds := processorSeconds(b) - start
					b.ReportMetric(2*float64(m)*float64(n)*float64(k)*float64(b.N)/seconds/1e9, "Gflop/cpu-s")
				})
			}
		}
	}
}
