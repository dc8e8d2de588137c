package hopkins

import (
	"context"
	"fmt"
	"slices"
	"time"

	"motionseg/segment"
)

// outlierShare is the part of a search among tracks that outliers are taken for,
// where the number of motions is estimated too.
const outlierShare = 0.4

// search returns what was found about the data of a scope, found only once.
// estimate says whether the number of motions is wanted. moved is called with the
// share of the work done, 0…1, unless all had been found before.
func (s *Source) search(
	ctx context.Context, sc scope, prepared *Prepared, estimate bool, task Task, moved func(share float64),
) (search, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sc.seed = task.Seed
	at := slices.IndexFunc(s.searches, func(f search) bool { return f.scope == sc })
	found := search{scope: sc}
	first := 0.0 // the share of the search for outliers
	if at >= 0 {
		found = s.searches[at]
	} else if sc.outliers {
		start := time.Now()
		first = 1
		if estimate && prepared.Data.Kind != segment.TwoFrames {
			first = outlierShare
		}
		looking := func(share float64) { moved(first * share) }
		if err := found.look(ctx, prepared.Data, task, looking); err != nil {
			return found, fmt.Errorf("%s: looking for outliers: %w", s.where(), err)
		}
		found.took = time.Since(start)
	}
	if estimate && found.estimate == nil {
		rest := func(share float64) { moved(first + (1-first)*share) }
		var err error
		if found.estimate, err = s.estimateWithout(ctx, found.outliers, prepared, task, rest); err != nil {
			return found, fmt.Errorf("%s: estimating the number of motions: %w; give the number", s.where(), err)
		}
	}
	if at >= 0 {
		s.searches[at] = found
	} else {
		s.searches = append(s.searches, found)
		if len(s.searches) > keptScopes {
			s.searches = s.searches[1:]
		}
	}
	return found, nil
}

// estimateWithout estimates the number of motions without the outliers, columns in order;
// what it returns counts all columns.
func (s *Source) estimateWithout(
	ctx context.Context, outliers []int, prepared *Prepared, task Task, moved func(share float64),
) (*segment.MotionsEstimate, error) {
	kept := make([]int, 0, len(prepared.Columns))
	tracks := make([]int, 0, len(prepared.Columns))
	for c, track := range prepared.Columns {
		if _, out := slices.BinarySearch(outliers, c); !out {
			kept, tracks = append(kept, c), append(tracks, track)
		}
	}
	e, err := segment.EstimateMotions(ctx, prepared.Data.Columns(kept), segment.MotionsConfig{
		Seed: task.Seed, Workers: task.Workers, Analysis: &s.analysis, Evidence: task.Method.Method.Describe().Gaps,
		Interim: task.interim(s, tracks), Progress: moved,
	})
	if err != nil {
		return nil, err
	}
	for k, labels := range e.Labels {
		if labels == nil {
			continue
		}
		e.Labels[k] = make([]int, len(prepared.Columns))
		for i, c := range kept {
			e.Labels[k][c] = labels[i]
		}
	}
	e.Landmarks = slices.Clone(e.Landmarks)
	for i, c := range e.Landmarks {
		e.Landmarks[i] = kept[c]
	}
	return e, nil
}

// look looks for outliers; one division of two frames tells the number of motions too.
func (f *search) look(ctx context.Context, data segment.Data, task Task, moved func(share float64)) (err error) {
	if data.Kind != segment.TwoFrames {
		f.outliers, f.trimmed, err = segment.FindOutliers(ctx, data,
			segment.SearchConfig{Workers: task.Workers, Progress: moved})
		return err
	}
	f.estimate, err = segment.EstimateMotions(ctx, data,
		segment.MotionsConfig{Seed: task.Seed, Workers: task.Workers, Progress: moved})
	if err == nil {
		f.outliers = withoutLabel(f.estimate.Labels[f.estimate.Motions-f.estimate.Low])
	}
	return err
}

// withoutLabel returns where labels are 0, ascending; nil for nowhere.
func withoutLabel(labels []int) []int {
	var at []int
	for i, l := range labels {
		if l == 0 {
			at = append(at, i)
		}
	}
	return at
}
