// Package write writes tracks with labels to files of other programs.
//
// A format is one file, named after it, with a variable of type Format and a function
// that writes Tracks to a writer, and one line in the registry of formats.go; menus,
// the command line, the help and the round trips of the tests follow from that. What is
// written counts tracks and frames, and turns y, as the other program has it, which the
// function says with its source; package read reads it back where it can.
//
// Recordings of rerun (.rrd) are not written: its libraries are in C++, Python and Rust, and
// none in Go is kept up by those who make it.
//
// Files are opened, and put in place once they are complete, by package hopkins.
package write
