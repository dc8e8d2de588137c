// Package benchmark is the window that runs methods on the sequences of a dataset and shows
// their errors as tables and plots. It knows nothing of the main window; what it needs of
// others it is given as functions.
//
// In go a session.Benchmark, which runs and keeps the rows, and those functions; out comes a
// Window. tables.go has the tables and plot.go the plots.
//
// The one idea: the window keeps no figures; it shows those of the session's rows.
package benchmark
