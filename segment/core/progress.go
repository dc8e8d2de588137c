package core

import (
	"math"
)

// Progress is the part from…to, as shares of a whole run, that some step of it
// stands for. It is passed down to whatever does the step.
type Progress struct {
	Iterated func(Iteration)     // takes an iteration, its Share of the whole run
	moved    func(share float64) // takes a share of the whole run; may be nil
	from, to float64
}

// NewProgress returns the progress of a whole run, announced to announce, which
// may be nil.
func NewProgress(announce func(Iteration)) Progress {
	if announce == nil {
		announce = func(Iteration) {}
	}
	var last Iteration
	return Progress{
		Iterated: func(it Iteration) {
			last = it
			announce(it)
		},
		moved: func(share float64) {
			last.Share = share
			announce(last)
		},
		to: 1,
	}
}

// SharesTo returns the progress of a whole run of which only the share is announced,
// to moved, which may be nil.
func SharesTo(moved func(share float64)) Progress {
	return Progress{Iterated: func(Iteration) {}, moved: moved, to: 1}
}

// Reporting returns p with iterations, their Share of the whole run, given to iterated.
func (p Progress) Reporting(iterated func(Iteration)) Progress {
	p.Iterated = iterated
	return p
}

// Progress returns that of a method's whole work.
func (in Input) Progress() Progress { return Progress{in.Report, in.Advance, 0, 1} }

// Part returns the input with its method's whole work counted as the steps from…to of so
// many equal ones.
func (in Input) Part(from, to, of int) Input {
	p := in.Progress().Part(from, to, of)
	in.Report, in.Advance = p.Report, p.Advance
	return in
}

// Part returns the progress of the steps from…to of p, of so many equal ones: about how much
// of the work each is.
func (p Progress) Part(from, to, of int) Progress {
	p.from, p.to = p.Whole(float64(from)/float64(of)), p.Whole(float64(to)/float64(of))
	return p
}

// Whole returns the share of the whole run for a share of p.
func (p Progress) Whole(share float64) float64 { return p.from + share*(p.to-p.from) }

// Report reports an iteration whose Share is of p.
func (p Progress) Report(it Iteration) {
	it.Share = p.Whole(it.Share)
	p.Iterated(it)
}

// Advance says, between iterations, that this share of p is done.
func (p Progress) Advance(share float64) {
	if p.moved != nil {
		p.moved(p.Whole(share))
	}
}

// settlingIterations is how many iterations the solvers with a growing penalty
// take, on Hopkins155, after the penalty has reached what PenaltyShares expects.
const settlingIterations = 3

// PenaltyShares returns what share of the work an alternating direction method
// has done after an iteration when its penalty grows from rho by the factor
// growth. The multipliers of a norm with that weight never exceed the weight,
// so that a constraint holds to the tolerance once the penalty is about
// weight/tolerance: the number of iterations is known beforehand, but for a few.
// The share of the last iteration is 1 and not given by the returned function.
func PenaltyShares(rho, growth, weight, tolerance float64, limit int) func(iteration int) float64 {
	expected := settlingIterations + 1.0
	if ratio := weight / (tolerance * rho); ratio > 1 {
		expected += math.Log(ratio) / math.Log(growth)
	}
	expected = min(expected, float64(limit))
	return func(iteration int) float64 { return min(float64(iteration)/expected, 1) }
}

// ResidualShares returns the same for an iteration with a fixed penalty, whose
// residuals fall about as one over their number: it takes the least so far.
func ResidualShares(tolerance float64, limit int) func(it Iteration) float64 {
	var share float64
	return func(it Iteration) float64 {
		share = max(share, float64(it.Number)/float64(limit))
		if residual := max(it.Residual, it.AffineResidual); residual > 0 {
			share = max(share, min(tolerance/residual, 1))
		}
		return share
	}
}
