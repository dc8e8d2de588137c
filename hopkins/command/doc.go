// Package command is the command line of MotionSeg: one file a command, which
// reads its flags, calls the packages of hopkins and prints what they found.
// It knows no toolkit; the window, and what draws pictures, are given to it by
// Program.
//
// # How to add a command
//
// A command is a type of its own file, whose fields are its arguments and flags
// (see github.com/alecthomas/kong), with a method Run, which may ask for the
// context, the console and the Program; a field of commandLine names it. Flags
// that another command has too are embedded: the files flags_*.go hold them.
// Run does no more than reading flags and printing: the work is a call of a
// package below, which the window calls too. Before anything is computed it gives
// spare all files that it writes and reads. Its error is a usageError where the
// command line is wrong, which makes the exit code 2. assets/help/commands.md
// lists the flags.
package command
