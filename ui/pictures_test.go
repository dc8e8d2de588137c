package ui

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
)

// TestPicturesOfASequence: a file with pictures of its first two frames beside
// it shows those and nothing past them.
func TestPicturesOfASequence(t *testing.T) {
	folder := t.TempDir()
	q := turning()
	q.Path = filepath.Join(folder, "turning_truth.mat")
	if err := hopkins.WriteTruth(q, q.Path); err != nil {
		t.Fatal(err)
	}
	if none, err := openPictures(q); none != nil || err != nil {
		t.Errorf("without pictures there are %v, %v", none, err)
	}
	if err := os.Mkdir(filepath.Join(folder, "frames"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"1.png", "2.png"} {
		m := image.NewGray(image.Rect(0, 0, 320, 240))
		m.SetGray(3, 3, color.Gray{uint8(100 + i)})
		var b bytes.Buffer
		if err := png.Encode(&b, m); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "frames", name), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := openPictures(q)
	if err != nil || p == nil {
		t.Fatalf("pictures %v, %v", p, err)
	}
	for frame, want := range map[int]uint8{0: 100, 1: 101} {
		m, err := p.Frame(frame)
		if err != nil || m == nil {
			t.Fatalf("frame %d: %v, %v", frame, m, err)
		}
		if got := color.GrayModel.Convert(m.At(3, 3)).(color.Gray).Y; got != want {
			t.Errorf("frame %d shows %d, want %d", frame, got, want)
		}
	}
	if m, _ := p.Frame(5); m != nil {
		t.Error("a picture of another frame is shown")
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if m, _ := p.Frame(0); m != nil {
		t.Error("closed pictures must show nothing")
	}
}

// TestExampleIsTheRightWayUp: what is known of the example is true.
func TestExampleIsTheRightWayUp(t *testing.T) {
	q, err := openExample()
	if err != nil {
		t.Fatal(err)
	}
	p, err := openPictures(q)
	if err != nil {
		t.Fatal(err)
	}
	if up, decided := p.Upward(); up || !decided {
		t.Errorf("y runs up: %v, decided: %v", up, decided)
	}
	if j, err := footage.DirectionOf(q, p.(*pictures).source); err != nil || j.Direction != footage.Down {
		t.Errorf("the pictures say %v, %v", j.Direction, err)
	}
}
