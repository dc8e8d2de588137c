//go:build race

package blas

// raceDetector reports whether the tests run under the race detector.
const raceDetector = true
