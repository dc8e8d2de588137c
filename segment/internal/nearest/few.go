package nearest

import (
	"math"
	"slices"
)

// Few keeps up to Most of what is offered: those whose values are least, from the least;
// of equal values those that were offered first.
type Few struct {
	Most   int
	Places []int32
	values []float64
}

// Limit returns the value that an offer must stay below to be kept.
func (f *Few) Limit() float64 {
	if len(f.values) < f.Most {
		return math.Inf(1)
	}
	return f.values[f.Most-1]
}

// Offer keeps a place if its value is among the least so far.
func (f *Few) Offer(place int, value float64) {
	if !(value < f.Limit()) {
		return
	}
	at := len(f.values)
	for at > 0 && f.values[at-1] > value {
		at--
	}
	if len(f.values) == f.Most {
		f.Places, f.values = f.Places[:f.Most-1], f.values[:f.Most-1]
	}
	f.Places, f.values = slices.Insert(f.Places, at, int32(place)), slices.Insert(f.values, at, value)
}
