// Package read reads point tracks, and matches of two pictures, from files of many
// programs: From takes any of them, recognised by content, and returns Tracks. It
// knows no sequences, no methods and no pictures; Open of package hopkins is how
// others come here.
//
// This package holds the registries (formats.go) and the way in; its rooms, each
// importing only those above it:
//
//	input     what a reader gets and returns: File, Tracks, Format, Options, the limits
//	tables    text, a record a line: tables of tracks, correspondences, boxes
//	arrays    variables with numbers: MATLAB, Octave, NumPy, HDF5, COLMAP
//	programs  files of one program each: film tracking, annotation, microscopy
//
// # How to add a format
//
// A format is one file of a room, named after it, with a variable and one line in a
// registry:
//
//   - of its own, an input.Format, in the registry of formats.go;
//   - a text file with a record a line, a tables.Kind, in textKinds of formats.go;
//   - a layout of variables in a MATLAB file, a layout, in layouts of arrays/layout.go.
//
// All else follows from the registries: Open, data set folders, messages, the table of
// the help (Rows, to which a test holds formats.md), and the test that holds
// .ci/packaging to the MIME types. What reads it:
//
//  1. gets an input.File, of which nothing is read yet, and returns Tracks with Pixels, and
//     with Visible, Truth, IDs, Width and Height where the file has them. y grows
//     downwards, and the first frame of the film is frame 0, whether or not a track is
//     seen in it. input.Collector gathers points that are called by names, input.SequenceOf
//     lays out points that come in any order;
//  2. trusts nothing: sizes are checked against input.MaxEntries before memory is taken,
//     numbers against MaxCoordinate; text is read by ParseNumber;
//  3. says in its errors what was expected and what was found, where in the file; the
//     path is put in front by the caller, and long ones are cut. Fields of the file are
//     quoted by Quoted;
//  4. says what it had to guess by Tracks.Note, which stands among the warnings of every
//     result.
//
// The example of this package adds a format and reads it. A sample in the tests, whose
// count, frames, direction of y and visibility are checked and which seeds the fuzzing,
// completes it.
package read
