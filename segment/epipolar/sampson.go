package epipolar

// Gradient returns the value of the constraint qᵀFp at p = (x, y, 1) and q = (u, v, 1), F
// given row by row, and its derivatives by u, v, x and y. The value over the length of the
// gradient is the Sampson distance, to first order how far the four coordinates are from
// satisfying the constraint (Sampson, Computer Graphics and Image Processing 18, 1982);
// over that of the first two alone it is the distance of q from the epipolar line of p.
func Gradient(f *[Terms]float64, x, y, u, v float64) (value, byU, byV, byX, byY float64) {
	byU, byV = float64(f[0]*x)+float64(f[1]*y)+f[2], float64(f[3]*x)+float64(f[4]*y)+f[5]
	byX, byY = float64(f[0]*u)+float64(f[3]*v)+f[6], float64(f[1]*u)+float64(f[4]*v)+f[7]
	return float64(u*byU) + float64(v*byV) + (float64(f[6]*x) + float64(f[7]*y) + f[8]), byU, byV, byX, byY
}
