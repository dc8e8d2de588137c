//go:build !amd64

package shrink

const vectorCode = false

func multipliersAVX2(int, *float64, *float64, float64) (residual, sum, l1 float64) {
	panic("no vector code on this machine")
}

func residualAVX2(int, *float64, *float64, *float64, float64, float64) (residual float64) {
	panic("no vector code on this machine")
}

func thresholdAVX2(int, *float64, *float64, *float64, float64) (nonzero int, l1 float64) {
	panic("no vector code on this machine")
}

func selectAVX2(int, *int32, *float64, float64) (count int) {
	panic("no vector code on this machine")
}

func multiplyRowAVX2(int, *int32, *float64, *float64, *[panelWidth]float64) {
	panic("no vector code on this machine")
}
