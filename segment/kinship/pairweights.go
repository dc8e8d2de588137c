package kinship

// Written by "go run ./hopkins/internal/learn --pairs" from 120 scenes; motioncount/motions_history.md
// tells how.

// pairWeights, pairProducts and pairBias make traits of two tracks the logarithm of the odds
// that they move as one; products of the traits i ≤ j count.
var pairWeights = pairTraits{
	pairMost:   5.78351,
	pairMean:   -4.47862,
	pairRough:  6.64512,
	pairJump:   -0.83576,
	pairPlace:  1.20423,
	pairLink:   -0.29411,
	pairAlike:  -0.67180,
	pairShared: 0.75484,
	pairSeen:   -6.61427,
}

var pairProducts = [pairCount]pairTraits{
	pairMost: {
		pairMost:   0.96049,
		pairMean:   -0.53889,
		pairRough:  -3.79669,
		pairJump:   -0.32017,
		pairPlace:  -0.79933,
		pairLink:   -0.13335,
		pairAlike:  -0.24536,
		pairShared: 0.31992,
		pairSeen:   -0.92158,
	},
	pairMean: {
		pairMean:   0.04261,
		pairRough:  3.90001,
		pairJump:   -0.07947,
		pairPlace:  -0.01596,
		pairLink:   0.16994,
		pairAlike:  -0.29128,
		pairShared: -0.49212,
		pairSeen:   0.09584,
	},
	pairRough: {
		pairRough:  1.28359,
		pairJump:   -4.55732,
		pairPlace:  1.90641,
		pairLink:   -0.01623,
		pairAlike:  1.44340,
		pairShared: 1.59148,
		pairSeen:   3.54568,
	},
	pairJump: {
		pairJump:   1.84615,
		pairPlace:  -0.86900,
		pairLink:   -0.03813,
		pairAlike:  -0.69967,
		pairShared: -1.42621,
		pairSeen:   -2.46389,
	},
	pairPlace: {
		pairPlace:  0.44762,
		pairLink:   -0.15861,
		pairAlike:  -0.00405,
		pairShared: 0.35153,
		pairSeen:   -2.88360,
	},
	pairLink: {
		pairLink:   -0.03491,
		pairAlike:  0.02187,
		pairShared: -0.00318,
		pairSeen:   0.20737,
	},
	pairAlike: {
		pairAlike:  -0.34341,
		pairShared: -0.00394,
		pairSeen:   -1.61594,
	},
	pairShared: {
		pairShared: -0.18917,
		pairSeen:   0.28278,
	},
	pairSeen: {
		pairSeen: -1.46258,
	},
}

const pairBias = 2.56392
