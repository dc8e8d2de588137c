// Package console finds where a command line program writes, also where it is linked for
// the window subsystem of Windows and has no console of its own.
//
// In: nothing. Out: the two writers for output and for errors, and what is to be called
// before the program ends.
//
// The one idea: the same program is both, window and commands. Windows gives one that has
// windows no console, so that of whoever started it is taken, or else a message box; elsewhere
// there is nothing to do.
package console
