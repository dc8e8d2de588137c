// Package subspace holds the self-expressive methods without a kernel: SSC, OMP, LRR,
// LRSC, LSR, EDSC and RSIM.
//
// In: core.Input. Out: core.Solution with coefficients C, N×N, by which every point is
// expressed by the others, or an affinity of the method's own. One file a method, named
// after it; rowspace.go has the row space that the closed forms share, params.go the
// parameters that several methods have.
//
// The one idea: points of one subspace express each other with few or small coefficients
// (Elhamifar & Vidal, Sparse Subspace Clustering, IEEE TPAMI 35(11), 2013).
package subspace
