package hopkins

import (
	"context"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// maskScene is a picture of 60×40, black left of column 25 and white right of
// it, with a grid of tracks of motion 1 on the black and 2 on the white.
func maskScene() (*Sequence, []int, func(int) (image.Image, error)) {
	var xs, ys []float64
	var labels []int
	for x := 2.5; x < 50; x += 5 { // none in the last ten columns
		for y := 2.5; y < 40; y += 5 {
			label := 1
			if x > 25 {
				label = 2
			}
			xs, ys, labels = append(xs, x), append(ys, y), append(labels, label)
		}
	}
	s := &Sequence{Name: "masks", Width: 60, Height: 40, Pixels: mat.NewDense(4, len(xs), nil)}
	for i := range xs {
		for f := range 2 {
			s.Pixels.Set(2*f, i, xs[i])
			s.Pixels.Set(2*f+1, i, ys[i])
		}
	}
	picture := image.NewGray(image.Rect(0, 0, 60, 40))
	for y := range 40 {
		for x := 25; x < 60; x++ {
			picture.SetGray(x, y, color.Gray{Y: 255})
		}
	}
	return s, labels, func(int) (image.Image, error) { return picture, nil }
}

func TestMasks(t *testing.T) {
	s, labels, picture := maskScene()
	mask, err := Masks{Sequence: s, Labels: labels, Reach: 6, Picture: picture}.Frame(0)
	if err != nil {
		t.Fatal(err)
	}
	for y := range 40 {
		for x := range 60 {
			want := uint8(1)
			switch {
			case x >= 54:
				want = 0 // beyond the reach of the last column of tracks
			case x >= 25:
				want = 2
			}
			if got := mask.GrayAt(x, y).Y; got != want && x != 53 {
				t.Fatalf("pixel %d, %d is %d, want %d", x, y, got, want)
			}
		}
	}
	// Labels of 0 take no part, and y may grow upwards.
	half := append([]int(nil), labels...)
	for i := range half {
		half[i] = 1
		if s.Pixels.At(1, i) > 20 {
			half[i] = 0
		}
	}
	mask, err = Masks{Sequence: s, Labels: half, Reach: 4, Upward: true}.Frame(0)
	if err != nil {
		t.Fatal(err)
	}
	if mask.GrayAt(20, 5).Y != 0 || mask.GrayAt(20, 35).Y != 1 {
		t.Errorf("upwards: %d above, %d below, want 0 and 1", mask.GrayAt(20, 5).Y, mask.GrayAt(20, 35).Y)
	}
}

func TestWriteMasks(t *testing.T) {
	s, labels, picture := maskScene()
	folder := filepath.Join(t.TempDir(), "masks")
	m := Masks{Sequence: s, Labels: labels, Picture: picture}
	frames := 0
	if err := m.Write(context.Background(), folder, func(done, total int) { frames += total }); err != nil || frames != 4 {
		t.Fatalf("%v, %d", err, frames)
	}
	if found, _ := os.ReadDir(folder); len(found) != 2 || found[1].Name() != "0002.png" {
		t.Errorf("written: %v", found)
	}
	if err := m.Write(context.Background(), folder, nil); err == nil {
		t.Error("a folder that is there was written over")
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	other := filepath.Join(t.TempDir(), "other")
	if err := m.Write(ended, other, nil); err != context.Canceled {
		t.Errorf("after the end: %v", err)
	}
	if _, err := os.Stat(other); err == nil {
		t.Error("half a folder is left")
	}
	s.Width = 0
	if err := m.Write(context.Background(), other, nil); err == nil || !strings.Contains(err.Error(), "size") {
		t.Errorf("without a size: %v", err)
	}
}
