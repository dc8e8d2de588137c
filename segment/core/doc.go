// Package core is what all methods share: the data that goes in and the result that
// comes out.
//
// In: Data, an N-column matrix of tracks, matches or pictures, with what is seen of each.
// Out: Result with labels, coefficients, affinity, history and warnings. Between them
// stand Method, which every method implements, its Description with Params and Presets,
// its Input and Solution, and Analysis, which keeps what was worked out about data for
// whoever asks again. Progress says how much of the whole a step is.
//
// The one idea: a method is a value that describes itself and solves; nothing here knows
// which methods there are.
//
// # How to add a method
//
// A method is one file of package subspace, or of a package of its own, named after it,
// with a type that implements Method, and one line in the registry, methods in
// segment/registry.go. The example of segment.Method is a complete one.
//
// Describe is all that the command line, the window and the help know of the method: its
// name, what it cites, its parameters with their ranges, the kinds of data that it takes
// (Kinds), whether it takes tracks with gaps (Gaps), and published settings (Presets).
// Controls, checks and lists follow from it.
//
// Solve gets data and values that were checked. It fills in of the Solution what is its
// own, most often C and Ratio; the common steps make the affinity, the spectral embedding
// and the labels of what is missing. It must
//
//   - return ctx.Err() within an iteration of ctx being done,
//   - call Input.Report after every iteration, with the Share of its work that is done, 1
//     in the end, and Input.Advance between where iterations are long,
//   - give the same bits on any number of workers: goroutines are started by package
//     internal/parallel only, which cuts the work in the same way for all and carries a
//     panic to the caller, where solve.Run makes an error of it,
//   - draw what is random from Input.Seed.
//
// The tests of package segment that run over all methods (run_test.go, progress_test.go,
// method_test.go) hold the new one to this. Its own test compares its coefficients or its
// cost with numbers computed in another way. Where constants were chosen by experiment, a
// log beside it, as auto/lrksc_auto.md, tells what was tried and on which data.
package core
