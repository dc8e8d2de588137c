package core

import (
	"fmt"
	"slices"
)

// CheckColumns returns what is wrong with ascending columns of n, called name.
func CheckColumns(name string, columns []int, n int) error {
	for k, i := range columns {
		if i < 0 || i >= n || k > 0 && i <= columns[k-1] {
			return fmt.Errorf("%s: expected ascending columns from 0 to %d, found %d", name, n-1, i)
		}
	}
	return nil
}

// Among returns the places in kept, ascending, of some numbers that are there.
func Among(some, kept []int) []int {
	var places []int
	for _, i := range some {
		if k, found := slices.BinarySearch(kept, i); found {
			places = append(places, k)
		}
	}
	return places
}

// Complement returns the numbers of 0…n−1 that are not in some ascending ones.
func Complement(some []int, n int) []int {
	rest := make([]int, 0, n-len(some))
	next := 0
	for i := range n {
		if next < len(some) && some[next] == i {
			next++
			continue
		}
		rest = append(rest, i)
	}
	return rest
}

// Members returns the points with each of the labels 1…k, ascending.
func Members(labels []int, k int) [][]int {
	members := make([][]int, k)
	for i, l := range labels {
		if l > 0 {
			members[l-1] = append(members[l-1], i)
		}
	}
	return members
}

// Spread returns values of some of n points, in the order of points, as those of all n;
// the others have the zero value. It is nil for nil.
func Spread[T any](values []T, points []int, n int) []T {
	if values == nil {
		return nil
	}
	all := make([]T, n)
	for k, i := range points {
		all[i] = values[k]
	}
	return all
}

// Evenly returns at most limit of the numbers 0…n−1, spread evenly, ascending.
func Evenly(n, limit int) []int {
	some := make([]int, min(n, limit))
	for i := range some {
		some[i] = i * n / len(some)
	}
	return some
}
