package shrink

import "math"

// clip returns v moved into [−t, t]: what a soft threshold cuts off.
func clip(v, t float64) float64 { return min(max(v, -t), t) }

// Multipliers advances one row of SSC. v holds C + D of the last iteration and
// receives that of the next, where C = S_t(v); d holds D and receives the next
// C. It returns the largest change of the multipliers v − C, the sum of these
// changes and the next C, and Σ|C| of the next C. v and d are equally long.
func Multipliers(v, d []float64, t float64) (residual, sum, l1 float64) {
	done := 0
	if vectorCode {
		if done = len(v) &^ 3; done > 0 {
			residual, sum, l1 = multipliersVector(done, &v[0], &d[0], t)
		}
	}
	v, d = v[done:], d[done:]
	for i, old := range v {
		cut := clip(old, t)
		value := old - cut + d[i]
		next := clip(value, t)
		c := value - next
		residual = max(residual, math.Abs(next-cut))
		sum += next - cut + c
		l1 += math.Abs(c)
		v[i], d[i] = value, c
	}
	return residual, sum, l1
}

// Residual advances one row of LRKSC: with the gap fresh − decay·last, v
// receives the gap plus growth·fresh, and last receives fresh. It returns the
// largest gap. All slices are equally long.
func Residual(v, fresh, last []float64, decay, growth float64) (residual float64) {
	done := 0
	if vectorCode {
		if done = len(v) &^ 3; done > 0 {
			residual = residualVector(done, &v[0], &fresh[0], &last[0], decay, growth)
		}
	}
	v, fresh, last = v[done:], fresh[done:], last[done:]
	for i, d := range fresh {
		gap := d - decay*last[i]
		residual = max(residual, math.Abs(gap))
		v[i] = gap + growth*d
		last[i] = d
	}
	return residual
}

// Threshold adds c to v and stores the soft threshold S_t(v) in next. It returns
// how many entries of next are not zero, and the sum of their absolute values.
// All slices are equally long.
func Threshold(next, v, c []float64, t float64) (nonzero int, l1 float64) {
	done := 0
	if vectorCode {
		if done = len(v) &^ 3; done > 0 {
			nonzero, l1 = thresholdVector(done, &next[0], &v[0], &c[0], t)
		}
	}
	next, v, c = next[done:], v[done:], c[done:]
	for i, x := range c {
		v[i] += x
		next[i] = v[i] - clip(v[i], t)
		if next[i] != 0 {
			nonzero++
		}
		l1 += math.Abs(next[i])
	}
	return nonzero, l1
}

// Select stores the numbers of the entries of v beyond ±t in index, in
// ascending order, and returns how many there are. index is at least as long
// as v.
func Select(index []int32, v []float64, t float64) int {
	done, count := selectWide(index, v, t)
	if vectorCode && done == 0 {
		if done = len(v) &^ 3; done > 0 {
			count = selectVector(done, &index[0], &v[0], t)
		}
	}
	for i, x := range v[done:] {
		if x > t || x < -t {
			index[count] = int32(done + i)
			count++
		}
	}
	return count
}
