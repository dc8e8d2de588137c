package session

// Mode is which of two ways the window shows what is open in.
type Mode int

// The modes.
const (
	BenchMode Mode = iota // two methods beside each other, with all that tells of them
	FilmMode              // one method alone, large, and what its user changes first
)
