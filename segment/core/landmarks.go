package core

// LandmarkLimit is the number of points without gaps beyond which solve.Run solves for
// landmarks only, unless its Config says otherwise; with gaps it is DefaultLandmarks.
const LandmarkLimit = 6000

// DefaultLandmarks is how many landmarks solve.Run solves for then.
const DefaultLandmarks = 2000
