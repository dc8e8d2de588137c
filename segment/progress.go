package segment

import "math"

// progress is the part from…to, as shares of a whole run, that some step of it
// stands for. It is passed down to whatever does the step.
type progress struct {
	iterated func(Iteration)     // takes an iteration, its Share of the whole run
	moved    func(share float64) // takes a share of the whole run; may be nil
	from, to float64
}

// newProgress returns the progress of a whole run, announced to announce, which
// may be nil.
func newProgress(announce func(Iteration)) progress {
	if announce == nil {
		announce = func(Iteration) {}
	}
	var last Iteration
	return progress{
		iterated: func(it Iteration) {
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

// sharesTo returns the progress of a whole run of which only the share is announced,
// to moved, which may be nil.
func sharesTo(moved func(share float64)) progress {
	return progress{iterated: func(Iteration) {}, moved: moved, to: 1}
}

// reporting returns p with iterations, their Share of the whole run, given to iterated.
func (p progress) reporting(iterated func(Iteration)) progress {
	p.iterated = iterated
	return p
}

// progress returns that of a method's whole work.
func (in Input) progress() progress { return progress{in.Report, in.Advance, 0, 1} }

// part returns the input with its method's whole work counted as the part
// from…to of it.
func (in Input) part(from, to float64) Input {
	p := in.progress().part(from, to)
	in.Report, in.Advance = p.report, p.advance
	return in
}

// part returns the progress of the part from…to of p.
func (p progress) part(from, to float64) progress {
	from, to = p.whole(from), p.whole(to)
	p.from, p.to = from, to
	return p
}

// whole returns the share of the whole run for a share of p.
func (p progress) whole(share float64) float64 { return p.from + share*(p.to-p.from) }

// report reports an iteration whose Share is of p.
func (p progress) report(it Iteration) {
	it.Share = p.whole(it.Share)
	p.iterated(it)
}

// advance says, between iterations, that this share of p is done.
func (p progress) advance(share float64) {
	if p.moved != nil {
		p.moved(p.whole(share))
	}
}

// settlingIterations is how many iterations the solvers with a growing penalty
// take, on Hopkins155, after the penalty has reached what penaltyShares expects.
const settlingIterations = 3

// penaltyShares returns what share of the work an alternating direction method
// has done after an iteration when its penalty grows from rho by the factor
// growth. The multipliers of a norm with that weight never exceed the weight,
// so that a constraint holds to the tolerance once the penalty is about
// weight/tolerance: the number of iterations is known beforehand, but for a few.
// The share of the last iteration is 1 and not given by the returned function.
func penaltyShares(rho, growth, weight, tolerance float64, limit int) func(iteration int) float64 {
	expected := settlingIterations + 1.0
	if ratio := weight / (tolerance * rho); ratio > 1 {
		expected += math.Log(ratio) / math.Log(growth)
	}
	expected = min(expected, float64(limit))
	return func(iteration int) float64 { return min(float64(iteration)/expected, 1) }
}

// residualShares returns the same for an iteration with a fixed penalty, whose
// residuals fall about as one over their number: it takes the least so far.
func residualShares(tolerance float64, limit int) func(it Iteration) float64 {
	var share float64
	return func(it Iteration) float64 {
		share = max(share, float64(it.Number)/float64(limit))
		if residual := max(it.Residual, it.AffineResidual); residual > 0 {
			share = max(share, min(tolerance/residual, 1))
		}
		return share
	}
}
