// Package spectral goes from coefficients to labels: affinity, embedding, k-means, cut.
//
// In: coefficients C or an affinity W, N×N, dense or sparse. Out: the affinity with the
// largest entries of every column, the leading eigenvectors of the normalised affinity
// D^(−½)WD^(−½), labels by k-means on their rows with a confidence for each point, and
// what a labelling cuts of an affinity.
//
// The one idea: normalised spectral clustering (Ng, Jordan & Weiss, NIPS 2001; Shi &
// Malik, IEEE TPAMI 22(8), 2000). How an affinity is sparsified stands in affinity.go,
// one of evidence from pairs of frames in fusion.go, how points are embedded in
// embedding.go, how sure labels are in confidence.go, what a cut costs in cut.go.
package spectral
