package solve

import (
	"context"
	"fmt"
	"time"

	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/spectral"
)

// Config says how to segment.
type Config struct {
	Method  core.Method
	Motions int // K, the number of groups, 1…N
	// Values override the method's preset for the kind of data; nil keeps it.
	Values core.Values
	Seed   uint64
	// Workers is the number of goroutines to use; 0 takes all cores. It does
	// not change the result.
	Workers int
	// Landmarks is how many points to solve for; the others are given to the group that
	// expresses them best, tracks with gaps to that whose motion describes them shortest.
	// 0 solves for all of up to core.LandmarkLimit points, with gaps core.DefaultLandmarks,
	// and for core.DefaultLandmarks of more; −1 solves for all of any number.
	Landmarks int
	// Outliers are columns that belong to no motion, ascending, as FindOutliers
	// returns them. The method is not given them, and their label is 0.
	Outliers []int
	// Trimmed are columns, ascending and none of Outliers, that too little speaks
	// for to know motions by, as FindOutliers returns them. A method may judge its
	// groups by the others; they belong to a motion nonetheless.
	Trimmed []int
	// Searched says that outliers were looked for, whether or not there are any: a
	// method need not look for them again, and may take more care with the others,
	// among which some are likely left.
	Searched bool
	// Analysis, when not nil, keeps what is worked out about the data for runs with
	// another number of motions, and for EstimateMotions.
	Analysis *core.Analysis
	// Interim, when not nil, is called from the goroutine that called Run with labels of
	// all points as soon as a method that takes its time has some, and again when it has
	// better ones: 1…K, 0 for points of which nothing is known yet. They are the
	// caller's, and nothing is known of how good they are. Few methods have any.
	Interim func(labels []int)
	// Progress, when not nil, is called from the goroutine that called Run: after
	// every iteration, and after other steps of the work with the last iteration
	// and a new Share, which is 1 in the end. It must return quickly.
	Progress func(core.Iteration)
}

// Run segments the columns of data into cfg.Motions groups.
//
// It returns an error that says what was wrong and where for data that is nil,
// empty, constant, not finite or has fewer than 2 columns, for a number of
// motions outside 1…N, for data that the method does not take (Description.Kinds, Gaps),
// and for parameter values out of range; ctx.Err() when
// ctx ends first; a *PanicError when the method panics. Everything else worth
// knowing is in Result.Warnings.
func Run(ctx context.Context, data core.Data, cfg Config) (result *core.Result, err error) {
	if cfg.Method == nil {
		return nil, fmt.Errorf("method: expected one, found none")
	}
	defer func() {
		if v := recover(); v != nil {
			result, err = nil, core.Recovered(cfg.Method.Describe().Title, v)
		}
	}()
	if err := core.CheckData(data); err != nil {
		return nil, err
	}
	p := core.NewProgress(cfg.Progress)
	if err := core.CheckColumns("trimmed", cfg.Trimmed, data.Points()); err != nil {
		return nil, err
	}
	if cfg.Outliers != nil {
		return withoutOutliers(ctx, data, cfg, p)
	}
	return RunPart(ctx, data, cfg, p)
}

// RunPart is Run on checked data, with the progress of what it is part of.
func RunPart(ctx context.Context, data core.Data, cfg Config, p core.Progress) (*core.Result, error) {
	n := data.Points()
	if cfg.Motions < 1 || cfg.Motions > n {
		return nil, fmt.Errorf("motions: expected 1 to the number of points, %d, found %d", n, cfg.Motions)
	}
	description := cfg.Method.Describe()
	if err := description.CheckTakes(data); err != nil {
		return nil, err
	}
	values, err := core.CheckValues(description, data.Kind, cfg.Values)
	if err != nil {
		return nil, err
	}
	if count := LandmarkCount(cfg, n, data.Visible != nil); count < n {
		return runLandmarks(ctx, data, cfg, count, p)
	}
	r := &core.Result{Method: description.Name, Values: values, Motions: cfg.Motions, Seed: cfg.Seed}
	if repeated := core.RepeatedPoints(data); repeated != nil {
		r.Warn(core.DuplicatePoints, repeated, "%d points repeat another point exactly", len(repeated))
	}

	start := time.Now()
	solving := p.Part(0, 9, 10)
	solution, err := cfg.Method.Solve(ctx, core.Input{
		Data: data, Motions: cfg.Motions, Values: values, Seed: cfg.Seed, Workers: cfg.Workers, Trimmed: cfg.Trimmed,
		Searched: cfg.Searched, Analysis: cfg.Analysis,
		Interim: cfg.Interim,
		Report: func(it core.Iteration) {
			solving.Report(it)
			it.Share = solving.Whole(it.Share)
			r.History = append(r.History, it)
		},
		Advance: solving.Advance,
	})
	if err != nil {
		return nil, err
	}
	takeOver(r, &solution, time.Since(start))
	if !r.Converged {
		r.Warn(core.NotConverged, nil, "%s did not meet its stopping rule within %d iterations", description.Title,
			r.Iterations())
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := grouped(ctx, r, &solution, cfg, p); err != nil {
		return nil, err
	}
	return r, ctx.Err()
}

// grouped takes the way from the coefficients to the labels.
func grouped(ctx context.Context, r *core.Result, solution *core.Solution, cfg Config, p core.Progress) error {
	start := time.Now()
	if r.W == nil {
		dense.Transpose(r.C)
		r.W = spectral.DenseOf(ctx, spectral.SparseAffinity(ctx, r.C, solution.Ratio, cfg.Workers), cfg.Workers)
		dense.Transpose(r.C)
	}
	r.Stages = append(r.Stages, core.Stage{Name: "affinity", Time: time.Since(start)})
	p.Part(9, 10, 10).Advance(0.5)

	start = time.Now()
	e, err := cluster(ctx, r, solution, cfg)
	if err != nil {
		return err
	}
	r.Stages = append(r.Stages, core.Stage{Name: "clustering", Time: time.Since(start)})
	p.Advance(1)

	if e.Isolated != nil {
		r.Warn(core.IsolatedPoints, e.Isolated, "%d points have no affinity to any other; their labels mean nothing",
			len(e.Isolated))
	}
	if groups := spectral.GroupCount(r.Labels); groups < cfg.Motions {
		r.Warn(core.EmptyGroups, nil, "only %d of the %d groups asked for have points", groups, cfg.Motions)
	}
	return nil
}

// takeOver stores what a method that took so long came to.
func takeOver(r *core.Result, solution *core.Solution, spent time.Duration) {
	r.C, r.W, r.Fused, r.Converged = solution.C, solution.W, solution.Fused, solution.Converged
	r.Candidates, r.Refinement = solution.Candidates, solution.Refinement
	r.Warnings = append(r.Warnings, solution.Warnings...)
	for _, s := range solution.Stages {
		spent -= s.Time
	}
	rest := "coefficients"
	if solution.Stages != nil {
		rest = "rest of the method"
	}
	r.Stages = append(append(r.Stages, solution.Stages...), core.Stage{Name: rest, Time: max(spent, 0)})
}

// cluster stores labels, confidences and the spectrum: the method's own where it has them,
// else those of spectral clustering by the affinity. It returns the embedding.
func cluster(ctx context.Context, r *core.Result, solution *core.Solution, cfg Config) (*spectral.Embedding, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e := solution.Embedding
	if e == nil {
		found, err := spectral.Embed(ctx, r.W, cfg.Motions, cfg.Workers)
		if err != nil {
			return nil, err
		}
		e = &found
	}
	r.Spectrum, r.Labels, r.Confidence = e.Spectrum, solution.Labels, solution.Confidence
	if r.Labels != nil && r.Confidence != nil {
		return e, nil
	}
	if solution.PlainRows {
		spectral.ScaleRows(e.Rows, e.Scale)
	} else {
		spectral.UnitRows(e.Rows)
	}
	labels, confidence := spectral.Cluster(ctx, e.Rows, cfg.Motions, cfg.Seed)
	if r.Labels == nil {
		r.Labels = labels
	}
	if r.Confidence == nil {
		r.Confidence = confidence
	}
	return e, nil
}
