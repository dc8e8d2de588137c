// Package least finds the least of many numbers, and which they are, without putting them in order.
//
// In go squares, or keys that all differ; out come the keys of the least ones. The one idea: keys are divided by
// one of them, again and again, those with the count-th least key further (quickselect); and of squares a few
// that are looked at first say which can be among the least at all. Which side a key goes to cannot be guessed, so
// that no branch depends on it; vector code divides eight at a time.
package least

import (
	"math"
	"slices"

	"motionseg/segment/internal/blas"
)

// NumberMask is where the key of a square holds its number.
const NumberMask = 1<<16 - 1

// keyOf is a key of the same order as squares that ends in the square's number, so that all keys differ: the
// leading bits of a non-negative float are in the order of its value.
func keyOf(square float64, number int) uint64 {
	return math.Float64bits(square)&^NumberMask | uint64(number)
}

// A sample of every so many squares says below which about twice as many are as are
// wanted, and the sixth of twentyfive, where a tenth is wanted, hardly ever too few.
const (
	sampledKeys  = 25
	sampleMargin = 3.5
)

// Scratch returns how many keys Of needs room for among so many squares.
func Scratch(squares int) int { return 2 * squares }

// Of returns the keys of the count least of some squares, of which there are no more than NumberMask can number, in
// no particular order. Scratch has room for as many keys as Scratch says.
func Of(squares []float64, scratch []uint64, count int) []uint64 {
	n := len(squares)
	keys, above := scratch[:n], scratch[n:2*n]
	rank := int(float64(sampledKeys*count)/float64(n) + sampleMargin)
	if n >= 4*sampledKeys && rank < sampledKeys {
		var sample [sampledKeys]uint64
		for t := range sample {
			h := t * n / sampledKeys
			sample[t] = keyOf(squares[h], h)
		}
		if found := within(squares, keys, slices.Max(part(sample[:], nil, rank))); len(found) >= count {
			return part(found, above, count)
		}
	}
	for h, s := range squares {
		keys[h] = keyOf(s, h)
	}
	return part(keys, above, count)
}

// lanes is how many keys vector code takes at a time.
const lanes = 8

// vectorCode reports whether this package's assembler runs.
var vectorCode = hasVector && blas.WideVectorCode()

// within returns the keys of squares that are no more than limit, in keys.
func within(squares []float64, keys []uint64, limit uint64) []uint64 {
	h, found := 0, 0
	if whole := len(squares) / lanes * lanes; vectorCode && whole > 0 {
		h, found = whole, withinVector(&squares[0], whole, limit, &keys[0])
	}
	// Every key is stored, and the place moves on only past those within the limit.
	for ; h < len(squares); h++ {
		key := keyOf(squares[h], h)
		keys[found] = key
		if key <= limit {
			found++
		}
	}
	return keys[:found]
}

// part returns the count least of the keys, which all differ, in no particular order, and reorders them. above is
// scratch of as many keys; nil where they are few.
func part(keys, above []uint64, count int) []uint64 {
	low, high := 0, len(keys)
	for high-low > 3 && count > low && count < high {
		// Of three keys the median has others on both sides.
		pivot := median(keys[low], keys[(low+high)/2], keys[high-1])
		if before := divide(keys[low:high], above, pivot); low+before >= count {
			high = low + before
		} else {
			low += before
		}
	}
	slices.Sort(keys[low:high])
	return keys[:count]
}

func median(a, b, c uint64) uint64 { return max(min(a, b), min(max(a, b), c)) }

// divide puts the keys that are no more than pivot before the others and returns how many they are.
func divide(keys, above []uint64, pivot uint64) (before int) {
	whole := len(keys) / lanes * lanes
	if !vectorCode || above == nil || whole < 2*lanes {
		for i, v := range keys {
			keys[i], keys[before] = keys[before], v
			if v <= pivot {
				before++
			}
		}
		return before
	}
	before = divideVector(&keys[0], whole, pivot, &above[0])
	after := whole - before
	for _, v := range keys[whole:] {
		keys[before], above[after] = v, v
		if v <= pivot {
			before++
		} else {
			after++
		}
	}
	copy(keys[before:], above[:after])
	return before
}
