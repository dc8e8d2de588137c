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
	"motionseg/segment/stabilize"
)

// What goes in and comes out, of package core.
type (
	// Data is the points, with what is seen of them, see core.Data.
	Data = core.Data
	// Kind says what the columns of data are, see core.Kind.
	Kind = core.Kind
	// Method is what every method implements, see core.Method.
	Method = core.Method
	// Description is what a method says of itself, see core.Description.
	Description = core.Description
	// Param describes a parameter of a method, see core.Param.
	Param = core.Param
	// ParamKind is the kind of a parameter, see core.ParamKind.
	ParamKind = core.ParamKind
	// Preset is a published set of parameter values, see core.Preset.
	Preset = core.Preset
	// Values are parameter values by name, see core.Values.
	Values = core.Values
	// Input is what a method is given, see core.Input.
	Input = core.Input
	// Solution is what a method returns, see core.Solution.
	Solution = core.Solution
	// Candidate is an alternative that a choosing method weighed, see core.Candidate.
	Candidate = core.Candidate
	// Result is what Run returns, see core.Result.
	Result = core.Result
	// Iteration is the state of a solver, see core.Iteration.
	Iteration = core.Iteration
	// Stage is the time that a part of a run took, see core.Stage.
	Stage = core.Stage
	// Warning is what the user of a result should know, see core.Warning.
	Warning = core.Warning
	// WarningCode names a kind of warning, see core.WarningCode.
	WarningCode = core.WarningCode
	// PanicError is the error that a panic becomes, see core.PanicError.
	PanicError = core.PanicError
	// Analysis keeps what was worked out about data, see core.Analysis.
	Analysis = core.Analysis
)

// What can be asked, and the answers.
type (
	// Config says how to segment, see solve.Config.
	Config = solve.Config
	// SearchConfig says how to look for outliers, see outliers.SearchConfig.
	SearchConfig = outliers.SearchConfig
	// MotionsConfig bounds an estimate of the number of motions, see motioncount.MotionsConfig.
	MotionsConfig = motioncount.MotionsConfig
	// MotionsEstimate is such an estimate, see motioncount.MotionsEstimate.
	MotionsEstimate = motioncount.MotionsEstimate
	// Completion is tracks whose gaps were filled, see lowrank.Completion.
	Completion = lowrank.Completion
	// Assignment is the motions of tracks that were left out, see lowrank.Assignment.
	Assignment = lowrank.Assignment
	// Seed says which motion a point belongs to, see interactive.Seed.
	Seed = interactive.Seed
	// Constraints is what a user knows of single points, see interactive.Constraints.
	Constraints = interactive.Constraints
	// Constrained is labels that obey constraints, see interactive.Constrained.
	Constrained = interactive.Constrained
	// Contradiction is constraints that cannot all hold, see interactive.Contradiction.
	Contradiction = interactive.Contradiction
	// Constrainer makes labels agree with constraints, see interactive.Constrainer.
	Constrainer = interactive.Constrainer
	// Doubt is the point that is best asked about next, see interactive.Doubt.
	Doubt = interactive.Doubt
	// Tree is a hierarchy of motions, see interactive.Tree.
	Tree = interactive.Tree
	// Node is a motion of a Tree, see interactive.Node.
	Node = interactive.Node
)

// Kinds of data.
const (
	Trajectories = core.Trajectories
	TwoFrames    = core.TwoFrames
	Images       = core.Images
)

// Kinds of parameters.
const (
	Real    = core.Real
	Integer = core.Integer
	Boolean = core.Boolean
	Choice  = core.Choice
)

// The warnings that a result can carry, see core.WarningCode.
const (
	NotConverged    = core.NotConverged
	DuplicatePoints = core.DuplicatePoints
	IsolatedPoints  = core.IsolatedPoints
	EmptyGroups     = core.EmptyGroups
	Approximated    = core.Approximated
	NoEvidence      = core.NoEvidence
	CorruptedTracks = core.CorruptedTracks
	OutlierTracks   = core.OutlierTracks
	SeparateTracks  = core.SeparateTracks
)

// Bounds: of points that are all solved for, of the number of motions that is estimated,
// and of the motion of a seed.
const (
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

// Stabilized returns tracks without the shake of the camera, see stabilize.Tracks.
func Stabilized(data Data) Data { return stabilize.Tracks(data) }

// Background returns which motion is the still world, see motioncount.Background.
func Background(data Data, labels []int) int { return motioncount.Background(data, labels) }

// Captions returns which motions stand still on the picture while the background moves, see
// motioncount.Captions.
func Captions(data Data, labels []int, background int) []int {
	return motioncount.Captions(data, labels, background)
}

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
func AssignTracks(
	ctx context.Context, x *mat.Dense, seen [][]bool, labels, ask, frames []int, workers int,
) (*Assignment, error) {
	return lowrank.AssignTracks(ctx, x, seen, labels, ask, frames, workers)
}

// MotionDistances returns how far a track is from every motion, see lowrank.MotionDistances.
func MotionDistances(ctx context.Context, x *mat.Dense, seen [][]bool, labels []int, column int) ([]float64, error) {
	return lowrank.MotionDistances(ctx, x, seen, labels, column)
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
