package subspace

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/parallel"
)

// LRR is low-rank representation: min ‖Z‖* + λ‖E‖₂,₁ subject to X = XZ + E,
// where E takes up whole points that fit no subspace.
type LRR struct{}

// Describe implements core.Method.
func (LRR) Describe() core.Description {
	return core.Description{
		Name:  "lrr",
		Title: "LRR",
		Summary: "Low-rank representation: the coefficients of least nuclear norm, whole outlying tracks left out " +
			"of the fit.",
		Citation: "G. Liu, Z. Lin, S. Yan, J. Sun, Y. Yu, Y. Ma. Robust Recovery of Subspace Structures by Low-Rank " +
			"Representation. IEEE TPAMI 35(1), 2013.",
		Kinds: core.EveryKind,
		Params: []core.Param{
			{Name: "lambda", Symbol: "λ", Words: "weight of errors", Kind: core.Real, Default: 4, Min: 0, MinOpen: true,
				Max:  1e9,
				Help: "Weight of ‖E‖₂,₁: smaller takes more points for outliers."},
			{Name: "power", Symbol: "", Words: "power of cosines", Kind: core.Real, Default: 4, Min: 0, MinOpen: true, Max: 100,
				Help: "Power of the cosines in the affinity; larger keeps small angles only."},
			{Name: "mu", Symbol: "μ", Words: "penalty", Kind: core.Real, Default: 1e-6, Min: 0, MinOpen: true, Max: 1e10,
				Help: "Penalty at the start."},
			{Name: "mu-max", Symbol: "μmax", Words: "largest penalty", Kind: core.Real, Default: 1e10, Min: 0,
				MinOpen: true, Max: 1e15,
				Help: "Largest penalty."},
			{Name: "growth", Symbol: "", Words: "growth of μ", Kind: core.Real, Default: 1.1, Min: 1, MinOpen: true, Max: 100,
				Help: "Growth of the penalty in every iteration; smaller is slower and more accurate."},
			{Name: "tolerance", Symbol: "ε", Words: "tolerance", Kind: core.Real, Default: 1e-8, Min: 0, MinOpen: true, Max: 1,
				Help: "The solver stops when every constraint holds to this."},
			{Name: "iterations", Symbol: "", Words: "iterations at most", Kind: core.Integer, Default: 1000, Min: 1, Max: 100000,
				Help: "Iteration limit; a run that hits it is reported as not converged."},
		},
		Presets: []core.Preset{
			{Kind: core.Trajectories, Values: core.Values{"lambda": 4}, Source: "the authors' program for Hopkins155"},
			{Kind: core.TwoFrames, Values: core.Values{"lambda": 0.2, "power": 3},
				Source: "tuned on the first and last frames of Hopkins155"},
		},
	}
}

// lrrRankShare is the singular value of Z, relative to the largest, below
// which the affinity leaves a direction out.
const lrrRankShare = 1e-4

// Solve implements core.Method.
func (LRR) Solve(ctx context.Context, in core.Input) (core.Solution, error) {
	x := in.Data.X
	scale := 1.0
	switch in.Data.Kind {
	case core.Trajectories:
		x = withOnesRow(x, 1)
	case core.TwoFrames:
		scale = math.Sqrt(core.TwoFrameRepeat)
	}
	space, err := RowSpaceOf(ctx, x, in.Workers)
	if err != nil {
		return core.Solution{}, err
	}
	for i := range space.S {
		space.S[i] *= scale
	}
	l := newLRRSolver(space, in)
	converged, err := l.run(ctx)
	if err != nil {
		return core.Solution{}, err
	}
	w, err := l.affinity(ctx, in.Values["power"])
	if err != nil {
		return core.Solution{}, err
	}
	n, _ := space.V.Dims()
	z := mat.NewDense(n, n, nil)
	dense.Multiply(z, space.V, l.z, false, true, in.Workers)
	return core.Solution{C: z, W: w, PlainRows: true, Converged: converged}, nil
}

// lrrSolver is the inexact augmented Lagrangian method of LRR in the reduced
// dictionary A = XQ, where Q is an orthonormal basis of the row space of X.
//
// With X = U diag(s) Vᵀ and Q = V, coordinates in the basis U leave every norm
// of the problem as it is and turn the data into diag(s)Vᵀ and the dictionary
// into diag(s): the Z step is a division. The singular values of the nuclear
// norm step come from an r×r Gram matrix. Matrices are stored transposed, N×r,
// a row for every point.
type lrrSolver struct {
	space      rowSpace
	n, r       int
	values     core.Values
	workers    int
	progress   core.Progress
	z, j, e    *mat.Dense // Z in the reduced dictionary, its low-rank copy, the error
	y1, y2     *mat.Dense // multipliers of X = AZ + E and Z = J
	shifted    *mat.Dense // Z + Y₂/μ
	residuals  []float64  // largest violation of a constraint, for every point
	errorNorms []float64  // ‖e‖ for every point
}

func newLRRSolver(space rowSpace, in core.Input) *lrrSolver {
	n, r := space.V.Dims()
	l := &lrrSolver{space: space, n: n, r: r, values: in.Values, workers: in.Workers, progress: in.Progress(),
		residuals: make([]float64, n), errorNorms: make([]float64, n)}
	for _, m := range []**mat.Dense{&l.z, &l.j, &l.e, &l.y1, &l.y2, &l.shifted} {
		*m = mat.NewDense(n, r, nil)
	}
	return l
}

// run iterates until the constraints hold and reports whether they do.
func (l *lrrSolver) run(ctx context.Context) (bool, error) {
	mu, limit := l.values["mu"], int(l.values["iterations"])
	// The multipliers of the nuclear norm have singular values of at most 1.
	shares := core.PenaltyShares(mu, l.values["growth"], 1, l.values["tolerance"], limit)
	for iteration := 1; iteration <= limit; iteration++ {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		nuclear, rank, err := l.stepJ(ctx, mu)
		if err != nil {
			return false, err
		}
		l.stepZE(mu)
		it := core.Iteration{Number: iteration, Limit: limit, Objective: nuclear, Rank: rank, Share: shares(iteration)}
		for i, v := range l.residuals {
			it.Residual = max(it.Residual, v)
			it.Objective += l.values["lambda"] * l.errorNorms[i]
		}
		converged := it.Residual < l.values["tolerance"]
		if converged || iteration == limit {
			it.Share = 1
		}
		l.progress.Report(it)
		if converged {
			return true, nil
		}
		mu = min(mu*l.values["growth"], l.values["mu-max"])
	}
	return false, nil
}

// stepJ shrinks the singular values of Z + Y₂/μ by 1/μ into J, and returns the
// nuclear norm and the rank of J.
func (l *lrrSolver) stepJ(ctx context.Context, mu float64) (nuclear float64, rank int, err error) {
	m := l.shifted.RawMatrix().Data
	z, y2 := l.z.RawMatrix().Data, l.y2.RawMatrix().Data
	var square float64
	for i, v := range z {
		m[i] = v + y2[i]/mu
		square += m[i] * m[i]
	}
	if math.Sqrt(square) <= 1/mu {
		// No singular value can exceed the Frobenius norm.
		l.j.Zero()
		return 0, 0, nil
	}
	g := dense.Outer(l.shifted, true, l.workers)
	values, vectors, err := eigen.Symmetric(ctx, l.r, g.RawMatrix().Data, l.workers)
	if err != nil {
		return 0, 0, err
	}
	kept := 0
	for kept < l.r && math.Sqrt(max(values[l.r-1-kept], 0)) > 1/mu {
		kept++
	}
	if kept == 0 {
		l.j.Zero()
		return 0, 0, nil
	}
	scaled, plain := mat.NewDense(kept, l.r, nil), mat.NewDense(kept, l.r, nil)
	for i := range kept {
		sigma := math.Sqrt(values[l.r-1-i])
		nuclear += sigma - 1/mu
		from := vectors[(l.r-1-i)*l.r:][:l.r]
		copy(plain.RawRowView(i), from)
		row := scaled.RawRowView(i)
		for j, v := range from {
			row[j] = v * (1 - 1/(mu*sigma))
		}
	}
	filter := mat.NewDense(l.r, l.r, nil)
	dense.Multiply(filter, scaled, plain, true, false, 1)
	dense.Multiply(l.j, l.shifted, filter, false, false, l.workers)
	return nuclear, kept, nil
}

// stepZE solves for Z and then E, and moves the multipliers.
func (l *lrrSolver) stepZE(mu float64) {
	s := l.space.S
	shrink := l.values["lambda"] / mu
	parallel.Blocks(l.n, l.workers, func(_, lo, hi int) {
		for p := lo; p < hi; p++ {
			v, z, j, e := l.space.V.RawRowView(p), l.z.RawRowView(p), l.j.RawRowView(p), l.e.RawRowView(p)
			y1, y2 := l.y1.RawRowView(p), l.y2.RawRowView(p)
			var square float64
			for i, si := range s {
				x := si * v[i]
				z[i] = (si*(x-e[i]) + j[i] + (si*y1[i]-y2[i])/mu) / (1 + si*si)
				e[i] = x - si*z[i] + y1[i]/mu
				square += e[i] * e[i]
			}
			length := math.Sqrt(square)
			keep := 0.0
			if length > shrink {
				keep = 1 - shrink/length
			}
			l.errorNorms[p] = keep * length
			var residual float64
			for i := range e {
				// e is X − AZ + Y₁/μ here, and its shrunk form the new E.
				gap1 := e[i] - y1[i]/mu - keep*e[i]
				gap2 := z[i] - j[i]
				e[i] *= keep
				residual = max(residual, math.Abs(gap1), math.Abs(gap2))
				y1[i] += mu * gap1
				y2[i] += mu * gap2
			}
			l.residuals[p] = residual
		}
	})
}

// affinity returns the powered cosines between the rows of UΣ^½, where
// Z = UΣVᵀ is the representation in the points themselves.
func (l *lrrSolver) affinity(ctx context.Context, power float64) (*mat.Dense, error) {
	g := dense.Outer(l.z, true, l.workers) // its eigenvectors turn Q into U
	values, vectors, err := eigen.Symmetric(ctx, l.r, g.RawMatrix().Data, l.workers)
	if err != nil {
		return nil, err
	}
	kept := 0
	limit := lrrRankShare * lrrRankShare * values[l.r-1]
	for kept < l.r && values[l.r-1-kept] > limit {
		kept++
	}
	if kept == 0 {
		return mat.NewDense(l.n, l.n, nil), nil
	}
	turned := mat.NewDense(kept, l.r, nil)
	for i := range kept {
		root := math.Pow(values[l.r-1-i], 0.25)
		row := turned.RawRowView(i)
		for j, v := range vectors[(l.r-1-i)*l.r:][:l.r] {
			row[j] = v * root
		}
	}
	u := mat.NewDense(l.n, kept, nil)
	dense.Multiply(u, l.space.V, turned, false, true, l.workers)
	return unitRowAffinity(u, power, false, l.workers), nil
}
