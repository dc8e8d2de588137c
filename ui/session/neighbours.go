package session

import (
	"cmp"
	"slices"
)

// Neighbour is a track and its affinity to another one.
type Neighbour struct {
	Track    int
	Affinity float64
}

// Neighbours returns the tracks with the largest affinity to a track on a
// side, the largest first, at most count.
func (s *Sides) Neighbours(side Side, track, count int) []Neighbour {
	found := neighbours(s.sides[side].outcome, track)
	return found[:min(count, len(found))]
}

// neighbours returns the tracks with an affinity to a track, the largest first.
func neighbours(o *Outcome, track int) []Neighbour {
	if o == nil || o.Result.W == nil || track < 0 || track >= len(o.Rows) || o.Rows[track] < 0 {
		return nil
	}
	row := o.Rows[track]
	var found []Neighbour
	for j, w := range o.Result.W.RawRowView(row) {
		if w > 0 && j != row {
			found = append(found, Neighbour{o.Points[j], w})
		}
	}
	slices.SortFunc(found, func(a, b Neighbour) int {
		if c := cmp.Compare(b.Affinity, a.Affinity); c != 0 {
			return c
		}
		return a.Track - b.Track
	})
	return found
}
