// Package tables reads text with a record a line: tables of tracks whose columns are
// told by their names or by the user, correspondences of two pictures, and the tables
// of single programs (a Kind each: DeepLabCut, SLEAP, Kinovea, Brox and Malik, MOTChallenge, KITTI), and
// the files of folders that have one for each track.
//
// In: an input.File and the Kinds to try, in their order. Out: Tracks, or a ColumnsError
// for a table whose columns are not recognised; Preview shows its beginning.
//
// The one idea: what the columns of a table are is told by a Kind, so that all tables are
// read by one loop (table.go).
package tables
