package draw

import (
	"flag"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the stored images anew")

// checkImage compares an image with the one stored under testdata. A few pixels
// may differ a little, as rounding differs between processors.
func checkImage(t *testing.T, name string, got image.Image) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := png.Encode(f, got); err != nil {
			t.Fatal(err)
		}
		return
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds().Size() != want.Bounds().Size() {
		t.Fatalf("%s: size %v, expected %v", name, got.Bounds().Size(), want.Bounds().Size())
	}
	a, b := rgba(got), rgba(want)
	const tolerance = 8
	differ := 0
	for k := 0; k < len(a.Pix); k += 4 {
		for c := range 4 {
			if d := int(a.Pix[k+c]) - int(b.Pix[k+c]); d > tolerance || d < -tolerance {
				differ++
				break
			}
		}
	}
	if allowed := len(a.Pix) / 4 / 500; differ > allowed {
		t.Errorf("%s: %d pixels differ from the stored image, allowed are %d", name, differ, allowed)
	}
}

// rgba returns a copy of an image.
func rgba(m image.Image) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}
