// Package lowrank treats tracks as columns of a matrix of low rank: it fills their gaps,
// repairs points that lie far off, and gives tracks to motions by their subspace.
//
// In: tracks, 2F×N, and in which frames each is seen. Out: complete tracks with how well
// hidden points came back (completion.go, filling.go), tracks whose gross errors are
// replaced (repair.go), and the motion whose affine subspace is nearest to a track that
// was left out (nearest.go, distance.go, by the fit of affinesubspace.go); and how noisy tracks are, and which
// groups may be pieces of a motion that affine cameras do not see (affinecameras.go).
//
// The one idea: before an affine camera the tracks of one rigid body span four dimensions
// (Tomasi & Kanade, IJCV 9(2), 1992), so that few points tell all others.
package lowrank
