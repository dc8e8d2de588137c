//go:build !amd64

package logs

// vectorCode reports whether this package's assembler runs.
const vectorCode = false

func logVector(*table, *float64, int) { panic("no vector code on this machine") }
