package segment_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment"
)

// twoBodies returns 2F×N tracks of points on two bodies: the first half of the
// columns on one that turns about a vertical axis and shifts, the others beside
// it on one that nods.
func twoBodies(frames, n int) *mat.Dense {
	r := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(2*frames, n, nil)
	for i := range n {
		px, py, pz := r.Float64()-0.5, r.Float64()-0.5, r.Float64()-0.5
		for f := range frames {
			t := float64(f)
			sin, cos := math.Sincos(0.06 * t)
			if i < n/2 {
				x.Set(2*f, i, 0.5+cos*px+sin*pz+0.03*t)
				x.Set(2*f+1, i, py)
			} else {
				x.Set(2*f, i, px-0.5)
				x.Set(2*f+1, i, cos*py-sin*pz+0.02*t)
			}
		}
	}
	return x
}

// Segment tracks by a method of the registry, with one parameter changed.
func Example() {
	x := twoBodies(12, 40) // rows 2f and 2f+1: x and y of every track in frame f

	method, err := segment.Lookup("lrksc")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	result, err := segment.Run(context.Background(), segment.Data{X: x, Kind: segment.Trajectories}, segment.Config{
		Method:  method,
		Motions: 2,
		Values:  segment.Values{"lambda1": 1.2},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	truth := make([]int, 40)
	for i := range truth {
		truth[i] = 1 + i/20
	}
	labels := segment.Align(result.Labels, truth)
	fmt.Println(labels[:3], labels[37:])
	fmt.Printf("%.1f %% misclassified, converged: %v\n", 100*segment.ClusteringError(labels, truth), result.Converged)
	// Output:
	// [1 1 1] [2 2 2]
	// 0.0 % misclassified, converged: true
}

// Complete tracks that are hidden for a while, and segment all of them.
func ExampleCompleteTracks() {
	x := twoBodies(12, 40)
	seen := make([][]bool, 40)
	for i := range seen {
		seen[i] = make([]bool, 12)
		for f := range seen[i] {
			seen[i][f] = i%4 != 0 || f < 5 || f > 7 // every fourth is hidden in three frames
		}
	}
	completed, err := segment.CompleteTracks(context.Background(), x, seen, 0, 0)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	off := math.Hypot(completed.X.At(12, 0)-x.At(12, 0), completed.X.At(13, 0)-x.At(13, 0))
	fmt.Printf("off by less than 0.001: %v\n", off < 0.001)
	// Output:
	// off by less than 0.001: true
}
