package places

const hasVector = true

// findVector and improveVector are Find and Improve for a.count points, a positive multiple of
// lanes.
//
//go:noescape
func findVector(a *arguments)

//go:noescape
func improveVector(a *arguments)

// reweighVector, lineariseVector and followVector are Reweigh, Linear.Linearise and Follow for l.count
// points, a positive multiple of lanes.
//
//go:noescape
func reweighVector(l *lists)

//go:noescape
func lineariseVector(l *lists)

//go:noescape
func followVector(l *lists)
