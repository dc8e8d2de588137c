package segment_test

import (
	"context"
	"fmt"
	"os"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"motionseg/segment"
)

// correlation is a method: tracks whose coordinates correlate belong together.
type correlation struct{}

// The compiler says so where a method is not complete.
var _ segment.Method = correlation{}

func (correlation) Describe() segment.Description {
	return segment.Description{
		Name:     "correlation",
		Title:    "Correlation",
		Summary:  "Joins tracks whose displacements correlate.",
		Citation: "none: an example",
		Kinds:    []segment.Kind{segment.Trajectories},
		Params: []segment.Param{{
			Name: "power", Kind: segment.Real, Default: 4, Min: 1, Max: 100,
			Help: "Power of the correlation; larger parts the groups more.",
		}},
	}
}

func (correlation) Solve(ctx context.Context, in segment.Input) (segment.Solution, error) {
	rows, n := in.Data.X.Dims()
	moves := make([][]float64, n) // of every track, from each frame to the next
	for j := range moves {
		for r := 2; r < rows; r++ {
			moves[j] = append(moves[j], in.Data.X.At(r, j)-in.Data.X.At(r-2, j))
		}
	}
	w := mat.NewDense(n, n, nil)
	for i := range n {
		if err := ctx.Err(); err != nil {
			return segment.Solution{}, err
		}
		for j := range n {
			c := floats.Dot(moves[i], moves[j]) / (floats.Norm(moves[i], 2) * floats.Norm(moves[j], 2))
			affinity := 1.0
			for range int(in.Values["power"]) {
				affinity *= max(c, 0)
			}
			w.Set(i, j, affinity)
		}
	}
	in.Report(segment.Iteration{Number: 1, Limit: 1, Share: 1})
	return segment.Solution{W: w, Converged: true}, nil
}

// A method of one's own runs like those of the registry.
func ExampleMethod() {
	result, err := segment.Run(context.Background(), segment.Data{X: twoBodies(12, 40), Kind: segment.Trajectories},
		segment.Config{
			Method: correlation{}, Motions: 2,
		})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	fmt.Println(result.Method, result.Values, result.Labels[:3], result.Labels[37:])
	// Output:
	// correlation map[power:4] [1 1 1] [2 2 2]
}
