package segment

import "math"

// take keeps a doubt.
func (d *doubter) take(doubt Doubt) {
	if doubt.Gain > d.best.Gain {
		d.best = doubt
	}
	if d.before.motion != nil && doubt.Gain > 0 {
		d.weighed = append(d.weighed, doubt)
	}
}

// alternatives takes the other groupings that the method refined as doubts: every
// part by which one of them differs has the gain of all its parts, since the
// answer decides about them together.
func (d *doubter) alternatives() {
	for _, a := range d.c.alternatives(d.s, d.before, -1, 0) {
		var open float64
		var parts []Doubt
		at := map[[2]int]int{} // by the present label and the other
		for _, i := range a.differ {
			open += 1 - d.covered[i]
			key := [2]int{d.s.labels[i], a.labels[i]}
			if _, ok := at[key]; !ok {
				at[key] = len(parts)
				parts = append(parts, Doubt{Motion: key[0], Second: key[1]})
			}
			part := &parts[at[key]]
			part.Points = append(part.Points, i)
		}
		for _, part := range parts {
			part.Gain = open * math.Exp(-max(a.rise, 0))
			d.take(part)
		}
	}
}

// telling returns for every point the sum of the gains of all doubts that it is
// part of, and makes the best doubt of those with the same gain the one whose
// points have most of that on average. It is nil where motion does not count.
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
// to the part. They are 1 where motion does not count.
func (d *doubter) denials(order []int, g int) []float64 {
	denied := make([]float64, len(order)+1)
	for k := range denied {
		denied[k] = 1
	}
	if d.before.motion == nil {
		return denied
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
