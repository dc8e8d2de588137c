package evaluate

import (
	"slices"
)

// Confusion counts how labels and truth meet: entry [t][l] is the number of
// points with the t-th distinct truth label and the l-th distinct label, both
// in ascending order. Points whose truth is 0 (outliers, unknown) are left
// out. It returns the distinct truth labels and labels that index it. labels
// and truth must have the same length.
func Confusion(labels, truth []int) (counts [][]int, truths, found []int) {
	for i, t := range truth {
		if t != 0 {
			truths = append(truths, t)
			found = append(found, labels[i])
		}
	}
	slices.Sort(truths)
	slices.Sort(found)
	truths, found = slices.Compact(truths), slices.Compact(found)
	counts = make([][]int, len(truths))
	for t := range counts {
		counts[t] = make([]int, len(found))
	}
	for i, t := range truth {
		if t != 0 {
			row, _ := slices.BinarySearch(truths, t)
			col, _ := slices.BinarySearch(found, labels[i])
			counts[row][col]++
		}
	}
	return counts, truths, found
}

// match pairs the rows and columns of a confusion matrix one to one so that
// the paired counts add up to the most. The columns are of the labels found, of
// which 0, no group, is paired with nothing. It returns for every row its column,
// −1 for none, and the total.
func match(counts [][]int, found []int) (partner []int, total int) {
	partner = slices.Repeat([]int{-1}, len(counts))
	gain := func(t, l int) float64 {
		if found[l] == 0 {
			return 0
		}
		return float64(counts[t][l])
	}
	for l, t := range Assign(len(counts), len(found), gain) {
		if t >= 0 && found[l] != 0 {
			partner[t] = l
			total += counts[t][l]
		}
	}
	return partner, total
}

// ClusteringError returns 1 minus the largest share of points on which labels
// and truth agree over all one-to-one matchings of their groups, 0…1. Points
// whose truth is 0 are left out; a label of 0 is no group and so always wrong.
// The error of no points is 0.
func ClusteringError(labels, truth []int) float64 {
	counts, _, found := Confusion(labels, truth)
	points := 0
	for _, row := range counts {
		for _, c := range row {
			points += c
		}
	}
	if points == 0 {
		return 0
	}
	_, total := match(counts, found)
	return 1 - float64(total)/float64(points)
}

// ErrorWithOutliers is ClusteringError over all points, with outliers as a class
// of their own: a point whose truth is 0 is right with the label 0, and wrong with
// any other.
func ErrorWithOutliers(labels, truth []int) float64 {
	if len(truth) == 0 {
		return 0
	}
	outliers, missed := 0, 0
	for i, t := range truth {
		if t == 0 {
			outliers++
			if labels[i] != 0 {
				missed++
			}
		}
	}
	others := len(truth) - outliers
	return (ClusteringError(labels, truth)*float64(others) + float64(missed)) / float64(len(truth))
}

// Align renames labels so that they agree with reference (the truth or another
// result) on as many points as possible; a group without a partner gets the
// next free number. The slices must have the same length; reference entries of
// 0 do not count, and labels of 0 (no group) stay 0.
func Align(labels, reference []int) []int {
	counts, names, found := Confusion(labels, reference)
	partner, _ := match(counts, found)
	rename := map[int]int{0: 0}
	used := map[int]bool{}
	for t, l := range partner {
		if l >= 0 && counts[t][l] > 0 {
			rename[found[l]] = names[t]
			used[names[t]] = true
		}
	}
	// Groups without a partner are numbered in the order of their old labels.
	rest := slices.Clone(labels)
	slices.Sort(rest)
	free := 1
	for _, l := range slices.Compact(rest) {
		if _, ok := rename[l]; ok {
			continue
		}
		for used[free] {
			free++
		}
		rename[l] = free
		used[free] = true
	}
	out := make([]int, len(labels))
	for i, l := range labels {
		out[i] = rename[l]
	}
	return out
}
