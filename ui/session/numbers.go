package session

import "motionseg/hopkins/track"

// Numbers are the numbers behind a density, for who knows what they mean.
type Numbers struct {
	Most     int     // points at a time
	Distance float64 // between new points, in pixels of a picture of 640×480
	Quality  float64 // the least strength of a corner, as a share of the strongest one's
	Window   int     // side of the square that is followed, odd
	Shortest int     // frames of the shortest track
}

// numbersOf returns the numbers of options.
func numbersOf(o track.Options) Numbers {
	return Numbers{Most: o.Most, Distance: o.Distance, Quality: o.Quality, Window: o.Window, Shortest: o.Shortest}
}

// apply takes the numbers over.
func (n Numbers) apply(o *track.Options) {
	o.Most, o.Distance, o.Quality, o.Window, o.Shortest = n.Most, n.Distance, n.Quality, n.Window, n.Shortest
}

// Check returns what is wrong with the numbers.
func (n Numbers) Check() error {
	o := track.Default(track.Medium)
	n.apply(&o)
	return o.Check()
}

// options are those that points are followed with.
func (t *Tracking) options() track.Options {
	o := track.Default(t.Density())
	t.Numbers().apply(&o)
	return o
}

// Numbers returns the numbers that points are followed with: those of the density
// unless the user has said others.
func (t *Tracking) Numbers() Numbers {
	if t.own != nil {
		return *t.own
	}
	return numbersOf(track.Default(t.Density()))
}

// OwnNumbers reports whether the numbers are not those of the density.
func (t *Tracking) OwnNumbers() bool { return t.own != nil }

// SetNumbers says which numbers points are followed with, until another density
// is chosen. A film under way is begun again. The error says what is wrong with
// them.
func (t *Tracking) SetNumbers(n Numbers) error {
	if err := n.Check(); err != nil {
		return err
	}
	t.own = &n
	if n == numbersOf(track.Default(t.Density())) {
		t.own = nil
	}
	t.again(nil)
	return nil
}
