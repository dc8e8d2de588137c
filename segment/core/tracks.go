package core

import (
	"cmp"
	"slices"
)

// PlaceOrder returns the columns of data in the order of their coordinates where they
// are seen, one that does not depend on the order in which they are.
func PlaceOrder(data Data) []int {
	rows, n := data.X.Dims()
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
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
	})
	return order
}
