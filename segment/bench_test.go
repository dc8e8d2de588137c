package segment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

// benchmarkTracks is an affine camera's view of three rigid motions with a
// little noise and bending: N tracks over F frames, for timing only.
func benchmarkTracks(n, frames int) Data {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(frames)))
	x := mat.NewDense(2*frames, n, nil)
	for group := range 3 {
		axis := rng.Float64() * math.Pi
		speed := 0.02 + 0.02*rng.Float64()
		dx, dy := 0.01*rng.NormFloat64(), 0.01*rng.NormFloat64()
		cx, cy := 0.8*rng.Float64()-0.4, 0.8*rng.Float64()-0.4
		for j := group; j < n; j += 3 {
			px, py, pz := 0.3*rng.NormFloat64(), 0.3*rng.NormFloat64(), 0.3*rng.NormFloat64()
			for f := range frames {
				c, s := math.Cos(speed*float64(f)), math.Sin(speed*float64(f))
				qx, qz := c*px+s*pz, c*pz-s*px
				depth := 1 + 0.3*qz
				ca, sa := math.Cos(axis), math.Sin(axis)
				u, v := ca*qx-sa*py, sa*qx+ca*py
				x.Set(2*f, j, 0.5*(u+cx+dx*float64(f))/depth+5e-4*rng.NormFloat64())
				x.Set(2*f+1, j, 0.5*(v+cy+dy*float64(f))/depth+5e-4*rng.NormFloat64())
			}
		}
	}
	return Data{X: x}
}

// BenchmarkRun times whole segmentations and reports the time of every stage.
func BenchmarkRun(b *testing.B) {
	for _, c := range []struct {
		name     string
		method   Method
		searched bool // pieces are moved
	}{{"lrksc", lrksc{}, false}, {"lrksc-auto", lrkscAuto{}, false}, {"lrksc-auto searched", lrkscAuto{}, true}, {"ssc", ssc{}, false}} {
		for _, size := range []struct{ n, frames int }{{300, 30}, {543, 30}, {2000, 60}} {
			b.Run(fmt.Sprintf("%s/N=%d", c.name, size.n), func(b *testing.B) {
				data := benchmarkTracks(size.n, size.frames)
				stages := map[string]float64{}
				for b.Loop() {
					r, err := Run(context.Background(), data, Config{Method: c.method, Motions: 3, Searched: c.searched})
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

// BenchmarkStages times every stage of both solvers by itself.
func BenchmarkStages(b *testing.B) {
	ctx := context.Background()
	for _, size := range []struct{ n, frames int }{{543, 30}, {2000, 60}} {
		data := benchmarkTracks(size.n, size.frames)
		values := lrksc{}.Describe().ValuesFor(Trajectories)
		settings := lrkscSettingsOf(Input{Values: values})
		settings.progress = newProgress(nil)
		cutoff := rankCutoff(settings.lambda3)
		kernel := kernelMatrix(data, values, 0)
		factor, err := pivotedCholesky(ctx, mat.DenseCopyOf(kernel), choleskyShare*cutoff, 0)
		if err != nil {
			b.Fatal(err)
		}
		gram := outer(factor, false, 0)
		leading, err := leadingOf(ctx, factor, cutoff, nil, 0)
		if err != nil {
			b.Fatal(err)
		}
		c, _, err := newLRKSCSolver(ctx, leading, settings).run(ctx)
		if err != nil {
			b.Fatal(err)
		}
		transpose(c)
		w := Affinity(c, values["ratio"], 0)
		e, err := embed(ctx, w, 3, 0)
		if err != nil {
			b.Fatal(err)
		}
		unitRows(e.rows)
		plain := ssc{}.Describe().ValuesFor(Trajectories)
		for _, stage := range []struct {
			name string
			run  func() error
		}{
			{"kernel", func() error { kernelMatrix(data, values, 0); return nil }},
			{"Cholesky", func() error {
				_, err := pivotedCholesky(ctx, mat.DenseCopyOf(kernel), choleskyShare*cutoff, 0)
				return err
			}},
			{"eigenpairs", func() error { _, err := eigenbasisOf(ctx, mat.DenseCopyOf(gram), 0); return err }},
			{"basis", func() error { _, err := leadingKernel(ctx, mat.DenseCopyOf(kernel), settings); return err }},
			{"iterations", func() error { _, _, err := newLRKSCSolver(ctx, leading, settings).run(ctx); return err }},
			{"SSC", func() error {
				_, err := ssc{}.Solve(ctx, Input{Data: data, Motions: 3, Values: plain, Report: func(Iteration) {}})
				return err
			}},
			{"affinity", func() error { Affinity(c, values["ratio"], 0); return nil }},
			{"embedding", func() error { _, err := embed(ctx, w, 3, 0); return err }},
			{"k-means", func() error { cluster(ctx, e.rows, 3, 0); return nil }},
		} {
			b.Run(fmt.Sprintf("%s/N=%d", stage.name, size.n), func(b *testing.B) {
				for b.Loop() {
					if err := stage.run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkCancel reports how long a run goes on after it is cancelled, at
// moments spread over the whole of it: the mean and the longest.
func BenchmarkCancel(b *testing.B) {
	const moments = 20
	data := benchmarkTracks(2000, 60)
	for _, m := range []Method{lrksc{}, ssc{}, lrkscAuto{}} {
		b.Run(m.Describe().Name, func(b *testing.B) {
			start := time.Now()
			if _, err := Run(context.Background(), data, Config{Method: m, Motions: 3}); err != nil {
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
					_, err := Run(ctx, data, Config{Method: m, Motions: 3})
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
