package shrink

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Panels in memory that was used are those in fresh memory, on any number of goroutines.
func TestPanelsRenewed(t *testing.T) {
	wide, narrow := mat.NewDense(300, 21, nil), mat.NewDense(300, 11, nil)
	for i := range 300 {
		for j := range 21 {
			wide.Set(i, j, float64(100*i+j+1))
		}
		for j := range 11 {
			narrow.Set(i, j, -float64(100*i+j+1))
		}
	}
	want := NewPanels(narrow)
	for _, workers := range []int{1, 3} {
		got := NewPanels(wide).Renewed(narrow, workers)
		if got.rows != want.rows || got.cols != want.cols || !slices.Equal(got.data, want.data) {
			t.Errorf("%d workers: panels in used memory differ from those in fresh memory", workers)
		}
	}
}

// A row has room for as many entries as are told, and keeps what it has where that is enough.
func TestRoom(t *testing.T) {
	var r Row
	r.Room(10)
	first := &r.Index[:1][0]
	if cap(r.Index) < 10 || cap(r.Value) < 10 || len(r.Index) != 0 {
		t.Errorf("room for %d and %d, %d used; want 10 and none", cap(r.Index), cap(r.Value), len(r.Index))
	}
	if r.Room(4); &r.Index[:1][0] != first {
		t.Error("moved where there was room enough")
	}
}
