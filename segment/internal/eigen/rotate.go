package eigen

// rotate replaces (x, y) by (cx + sy, cy − sx).
func rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	done := 0
	if vectorCode {
		if done = len(x) &^ 7; done > 0 {
			rotateVector(done, &x[0], &y[0], c, s)
		}
	}
	x, y = x[done:], y[done:]
	for i, v := range x {
		w := y[i]
		x[i] = c*v + s*w
		y[i] = c*w - s*v
	}
}
