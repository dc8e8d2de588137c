package shrink

// Column is a column of the A step in a basis: the point q, the column qc of C, and B of
// the iteration before, last.
type Column struct {
	Q, QC, Last []float64
}

// Right stores the right-hand side q − (qc − decay·last) in b, and returns its products
// with ones and with weights. All slices are equally long.
func (c Column) Right(b, ones, weights []float64, decay float64) (inOnes, weighted float64) {
	done, inOnes, weighted := c.right(b, ones, weights, decay)
	for i := done; i < len(b); i++ {
		r := c.Q[i] - (c.QC[i] - decay*c.Last[i])
		b[i] = r
		inOnes += ones[i] * r
		weighted += weights[i] * r
	}
	return inOnes, weighted
}

// Solve turns the right-hand side in b into B = own·b + force·shared and adds what
// follows for a = qc − decay·last + B to sums, thrice as long as all other slices:
// a·q, a² and (q − qc)². It returns the product of a and ones.
func (c Column) Solve(b, ones, own, shared, sums []float64, decay, force float64) (inOnes float64) {
	done, inOnes := c.solve(b, ones, own, shared, sums, decay, force)
	n := len(b)
	along, squares, gaps := sums[:n], sums[n:2*n], sums[2*n:3*n]
	for i := done; i < n; i++ {
		b[i] = own[i]*b[i] + force*shared[i]
		a := c.QC[i] - decay*c.Last[i] + b[i]
		inOnes += ones[i] * a
		along[i] += a * c.Q[i]
		squares[i] += a * a
		gap := c.Q[i] - c.QC[i]
		gaps[i] += gap * gap
	}
	return inOnes
}
