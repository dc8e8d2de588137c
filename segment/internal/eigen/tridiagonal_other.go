//go:build !amd64

package eigen

// vectorCode reports whether this package's assembler runs.
const vectorCode = false

func dotsAxpyAVX2(int, *float64, *float64, *float64, *float64, float64, float64) (float64, float64) {
	panic("no vector code on this machine")
}

func dotAVX2(int, *float64, *float64) float64 { panic("no vector code on this machine") }

func axpyAVX2(int, *float64, *float64, float64) { panic("no vector code on this machine") }
