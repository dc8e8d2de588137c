package geometry

import "sync"

// description is the motion of a group in a view, fitted by whoever asks for it first.
type description struct {
	fitted, costed sync.Once
	viewMotion
	points []float64 // see ofPoints
}

// ofPoints returns what it takes to describe each of so many points of the view, most at
// the most.
func (m *description) ofPoints(count int, most float64) []float64 {
	m.costed.Do(func() {
		points := make([]float64, count)
		m.pointCosts(points)
		for place, cost := range points {
			points[place] = min(most, cost)
		}
		m.points = points
	})
	return m.points
}

// descriptions are the motions of groups in one view by the places of their members.
type descriptions struct {
	mu sync.Mutex
	of map[string]*description
}

// find returns the description of the group with these places, which has a motion once it
// is fitted.
func (d *descriptions) find(places string) *description {
	d.mu.Lock()
	defer d.mu.Unlock()
	m, ok := d.of[places]
	if !ok {
		if d.of == nil {
			d.of = map[string]*description{}
		}
		m = new(description)
		d.of[places] = m
	}
	return m
}

// newDescriptions returns room for the motions in so many views.
func newDescriptions(views int) []*descriptions {
	all := make([]*descriptions, views)
	for i := range all {
		all[i] = new(descriptions)
	}
	return all
}

// costsKept is what whole groupings and single groups cost, see Scorer.knownCosts and
// motionMerge.Cost.
type costsKept struct {
	mu        sync.Mutex
	groupings map[string]describedGrouping // by the labels
	alone     map[string]float64           // by the members
}

func newCostsKept() *costsKept {
	return &costsKept{groupings: map[string]describedGrouping{}, alone: map[string]float64{}}
}

// kept returns what is kept under a key, by compute where it is not yet: two who ask at the
// same time both compute it. Nothing is kept that failed.
func kept[V any](mu *sync.Mutex, of map[string]V, key string, compute func() (V, error)) (V, error) {
	mu.Lock()
	v, ok := of[key]
	mu.Unlock()
	if ok {
		return v, nil
	}
	v, err := compute()
	if err == nil {
		mu.Lock()
		of[key] = v
		mu.Unlock()
	}
	return v, err
}

// describedGrouping is what TrackCosts returns of one grouping.
type describedGrouping struct {
	tracks []float64
	cost   float64
}
