package kinship

// Written by "go run ./hopkins/internal/learn" from 57 scenes; motioncount/motions_history.md tells how.

// kinWeights and kinBias make traits of two groups the logarithm of the odds that they
// move as one.
var kinWeights = traits{
	traitNats:  -0.2947,
	traitLink:  1.4275,
	traitTouch: -0.6027,
	traitJump:  -0.1346,
	traitDrift: -0.3877,
}

const kinBias = 4.3754
