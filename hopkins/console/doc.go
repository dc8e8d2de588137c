// Package console finds where a command line program writes, also where it is
// linked for the window subsystem of Windows and has no console of its own.
package console
