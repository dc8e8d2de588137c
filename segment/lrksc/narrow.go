package lrksc

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/parallel"
)

// leastNarrowing is the share of the directions that narrow leaves out at least.
const leastNarrowing = 0.15

// narrow leaves out the directions of the least eigenvalues that no longer matter:
// those along which D, and what it adds to C from here on, has no entry beyond
// leftOut, by the longest row of Q and the longest column of B along them. What
// they add falls as the penalty grows, so that in the last iterations, of which
// each costs N² times the rank, few directions are left. The sums of the columns
// stay exact. When ctx ends it leaves the rest as it is, for nobody.
func (l *solver) narrow(ctx context.Context) {
	if !l.begun {
		return
	}
	// The direction of 1 beside the kernel is the last.
	inKernel := l.p
	for inKernel > 0 && l.sigma[inKernel-1] == 0 {
		inKernel--
	}
	kept, stay, leave := l.dispensable(inKernel)
	if leave == nil {
		return
	}
	for _, i := range leave {
		l.leftCost += l.costs[i]
		l.leftRank++
	}
	// What of 1 lies along them joins the direction that stays.
	outside := append(chosen(l.ones, leave), l.ones[inKernel:]...)
	var weights []float64
	for i := inKernel; i < l.p; i++ {
		leave = append(leave, i)
	}
	l.ones, l.sigma, l.k = chosen(l.ones, stay), chosen(l.sigma, stay), chosen(l.k, stay)
	if inOnes := floats.Norm(outside, 2); inOnes > dense.Rounding*math.Sqrt(float64(l.n)) {
		weights = outside
		floats.Scale(1/inOnes, weights)
		l.ones, l.sigma, l.k = append(l.ones, inOnes), append(l.sigma, 0), append(l.k, 0)
	}
	l.p = len(l.ones)
	d := directions{kept, stay, leave, weights, l.p}
	l.qc, l.b = firstColumns(l.qc, l.p), firstColumns(l.b, l.p) // computed anew
	unlessEnded(ctx, func() { l.previousB = d.within(l.previousB, l.previousB.RawMatrix().Data, l.Workers) })
	for i, w := range l.weights {
		l.weights[i] = firstColumns(w, l.p)
	}
	unlessEnded(ctx, func() {
		to := l.q.RawMatrix().Data
		if l.q == l.basis { // which others may use
			to = l.Workspace.Rows(l.n, l.p).RawMatrix().Data
		}
		l.setBasis(ctx, d.within(l.q, to, l.Workers))
	})
}

// directions are those that stay, the first kept among them, and those that leave: what the
// weights, if any, take of these is one more of the width that are left.
type directions struct {
	kept        int
	stay, leave []int
	weights     []float64
	width       int
}

// within moves what stays of m to the front of to, which may be m's own numbers: every block
// of rows is narrowed where it stands in m, and moves then.
func (d directions) within(m *mat.Dense, to []float64, workers int) *mat.Dense {
	rows, p := m.Dims()
	if len(to) >= rows*p {
		parallel.Blocks(rows, workers, func(_, lo, hi int) { d.narrow(m, lo, hi, to[lo*p:]) })
		for lo := 0; lo < rows; lo += parallel.BlockRows {
			copy(to[lo*d.width:], to[lo*p:][:min(parallel.BlockRows, rows-lo)*d.width])
		}
	} else {
		parallel.Blocks(rows, workers, func(_, lo, hi int) { d.narrow(m, lo, hi, to[lo*d.width:]) })
	}
	return mat.NewDense(rows, d.width, to[:rows*d.width])
}

// narrow stores what stays of rows lo…hi−1 of m at to.
func (d directions) narrow(m *mat.Dense, lo, hi int, to []float64) {
	for j := lo; j < hi; j++ {
		from, to := m.RawRowView(j), to[(j-lo)*d.width:][:d.width]
		var along float64
		switch {
		case d.weights == nil:
		case d.kept == len(d.stay): // all beyond leave
			along = floats.Dot(d.weights, from[d.kept:])
		default:
			for k, i := range d.leave {
				along += d.weights[k] * from[i]
			}
		}
		copy(to, from[:d.kept])
		for k := d.kept; k < len(d.stay); k++ {
			to[k] = from[d.stay[k]]
		}
		if d.weights != nil {
			to[len(d.stay)] = along
		}
	}
}

// dispensable divides the directions in the kernel into those that stay, the first kept
// among them, and those that may leave; nil where too few of them could.
func (l *solver) dispensable(inKernel int) (kept int, stay, leave []int) {
	if l.inQ == nil {
		l.inQ = l.longestBeyond(l.q, 0, inKernel)
	}
	inQ := l.inQ
	// Most often it is plain from a few directions that too few could go.
	most := inKernel - int(math.Ceil(leastNarrowing*float64(l.p)))
	if most < 1 || inQ[most]*l.longestBeyond(l.previousB, most, inKernel)[0] > l.leftOut*l.leftOut {
		return inKernel, nil, nil
	}
	inB := l.longestBeyond(l.previousB, 0, inKernel)
	kept = inKernel
	for kept > 1 && inQ[kept-1]*inB[kept-1] <= l.leftOut*l.leftOut {
		kept--
	}
	for i := range inKernel {
		if i < kept || l.rankOpen(i) {
			stay = append(stay, i)
		} else {
			leave = append(leave, i)
		}
	}
	if float64(len(leave)) < leastNarrowing*float64(l.p) {
		return inKernel, nil, nil
	}
	return kept, stay, leave
}

// chosen returns the values of some columns, with room for one more.
func chosen(values []float64, columns []int) []float64 {
	some := make([]float64, len(columns), len(columns)+1)
	for k, i := range columns {
		some[k] = values[i]
	}
	return some
}

// rankOpen reports whether direction i of the kernel may yet lose or regain its
// rank: whether it would have none if adapt lowered its eigenvalue by twice as much
// as it does. That is λ2/(2λ3) times the squared length of the direction times
// I − C, which hardly changes any more when directions are left out.
func (l *solver) rankOpen(i int) bool {
	return !l.frozen && l.sigma[i]-2*l.moved[i] <= rankCutoff(l.Lambda3)
}

// firstColumns returns a matrix of as many rows as m has, and p columns, in the
// memory of m.
func firstColumns(m *mat.Dense, p int) *mat.Dense {
	rows, _ := m.Dims()
	return mat.NewDense(rows, p, m.RawMatrix().Data[:rows*p])
}

// longestBeyond returns for the columns first…inKernel−1 of m, N×p, the largest
// squared length of a row from that column up to inKernel.
func (l *solver) longestBeyond(m *mat.Dense, first, inKernel int) []float64 {
	blocks := make([][]float64, parallel.BlockCount(l.n))
	parallel.Blocks(l.n, l.Workers, func(_, lo, hi int) {
		longest := make([]float64, inKernel-first)
		blocks[lo/parallel.BlockRows] = longest
		// Four rows side by side do not wait for each other's sums.
		for j := lo; j < hi; j += 4 {
			row := func(k int) []float64 { return m.RawRowView(min(j+k, hi-1))[first:inKernel] }
			r0, r1, r2, r3 := row(0), row(1), row(2), row(3)
			r1, r2, r3 = r1[:len(r0)], r2[:len(r0)], r3[:len(r0)]
			longest := longest[:len(r0)]
			var s0, s1, s2, s3 float64
			for i := len(r0) - 1; i >= 0; i-- {
				s0 += r0[i] * r0[i]
				s1 += r1[i] * r1[i]
				s2 += r2[i] * r2[i]
				s3 += r3[i] * r3[i]
				// A new longest is seldom.
				most := longest[i]
				if s0 > most || s1 > most || s2 > most || s3 > most {
					longest[i] = max(s0, s1, s2, s3)
				}
			}
		}
	})
	longest := blocks[0]
	for _, block := range blocks[1:] {
		for i, v := range block {
			longest[i] = max(longest[i], v)
		}
	}
	return longest
}
