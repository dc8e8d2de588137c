package filmset

import (
	"image"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/track"
	"motionseg/segment"
)

// TestLabelsByTruth: a track has the region in which it lies in most pictures, at the same
// number of them that of the least value; where there is one object it is the second.
func TestLabelsByTruth(t *testing.T) {
	pixels := mat.NewDense(6, 5, []float64{
		5, 30, 30, 30, -4,
		5, 5, 5, 5, 5,
		5, 30, 5, 5, -4,
		5, 5, 5, 5, 5,
		5, 30, 30, 5, -4,
		5, 5, 5, 5, 5,
	})
	s := hopkins.NewSequence("film", 40, 30, pixels, nil)
	p := pictures{truth: map[int]*image.Gray{0: halves(), 1: halves(), 2: halves()}}
	if got, want := p.labels(s), []int{1, 2, 2, 1, 0}; !reflect.DeepEqual(got, want) {
		t.Errorf("labels are %v, want %v", got, want)
	}
	delete(p.truth, 2)
	if got, want := p.labels(s), []int{1, 2, 1, 1, 0}; !reflect.DeepEqual(got, want) {
		t.Errorf("labels by two pictures are %v, want %v", got, want)
	}
	object := halves()
	for i, v := range object.Pix {
		object.Pix[i] = v - 10
	}
	object.Pix[5*40+5] = 7 // whatever is not 0 is the object
	p = pictures{truth: map[int]*image.Gray{0: object}, object: true}
	if got, want := p.labels(s), []int{2, 2, 2, 2, 0}; !reflect.DeepEqual(got, want) {
		t.Errorf("labels of one object are %v, want %v", got, want)
	}
}

// TestBenchmarkByTruth: nothing is wrong but where tracks lie in another region later.
func TestBenchmarkByTruth(t *testing.T) {
	dir := t.TempDir()
	writeFilm(t, dir, "one", 8)
	films, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	b := Benchmark{Films: films, Methods: []segment.Spec{ByTruth}, Tracking: track.Default(track.Sparse)}
	rows, err := b.Run(t.Context())
	if err != nil || len(rows) != 1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if r := rows[0]; r.Failure != "" || r.Method != "truth" || r.Error > 1.1 || r.Found != 2 || r.Motions != 2 ||
		r.Table == nil || len(r.Table.Labels) != r.Tracks || r.Dense == nil || r.Dense.IoU < 85 {
		t.Errorf("found %+v, %+v", r, r.Dense)
	}
	b.Films[0].tracks = "one.csv"
	row := Row{}
	if err := runByTruth(t.Context(), b.Films[0], nil, &labelledTracks{}, &row); err == nil ||
		!strings.Contains(err.Error(), "one: expected truth pictures") {
		t.Errorf("by labelled tracks: %v", err)
	}
}
