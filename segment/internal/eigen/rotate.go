package eigen

// rotateScalar replaces (x, y) by (cx + sy, cy − sx).
func rotateScalar(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for i, v := range x {
		w := y[i]
		x[i] = c*v + s*w
		y[i] = c*w - s*v
	}
}
