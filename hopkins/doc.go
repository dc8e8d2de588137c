// Package hopkins is what lies between files and methods: it reads point tracks
// from files, prepares the frames and tracks that are segmented, runs the
// methods of package segment on them, and judges and writes what comes out. It
// knows no user interface.
//
// There is one way through it, for every caller:
//
//	sequence, err := hopkins.Open("tracks.csv")
//	found, err := sequence.Segment(ctx, hopkins.Task{Method: segment.Spec{Method: m}})
//	fmt.Println(found.Headline(1), found.Labels)
//
// The packages below it read the pictures of sequences (footage), follow points
// (track) and match pictures (match), cluster sets of pictures (imageset), and
// run methods on whole data sets (bench, filmset).
//
// # How to add a format
//
// A format is one entry of the table formats in formats.go, which says how it is
// called, under which endings of file names folders are searched for it, under
// which MIME types the desktop knows it, how its beginning is recognised, and
// what reads it; glance says of a file in a folder whether it is worth reading.
// All else follows from the table: Open, data set folders, messages, and the
// test that holds .ci/packaging to it.
//
// What reads it is a function of a file of its own, named after the format:
//
//  1. It gets an input, of which nothing is read yet, and returns a Sequence
//     with Pixels, and with Visible, Truth, IDs, Width and Height where the file
//     has them. Name, path, normalised coordinates and motions numbered from 1
//     are filled in behind it. sequenceOf lays out points that come in any order.
//  2. It trusts nothing: sizes are checked against maxEntries before memory is
//     taken, numbers against maxCoordinate; text is read by parseNumber.
//  3. Its errors say what was expected and what was found, where in the file;
//     the path is put in front by the caller, and long ones are cut. Fields of
//     the file are quoted by quoted.
//  4. What it had to guess it says by Sequence.note, which stands among the
//     warnings of every result.
//
// A kind of text is one entry of textKinds in text.go instead, a layout of MATLAB
// variables one of layouts in layout.go. The example of this package adds a
// format and reads it. A seed in fuzz_test.go, a line in the list of
// command/parity_test.go and one in assets/help/formats.md complete it.
package hopkins
