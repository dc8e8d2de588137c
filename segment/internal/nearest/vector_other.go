//go:build !amd64 && !arm64

package nearest

// vectorCode reports whether this package's assembler runs.
const vectorCode = false

func compareVector(int, int, *float64, *float64, *float64, int, *float64, *int) {
	panic("no vector code on this machine")
}

func againVector(int, *float64, int, *float64, *int) {
	panic("no vector code on this machine")
}
