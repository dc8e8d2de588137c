//go:build !amd64

package eigen

// rotate replaces (x, y) by (cx + sy, cy − sx).
func rotate(x, y []float64, c, s float64) { rotateScalar(x, y, c, s) }
