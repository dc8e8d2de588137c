package core

// DefaultLandmarks is how many landmarks it then solves for.
const DefaultLandmarks = 2000

// LandmarkLimit is the number of points beyond which Run solves for
// landmarks only, unless Config.Landmarks says otherwise.
const LandmarkLimit = 6000
