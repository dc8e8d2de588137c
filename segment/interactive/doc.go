// Package interactive lets a user mend labels.
//
// In: a core.Result, its labels, and constraints: points with a motion, pairs that belong
// together or apart. Out: labels that obey them and change what hangs together with them,
// at once, since nothing is solved again; contradictions that cannot be obeyed; the point that
// is best asked about next (doubt.go); and a motion more or fewer (steps.go), down and up a
// tree of them (tree.go).
//
// The one idea: a click speaks for the part of its group that hangs together with it, as
// large as it is probable. constrain.md tells how it was measured.
package interactive
