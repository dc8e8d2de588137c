package epipolar

// Gradient returns the value of the constraint qᵀFp at p = (x, y, 1) and q = (u, v, 1), F
// given row by row, and its derivatives by u, v, x and y. The value over the length of the
// gradient is the Sampson distance, to first order how far the four coordinates are from
// satisfying the constraint (Sampson, Computer Graphics and Image Processing 18, 1982);
// over that of the first two alone it is the distance of q from the epipolar line of p.
func Gradient(f *[Terms]float64, x, y, u, v float64) (value, byU, byV, byX, byY float64) {
	byU, byV = f[0]*x+f[1]*y+f[2], f[3]*x+f[4]*y+f[5]
	byX, byY = f[0]*u+f[3]*v+f[6], f[1]*u+f[4]*v+f[7]
	return u*byU + v*byV + (f[6]*x + f[7]*y + f[8]), byU, byV, byX, byY
}
