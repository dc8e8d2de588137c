// Package benchmark is the window that runs methods on the sequences of a
// dataset and shows their errors as tables and plots. It knows nothing of the
// main window; what it needs of others it is given as functions.
package benchmark
