package core

import (
	"fmt"
	"time"

	"gonum.org/v1/gonum/mat"
)

// Iteration is the state of a solver after one iteration: what the progress
// callback is given and what Result.History keeps.
type Iteration struct {
	Number         int     // from 1
	Limit          int     // the iteration limit
	Objective      float64 // value of the method's cost, its data term included
	Residual       float64 // ‖A − C‖∞, the split of the coefficients; a bound above it where that ends LRKSC
	AffineResidual float64 // ‖1ᵀA − 1ᵀ‖∞; 0 without the constraint
	KernelResidual float64 // ‖K_G − K − E‖∞ (LRKSC Algorithm 2); 0 otherwise
	Rank           int     // rank of K (LRKSC); 0 otherwise
	// Part names what is solved, as a kernel, where a method solves for several
	// one after another; empty otherwise. Number goes on from one to the next.
	Part string
	// Share is how much of the whole work is done, 0…1; it never falls.
	Share float64
}

// WarningCode names a kind of warning.
type WarningCode string

// The warnings that a result can carry.
const (
	NotConverged    WarningCode = "not-converged"    // the iteration limit was hit
	DuplicatePoints WarningCode = "duplicate-points" // two columns are equal
	IsolatedPoints  WarningCode = "isolated-points"  // points without any affinity
	EmptyGroups     WarningCode = "empty-groups"     // fewer groups than asked for
	Approximated    WarningCode = "approximated"     // a faster approximation was taken
	NoEvidence      WarningCode = "no-evidence"      // tracks seen with too few others in any two frames
	CorruptedTracks WarningCode = "spoilt-tracks"    // points far from where their tracks must be
	OutlierTracks   WarningCode = "stray-tracks"     // tracks that move with no others
	SeparateTracks  WarningCode = "separate-tracks"  // sets of tracks that never share a frame
)

// Warning is something about a result that its user should know.
type Warning struct {
	Code   WarningCode
	Text   string // one sentence
	Points []int  // the columns concerned, from 0; nil when it concerns all
}

// Stage is the time that one part of a run took.
type Stage struct {
	Name string // "outliers", "coefficients", "affinity", "clustering"
	Time time.Duration
}

// Laps tells where the time of a piece of work went.
type Laps struct {
	Stages []Stage
	last   time.Time
}

// NewLaps begins with the first stage.
func NewLaps() *Laps { return &Laps{last: time.Now()} }

// Lap ends a stage and begins the next. A stage that came before is added to.
func (l *Laps) Lap(name string) {
	now := time.Now()
	spent := now.Sub(l.last)
	l.last = now
	for i := range l.Stages {
		if l.Stages[i].Name == name {
			l.Stages[i].Time += spent
			return
		}
	}
	l.Stages = append(l.Stages, Stage{name, spent})
}

// Result is what Run returns.
type Result struct {
	Method  string // Description.Name
	Values  Values // every parameter as used
	Motions int    // K
	Seed    uint64
	// Labels are one a column of the data: 1…K, or 0 for a point that is an
	// outlier (see Outliers) or that no evidence joins to any group.
	Labels []int
	// Outliers are the columns found to belong to no motion, ascending; nil
	// when none were sought or found. Their label is 0.
	Outliers []int
	// C is the coefficients, N×N; nil for a method without, where a sum of several
	// affinities was chosen, and of more than 3000 points where one of several was.
	C *mat.Dense
	W *mat.Dense // affinity N×N, symmetric, non-negative
	// Fused is N×N, symmetric, non-negative: the sum of the affinities that a
	// choosing method weighed; nil for a method with one only.
	Fused     *mat.Dense
	History   []Iteration
	Converged bool
	// Landmarks holds the columns of the data that C and W are about, in
	// ascending order, when only they were solved for; nil when all were.
	Landmarks []int
	// Spectrum holds the smallest eigenvalues, ascending, of the normalised
	// Laplacian I − D^(−½)WD^(−½): at least K+1 of them where N allows.
	Spectrum []float64
	// Confidence is 0…1 for every point: how much nearer it is to its own
	// cluster centre than to the next one in the spectral embedding.
	Confidence []float64
	Candidates []Candidate // alternatives weighed by a choosing method
	Warnings   []Warning
	Stages     []Stage
	// Refinement is of the points that W is about; nil where no groupings were refined.
	Refinement Refinement
}

// Iterations returns the number of iterations that the solver took.
func (r *Result) Iterations() int {
	if len(r.History) == 0 {
		return 0
	}
	return r.History[len(r.History)-1].Number
}

// Elapsed returns the time of all stages together.
func (r *Result) Elapsed() time.Duration {
	var t time.Duration
	for _, s := range r.Stages {
		t += s.Time
	}
	return t
}

// Warn appends a warning.
func (r *Result) Warn(code WarningCode, points []int, format string, args ...any) {
	r.Warnings = append(r.Warnings, Warning{Code: code, Text: fmt.Sprintf(format, args...), Points: points})
}
