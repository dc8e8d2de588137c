package lowrank

// AffineDimensions is how many dimensions the trajectories of one rigid
// motion span under an affine camera.
const AffineDimensions = 4
