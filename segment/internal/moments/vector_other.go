//go:build !amd64

package moments

// vectorCode reports whether this package's assembler runs. Compiled code for arm64
// fuses four sums side by side as it is.
const vectorCode = false

func sumBlockVector(int, *float64, *float64, *float64) {
	panic("no vector code on this machine")
}

func multiplyVector(int, *float64, *float64, *float64) {
	panic("no vector code on this machine")
}
