package evaluate

import (
	"math"
	"slices"
)

// hungarian solves the assignment problem for a square cost matrix by the
// Hungarian method with potentials (Kuhn 1955, Munkres 1957), O(n³): it
// returns for every row the column matched to it so that the total cost is
// least.
func hungarian(cost [][]float64) []int {
	n := len(cost)
	// Rows and columns count from 1; column 0 holds the row being inserted.
	rowPotential := make([]float64, n+1)
	colPotential := make([]float64, n+1)
	rowOf := make([]int, n+1)
	previous := make([]int, n+1)
	for row := 1; row <= n; row++ {
		rowOf[0] = row
		slack := make([]float64, n+1)
		for j := range slack {
			slack[j] = math.Inf(1)
		}
		visited := make([]bool, n+1)
		col := 0
		for rowOf[col] != 0 {
			visited[col] = true
			i, next, delta := rowOf[col], 0, math.Inf(1)
			for j := 1; j <= n; j++ {
				if visited[j] {
					continue
				}
				if reduced := cost[i-1][j-1] - rowPotential[i] - colPotential[j]; reduced < slack[j] {
					slack[j], previous[j] = reduced, col
				}
				if slack[j] < delta {
					delta, next = slack[j], j
				}
			}
			for j := 0; j <= n; j++ {
				if visited[j] {
					rowPotential[rowOf[j]] += delta
					colPotential[j] -= delta
				} else {
					slack[j] -= delta
				}
			}
			col = next
		}
		for col != 0 {
			rowOf[col] = rowOf[previous[col]]
			col = previous[col]
		}
	}
	match := make([]int, n)
	for j := 1; j <= n; j++ {
		match[rowOf[j]-1] = j - 1
	}
	return match
}

// Assign matches rows to columns one to one so that the sum of what the matches gain,
// from 0, is the largest, by the Hungarian method. It returns the row of every column, −1
// for one without.
func Assign(rows, columns int, gain func(row, column int) float64) []int {
	cost := make([][]float64, max(rows, columns))
	for i := range cost {
		cost[i] = make([]float64, len(cost))
		for j := range cost[i] {
			if i < rows && j < columns {
				cost[i][j] = -gain(i, j)
			}
		}
	}
	rowOf := slices.Repeat([]int{-1}, columns)
	for i, j := range hungarian(cost) {
		if i < rows && j < columns {
			rowOf[j] = i
		}
	}
	return rowOf
}
