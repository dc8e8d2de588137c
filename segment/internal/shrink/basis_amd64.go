package shrink

// right is Column.Right of as many entries as it tells it has done, the first ones, by AVX2.
func (c Column) right(b, ones, weights []float64, decay float64) (done int, inOnes, weighted float64) {
	if done = len(b) &^ 3; !vectorCode || done == 0 {
		return 0, 0, 0
	}
	inOnes, weighted = rightVector(done, &b[0], &c.Q[0], &c.QC[0], &c.Last[0], &ones[0], &weights[0], decay)
	return done, inOnes, weighted
}

// solve is Column.Solve of as many entries as it tells it has done, the first ones, by AVX2.
func (c Column) solve(b, ones, own, shared, sums []float64, decay, force float64) (done int, inOnes float64) {
	if done = len(b) &^ 3; !vectorCode || done == 0 {
		return 0, 0
	}
	n := len(b)
	return done, solveVector(done, &c.Q[0], &c.QC[0], &c.Last[0], &b[0], &ones[0], &own[0], &shared[0],
		&sums[0], &sums[n], &sums[2*n], decay, force)
}

// rightVector is Column.Right on n entries, n a positive multiple of 4.
//
//go:noescape
func rightVector(n int, b, q, qc, last, ones, weights *float64, decay float64) (inOnes, weighted float64)

// solveVector is Column.Solve on n entries, n a positive multiple of 4.
//
//go:noescape
func solveVector(
	n int, q, qc, last, b, ones, own, shared, along, squares, gaps *float64, decay, force float64,
) (inOnes float64)
