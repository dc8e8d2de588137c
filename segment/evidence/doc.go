// Package evidence tells from pairs of frames which tracks move together.
//
// In: tracks with gaps and a scheme of sampling. Out: for affine maps, homographies and
// fundamental matrices an ordered residual kernel, N×N: how often two tracks prefer the
// same hypotheses.
//
// The one idea: tracks that prefer the same hypotheses belong together, whichever model is
// right (Xu, Cheong & Li, Motion Segmentation by Exploiting Complementary Geometric
// Models, CVPR 2018; Chin, Wang & Suter, ICCV 2009).
package evidence
