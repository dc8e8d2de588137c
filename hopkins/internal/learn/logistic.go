package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// lesson is an example as the regression sees it: traits, the share of it that is of one
// motion, and what it counts.
type lesson struct {
	traits       []float64
	same, counts float64
}

// moments returns the means and standard deviations of the traits, none of no examples.
func moments(all []lesson) (mean, deviation []float64) {
	if len(all) == 0 {
		return nil, nil
	}
	d, n := len(all[0].traits), float64(len(all))
	mean, deviation = make([]float64, d), make([]float64, d)
	for i := range d {
		for _, e := range all {
			mean[i] += e.traits[i] / n
		}
		for _, e := range all {
			deviation[i] += (e.traits[i] - mean[i]) * (e.traits[i] - mean[i]) / n
		}
		deviation[i] = math.Sqrt(deviation[i]) + 1e-9
	}
	return mean, deviation
}

// logistic returns the weights of the logistic regression that makes the examples most
// likely, with a ridge on all but the last, by so many rounds of Newton's method. row makes
// what is weighed of standardised traits, 1 the last.
func logistic(
	all []lesson, mean, deviation []float64, row func(z, to []float64) []float64, ridge float64, rounds int,
) ([]float64, error) {
	z := make([]float64, len(mean))
	to := row(z, nil)
	d := len(to) - 1
	b := mat.NewVecDense(d+1, nil)
	for range rounds {
		h, g := mat.NewSymDense(d+1, nil), mat.NewVecDense(d+1, nil)
		for i := range d {
			h.SetSym(i, i, ridge)
			g.SetVec(i, -ridge*b.AtVec(i))
		}
		for _, e := range all {
			for i := range z {
				z[i] = (e.traits[i] - mean[i]) / deviation[i]
			}
			to = row(z, to)
			x := mat.NewVecDense(d+1, to)
			p := 1 / (1 + math.Exp(-mat.Dot(b, x)))
			h.SymRankOne(h, e.counts*p*(1-p), x)
			g.AddScaledVec(g, e.counts*(e.same-p), x)
		}
		var c mat.Cholesky
		var step mat.VecDense
		if !c.Factorize(h) || c.SolveVecTo(&step, g) != nil {
			return nil, fmt.Errorf("expected examples that tell traits apart, found %d that do not", len(all))
		}
		b.AddVec(b, &step)
	}
	return b.RawVector().Data, nil
}
