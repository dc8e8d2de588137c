package solve

import (
	"context"
	"fmt"
	"slices"

	"motionseg/segment/core"
)

// withoutOutliers runs cfg on the points that are no outliers, and returns a
// result about all.
func withoutOutliers(ctx context.Context, data core.Data, cfg Config, p core.Progress) (*core.Result, error) {
	n := data.Points()
	if err := core.CheckColumns("outliers", cfg.Outliers, n); err != nil {
		return nil, err
	}
	outliers := slices.Clone(cfg.Outliers)
	kept := core.Complement(outliers, n)
	if cfg.Motions > len(kept) {
		return nil, fmt.Errorf("motions: expected 1 to the number of points that are no outliers, %d of %d, found %d",
			len(kept), n, cfg.Motions)
	}
	if len(kept) < 2 {
		return nil, fmt.Errorf("data: expected at least 2 points that are no outliers, found %d of %d", len(kept), n)
	}
	rest := data.Columns(kept)
	if err := core.CheckData(rest); err != nil {
		return nil, fmt.Errorf("without outliers: %w", err)
	}
	cfg.Trimmed, cfg.Interim = core.Among(cfg.Trimmed, kept), interimOf(cfg.Interim, kept, n)
	r, err := RunPart(ctx, rest, cfg, p)
	if err != nil {
		return nil, err
	}
	pick := func(points []int) []int {
		for k, i := range points {
			points[k] = kept[i]
		}
		return points
	}
	r.Outliers = outliers
	r.Labels, r.Confidence = core.Spread(r.Labels, kept, n), core.Spread(r.Confidence, kept, n)
	for i := range r.Warnings {
		r.Warnings[i].Points = pick(r.Warnings[i].Points)
	}
	if r.Landmarks != nil { // whose candidates know these alone
		r.Landmarks = pick(r.Landmarks)
		return r, nil
	}
	r.Landmarks = kept
	for i := range r.Candidates {
		c := &r.Candidates[i]
		c.Labels, c.Confidence = core.Spread(c.Labels, kept, n), core.Spread(c.Confidence, kept, n)
	}
	return r, nil
}
