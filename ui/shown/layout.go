package shown

// Layout says what a view shows of two frames.
type Layout int

const (
	// OneFrame shows View.Frame alone.
	OneFrame Layout = iota
	// SideBySide shows View.Frame on the left and View.Second on the right,
	// with lines between the places of every point.
	SideBySide
	// Blended shows View.Frame and View.Second on top of each other, with
	// lines between the places of every point.
	Blended
)
