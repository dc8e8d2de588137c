package eigen

import (
	"context"
	"math"

	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/parallel"
)

// secular returns the eigenvalues, ascending, of diag(poles) + rho·vvᵀ, the
// poles strictly ascending, rho positive and no entry of v zero. Row i of u
// (k×k) becomes the eigenvector of the i-th, its entries in the order of place.
// When ctx ends it returns early, with nothing useful.
func secular(ctx context.Context, poles, v []float64, rho float64, place []int, u []float64, workers int) []float64 {
	k := len(poles)
	values := make([]float64, k)
	workers = workersFor(k*k, workers)
	parallel.Blocks(k, workers, func(_, lo, hi int) {
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			values[i] = secularRoot(i, poles, v, rho, u[i*k:(i+1)*k])
		}
	})
	// The v of which the roots are exact (Löwner's formula), but for a factor.
	exact := make([]float64, k)
	parallel.Blocks(k, workers, func(_, lo, hi int) {
		for j := lo; j < hi; j++ {
			exact[j] = -u[j*k+j]
		}
		for i := range k {
			if ctx.Err() != nil {
				return
			}
			gaps := u[i*k : (i+1)*k]
			for j := lo; j < hi; j++ {
				if j != i {
					exact[j] *= gaps[j] / (poles[j] - poles[i])
				}
			}
		}
		for j := lo; j < hi; j++ {
			exact[j] = math.Copysign(math.Sqrt(exact[j]), v[j])
		}
	})
	parallel.Blocks(k, workers, func(_, lo, hi int) {
		vector := make([]float64, k)
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			gaps := u[i*k : (i+1)*k]
			var sum float64
			for j, gap := range gaps {
				vector[j] = exact[j] / gap
				sum += vector[j] * vector[j]
			}
			scale := 1 / math.Sqrt(sum)
			for at, j := range place {
				gaps[at] = vector[j] * scale
			}
		}
	})
	return values
}

// rootSteps bounds the steps to a root of the secular equation; six are usual.
const rootSteps = 100

// secularRoot returns the i-th root of 1 + rho Σ v_j²/(poles_j − x), which lies
// between its pole and the next, and stores poles_j − root in gaps. The root is
// sought as a distance from the nearer pole, so that no digits of the gaps are
// lost. A step takes the terms on either side of the root for a multiple of one
// pole plus a constant (Bunch, Nielsen & Sorensen, Numerische Mathematik 31,
// 1978); bisection guards it.
func secularRoot(i int, poles, v []float64, rho float64, gaps []float64) float64 {
	origin, low, high, x := secularBracket(i, poles, v, rho)
	for j, pole := range poles {
		gaps[j] = pole - poles[origin]
	}
	for range rootSteps {
		if !(x > low && x < high) {
			x = between(low, high)
		}
		// The terms of poles up to the root are negative, those beyond positive.
		var below, above, belowSlope, aboveSlope float64
		for j, w := range v[:i+1] {
			t := w / (gaps[j] - x)
			below += w * t
			belowSlope += t * t
		}
		for j, w := range v[i+1:] {
			t := w / (gaps[i+1+j] - x)
			above += w * t
			aboveSlope += t * t
		}
		below, above, belowSlope, aboveSlope = rho*below, rho*above, rho*belowSlope, rho*aboveSlope
		f := 1 + below + above
		if math.Abs(f) <= dense.MachineEpsilon*(8*(above-below)+2+math.Abs(x)*(belowSlope+aboveSlope)) {
			break
		}
		if f < 0 {
			low = x
		} else {
			high = x
		}
		if high-low <= 2*dense.MachineEpsilon*max(math.Abs(low), math.Abs(high)) {
			break
		}
		left := gaps[i] - x
		if i == len(poles)-1 {
			c := f - left*belowSlope
			x += left + belowSlope*left*left/c
			continue
		}
		right := gaps[i+1] - x
		slope := belowSlope + aboveSlope
		x += smallerRoot((left+right)*f-left*right*slope, left*right*f, f-left*belowSlope-right*aboveSlope)
	}
	for j := range gaps {
		gaps[j] -= x
	}
	return poles[origin] + x
}

// secularBracket returns the pole nearest to the i-th root of secularRoot, and, as
// distances from it, bounds of the root and a first guess.
func secularBracket(i int, poles, v []float64, rho float64) (origin int, low, high, x float64) {
	k := len(poles)
	if i == k-1 {
		for _, w := range v {
			high += w * w
		}
		// Widened by the rounding of the sum.
		high *= rho * (1 + float64(k)*dense.MachineEpsilon)
		return i, 0, high, rho * v[i] * v[i]
	}
	gap := poles[i+1] - poles[i]
	rest := 1.0
	for j, w := range v {
		if j != i && j != i+1 {
			rest += rho * w * w / (poles[j] - poles[i] - gap/2)
		}
	}
	left, right := rho*v[i]*v[i], rho*v[i+1]*v[i+1]
	var a, b float64
	if rest+(right-left)/(gap/2) >= 0 {
		origin, high = i, gap/2
		a, b = rest*gap+left+right, left*gap
	} else {
		origin, low = i+1, -gap/2
		a, b = left+right-rest*gap, -right*gap
	}
	return origin, low, high, smallerRoot(a, b, rest)
}

// smallerRoot returns the root of c·x² − a·x + b that stays finite as c
// vanishes, computed without cancellation.
func smallerRoot(a, b, c float64) float64 {
	root := math.Sqrt(math.Abs(a*a - 4*b*c))
	if a <= 0 {
		return (a - root) / (2 * c)
	}
	return 2 * b / (a + root)
}

// between returns a point inside an interval that does not contain 0, by
// magnitude where both ends have one: a root may be many orders nearer to its
// pole than the end.
func between(low, high float64) float64 {
	switch {
	case low > 0:
		return math.Sqrt(low) * math.Sqrt(high)
	case high < 0:
		return -math.Sqrt(-low) * math.Sqrt(-high)
	case low == 0:
		return high / 16
	}
	return low / 16
}
