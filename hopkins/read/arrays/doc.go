// Package arrays reads tracks from variables with numbers: MATLAB and Octave
// (layout.go has the layouts of the data sets), NumPy, HDF5, COLMAP's database and
// matrices in text. Variables of no layout are told by their names and shapes
// (variables.go), and how an array was read is said in a note.
//
// In: an input.File, perhaps the name of an array. Out: Tracks, or an ArrayError that
// lists the arrays to choose from.
//
// The one idea: files of any container become named variables first, and layouts look at
// these alone.
package arrays
