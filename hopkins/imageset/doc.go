// Package imageset clusters sets of pictures, such as faces by person or objects
// by kind, as the literature on subspace clustering does.
//
// In: a MATLAB file (matlab.go), or a folder with a folder of pictures for every class
// (folder.go, decode.go); methods, and how many classes a trial has. Out: Trials with the
// error of every method on every run of consecutive classes, and their summary (report.go).
//
// The one idea: a picture is a point, its pixels are the coordinates, and a trial is a
// source like any other that hopkins.Segment takes (protocol.go). measured.md has what
// was measured.
package imageset
