package core

import (
	"cmp"
	"slices"
)

// PlaceOrder returns the columns of data in the order of their coordinates where they
// are seen, one that does not depend on the order in which they are.
func PlaceOrder(data Data) []int {
	order := make([]int, data.Points())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return comparePlaces(data, i, j) })
	return order
}

// comparePlaces compares two columns by their first coordinates that differ where both are
// seen, and by where but one of them is; 0 where nothing does.
func comparePlaces(data Data, i, j int) int {
	rows, _ := data.X.Dims()
	for r := range rows {
		if data.Visible != nil {
			seen, other := data.Visible[i][r/2], data.Visible[j][r/2]
			if !seen && !other {
				continue
			}
			if seen != other {
				if seen {
					return -1
				}
				return 1
			}
		}
		if c := cmp.Compare(data.X.At(r, i), data.X.At(r, j)); c != 0 {
			return c
		}
	}
	return 0
}
