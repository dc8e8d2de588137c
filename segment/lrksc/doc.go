// Package lrksc holds Adaptive Low-Rank Kernel Subspace Clustering (Ji, Reid, Garg, Li &
// Salzmann, arXiv:1707.04974): LRKSC, its robust form, and KSSC, which it extends.
//
// In: core.Input, or a kernel K_G, N×N, with Settings. Out: coefficients C, N×N, and the
// low-rank kernel that they were found with. kernel.go forms kernels, exact.go iterates
// the paper's Algorithms 1 and 2 as they stand, fast.go the same iterations on the leading
// part of the kernel, where they are equal up to the tolerance, and narrow.go what of it
// still matters.
//
// The one idea: kernel and coefficients are found together, so that the points become
// self-expressive in a feature space of low rank. ablation.md tells what makes it work.
package lrksc
