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

// reweighLinesVector, mappedVector, fromLinesVector and squaresVector are ReweighLines, Mapped, FromLines and
// Squares, as those above.
//
//go:noescape
func reweighLinesVector(l *lists)

//go:noescape
func mappedVector(l *lists)

//go:noescape
func fromLinesVector(l *lists)

//go:noescape
func squaresVector(l *lists)
