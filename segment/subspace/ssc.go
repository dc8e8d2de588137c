package subspace

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/internal/shrink"
)

// SSC is sparse subspace clustering with noise: every point is expressed by
// few others, min μ1/2 ‖X − XC‖²_F + ‖C‖₁ with diag C = 0 and, when affine,
// 1ᵀC = 1ᵀ, where μ1 = α/λ_min.
type SSC struct{}

// Describe implements core.Method.
func (SSC) Describe() core.Description {
	return core.Description{
		Name:  "ssc",
		Title: "SSC",
		Summary: "Sparse subspace clustering: every track is expressed by few others, found by ℓ1 minimisation in " +
			"the input space.",
		Citation: "E. Elhamifar, R. Vidal. Sparse Subspace Clustering: Algorithm, Theory, and Applications. IEEE " +
			"TPAMI 35(11), 2013.",
		Kinds: core.EveryKind,
		Params: []core.Param{
			{Name: "alpha", Symbol: "α", Words: "weight of the data", Kind: core.Real, Default: 800, Min: 1,
				MinOpen: true, Max: 1e9,
				Help: "Weight of the data term against ‖C‖₁; larger follows the data more closely."},
			AffineParam,
			RatioParam(0.7),
			{Name: "tolerance", Symbol: "ε", Words: "tolerance", Kind: core.Real, Default: 2e-4, Min: 0, MinOpen: true, Max: 1,
				Help: "The solver stops when every constraint holds to this."},
			{Name: "iterations", Symbol: "", Words: "iterations at most", Kind: core.Integer, Default: 200, Min: 1, Max: 100000,
				Help: "Iteration limit; a run that hits it is reported as not converged."},
		},
		Presets: []core.Preset{
			{Kind: core.Trajectories, Values: core.Values{"alpha": 800, "ratio": 0.7},
				Source: "the authors' program for Hopkins155"},
			{Kind: core.TwoFrames, Values: core.Values{"alpha": 5000, "ratio": 0.7},
				Source: "tuned on Hopkins155 first and last frames, where 800 is far worse"},
			{Kind: core.Images, Name: "yale", Values: core.Values{"alpha": 20, "affine": 0, "ratio": 1},
				Source: "the authors' program for Extended Yale B, whose model of sparse outlying entries is not in this solver"},
			{Kind: core.Images, Name: "orl", Values: core.Values{"alpha": 80, "affine": 1, "ratio": 1}, Source: "tuned on ORL"},
			{Kind: core.Images, Name: "coil", Values: core.Values{"alpha": 20, "affine": 0, "ratio": 0.7},
				Source: "tuned on COIL-20"},
		},
	}
}

// Solve implements core.Method.
func (SSC) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	c, converged, err := solveSSC(ctx, in.Data.X, in.Values["alpha"], in.Values["affine"] != 0,
		in.Values["tolerance"], int(in.Values["iterations"]), in.Workers, in.Progress())
	if err != nil {
		return core.Solution{}, err
	}
	return core.Solution{C: c, Ratio: in.Values["ratio"], Converged: converged}, nil
}

// solveSSC runs the alternating direction method of SSC on X (D×N).
//
// With G' = XᵀX/λ_min, the factor S (q×N) of SᵀS = G' + 11ᵀ, multipliers
// scaled by α and P = C − Λ, the Z step is
//
//	Z = P + D,  D = SᵀB,  B = F(S − e y − SP),  F = (I + SSᵀ)⁻¹,
//
// where Sᵀe = 1. Off the diagonal Z + Λ = C + D, so the next C is the soft
// threshold of V = C + D and the next Λ what the threshold cut off: one N×N
// matrix V holds both. SP follows from SC, which costs what C has non-zeros,
// and SD = (S − e y − SP) − B, so that an iteration is one product of rank q.
//
// Matrices are stored transposed: row j belongs to point j, and all of an
// iteration but the stopping rule is independent from row to row.
func solveSSC(
	ctx context.Context, x *mat.Dense, alpha float64, affine bool, tolerance float64, limit, workers int, p core.Progress,
) (*mat.Dense, bool, error) {
	_, n := x.Dims()
	s, err := sscFactor(x, affine, workers)
	if err != nil {
		return nil, false, err
	}
	q, _ := s.Dims()
	st := mat.DenseCopyOf(s.T())
	f, err := inverseOfIdentityPlus(s)
	if err != nil {
		return nil, false, err
	}

	m := sscIteration{
		alpha: alpha, affine: affine, st: st, panels: shrink.NewPanels(st),
		f: dense.NewFactor(f, false), s: dense.NewFactor(s, false), t: dense.NewFactor(st, false),
		v: mat.NewDense(n, n, nil), sc: mat.NewDense(n, q, nil), next: mat.NewDense(n, q, nil),
		rhs: mat.DenseCopyOf(st), b: mat.NewDense(n, q, nil), y: make([]float64, n), diagonal: make([]float64, n),
		rows: make([]RowSummary, n),
	}
	scratch := dense.NewBlockScratch(n, workers)
	shares := core.ResidualShares(tolerance, limit)
	for iteration := 1; iteration <= limit; iteration++ {
		parallel.Blocks(n, workers, func(worker, lo, hi int) {
			if ctx.Err() != nil {
				return
			}
			m.renew(scratch[worker], lo, hi)
		})
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		m.sc, m.next = m.next, m.sc
		it := summed(m.rows, core.Iteration{Number: iteration, Limit: limit})
		converged := it.Residual < tolerance && it.AffineResidual < tolerance
		if it.Share = shares(it); converged {
			it.Share = 1
		}
		p.Report(it)
		if converged {
			return thresholdedTransposed(m.v, 1/alpha), true, nil
		}
	}
	return thresholdedTransposed(m.v, 1/alpha), false, nil
}

// sscIteration is what the iterations of SSC renew, q being the rows of S.
type sscIteration struct {
	alpha       float64
	affine      bool
	st          *mat.Dense // Sᵀ, n×q
	panels      *shrink.Panels
	f, s, t     dense.Factor
	v           *mat.Dense // multipliers of C, transposed, n×n
	sc, next    *mat.Dense // (SC)ᵀ, n×q, and that of the new C
	rhs         *mat.Dense // (S − e y − SP)ᵀ, n×q
	b           *mat.Dense // Bᵀ, n×q
	y, diagonal []float64  // multipliers of the affine constraint, and the diagonal of D
	rows        []RowSummary
}

// renew renews the rows from lo to hi.
func (m *sscIteration) renew(work dense.BlockScratch, lo, hi int) {
	m.f.MultiplyRows(m.b, m.rhs, lo, hi)
	m.s.MultiplyBlock(work.Dense, m.b, lo, hi)
	for j := lo; j < hi; j++ {
		dj := work.Row(j - lo)
		m.diagonal[j] = dj[j]
		dj[j] = 0
		var row RowSummary
		row.Residual, row.Sum, row.Cost = shrink.Multipliers(m.v.RawRowView(j), dj, 1/m.alpha)
		m.rows[j] = row
	}
	work.MultiplySparse(m.next, lo, hi, m.panels, m.t)
	_, q := m.st.Dims()
	for j := lo; j < hi; j++ {
		scj, rj, sj := m.next.RawRowView(j), m.rhs.RawRowView(j), m.st.RawRowView(j)
		misfit := renewRight(rj, scj, m.sc.RawRowView(j), m.b.RawRowView(j), sj, m.diagonal[j])
		row := &m.rows[j]
		if m.affine {
			// The last row of S is the constraint, not data.
			misfit -= renewMultiplier(&m.y[j], row, &rj[q-1], sj[q-1]-scj[q-1])
		}
		row.Cost += m.alpha / 2 * misfit
	}
}

// renewMultiplier renews the multiplier y of a point's affine constraint, of which right is
// the entry of the right side, and returns the square of the constraint's gap.
func renewMultiplier(y *float64, row *RowSummary, right *float64, gap float64) float64 {
	*y += row.Sum - 1
	*right -= *y
	row.Affine = math.Abs(row.Sum - 1)
	return gap * gap
}

// renewRight makes a row of the right side (S − SP)ᵀ for the next iteration, given the rows
// of (SC)ᵀ now and before, of Bᵀ and of Sᵀ, and D's diagonal entry, and returns the squared
// misfit ‖s − Sc‖².
func renewRight(right, scNow, scBefore, b, s []float64, diagonal float64) (misfit float64) {
	for i := range right {
		sp := 2*scNow[i] - scBefore[i] - right[i] + b[i] + diagonal*s[i]
		right[i] = s[i] - sp
		gap := s[i] - scNow[i]
		misfit += gap * gap
	}
	return misfit
}

// summed adds what the rows say to an iteration.
func summed(rows []RowSummary, it core.Iteration) core.Iteration {
	for _, row := range rows {
		it.Residual = max(it.Residual, row.Residual)
		it.AffineResidual = max(it.AffineResidual, row.Affine)
		it.Objective += row.Cost
	}
	return it
}

// RowSummary is what one row of an iteration contributes to its report.
type RowSummary struct {
	Residual, Affine, Cost float64
	Sum                    float64 // of the row's part of the constraint, signed
}

// sscFactor returns S (q×N) with SᵀS = XᵀX/λ_min + 11ᵀ, the row of ones last;
// without the affine constraint the ones are left out. λ_min is the smallest
// over all points of the largest |x_iᵀx_j|, j ≠ i.
func sscFactor(x *mat.Dense, affine bool, workers int) (*mat.Dense, error) {
	d, n := x.Dims()
	g := dense.Outer(x, true, workers)
	lambdaMin := math.Inf(1)
	for i := range n {
		var largest float64
		for j, v := range g.RawRowView(i) {
			if j != i {
				largest = max(largest, math.Abs(v))
			}
		}
		if largest == 0 {
			return nil, fmt.Errorf("ssc: point %d is orthogonal to all others (or zero), so that the data weight "+
				"α/λ_min is not finite", i+1)
		}
		lambdaMin = min(lambdaMin, largest)
	}
	factor := x
	if d > n {
		var qr mat.QR
		qr.Factorize(x)
		var r mat.Dense
		qr.RTo(&r)
		factor = mat.DenseCopyOf(r.Slice(0, n, 0, n))
		d = n
	}
	q := d
	if affine {
		q++
	}
	s := mat.NewDense(q, n, nil)
	scale := 1 / math.Sqrt(lambdaMin)
	for i := range d {
		row := s.RawRowView(i)
		for j, v := range factor.RawRowView(i) {
			row[j] = v * scale
		}
	}
	if affine {
		ones := s.RawRowView(d)
		for j := range ones {
			ones[j] = 1
		}
	}
	return s, nil
}

// inverseOfIdentityPlus returns (I + SSᵀ)⁻¹, q×q, for S q×N.
func inverseOfIdentityPlus(s *mat.Dense) (*mat.Dense, error) {
	q, _ := s.Dims()
	sum := mat.NewSymDense(q, nil)
	sum.SymOuterK(1, s)
	for i := range q {
		sum.SetSym(i, i, sum.At(i, i)+1)
	}
	var chol mat.Cholesky
	if !chol.Factorize(sum) {
		return nil, fmt.Errorf("ssc: the Gram matrix of the data is not positive semidefinite within rounding")
	}
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		return nil, fmt.Errorf("ssc: inverting the Gram matrix of the data: %w", err)
	}
	return mat.DenseCopyOf(&inverse), nil
}

// thresholdedTransposed returns the transpose of S_t(v).
func thresholdedTransposed(v *mat.Dense, t float64) *mat.Dense {
	n, _ := v.Dims()
	c := mat.NewDense(n, n, nil)
	for j := range n {
		for i, value := range v.RawRowView(j) {
			if shrunk := dense.SoftThreshold(value, t); shrunk != 0 {
				c.Set(i, j, shrunk)
			}
		}
	}
	return c
}
