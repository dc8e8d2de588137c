// Package multimodel divides matches between two frames into several motions and wrong
// matches.
//
// In: correspondences, x y in one picture and x′ y′ in the other. Out: a division: the
// fundamental matrix, or its affine form, of every motion, a label for every match, 0 for
// a wrong one, and the nats that this takes. matches.go knows what is near what and how
// likely a match is by a motion, package epipolar fits one motion, multimodel.go searches.
//
// The one idea: motions are proposed from matches that are near each other in both
// pictures, and those are kept that describe all matches shortest.
package multimodel
