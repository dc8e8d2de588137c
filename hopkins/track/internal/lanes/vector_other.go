//go:build !amd64 && !arm64

package lanes

// supported reports whether there is assembler for this machine.
func supported() bool { return false }

func sampleVector(*float32, int, int, *float32, int, float32, float32) {
	panic("no vector code on this machine")
}

func deriveVector(_, _, _ *float32, _, _ int, _ *float32, _ int, _ *[5]Sums) {
	panic("no vector code on this machine")
}

func subtractVector(*float32, int, float32) {
	panic("no vector code on this machine")
}

func compareVector(_, _, _ *float32, _, _ int, _ *float32, _ int, _, _ float32, _ *[2]Sums) {
	panic("no vector code on this machine")
}

func warpedVector(*float32, int, int, *float32, int, *[Most]int32, *[Most]int32, int32, int32, *[Planes + 2]Sums) {
	panic("no vector code on this machine")
}
