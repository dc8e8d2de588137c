package segment

import (
	"context"
	files "embed"
	"encoding/csv"
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
)

//go:embed testdata/*.csv
var matrices files.FS

// readMatrix reads a CSV matrix from testdata.
func readMatrix(t testing.TB, name string) *mat.Dense {
	t.Helper()
	f, err := matrices.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	m := mat.NewDense(len(records), len(records[0]), nil)
	for i, record := range records {
		for j, field := range record {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				t.Fatal(err)
			}
			m.Set(i, j, v)
		}
	}
	return m
}

// referenceData is the input of the reference coefficients: 14×45, three bent
// affine subspaces, with their groups.
func referenceData(t testing.TB) (Data, []int) {
	t.Helper()
	column := readMatrix(t, "synthetic_labels.csv")
	rows, cols := column.Dims()
	truth := make([]int, max(rows, cols))
	for i := range truth {
		if cols == 1 {
			truth[i] = int(column.At(i, 0))
		} else {
			truth[i] = int(column.At(0, i))
		}
	}
	return Data{X: readMatrix(t, "synthetic_x.csv"), Kind: Trajectories}, truth
}

// relativeError is ‖got − want‖_F / ‖want‖_F.
func relativeError(got, want *mat.Dense) float64 {
	var d mat.Dense
	d.Sub(got, want)
	return mat.Norm(&d, 2) / mat.Norm(want, 2)
}

// TestReferenceCoefficients compares every solver with coefficients computed
// independently in double precision.
func TestReferenceCoefficients(t *testing.T) {
	data, truth := referenceData(t)
	for _, c := range []struct {
		file       string
		method     string
		values     Values
		iterations int
		norm       float64
		wrong      int // points
		tolerance  float64
	}{
		{"lrksc_c.csv", "lrksc", Values{"exact": 1}, 14, 3.54258268, 0, 1e-6},
		{"lrksc_c.csv", "lrksc", nil, 14, 3.54258268, 0, 1e-4},
		{"lrksc_adaptive_c.csv", "lrksc", Values{"lambda3": 0.05}, 14, 4.12265804, 0, 1e-6},
		{"lrksc_robust_c.csv", "lrksc-robust", Values{"lambda3": 2}, 14, 3.76376609, 0, 1e-6},
		{"ssc_c.csv", "ssc", nil, 127, 5.31438500, 1, 1e-6},
	} {
		m, err := Lookup(c.method)
		if err != nil {
			t.Error(err)
			continue
		}
		r, err := Run(context.Background(), data, Config{Method: m, Motions: 3, Values: c.values})
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		e := relativeError(r.C, readMatrix(t, c.file))
		t.Logf("%s %v: relative error %.2g", c.file, c.values, e)
		if e > c.tolerance {
			t.Errorf("%s %v: relative error %.2g, want at most %.0g", c.file, c.values, e, c.tolerance)
		}
		if r.Iterations() != c.iterations || !r.Converged {
			t.Errorf("%s %v: %d iterations, converged %v, want %d", c.file, c.values, r.Iterations(), r.Converged, c.iterations)
		}
		if norm := mat.Norm(r.C, 2); math.Abs(norm-c.norm) > 1e-4*c.norm {
			t.Errorf("%s %v: norm %.8f, want %.8f", c.file, c.values, norm, c.norm)
		}
		if e := ClusteringError(r.Labels, truth); math.Round(e*45) != float64(c.wrong) {
			t.Errorf("%s %v: clustering error %.3f %%, want %d points", c.file, c.values, 100*e, c.wrong)
		}
	}
}
