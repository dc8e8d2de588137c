package lrksc

import (
	"context"
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/spectral"
	"motionseg/segment/subspace"
)

// BenchmarkStages times every stage of both solvers by itself.
func BenchmarkStages(b *testing.B) {
	ctx := context.Background()
	for _, size := range []struct{ n, frames int }{{543, 30}, {2000, 60}} {
		data := scenes.BenchmarkTracks(size.n, size.frames)
		values := LRKSC{}.Describe().ValuesFor(core.Trajectories)
		settings := settingsOf(core.Input{Values: values})
		settings.Progress = core.NewProgress(nil)
		coarse := settings // as of the members of LRKSC auto
		coarse.Tolerance = 1e-4
		cutoff := rankCutoff(settings.Lambda3)
		kernel := kernelMatrix(data, values, 0)
		factor, err := pivotedCholesky(ctx, mat.DenseCopyOf(kernel), choleskyShare*cutoff, 0)
		if err != nil {
			b.Fatal(err)
		}
		gram := dense.Outer(factor, false, 0)
		leading, err := leadingOf(ctx, factor, cutoff, nil, 0)
		if err != nil {
			b.Fatal(err)
		}
		c, _, err := newSolver(ctx, leading, settings).run(ctx)
		if err != nil {
			b.Fatal(err)
		}
		dense.Transpose(c)
		w := spectral.DenseOf(b.Context(), spectral.SparseAffinity(b.Context(), c, values["ratio"], 0), 0)
		e, err := spectral.Embed(ctx, w, 3, 0)
		if err != nil {
			b.Fatal(err)
		}
		spectral.UnitRows(e.Rows)
		plain := subspace.SSC{}.Describe().ValuesFor(core.Trajectories)
		for _, stage := range []struct {
			name    string
			RunPart func() error
		}{
			{"kernel", func() error { kernelMatrix(data, values, 0); return nil }},
			{"Cholesky", func() error {
				_, err := pivotedCholesky(ctx, mat.DenseCopyOf(kernel), choleskyShare*cutoff, 0)
				return err
			}},
			{"eigenpairs", func() error { _, err := eigenbasisOf(ctx, mat.DenseCopyOf(gram), 0); return err }},
			{"basis", func() error { _, err := LeadingKernel(ctx, mat.DenseCopyOf(kernel), settings); return err }},
			{"iterations", func() error { _, _, err := newSolver(ctx, leading, settings).run(ctx); return err }},
			{"coarse iterations", func() error { _, _, err := newSolver(ctx, leading, coarse).run(ctx); return err }},
			{"SSC", func() error {
				_, err := subspace.SSC{}.Solve(ctx,
					core.Input{Data: data, Motions: 3, Values: plain, Report: func(core.Iteration) {}})
				return err
			}},
			{"affinity", func() error { spectral.SparseAffinity(b.Context(), c, values["ratio"], 0); return nil }},
			{"embedding", func() error { _, err := spectral.Embed(ctx, w, 3, 0); return err }},
			{"k-means", func() error { spectral.Cluster(ctx, e.Rows, 3, 0); return nil }},
		} {
			b.Run(fmt.Sprintf("%s/N=%d", stage.name, size.n), func(b *testing.B) {
				for b.Loop() {
					if err := stage.RunPart(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
