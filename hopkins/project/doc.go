// Package project keeps the work on one sequence in a file: where the tracks are, what was
// computed, and the labelling by hand. The format is documented in the page "Project files"
// of the help.
//
// In go a Project, or a file; out comes the other. Every field of a file that is read is
// checked for its type and range, and an error names it, what was expected and what was
// found. Save puts a file in place when it is whole; Acquire keeps a second window out.
//
// The one idea: a project keeps what was decided and what came of it, never the data; paths
// are relative to its folder where they can be, so that both can be moved together.
package project
