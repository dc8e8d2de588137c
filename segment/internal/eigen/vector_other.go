//go:build !amd64 && !arm64

package eigen

// vectorCode reports whether this package's assembler runs.
const vectorCode = false

func rotateVector(int, *float64, *float64, float64, float64) { panic("no vector code on this machine") }

func multiplyRowVector(int, *int32, *float64, *float64, int, *float64) {
	panic("no vector code on this machine")
}

func dotsAxpyVector(int, *float64, *float64, *float64, *float64, float64, float64) (float64, float64) {
	panic("no vector code on this machine")
}

func dotVector(int, *float64, *float64) float64 { panic("no vector code on this machine") }

func axpyVector(int, *float64, *float64, float64) { panic("no vector code on this machine") }
