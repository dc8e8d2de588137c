// Package scenes draws the synthetic scenes that the tests of the packages above share,
// with their truth, and holds the reference matrices. Only tests import it.
package scenes
