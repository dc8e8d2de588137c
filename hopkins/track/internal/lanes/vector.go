//go:build amd64 || arm64

package lanes

// sampleVector is Sample.
//
//go:noescape
func sampleVector(dst *float32, rows, columns int, src *float32, stride int, fx, fy float32)

// deriveVector is Derive.
//
//go:noescape
func deriveVector(patch, dx, dy *float32, rows, columns int, wide *float32, wideRows int, sums *[5]Sums)

// subtractVector is Subtract on n numbers, n a positive multiple of Width.
//
//go:noescape
func subtractVector(x *float32, n int, v float32)

// compareVector is Compare.
//
//go:noescape
func compareVector(patch, dx, dy *float32, rows, columns int, src *float32, stride int, fx, fy float32, sums *[2]Sums)

// warpedVector is Warped, with the place of the first pixel of every row.
//
//go:noescape
func warpedVector(planes *float32, rows, columns int, src *float32, stride int, x, y *[Most]int32, xu, yu int32,
	sums *[Planes + 2]Sums)
