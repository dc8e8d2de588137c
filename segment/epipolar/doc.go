// Package epipolar holds the epipolar constraint between two pictures of a rigid motion.
//
// In: correspondences, x y in one picture and x′ y′ in the other, with a weight each. Out:
// the constraint qᵀFp = 0 fitted to them, how far a correspondence is from it (Sampson's
// distance), the direction of its epipolar line, and how sure the fit is there.
// constraint.go fits and measures in coordinates of its own, sampson.go holds the
// value and the gradient of the constraint for any F.
//
// The one idea: whatever the camera and however deep the scene, a point of one rigid
// motion lies on a line in the other picture.
package epipolar
