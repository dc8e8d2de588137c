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
	return neighbours(s.sides[side].outcome, track, count)
}

// neighbours returns the count tracks with the largest affinity to a track, the largest first.
func neighbours(o *Outcome, track, count int) []Neighbour {
	if o == nil || o.Result.W == nil || track < 0 || track >= len(o.Rows) || o.Rows[track] < 0 || count <= 0 {
		return nil
	}
	order := func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(b.Affinity, a.Affinity), cmp.Compare(a.Track, b.Track))
	}
	row, least := o.Rows[track], 0.0
	var found []Neighbour
	for j, w := range o.Result.W.RawRowView(row) {
		if w <= 0 || j == row || w < least {
			continue
		}
		found = append(found, Neighbour{o.Points[j], w})
		if len(found) == 2*count { // of a few, most of a row need no place in the order
			slices.SortFunc(found, order)
			found = found[:count]
			least = found[count-1].Affinity
		}
	}
	slices.SortFunc(found, order)
	return found[:min(count, len(found))]
}
