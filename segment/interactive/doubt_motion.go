package interactive

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// take keeps a doubt.
func (d *doubter) take(doubt Doubt) {
	if doubt.Gain > d.best.Gain {
		d.best = doubt
	}
	if doubt.Gain > 0 {
		d.weighed = append(d.weighed, doubt)
	}
}

// lone takes every point as a doubt of its own: that it belongs to the motion that its
// affinity draws it to the most. Of the affinity to that motion and to its own group the
// motion's share is how probable that is; what its motion takes to describe does not
// count, since a group's motion bends to a single point that is in it by mistake.
func (d *doubter) lone() {
	for i, g := range d.s.labels {
		if g == 0 || d.s.seeded[i] {
			continue
		}
		sums := d.c.sums(d.s.labels, i, d.s.motions)
		own := sums[g]
		sums[0], sums[g] = 0, 0
		second := floats.MaxIdx(sums)
		if share := sums[second] / (sums[second] + own + math.SmallestNonzeroFloat64); share > 0 {
			d.take(Doubt{Motion: g, Second: second, Points: []int{i}, Gain: share * (1 - d.covered[i])})
		}
	}
}

// telling returns for every point the sum of the gains of all doubts that it is
// part of, and makes the best doubt of those with the same gain the one whose
// points have most of that on average. It is nil where there is no doubt.
func (d *doubter) telling() []float64 {
	if d.weighed == nil {
		return nil
	}
	sums := make([]float64, len(d.covered))
	for _, doubt := range d.weighed {
		for _, i := range doubt.Points {
			sums[i] += doubt.Gain
		}
	}
	var most float64
	gain := d.best.Gain
	for _, doubt := range d.weighed {
		if doubt.Gain != gain {
			continue
		}
		var mean float64
		for _, i := range doubt.Points {
			mean += sums[i] / float64(len(doubt.Points))
		}
		if mean > most {
			most, d.best = mean, doubt
		}
	}
	return sums
}

// denials returns for every prefix of an order of some points of group g how
// improbable the seeds that stayed in the group make it that the part does not
// belong there: one less the share of each seed's affinity inside the group that is
// to the part.
func (d *doubter) denials(order []int, g int) []float64 {
	denied := make([]float64, len(order)+1)
	for k := range denied {
		denied[k] = 1
	}
	for v, seeded := range d.s.seeded {
		if !seeded || d.s.labels[v] != g {
			continue
		}
		row := d.c.graph.RawRowView(v)
		var all, to float64
		for j, w := range row {
			if d.s.labels[j] == g && j != v {
				all += w
			}
		}
		if all == 0 {
			continue
		}
		for k, i := range order {
			to += row[i]
			denied[k+1] *= max(1-to/all, 0)
		}
	}
	return denied
}
