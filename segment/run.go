package segment

import (
	"context"
	"fmt"
	"time"
)

// Config says how to segment.
type Config struct {
	Method  Method
	Motions int // K, the number of groups, 1…N
	// Values override the method's preset for the kind of data; nil keeps it.
	Values Values
	Seed   uint64
	// Workers is the number of goroutines to use; 0 takes all cores. It does
	// not change the result.
	Workers int
	// Landmarks is how many points to solve for; the others are given to the
	// group that expresses them best. 0 solves for all of up to LandmarkLimit
	// points and for DefaultLandmarks of more; −1 solves for all of any number.
	Landmarks int
	// Outliers are columns that belong to no motion, ascending, as FindOutliers
	// returns them. The method is not given them, and their label is 0.
	Outliers []int
	// Doubted are columns, ascending and none of Outliers, that too little speaks
	// for to know motions by, as FindOutliers returns them. A method may judge its
	// groups by the others; they belong to a motion nonetheless.
	Doubted []int
	// Searched says that outliers were looked for, whether or not there are any: a
	// method need not look for them again, and may take more care with the others,
	// among which some are likely left.
	Searched bool
	// Analysis, when not nil, keeps what is worked out about the data for runs with
	// another number of motions, and for EstimateMotions.
	Analysis *Analysis
	// Progress, when not nil, is called from the goroutine that called Run: after
	// every iteration, and after other steps of the work with the last iteration
	// and a new Share, which is 1 in the end. It must return quickly.
	Progress func(Iteration)
}

// The shares of the work that solving for the coefficients, and then their
// affinity, are taken for. The rest is clustering.
const (
	solvingShare  = 0.9
	affinityShare = 0.03
)

// Run segments the columns of data into cfg.Motions groups.
//
// It returns an error that says what was wrong and where for data that is nil,
// empty, constant, not finite or has fewer than 2 columns, for a number of
// motions outside 1…N, for data that the method does not take (Description.Kinds, Gaps),
// and for parameter values out of range; ctx.Err() when
// ctx ends first; a *PanicError when the method panics. Everything else worth
// knowing is in Result.Warnings.
func Run(ctx context.Context, data Data, cfg Config) (result *Result, err error) {
	if cfg.Method == nil {
		return nil, fmt.Errorf("method: expected one, found none")
	}
	defer func() {
		if v := recover(); v != nil {
			result, err = nil, Recovered(cfg.Method.Describe().Title, v)
		}
	}()
	if err := checkData(data); err != nil {
		return nil, err
	}
	p := newProgress(cfg.Progress)
	if err := checkColumns("doubted", cfg.Doubted, data.Points()); err != nil {
		return nil, err
	}
	if cfg.Outliers != nil {
		return withoutOutliers(ctx, data, cfg, p)
	}
	return run(ctx, data, cfg, p)
}

// run is Run on checked data, with the progress of what it is part of.
func run(ctx context.Context, data Data, cfg Config, p progress) (*Result, error) {
	n := data.Points()
	if cfg.Motions < 1 || cfg.Motions > n {
		return nil, fmt.Errorf("motions: expected 1 to the number of points, %d, found %d", n, cfg.Motions)
	}
	description := cfg.Method.Describe()
	if err := description.checkTakes(data); err != nil {
		return nil, err
	}
	values, err := checkValues(description, data.Kind, cfg.Values)
	if err != nil {
		return nil, err
	}
	if count := landmarkCount(cfg, n, data.Visible != nil); count < n {
		return runLandmarks(ctx, data, cfg, count, p)
	}
	r := &Result{Method: description.Name, Values: values, Motions: cfg.Motions, Seed: cfg.Seed}
	if repeated := duplicatePoints(data); repeated != nil {
		r.warn(DuplicatePoints, repeated, "%d points repeat another point exactly", len(repeated))
	}

	start := time.Now()
	solving := p.part(0, solvingShare)
	solution, err := cfg.Method.Solve(ctx, Input{
		Data: data, Motions: cfg.Motions, Values: values, Seed: cfg.Seed, Workers: cfg.Workers, Doubted: cfg.Doubted, Searched: cfg.Searched, Analysis: cfg.Analysis,
		Report: func(it Iteration) {
			solving.report(it)
			it.Share = solving.whole(it.Share)
			r.History = append(r.History, it)
		},
		Advance: solving.advance,
	})
	if err != nil {
		return nil, err
	}
	r.C, r.W, r.Fused, r.Converged = solution.C, solution.W, solution.Fused, solution.Converged
	r.Candidates, r.refinement = solution.Candidates, solution.refinement
	r.Warnings = append(r.Warnings, solution.Warnings...)
	r.Stages = append(r.Stages, Stage{Name: "coefficients", Time: time.Since(start)})
	if !r.Converged {
		r.warn(NotConverged, nil, "%s did not meet its stopping rule within %d iterations", description.Title, r.Iterations())
	}

	if err := ctx.Err(); err != nil {
		return nil, err
	}
	start = time.Now()
	if r.W == nil {
		r.W = Affinity(r.C, solution.Ratio, cfg.Workers)
	}
	r.Stages = append(r.Stages, Stage{Name: "affinity", Time: time.Since(start)})
	p.advance(solvingShare + affinityShare)

	if err := ctx.Err(); err != nil {
		return nil, err
	}
	start = time.Now()
	e := solution.embedding
	if e == nil {
		found, err := embed(ctx, r.W, cfg.Motions, cfg.Workers)
		if err != nil {
			return nil, err
		}
		e = &found
	}
	r.Spectrum, r.Labels, r.Confidence = e.spectrum, solution.Labels, solution.Confidence
	if r.Labels == nil || r.Confidence == nil {
		if solution.PlainRows {
			scaleRows(e.rows, e.scale)
		} else {
			unitRows(e.rows)
		}
		labels, confidence := cluster(ctx, e.rows, cfg.Motions, cfg.Seed)
		if r.Labels == nil {
			r.Labels = labels
		}
		if r.Confidence == nil {
			r.Confidence = confidence
		}
	}
	r.Stages = append(r.Stages, Stage{Name: "clustering", Time: time.Since(start)})
	p.advance(1)

	if e.isolated != nil {
		r.warn(IsolatedPoints, e.isolated, "%d points have no affinity to any other; their labels mean nothing", len(e.isolated))
	}
	if groups := groupCount(r.Labels); groups < cfg.Motions {
		r.warn(EmptyGroups, nil, "only %d of the %d groups asked for have points", groups, cfg.Motions)
	}
	return r, ctx.Err()
}

// warn appends a warning.
func (r *Result) warn(code WarningCode, points []int, format string, args ...any) {
	r.Warnings = append(r.Warnings, Warning{Code: code, Text: fmt.Sprintf(format, args...), Points: points})
}

func groupCount(labels []int) int {
	seen := map[int]bool{}
	for _, l := range labels {
		if l > 0 {
			seen[l] = true
		}
	}
	return len(seen)
}
