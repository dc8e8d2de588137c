package scenes

import (
	files "embed"
	"encoding/csv"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
)

//go:embed testdata/*.csv
var matrices files.FS

// ReadMatrix reads a CSV matrix from testdata.
func ReadMatrix(t testing.TB, name string) *mat.Dense {
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

// ReferenceData is the input of the reference coefficients: 14×45, three bent
// affine subspaces, with their groups.
func ReferenceData(t testing.TB) (core.Data, []int) {
	t.Helper()
	column := ReadMatrix(t, "synthetic_labels.csv")
	rows, cols := column.Dims()
	truth := make([]int, max(rows, cols))
	for i := range truth {
		if cols == 1 {
			truth[i] = int(column.At(i, 0))
		} else {
			truth[i] = int(column.At(0, i))
		}
	}
	return core.Data{X: ReadMatrix(t, "synthetic_x.csv"), Kind: core.Trajectories}, truth
}

// RelativeError is ‖got − want‖_F / ‖want‖_F.
func RelativeError(got, want *mat.Dense) float64 {
	var d mat.Dense
	d.Sub(got, want)
	return mat.Norm(&d, 2) / mat.Norm(want, 2)
}
