// Package scenes draws the synthetic scenes that the tests of the packages above share,
// with their truth, and holds the reference matrices. Only tests import it.
//
// In: a seed, how many bodies, points and frames, and how much noise. Out: core.Data with
// the motion of every point (scenes.go); matrices that the authors' programs wrote
// (reference.go); checks that several rooms make, such as that progress only grows
// (checks.go).
//
// The one idea: a scene is named once, so that a test that fails in one room can be run in
// another. The same arguments give the same numbers on every processor.
package scenes
