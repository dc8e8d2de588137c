//go:build !amd64

package moments

// vectorCode and wideVectorCode report whether this package's assembler runs. Compiled code for
// arm64 fuses four sums side by side as it is.
const vectorCode, wideVectorCode = false, false

func sumBlockVector(int, *float64, *float64, *float64) {
	panic("no vector code on this machine")
}

func sumBlockWide(int, *float64, *float64, *float64) {
	panic("no vector code on this machine")
}

func multiplyVector(int, *float64, *float64, *float64) {
	panic("no vector code on this machine")
}
