package places

const hasVector = true

// findVector and improveVector are Find and Improve for a.count points, a positive multiple of
// lanes.
//
//go:noescape
func findVector(a *arguments)

//go:noescape
func improveVector(a *arguments)
