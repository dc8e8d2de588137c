package segment

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/evaluate"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/scenes"
	"motionseg/segment/lrksc"
	"motionseg/segment/solve"
	"motionseg/segment/subspace"
)

// permuted returns data with the columns in the order of p.
func permuted(d Data, p []int) Data {
	return Data{X: dense.Columns(d.X, p), Kind: d.Kind}
}

// TestEveryMethodOnReference runs every registered method on the reference
// data and checks what must hold for all of them.
func TestEveryMethodOnReference(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	for _, m := range Methods() {
		d := m.Describe()
		t.Run(d.Name, func(t *testing.T) {
			if d.Title == "" || d.Summary == "" || d.Citation == "" {
				t.Errorf("description is not complete: %+v", d)
			}
			var reported []Iteration
			r, err := solve.Run(context.Background(), data, Config{Method: m, Motions: 3, Progress: func(it Iteration) {
				// Steps between iterations repeat the last one.
				if it.Number > len(reported) {
					reported = append(reported, it)
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			_, n := data.X.Dims()
			if len(r.Labels) != n || len(r.Confidence) != n {
				t.Fatalf("%d labels and %d confidences, want %d", len(r.Labels), len(r.Confidence), n)
			}
			if !slices.Equal(reported, r.History) {
				t.Errorf("%d iterations reported, %d kept, or others", len(reported), len(r.History))
			}
			for i, l := range r.Labels {
				if l < 1 || l > 3 {
					t.Fatalf("label %d of point %d", l, i)
				}
				if c := r.Confidence[i]; !(c >= 0 && c <= 1) {
					t.Fatalf("confidence %v of point %d", c, i)
				}
			}
			checkMatrices(t, d.Name, r)
			if len(r.Spectrum) < 4 || !slices.IsSorted(r.Spectrum) || r.Spectrum[0] > 1e-9 {
				t.Errorf("spectrum %v", r.Spectrum)
			}

			for _, workers := range []int{1, 3} {
				again, err := solve.Run(context.Background(), data, Config{Method: m, Motions: 3, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(again.Labels, r.Labels) || !mat.Equal(again.W, r.W) {
					t.Errorf("%d workers give another result", workers)
				}
			}
		})
	}
}

// checkMatrices checks that no point expresses itself, but by methods that have it so, and
// that the affinity is one.
func checkMatrices(t *testing.T, method string, r *Result) {
	t.Helper()
	n, _ := r.W.Dims()
	for i := range n {
		if r.C != nil && r.C.At(i, i) != 0 && !slices.Contains([]string{"lrr", "lrsc", "edsc"}, method) {
			t.Fatalf("diagonal entry %d of C is %v", i, r.C.At(i, i))
		}
		for j := range n {
			if v := r.W.At(i, j); v != r.W.At(j, i) || !(v >= 0) {
				t.Fatalf("affinity (%d, %d) is %v, (%d, %d) is %v", i, j, v, j, i, r.W.At(j, i))
			}
		}
	}
}

// TestPermutation checks that no method's groups depend on the order of the
// points, on easy data and on data where methods err.
func TestPermutation(t *testing.T) {
	easy, _ := scenes.ReferenceData(t)
	for name, data := range map[string]Data{"reference": easy, "noisy": scenes.BenchmarkTracks(90, 6)} {
		n := data.Points()
		order := rand.New(rand.NewPCG(1, 2)).Perm(n)
		moved := permuted(data, order)
		for _, m := range Methods() {
			method := m.Describe().Name
			r, err := solve.Run(context.Background(), data, Config{Method: m, Motions: 3})
			if err != nil {
				t.Fatal(err)
			}
			p, err := solve.Run(context.Background(), moved, Config{Method: m, Motions: 3})
			if err != nil {
				t.Fatal(err)
			}
			back := make([]int, n)
			for j, from := range order {
				back[from] = p.Labels[j]
			}
			limit := 0.0
			if method == "lrksc-auto" && name == "noisy" {
				// Its pieces start from points drawn by their number, with few restarts.
				limit = 0.05
			}
			if e := evaluate.ClusteringError(back, r.Labels); e > limit {
				t.Errorf("%s, %s: %.1f %% of the points change their group when the points are permuted", name, method, 100*e)
			}
		}
	}
}

// TestSSCScaleInvariance checks that the unit of the coordinates does not
// matter to SSC, whose data weight is relative.
func TestSSCScaleInvariance(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	r, err := solve.Run(context.Background(), data, Config{Method: subspace.SSC{}, Motions: 3})
	if err != nil {
		t.Fatal(err)
	}
	var x mat.Dense
	x.Scale(317, data.X)
	scaled, err := solve.Run(context.Background(), Data{X: &x}, Config{Method: subspace.SSC{}, Motions: 3})
	if err != nil {
		t.Fatal(err)
	}
	if e := scenes.RelativeError(scaled.C, r.C); e > 1e-9 {
		t.Errorf("coefficients differ by %g after scaling", e)
	}
	if !slices.Equal(scaled.Labels, r.Labels) {
		t.Error("labels differ after scaling")
	}
}

func TestRunErrors(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	corrupted := mat.DenseCopyOf(data.X)
	corrupted.Set(3, 7, math.NaN())
	infinite := mat.DenseCopyOf(data.X)
	infinite.Set(0, 0, math.Inf(-1))
	constant := mat.NewDense(4, 5, nil)
	for i := range 4 {
		for j := range 5 {
			constant.Set(i, j, 2)
		}
	}
	good := Config{Method: lrksc.LRKSC{}, Motions: 3}
	with := func(values Values) Config { return Config{Method: lrksc.LRKSC{}, Motions: 3, Values: values} }
	for _, c := range []struct {
		name string
		data Data
		cfg  Config
		want string
	}{
		{"no data", Data{}, good, "found none"},
		{"one point", Data{X: mat.NewDense(4, 1, nil)}, good, "2 points"},
		{"NaN", Data{X: corrupted}, good, "row 4 of point 8"},
		{"Inf", Data{X: infinite}, good, "found -Inf in row 1 of point 1"},
		{"constant", Data{X: constant}, good, "found 2 everywhere"},
		{"odd rows", Data{X: mat.NewDense(3, 5, nil)}, good, "found 3 rows"},
		{"not 9 rows", Data{X: data.X, Kind: TwoFrames}, good, "expected 9 rows"},
		{"unknown kind", Data{X: data.X, Kind: 9}, good, "unknown kind"},
		{"no method", data, Config{Motions: 3}, "method"},
		{"no motions", data, Config{Method: lrksc.LRKSC{}}, "found 0"},
		{"too many motions", data, Config{Method: lrksc.LRKSC{}, Motions: 46}, "found 46"},
		{"λ1 = 0", data, with(Values{"lambda1": 0}), "lambda1"},
		{"λ2 < 0", data, with(Values{"lambda2": -1}), "lambda2"},
		{"λ3 NaN", data, with(Values{"lambda3": math.NaN()}), "lambda3"},
		{"unknown parameter", data, with(Values{"lambda4": 1}), "no parameter \"lambda4\""},
		{"degree 2.5", data, with(Values{"b": 2.5}), "whole number"},
	} {
		r, err := solve.Run(context.Background(), c.data, c.cfg)
		if err == nil || !strings.Contains(err.Error(), c.want) || r != nil {
			t.Errorf("%s: result %v, error %v, want one with %q", c.name, r != nil, err, c.want)
		}
	}
	orthogonal := mat.NewDense(4, 4, []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})
	if _, err := solve.Run(context.Background(), Data{X: orthogonal},
		Config{Method: subspace.SSC{}, Motions: 2}); err == nil || !strings.Contains(err.Error(), "point 1") {
		t.Errorf("orthogonal points: error %v", err)
	}
}

// TestExtremeScales checks that data whose products overflow or vanish are named
// as such, and that everything up to there runs.
func TestExtremeScales(t *testing.T) {
	data := scenes.BenchmarkTracks(40, 6)
	for _, c := range []struct {
		scale float64
		runs  bool
	}{{1e-300, false}, {1e-160, false}, {1e-29, true}, {1e29, true}, {1e160, false}, {1e300, false}} {
		x := mat.DenseCopyOf(data.X)
		x.Scale(c.scale, x)
		for _, m := range Methods() {
			_, err := solve.Run(context.Background(), Data{X: x}, Config{Method: m, Motions: 3})
			if c.runs && err != nil {
				t.Errorf("%s at %g: %v", m.Describe().Name, c.scale, err)
			}
			if !c.runs && (err == nil || !strings.Contains(err.Error(), "scale the coordinates")) {
				t.Errorf("%s at %g: error %v", m.Describe().Name, c.scale, err)
			}
		}
	}
}

func TestRunWarnings(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	repeated := mat.DenseCopyOf(data.X)
	for i := range 14 {
		repeated.Set(i, 9, data.X.At(i, 4))
	}
	r, err := solve.Run(context.Background(), Data{X: repeated}, Config{Method: lrksc.LRKSC{}, Motions: 3})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Warnings) != 1 || r.Warnings[0].Code != DuplicatePoints || !slices.Equal(r.Warnings[0].Points, []int{9}) {
		t.Errorf("warnings %+v, want point 9 as a duplicate", r.Warnings)
	}

	for _, exact := range []float64{0, 1} {
		r, err = solve.Run(context.Background(), data,
			Config{Method: lrksc.LRKSC{}, Motions: 3, Values: Values{"iterations": 9, "exact": exact}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Converged || r.Iterations() != 9 || len(r.Warnings) == 0 || r.Warnings[0].Code != NotConverged {
			t.Errorf("exact %v: converged %v after %d iterations with warnings %+v", exact, r.Converged, r.Iterations(),
				r.Warnings)
		}
	}

	// A threshold so large that C is zero leaves every point alone.
	r, err = solve.Run(context.Background(), data,
		Config{Method: lrksc.LRKSC{}, Motions: 3, Values: Values{"lambda1": 1e6, "iterations": 5}})
	if err != nil {
		t.Fatal(err)
	}
	isolated := slices.IndexFunc(r.Warnings, func(w Warning) bool { return w.Code == IsolatedPoints })
	if isolated < 0 || len(r.Warnings[isolated].Points) != 45 {
		t.Errorf("warnings %+v, want 45 isolated points", r.Warnings)
	}
}

// TestCancel checks that every method ends with the context's error at the
// first iteration after the context is done.
func TestCancel(t *testing.T) {
	data, _ := scenes.ReferenceData(t)
	for _, m := range Methods() {
		ctx, cancel := context.WithCancel(context.Background())
		var last int
		_, err := solve.Run(ctx, data, Config{Method: m, Motions: 3, Progress: func(it Iteration) {
			last = it.Number
			cancel()
		}})
		cancel()
		if !errors.Is(err, context.Canceled) || last > 1 {
			t.Errorf("%s: error %v after iteration %d", m.Describe().Name, err, last)
		}
		done, stop := context.WithCancel(context.Background())
		stop()
		if _, err := solve.Run(done, data, Config{Method: m, Motions: 3}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v from a context already done", m.Describe().Name, err)
		}
	}
}

func TestSmallest(t *testing.T) {
	// Two points, and every number of motions they allow.
	x := mat.NewDense(4, 2, []float64{0.1, 0.4, -0.2, 0.3, 0.2, 0.5, -0.1, 0.4})
	for _, m := range Methods() {
		for k := 1; k <= 2; k++ {
			r, err := solve.Run(context.Background(), Data{X: x}, Config{Method: m, Motions: k})
			if err != nil {
				t.Errorf("%s, %d motions: %v", m.Describe().Name, k, err)
				continue
			}
			if len(r.Labels) != 2 {
				t.Errorf("%s, %d motions: labels %v", m.Describe().Name, k, r.Labels)
			}
		}
	}
}
