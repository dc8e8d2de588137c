package synthetic

import "math"

// hash returns a number in [0, 1) that looks random and depends only on the
// four integers.
func hash(i, j, k, seed int) float64 {
	h := uint32(i)*0x8da6b343 ^ uint32(j)*0xd8163841 ^ uint32(k)*0xcb1ab31f ^ uint32(seed)*0x9e3779b9
	h ^= h >> 16
	h *= 0x7feb352d
	h ^= h >> 15
	h *= 0x846ca68b
	h ^= h >> 16
	return float64(h) / (1 << 32)
}

// noise returns value noise in [0, 1): random values on the integer lattice,
// smoothly interpolated.
func noise(p vec, seed int) float64 {
	x, y, z := math.Floor(p.x), math.Floor(p.y), math.Floor(p.z)
	i, j, k := int(x), int(y), int(z)
	fx, fy, fz := smooth(p.x-x), smooth(p.y-y), smooth(p.z-z)
	edge := func(j, k int) float64 {
		a := hash(i, j, k, seed)
		return a + (hash(i+1, j, k, seed)-a)*fx
	}
	face := func(k int) float64 {
		a := edge(j, k)
		return a + (edge(j+1, k)-a)*fy
	}
	a := face(k)
	return a + (face(k+1)-a)*fz
}

// turbulence adds octaves of noise, each of twice the frequency and half the
// strength; it lies in [0, 1).
func turbulence(p vec, octaves, seed int) float64 {
	sum, weight, total := 0.0, 1.0, 0.0
	for o := range octaves {
		sum += weight * noise(p, seed+o)
		total += weight
		weight /= 2
		p = p.scale(2)
	}
	return sum / total
}

// smooth is the cubic step from 0 at t ≤ 0 to 1 at t ≥ 1.
func smooth(t float64) float64 {
	t = max(0, min(1, t))
	return t * t * (3 - 2*t)
}

// ramp is smooth between the edges a < b.
func ramp(a, b, t float64) float64 { return smooth((t - a) / (b - a)) }

// fraction returns t − ⌊t⌋ and ⌊t⌋.
func fraction(t float64) (float64, int) {
	whole := math.Floor(t)
	return t - whole, int(whole)
}
