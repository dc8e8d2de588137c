// Package match finds the same places in two photographs by the features of
// D. Lowe, "Distinctive image features from scale-invariant keypoints",
// International Journal of Computer Vision 60(2), 2004 (SIFT). It looks for no
// single motion among the matches, since there may be several. The same
// pictures give the same matches on any number of cores.
package match
