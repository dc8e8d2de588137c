package segment

// Confusion counts how labels and truth meet: entry [t][l] is the number of
// points with the t-th distinct truth label and the l-th distinct label, both
// in ascending order. Points whose truth is 0 (outliers, unknown) are left
// out. It returns the distinct truth labels and labels that index it. labels
// and truth must have the same length.
func Confusion(labels, truth []int) (counts [][]int, truths, found []int) { return nil, nil, nil }

// ClusteringError returns 1 minus the largest share of points on which labels
// and truth agree over all one-to-one matchings of their groups, 0…1. Points
// whose truth is 0 are left out; the error of no points is 0.
func ClusteringError(labels, truth []int) float64 { return 0 }

// Align renames labels so that they agree with reference (the truth or another
// result) on as many points as possible; a group without a partner gets the
// next free number. The slices must have the same length; reference entries of
// 0 do not count.
func Align(labels, reference []int) []int { return nil }
