// Package logs takes the logarithms of many numbers: of what points cost, and of shares.
//
// In goes a list of positive numbers, and their natural logarithms take its place. Vector code
// takes four at a time, with the same operations in the same order as compiled code, which does what
// is left over: the same to the bit, on any processor.
package logs

import "math"

// A number is m times 2 to a whole power k, with m between √½ and √2, and its logarithm k ln 2 + ln m,
// where ln m = 2 artanh s = 2s(1 + s²/3 + s⁴/5 + …) with s = (m − 1)/(m + 1), below 0.172. What comes after
// s¹⁸/19 is less than half of the last digit.
const (
	// high has so few digits that a power of two times it is exact; low is the rest of ln 2.
	high = 0x1.62e42feep-1
	low  = math.Ln2 - high
	// bias makes powers positive, and whole is 2⁵², to which numbers are added to be read off its digits.
	bias  = 1024
	whole = 1 << 52
)

// table is what the steps are made of, as vector code is told of it.
type table struct {
	rootHalf, bias, whole uint64 // bits
	wholeBias, one        float64
	high, low             float64
	series                [9]float64 // 1/19, 1/17, …, 1/3
}

var steps = table{
	rootHalf: math.Float64bits(math.Sqrt2 / 2), bias: bias << 52, whole: math.Float64bits(whole),
	wholeBias: whole + bias, one: 1, high: high, low: low,
	series: [...]float64{1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3},
}

// lanes is how many numbers vector code takes at a time.
const lanes = 4

// Of puts the natural logarithms of the numbers of x, which are positive and finite, in their place.
func Of(x []float64) {
	done := 0
	if vectorCode {
		if done = len(x) / lanes * lanes; done > 0 {
			logVector(&steps, &x[0], done)
		}
	}
	for i, v := range x[done:] {
		x[done+i] = logOf(v)
	}
}

// logOf returns the natural logarithm of a positive number.
func logOf(x float64) float64 {
	bits := math.Float64bits(x)
	power := (bits - steps.rootHalf + steps.bias) >> 52
	m := math.Float64frombits(bits - power<<52 + steps.bias)
	k := math.Float64frombits(power|steps.whole) - steps.wholeBias
	s := (m - 1) / (m + 1)
	z := float64(s * s)
	sum := steps.series[0]
	for _, c := range steps.series[1:] {
		sum = float64(sum*z) + c
	}
	sum = float64(sum * z)
	twice := s + s
	return float64(k*high) + (twice + float64(sum*twice) + float64(k*low))
}
