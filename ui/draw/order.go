package draw

import "slices"

// FileOrder returns 0…n−1: the points as they are in the file.
func FileOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// LabelOrder returns the points sorted by label, those of one label as they
// are in the file; points without a label (0 or less) come last.
func LabelOrder(labels []int) []int {
	order := FileOrder(len(labels))
	slices.SortStableFunc(order, func(a, b int) int { return rank(labels[a]) - rank(labels[b]) })
	return order
}

// rank puts labels in ascending order and points without one after all others.
func rank(label int) int {
	if label <= 0 {
		return int(^uint(0) >> 2)
	}
	return label
}

// Groups returns the labels of the points in the given order: what
// MatrixView.Groups shows along the axes. It returns nil without labels.
func Groups(labels, order []int) []int {
	if labels == nil {
		return nil
	}
	groups := make([]int, len(order))
	for k, i := range order {
		groups[k] = max(labels[i], 0)
	}
	return groups
}
