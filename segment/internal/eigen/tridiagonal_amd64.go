package eigen

// dotsAxpyAVX2 is dotsAxpy on n entries, n a positive multiple of 4.
//
//go:noescape
func dotsAxpyAVX2(n int, x, y, u, q *float64, a, b float64) (xu, yu float64)

// dotAVX2 is dot on n entries, n a positive multiple of 8.
//
//go:noescape
func dotAVX2(n int, x, y *float64) float64

// axpyAVX2 is axpy on n entries, n a positive multiple of 8.
//
//go:noescape
func axpyAVX2(n int, y, x *float64, alpha float64)
