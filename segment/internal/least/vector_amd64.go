package least

const hasVector = true

// withinVector is within for n squares, a positive multiple of lanes, and returns how many keys it stored.
//
//go:noescape
func withinVector(squares *float64, n int, limit uint64, keys *uint64) int

// divideVector moves those of n keys, a positive multiple of lanes, that are no more than pivot to their beginning,
// of which it returns how many they are, and stores the others in above.
//
//go:noescape
func divideVector(keys *uint64, n int, pivot uint64, above *uint64) int
