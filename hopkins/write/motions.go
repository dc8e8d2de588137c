package write

import (
	"fmt"
	"slices"
	"strconv"

	"motionseg/hopkins/colours"
)

// motions returns the labels that occur, in order, 0 among them.
func (t *Tracks) motions() []int {
	all := slices.Clone(t.Labels)
	slices.Sort(all)
	return slices.Compact(all)
}

// motionName is what other programs are told a motion is called.
func motionName(label int) string {
	if label <= 0 {
		return "no motion"
	}
	return "motion " + strconv.Itoa(label)
}

// motionColour is the colour of a motion as #rrggbb.
func motionColour(label int) string {
	c := colours.OfLabel(label)
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// name is what the file calls a track, its number from 1 where it does not say.
func (t *Tracks) name(track int) string {
	if t.IDs != nil {
		return t.IDs[track]
	}
	return strconv.Itoa(track + 1)
}

// decimal writes v without an exponent, with as many digits as reading it back exactly
// needs.
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
