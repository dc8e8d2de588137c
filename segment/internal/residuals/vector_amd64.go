package residuals

const hasVector = true

// affineVector, homographyVector and fundamentalVector are Affine, Homographies and Fundamental
// for a.count motions, a positive multiple of lanes.
//
//go:noescape
func affineVector(a *arguments)

//go:noescape
func homographyVector(a *arguments)

//go:noescape
func fundamentalVector(a *arguments)
