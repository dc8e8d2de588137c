package kinship

// Written by "go run ./hopkins/internal/learn --pairs" from 120 scenes; motioncount/motions_history.md
// tells how.

// pairWeights, pairProducts and pairBias make traits of two tracks the logarithm of the odds
// that they move as one; products of the traits i ≤ j count.
var pairWeights = pairTraits{
	pairMost:   4.01240,
	pairMean:   -2.06886,
	pairRough:  3.45368,
	pairJump:   0.90928,
	pairPlace:  1.95480,
	pairLink:   -0.30883,
	pairAlike:  -0.25593,
	pairShared: 1.24968,
	pairSeen:   -4.57264,
}

var pairProducts = [pairCount]pairTraits{
	pairMost: {
		pairMost:   0.96517,
		pairMean:   -0.94271,
		pairRough:  -1.81757,
		pairJump:   -1.02501,
		pairPlace:  -0.70831,
		pairLink:   -0.05578,
		pairAlike:  -0.32725,
		pairShared: -0.01865,
		pairSeen:   -0.65202,
	},
	pairMean: {
		pairMean:   0.46227,
		pairRough:  1.32892,
		pairJump:   1.16782,
		pairPlace:  -0.00991,
		pairLink:   0.08532,
		pairAlike:  -0.09966,
		pairShared: -0.30910,
		pairSeen:   -0.05621,
	},
	pairRough: {
		pairRough:  2.10635,
		pairJump:   -5.45025,
		pairPlace:  1.88469,
		pairLink:   -0.20875,
		pairAlike:  1.61628,
		pairShared: 1.69679,
		pairSeen:   4.12942,
	},
	pairJump: {
		pairJump:   2.00577,
		pairPlace:  -1.06722,
		pairLink:   0.12958,
		pairAlike:  -1.04373,
		pairShared: -1.32391,
		pairSeen:   -3.04301,
	},
	pairPlace: {
		pairPlace:  0.53369,
		pairLink:   -0.17069,
		pairAlike:  0.16151,
		pairShared: 0.51157,
		pairSeen:   -2.75526,
	},
	pairLink: {
		pairLink:   -0.03972,
		pairAlike:  0.02420,
		pairShared: -0.07344,
		pairSeen:   0.26732,
	},
	pairAlike: {
		pairAlike:  -0.31976,
		pairShared: 0.29291,
		pairSeen:   -1.63865,
	},
	pairShared: {
		pairShared: -0.26297,
		pairSeen:   0.06787,
	},
	pairSeen: {
		pairSeen: -2.02337,
	},
}

const pairBias = 3.84551
