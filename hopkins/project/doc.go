// Package project keeps the work on one sequence in a file: where the tracks
// are, what was computed, and the labelling by hand. The format is documented
// in the page "Project files" of the help.
package project
