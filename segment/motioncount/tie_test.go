package motioncount

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/spectral"
)

// TestTiedNumbers: of two numbers that are as credible the groups decide that are
// cut of one body, and only then.
func TestTiedNumbers(t *testing.T) {
	const points, frames = 160, 15
	for _, c := range []struct {
		name   string
		bodies int
		cut    int       // how many of them are two groups each of the four
		scores []float64 // of two, three and four motions
		want   int
	}{
		{"one of three bodies is cut", 3, 1, []float64{0, -5, -0.4}, 3},
		{"four is not as credible", 3, 1, []float64{0, -5, -1.1}, 2},
		{"four is the best itself", 3, 1, []float64{-0.4, -5, 0}, 4},
		{"two bodies are cut", 2, 2, []float64{0, -5, -0.4}, 2},
		{"four bodies", 4, 0, []float64{0, -5, -0.4}, 4},
	} {
		x, bodies := scenes.RigidTracks(c.bodies, points, frames, 0.05, 3)
		n := len(bodies)
		data := core.Data{X: x, Visible: scenes.WithGaps(n, frames, 0.3, 4)}
		four, w := make([]int, n), mat.NewDense(n, n, nil)
		for i, b := range bodies {
			four[i] = b
			if b <= c.cut && i%points < points/2 {
				four[i] = c.bodies + b
			}
			for j, other := range bodies {
				if w.Set(i, j, 0.01); b == other {
					w.Set(i, j, 1)
				}
			}
		}
		e := newEstimate(2, 4)
		copy(e.Scores, c.scores)
		groupings := [][]int{nil, nil, spectral.InOrderOfAppearance(four)}
		if err := e.breakTie(context.Background(), data, groupings, w, 1); err != nil {
			t.Fatal(err)
		}
		if e.decide(nil); e.Motions != c.want {
			t.Errorf("%s: %d motions of scores %.2f, want %d", c.name, e.Motions, e.Scores, c.want)
		}
		if c.want == 3 && (groupings[1] == nil || evaluate.ClusteringError(groupings[1], bodies) != 0) {
			t.Errorf("%s: the three groups are not the bodies", c.name)
		}
	}
}
