package motioncount

import (
	"context"

	"motionseg/segment/coding"
	"motionseg/segment/core"
	"motionseg/segment/lrksc"
	"motionseg/segment/solve"
	"motionseg/segment/spectral"
)

const (
	// codingWeight is what one bit a point weighs against the relative eigengap.
	codingWeight = 0.2
	// codingNoise is the noise that the coding length allows for, in units of
	// the coordinates' spread.
	codingNoise = 0.01
	// spectrumTrust is the difference of gap and bits that makes the better number
	// of motions e times as credible.
	spectrumTrust = 0.1
)

// estimateBySpectrum estimates by LRKSC's affinity: the score of K is the relative gap
// (λ_{K+1} − λ_K)/(λ_{K+1} + 0.01) of its normalised Laplacian, less codingWeight
// times the bits a point that the groups found with K need (see coding.Length).
func estimateBySpectrum(ctx context.Context, data core.Data, cfg MotionsConfig) (*MotionsEstimate, error) {
	n := data.Points()
	cfg.Low = min(max(cfg.Low, 2), cfg.High) // one group has no gap before it
	r, err := solve.RunPart(ctx, data, solve.Config{Method: lrksc.LRKSC{}, Motions: cfg.Low, Seed: cfg.Seed,
		Workers: cfg.Workers}, core.NewProgress(func(it core.Iteration) {
		if cfg.Progress != nil {
			cfg.Progress(it.Share)
		}
	}))
	if err != nil {
		return nil, err
	}
	if r.Landmarks != nil {
		data = data.Columns(r.Landmarks)
	}
	cfg.High = min(cfg.High, data.Points()-1)
	found, err := spectral.Embed(ctx, r.W, cfg.High, cfg.Workers)
	if err != nil {
		return nil, err
	}
	e := newEstimate(cfg.Low, cfg.High)
	noise := codingNoise * coding.RMS(data.X)
	for k := cfg.Low; k <= cfg.High; k++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		labels, _ := spectral.Cluster(ctx, spectral.LeadingRows(found.Rows, k), k, cfg.Seed)
		score := spectral.RelativeGap(found.Spectrum, k)
		if noise > 0 {
			score -= codingWeight * coding.Length(data.X, labels, k, noise)
		}
		e.Scores[k-cfg.Low], e.Labels[k-cfg.Low] = score/spectrumTrust, labels
	}
	e.decide(nil)
	e.spread(r.Landmarks, n)
	return e, nil
}
