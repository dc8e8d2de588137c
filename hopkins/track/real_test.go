package track

import (
	"path/filepath"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/realdata"
)

// TestCars2 follows the first places of the tracks of Hopkins155's cars2 through
// its film without the comparison with first pictures, as the file's tracks were
// made, and compares the last places. Its y runs upwards.
func TestCars2(t *testing.T) {
	folder := filepath.Join(realdata.Folder(t, "hopkins155"), "cars2")
	s, err := hopkins.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	source, err := footage.OpenFilm(t.Context(), filepath.Join(folder, "cars2.avi"), footage.Range{Count: s.Frames()})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	var film movie
	for f := range s.Frames() {
		m, err := source.Gray(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		film = append(film, m)
	}
	place := func(i, f int) Point {
		return Point{s.Pixels.At(2*f, i), float64(s.Height-1) - s.Pixels.At(2*f+1, i)}
	}
	var first, last []Point
	for i := range s.Points() {
		first, last = append(first, place(i, 0)), append(last, place(i, s.Frames()-1))
	}
	errs := endErrors(t, film, Plain(), first, last)
	median, most := quantile(errs, 0.5), quantile(errs, 0.9)
	t.Logf("median %.3f px, 90 %% within %.3f px, %d of %d lost", median, most, len(first)-len(errs), len(first))
	if !(median < 0.05) || !(most < 0.15) || len(errs) < 430 {
		t.Errorf("median %.3f px, 90 %% within %.3f px, %d left; expected 0.05, 0.15 and 430", median, most, len(errs))
	}
}
