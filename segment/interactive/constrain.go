package interactive

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/solve"
)

// Seed says which motion a point belongs to.
type Seed struct {
	Point  int // column of the data, from 0
	Motion int // from 1; 0 for an outlier
}

// Constraints is what a user knows of the motions of single points. The order
// counts: of constraints that contradict each other the last is left out.
type Constraints struct {
	Seeds []Seed
	// Together and Apart are pairs of points that share a motion and that do
	// not.
	Together, Apart [][2]int
}

// Empty reports whether there are no constraints.
func (c Constraints) Empty() bool {
	return len(c.Seeds)+len(c.Together)+len(c.Apart) == 0
}

// Contradiction is constraints that cannot all hold. The last one given of
// them, LeftOut, was not obeyed.
type Contradiction struct {
	Constraints
	LeftOut Constraints // one seed or pair
}

// Constrained is a labelling that obeys constraints.
type Constrained struct {
	// Labels are one a column of the data, named as those that the constrainer
	// was given. They obey every constraint but those left out.
	Labels []int
	// Motions is K: that of the result, or the largest motion of a seed.
	Motions int
	// Confidence is 0…1 for every point: 1 where a seed says it, that of the
	// result where its label is as it was, and where it has changed the margin of its
	// affinity to its motion over that to any other, or, of a point that was not solved
	// for, how sure it is given to its motion by the landmarks.
	Confidence []float64
	// Contradictions are the constraints that could not be obeyed; nil for none.
	Contradictions []Contradiction
}

// Constrainer makes the labels of one result agree with what a user says of
// single points, from the affinity that is there: nothing is solved again.
//
// A point whose label contradicts its seed takes others with it: a whole part
// of its group where the part hangs together, itself and little more where the
// group is one. Parts are the prefixes of orders of the group's points: by the
// potential of a random walk from the seed in which seeds that agree with the
// group are sinks (Grady, Random Walks for Image Segmentation, IEEE TPAMI 28(11),
// 2006), with a leak that keeps the walk near (as in Andersen, Chung & Lang, Local
// Graph Partitioning using PageRank Vectors, FOCS 2006), and by the leading
// eigenvectors of the group's normalised affinity (Shi & Malik, Normalized Cuts and
// Image Segmentation, IEEE TPAMI 22(8), 2000). Among these the part R is moved that
// is most probable after the click: R was wrong with a probability that falls
// exponentially with what the normalised cut of all groups rises by its move, and
// a click falls into it the more probably the larger it is, so that
//
//	40·(Ncut after − Ncut before) − ¼ ln |R| + ln max(d(v)/d(R), 1)
//
// is least. d is the share of a part's affinity to the motion, of that to the motion and to
// the rest of its group: a part is the less probable the less it is drawn there, where that
// is less than of the point clicked, v. A point whose label agrees with its seed changes nothing, and holds its
// surroundings when others move.
//
// Where the method refined groupings by the motion of their groups, as for tracks
// with gaps, parts are judged by the score that it judged groupings by, of which
// the normalised cut is one part, with motions as they are.
//
// constrain.md beside this file has how this was measured and what was tried.
//
// A Constrainer is for one goroutine at a time.
type Constrainer struct {
	result  *core.Result
	data    core.Data
	start   []int
	workers int

	// The graph is of the landmarks, where there are any, else of all points.
	graph  *mat.Dense
	degree []float64
	labels []int // start, of the points of the graph

	rest []int // labels of all points by those of the landmarks at the start; nil until asked for

	parts     map[string][][]float64  // see partition
	described map[string]*motionCosts // see costs
}

// NewConstrainer prepares to constrain a result. labels are its labels under
// the names by which seeds call the motions; nil takes Result.Labels. data is
// what the result was made of, used only when that has Landmarks. The error
// says what does not fit.
func NewConstrainer(r *core.Result, labels []int, data core.Data, workers int) (*Constrainer, error) {
	if labels == nil {
		labels = r.Labels
	}
	if len(labels) != len(r.Labels) {
		return nil, fmt.Errorf("labels: expected %d as in the result, found %d", len(r.Labels), len(labels))
	}
	c := &Constrainer{result: r, data: data, start: slices.Clone(labels), workers: workers, graph: r.W,
		labels: slices.Clone(labels), parts: map[string][][]float64{}, described: map[string]*motionCosts{}}
	if r.Fused != nil {
		c.graph = r.Fused
	}
	if c.graph == nil {
		return nil, fmt.Errorf("affinity: expected one, found none")
	}
	n, _ := c.graph.Dims()
	if r.Landmarks != nil {
		if data.Points() != len(labels) {
			return nil, fmt.Errorf("data: expected the %d points of the result, found %d", len(labels), data.Points())
		}
		c.labels = make([]int, len(r.Landmarks))
		for i, p := range r.Landmarks {
			c.labels[i] = labels[p]
		}
	}
	if n != len(c.labels) {
		return nil, fmt.Errorf("affinity: expected %d rows for as many points, found %d", len(c.labels), n)
	}
	c.degree = make([]float64, n)
	for i := range n {
		c.degree[i] = floats.Sum(c.graph.RawRowView(i))
	}
	return c, nil
}

// Constrain returns labels that obey the constraints, see Constrainer. The
// error is ctx.Err() when ctx ends first; otherwise it names a constraint on a
// point or motion that there is not.
func (c *Constrainer) Constrain(ctx context.Context, constraints Constraints) (*Constrained, error) {
	if err := c.check(constraints); err != nil {
		return nil, err
	}
	s, err := c.apply(ctx, constraints)
	if err != nil {
		return nil, err
	}
	out := &Constrained{Labels: s.labels, Confidence: c.startConfidence(), Motions: s.motions,
		Contradictions: s.contradictions}
	if c.result.Landmarks != nil {
		if out.Labels, out.Confidence, err = c.spread(ctx, s); err != nil {
			return nil, err
		}
	}
	c.renewConfidence(s, out.Confidence)
	return out, nil
}

// MaxSeedMotion is the largest motion that a seed may have.
const MaxSeedMotion = 1000

func (c *Constrainer) check(constraints Constraints) error {
	n := len(c.start)
	for _, s := range constraints.Seeds {
		if s.Point < 0 || s.Point >= n {
			return fmt.Errorf("seed: expected a point from 0 to %d, found %d", n-1, s.Point)
		}
		if s.Motion < 0 || s.Motion > MaxSeedMotion {
			return fmt.Errorf("seed of point %d: expected a motion from 0 to %d, found %d", s.Point, MaxSeedMotion, s.Motion)
		}
	}
	for _, pair := range slices.Concat(constraints.Together, constraints.Apart) {
		for _, p := range pair {
			if p < 0 || p >= n {
				return fmt.Errorf("pair: expected points from 0 to %d, found %d", n-1, p)
			}
		}
	}
	return nil
}

// state is a labelling of the points of the graph on its way.
type state struct {
	labels         []int
	motions        int
	seeded         []bool      // points of the graph that may not move any more
	given          map[int]int // motions of points, graph or not, by constraints
	contradictions []Contradiction
}

// apply applies the constraints one after the other.
func (c *Constrainer) apply(ctx context.Context, constraints Constraints) (*state, error) {
	known, contradictions := resolve(constraints)
	s := &state{labels: slices.Clone(c.labels), motions: c.result.Motions, seeded: make([]bool, len(c.labels)),
		given: map[int]int{}, contradictions: contradictions}
	for _, l := range c.labels {
		s.motions = max(s.motions, l)
	}
	for _, seed := range known.seeds {
		if err := c.seed(ctx, s, seed); err != nil {
			return nil, err
		}
	}
	if err := c.applyPairs(ctx, s, known); err != nil {
		return nil, err
	}
	return s, nil
}

// seed gives a point its motion, and what hangs on it too.
func (c *Constrainer) seed(ctx context.Context, s *state, seed Seed) error {
	s.given[seed.Point] = seed.Motion
	s.motions = max(s.motions, seed.Motion)
	v := c.vertex(seed.Point)
	if c.result.Landmarks != nil && c.result.Landmarks[v] != seed.Point && (s.seeded[v] || seed.Motion == 0) {
		return nil // it says nothing of its landmark
	}
	if s.labels[v] != seed.Motion && !s.seeded[v] {
		if err := c.move(ctx, s, v, seed.Motion); err != nil {
			return err
		}
	}
	s.labels[v], s.seeded[v] = seed.Motion, true
	return nil
}

// vertex returns the point of the graph that stands for a point: itself, or the
// nearest landmark.
func (c *Constrainer) vertex(point int) int {
	if c.result.Landmarks == nil {
		return point
	}
	if i, ok := slices.BinarySearch(c.result.Landmarks, point); ok {
		return i
	}
	best, nearest := 0, math.Inf(1)
	for i, p := range c.result.Landmarks {
		if distance := c.distance(p, point); distance < nearest {
			best, nearest = i, distance
		}
	}
	return best
}

// distance returns the mean squared distance of two points over the frames in which both are
// seen, infinite without any.
func (c *Constrainer) distance(a, b int) float64 {
	rows, _ := c.data.X.Dims()
	sum, n := 0.0, 0
	for r := range rows {
		if seen := c.data.Visible; seen != nil && !(seen[a][r/2] && seen[b][r/2]) {
			continue
		}
		d := c.data.X.At(r, a) - c.data.X.At(r, b)
		sum += float64(d * d)
		n++
	}
	if n == 0 {
		return math.Inf(1)
	}
	return sum / float64(n)
}

// spread extends the labels of landmarks to all points, where they have changed: a point
// whose motion by the landmarks is the same as at the start keeps its label, whatever gave it,
// and its confidence.
func (c *Constrainer) spread(ctx context.Context, s *state) (labels []int, confidence []float64, err error) {
	labels, confidence = slices.Clone(c.start), c.startConfidence()
	if !slices.Equal(s.labels, c.labels) {
		if c.rest == nil {
			if c.rest, _, err = c.byLandmarks(ctx, c.labels, max(slices.Max(c.labels), 1)); err != nil {
				return nil, nil, err
			}
		}
		now, sure, err := c.byLandmarks(ctx, s.labels, s.motions)
		if err != nil {
			return nil, nil, err
		}
		for i, l := range now {
			// What was an outlier has no motion by this.
			if c.start[i] != 0 && l != 0 && l != c.rest[i] && l != labels[i] {
				labels[i], confidence[i] = l, sure[i]
			}
		}
		for i, p := range c.result.Landmarks {
			labels[p] = s.labels[i]
		}
	}
	for p, motion := range s.given {
		labels[p] = motion
	}
	return labels, confidence, nil
}

// byLandmarks returns the labels and confidences of all points by the labels of the landmarks.
func (c *Constrainer) byLandmarks(
	ctx context.Context, labels []int, motions int,
) (all []int, confidence []float64, err error) {
	r := &core.Result{Values: c.result.Values, Motions: motions, Landmarks: c.result.Landmarks, Labels: labels,
		Confidence: make([]float64, len(labels))}
	if err := solve.AssignRest(ctx, r, c.data, c.workers, core.NewProgress(nil)); err != nil {
		return nil, nil, err
	}
	return r.Labels, r.Confidence, nil
}

// startConfidence returns the confidences of the result.
func (c *Constrainer) startConfidence() []float64 {
	confidence := make([]float64, len(c.start))
	copy(confidence, c.result.Confidence)
	return confidence
}

// renewConfidence stores the confidences of Constrained of the points of the graph whose label
// has changed, and of those with seeds.
func (c *Constrainer) renewConfidence(s *state, confidence []float64) {
	for v, l := range s.labels {
		p := v
		if c.result.Landmarks != nil {
			p = c.result.Landmarks[v]
		}
		if l == c.start[p] || l == 0 {
			continue
		}
		sums := c.sums(s.labels, v, s.motions)
		own := sums[l]
		sums[l], sums[0] = 0, 0
		confidence[p] = 0
		if next := slices.Max(sums); own > next {
			confidence[p] = 1 - next/own
		}
	}
	for p := range s.given {
		confidence[p] = 1
	}
}

// sums returns the affinity of a point of the graph to every group, from 0.
func (c *Constrainer) sums(labels []int, v, motions int) []float64 {
	sums := make([]float64, motions+1)
	for j, w := range c.graph.RawRowView(v) {
		if j != v {
			sums[labels[j]] += w
		}
	}
	return sums
}
