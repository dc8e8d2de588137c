package eigen

// rankTwoDotAVX2 is rankTwoDot on n entries, n a positive multiple of 4.
//
//go:noescape
func rankTwoDotAVX2(n int, row, v, w, u *float64, a, b float64) float64

// dotAVX2 is dot on n entries, n a positive multiple of 8.
//
//go:noescape
func dotAVX2(n int, x, y *float64) float64

// axpyAVX2 is axpy on n entries, n a positive multiple of 8.
//
//go:noescape
func axpyAVX2(n int, y, x *float64, alpha float64)
