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
// Open, Sequence.Segment and Task are what most programs need, and WriteLabelled to write
// what came out for others; films are opened by track.Open.
//
// Files are read by package read and written by package write, a format a file; how
// one is added is told there. The other packages below it read the pictures of
// sequences (footage), follow points (track) and match pictures (match), cluster sets
// of pictures (imageset), and run methods on whole data sets (bench, filmset).
package hopkins
