package segment

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/interactive"
	"motionseg/segment/lowrank"
	"motionseg/segment/motioncount"
	"motionseg/segment/outliers"
	"motionseg/segment/solve"
	"motionseg/segment/spectral"
)

// What goes in and comes out, of package core.
type (
	Data        = core.Data
	Kind        = core.Kind
	Method      = core.Method
	Description = core.Description
	Param       = core.Param
	ParamKind   = core.ParamKind
	Preset      = core.Preset
	Values      = core.Values
	Input       = core.Input
	Solution    = core.Solution
	Candidate   = core.Candidate
	Result      = core.Result
	Iteration   = core.Iteration
	Stage       = core.Stage
	Warning     = core.Warning
	WarningCode = core.WarningCode
	PanicError  = core.PanicError
	Analysis    = core.Analysis
)

// Settings of what can be asked, and its answers, of the packages that answer.
type (
	Config          = solve.Config
	SearchConfig    = outliers.SearchConfig
	MotionsConfig   = motioncount.MotionsConfig
	MotionsEstimate = motioncount.MotionsEstimate
	Completion      = lowrank.Completion
	Assignment      = lowrank.Assignment
	Seed            = interactive.Seed
	Constraints     = interactive.Constraints
	Constrained     = interactive.Constrained
	Contradiction   = interactive.Contradiction
	Constrainer     = interactive.Constrainer
	Doubt           = interactive.Doubt
)

// Kinds of data, of parameters, and of warnings.
const (
	Trajectories = core.Trajectories
	TwoFrames    = core.TwoFrames
	Images       = core.Images

	Real    = core.Real
	Integer = core.Integer
	Boolean = core.Boolean
	Choice  = core.Choice

	NotConverged    = core.NotConverged
	DuplicatePoints = core.DuplicatePoints
	IsolatedPoints  = core.IsolatedPoints
	EmptyGroups     = core.EmptyGroups
	Approximated    = core.Approximated
	NoEvidence      = core.NoEvidence
	CorruptedTracks = core.CorruptedTracks
	OutlierTracks   = core.OutlierTracks
	SeparateTracks  = core.SeparateTracks

	LandmarkLimit    = core.LandmarkLimit
	DefaultLandmarks = core.DefaultLandmarks
	MinMotions       = motioncount.MinMotions
	MaxMotions       = motioncount.MaxMotions
	MaxSeedMotion    = interactive.MaxSeedMotion
)

// Run segments the columns of data into cfg.Motions groups, see solve.Run.
func Run(ctx context.Context, data Data, cfg Config) (*Result, error) {
	return solve.Run(ctx, data, cfg)
}

// FindOutliers returns the columns of data that belong to no motion, and those of the
// others by which motions are better not known, see outliers.FindOutliers.
func FindOutliers(ctx context.Context, data Data, cfg SearchConfig) (found, trimmed []int, err error) {
	return outliers.FindOutliers(ctx, data, cfg)
}

// EstimateMotions estimates how many motions are in data, see motioncount.EstimateMotions.
func EstimateMotions(ctx context.Context, data Data, cfg MotionsConfig) (*MotionsEstimate, error) {
	return motioncount.EstimateMotions(ctx, data, cfg)
}

// Background returns which motion is the still world, see motioncount.Background.
func Background(data Data, labels []int) int { return motioncount.Background(data, labels) }

// NewConstrainer prepares to make the labels of a result agree with what a user says of
// single points, see interactive.NewConstrainer.
func NewConstrainer(r *Result, labels []int, data Data, workers int) (*Constrainer, error) {
	return interactive.NewConstrainer(r, labels, data, workers)
}

// CompleteTracks fills the gaps of tracks by a low rank, see lowrank.CompleteTracks.
func CompleteTracks(ctx context.Context, x *mat.Dense, seen [][]bool, seed uint64, workers int) (*Completion, error) {
	return lowrank.CompleteTracks(ctx, x, seen, seed, workers)
}

// AssignTracks gives tracks to the motions of others, see lowrank.AssignTracks.
func AssignTracks(ctx context.Context, x *mat.Dense, seen [][]bool, labels, ask, frames []int) (*Assignment, error) {
	return lowrank.AssignTracks(ctx, x, seen, labels, ask, frames)
}

// MotionDistances returns how far a track is from every motion, see lowrank.MotionDistances.
func MotionDistances(ctx context.Context, x *mat.Dense, seen [][]bool, labels []int, column int) ([]float64, error) {
	return lowrank.MotionDistances(ctx, x, seen, labels, column)
}

// Affinity makes an affinity of coefficients, see spectral.Affinity.
func Affinity(c *mat.Dense, ratio float64, workers int) *mat.Dense {
	return spectral.Affinity(c, ratio, workers)
}

// Confusion counts how many points of every true motion have every label, see
// evaluate.Confusion.
func Confusion(labels, truth []int) (counts [][]int, truths, found []int) {
	return evaluate.Confusion(labels, truth)
}

// ClusteringError is the share of points with a wrong label, see evaluate.ClusteringError.
func ClusteringError(labels, truth []int) float64 { return evaluate.ClusteringError(labels, truth) }

// ErrorWithOutliers is ClusteringError with outliers as a class of their own, see
// evaluate.ErrorWithOutliers.
func ErrorWithOutliers(labels, truth []int) float64 { return evaluate.ErrorWithOutliers(labels, truth) }

// Align renames labels so that they agree best with a reference, see evaluate.Align.
func Align(labels, reference []int) []int { return evaluate.Align(labels, reference) }

// Recovered makes an error of what a panic left, see core.Recovered.
func Recovered(method string, v any) *PanicError { return core.Recovered(method, v) }

// Assign matches rows to columns one to one for the largest gain, see evaluate.Assign.
func Assign(rows, columns int, gain func(row, column int) float64) []int {
	return evaluate.Assign(rows, columns, gain)
}
