package geometry

// Halved returns a scorer that looks at every second of the pairs and of the triples of
// frames, for comparing many groups where half of what tells is enough. Its views are
// those of g.
func (g *Scorer) Halved() *Scorer {
	h := &Scorer{Scale: g.Scale, Workers: g.Workers, costs: newCostsKept()}
	pairs := len(g.views) - g.triples
	var total float64
	for i, v := range g.views {
		place := i
		if i >= pairs {
			place -= pairs
		}
		if place%2 == 1 {
			continue
		}
		h.views, h.share, h.whole = append(h.views, v), append(h.share, g.share[i]), append(h.whole, g.whole[i])
		total += g.share[i] * float64(v.Len())
		if i >= pairs {
			h.triples++
		}
	}
	for i := range h.share {
		h.share[i] /= total
	}
	h.perTrack = g.perTrack * float64(len(h.views)) / float64(max(len(g.views), 1))
	return h
}
