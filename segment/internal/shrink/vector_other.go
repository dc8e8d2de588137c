//go:build !amd64 && !arm64

package shrink

// vectorCode reports whether this package's assembler runs.
const vectorCode = false

func multipliersVector(int, *float64, *float64, float64) (residual, sum, l1 float64) {
	panic("no vector code on this machine")
}

func residualVector(int, *float64, *float64, *float64, float64, float64) (residual float64) {
	panic("no vector code on this machine")
}

func thresholdVector(int, *float64, *float64, *float64, float64) (nonzero int, l1 float64) {
	panic("no vector code on this machine")
}

func selectVector(int, *int32, *float64, float64) (count int) {
	panic("no vector code on this machine")
}

func multiplyRowVector(int, *int32, *float64, *float64, *[panelWidth]float64) {
	panic("no vector code on this machine")
}
