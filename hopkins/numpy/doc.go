// Package numpy reads arrays of numbers that NumPy has saved: one in a file
// .npy, several by name in an archive .npz.
//
// The reader trusts nothing in a file: sizes are checked against a limit before
// memory is taken for them, an archive's members are inflated no further than
// the size of their array, and the names in an archive are names only, never
// paths of files. Pickled objects are refused, not run.
//
// Source of the format: NumPy Enhancement Proposal 1, "A Simple File Format for
// NumPy Arrays", and its versions 2.0 and 3.0 in NumPy's documentation.
package numpy
