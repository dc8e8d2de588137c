// Package match finds the same places in two photographs by the features of D. Lowe,
// "Distinctive image features from scale-invariant keypoints", International Journal of
// Computer Vision 60(2), 2004 (SIFT).
//
// In: two grey pictures, or the files that they are in (open.go). Out: Pairs of Features
// that are clearly each other's nearest, as a Sequence of two frames, or as CSV. scalespace.go has
// the pictures at all scales, sift.go the features, match.go the pairs.
//
// The one idea: no single motion is looked for among the matches, since there may be
// several; which are wrong is told by those who segment. The same pictures give the same
// matches on any number of cores. measured.md has what was measured.
package match
