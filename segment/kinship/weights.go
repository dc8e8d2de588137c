package kinship

// Written by "go run ./hopkins/internal/learn" from 57 scenes; motioncount/motions_history.md tells how.

// kinWeights and kinBias make traits of two groups the logarithm of the odds that they
// move as one.
var kinWeights = traits{
	traitNats:  -0.2881,
	traitLink:  1.4419,
	traitTouch: -0.5995,
	traitJump:  -0.1705,
	traitDrift: -0.3476,
}

const kinBias = 4.3413
