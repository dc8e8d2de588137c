// Package input holds what every reader gets and returns: a File that is being read,
// the Format that knows how, Options that say what content does not tell, and Tracks.
// Beside them stand what readers share: Collector for points that come by the name of
// their track (collect.go), SequenceOf for points in any order (points.go), numbers read
// from text (numbers.go), and what is checked before memory is taken (limits.go).
//
// In: bytes of a file. Out: Tracks, or an error that says what was expected and found.
//
// The one idea: a reader trusts nothing that a file says of itself, and takes memory only
// for what is there.
package input
