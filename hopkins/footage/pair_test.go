package footage

import (
	"errors"
	"image"
	"image/color"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/matfile"
)

// pairFile writes correspondences of three points with two pictures: 4×3
// colours and, smaller, 2×2 greys as fractions.
func pairFile(t *testing.T, second *matfile.Array) string {
	t.Helper()
	first := &matfile.Array{Name: "img1", Class: matfile.Uint8, Dims: []int{3, 4, 3}, Data: make([]float64, 36)}
	for i := range first.Data {
		first.Data[i] = float64(i)
	}
	data := &matfile.Array{Name: "data", Class: matfile.Double, Dims: []int{6, 3},
		Data: []float64{0, 0, 1, 1, 1, 1, 2, 1, 1, 3, 2, 1, 1, 2, 1, 0, 1, 1}}
	label := &matfile.Array{Name: "label", Class: matfile.Double, Dims: []int{1, 3}, Data: []float64{0, 1, 1}}
	path := filepath.Join(t.TempDir(), "pair.mat")
	if err := hopkins.WriteFile(path, func(w io.Writer) error {
		return matfile.Write(w, data, label, first, second)
	}); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPicturesOfAPair(t *testing.T) {
	grey := &matfile.Array{Name: "img2", Class: matfile.Double, Dims: []int{2, 2}, Data: []float64{0, 0.5, 1, 2}}
	sequence, err := hopkins.Open(pairFile(t, grey))
	if err != nil {
		t.Fatal(err)
	}
	s, err := OpenSequence(t.Context(), sequence)
	if err != nil {
		t.Fatal(err)
	}
	if s.Kind() != Pair || s.Len() != 2 || !s.Exact(1) || s.Exact(2) {
		t.Errorf("kind %v, %d pictures", s.Kind(), s.Len())
	}
	for i, want := range map[int]map[image.Point]color.RGBA{
		0: {{X: 1, Y: 2}: {5, 17, 29, 255}, {X: 3, Y: 0}: {9, 21, 33, 255}},
		1: {{X: 0, Y: 1}: {127, 127, 127, 255}, {X: 1, Y: 1}: {255, 255, 255, 255}, {X: 3, Y: 2}: {0, 0, 0, 255}},
	} {
		m, err := s.Frame(i)
		if err != nil || m.Bounds().Size() != image.Pt(4, 3) {
			t.Fatalf("picture %d: %v, %v", i, m.Bounds(), err)
		}
		for at, c := range want {
			if got := m.At(at.X, at.Y); got != c {
				t.Errorf("picture %d has %v at %v, want %v", i, got, at, c)
			}
		}
	}
	if j, err := DirectionOf(sequence, s); err != nil || j.Direction != Down {
		t.Errorf("y runs %v, %v", j.Direction, err)
	}
}

func TestPairRefuses(t *testing.T) {
	none := &matfile.Array{Name: "other", Class: matfile.Uint8, Dims: []int{1, 1}, Data: []float64{0}}
	if _, err := openPair(pairFile(t, none)); !errors.Is(err, ErrNone) {
		t.Errorf("one picture only gives %v", err)
	}
	flat := &matfile.Array{Name: "img2", Class: matfile.Uint8, Dims: []int{2, 2, 2}, Data: make([]float64, 8)}
	if _, err := openPair(pairFile(t, flat)); err == nil ||
		!strings.Contains(err.Error(), "variable img2: expected a picture") {
		t.Errorf("two channels give %v", err)
	}
}
