// Package segment groups points that lie in a union of subspaces: a data
// matrix goes in, a self-expressive coefficient matrix, an affinity and labels
// come out.
//
// It is pure computation: it reads no files, knows no user interface and keeps
// no state between calls. Every method is reached in one way:
//
//	m, err := segment.Lookup("lrksc")
//	result, err := segment.Run(ctx, data, segment.Config{Method: m, Motions: 3})
//
// Points are columns throughout: a data matrix X is D×N, a coefficient matrix
// C is N×N with zero diagonal, and column j of C expresses point j by the
// others. The same data, settings and seed give the same labels on any number
// of cores.
//
// # How to add a method
//
// A method is one file of this package, named after it, with a type that
// implements Method, and one line in the registry, methods in method.go. The
// example of Method is a complete one.
//
// Describe is all that the command line, the window and the help know of the
// method: its name, what it cites, its parameters with their ranges, the kinds of
// data that it takes (Kinds), whether it takes tracks with gaps (Gaps), and
// published settings (Presets). Controls, checks and lists follow from it.
//
// Solve gets data and values that were checked. It fills in of the Solution what
// is its own, most often C and Ratio; the common steps make the affinity, the
// spectral embedding and the labels of what is missing. It must
//
//   - return ctx.Err() within an iteration of ctx being done,
//   - call Input.Report after every iteration, with the Share of its work that is
//     done, 1 in the end, and Input.Advance between where iterations are long,
//   - give the same bits on any number of workers: goroutines are started by
//     package internal/parallel only, which cuts the work in the same way for all
//     and carries a panic to the caller, where Run makes an error of it,
//   - draw what is random from Input.Seed.
//
// The tests that run over all methods (run_test.go, progress_test.go,
// method_test.go) hold the new one to this. Its own test compares its
// coefficients or its cost with numbers computed in another way. Where
// constants were chosen by experiment, a log of the same name, as
// lrksc_auto.md, tells what was tried and on which data.
package segment
