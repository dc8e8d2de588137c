// Package golden compares pictures that tests make with stored ones.
package golden

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the stored pictures anew")

// Tolerance is by how much a channel of a pixel may differ, of 255: a blended
// edge is rounded to one or the other side where a processor fuses
// multiplication and addition.
const Tolerance = 2

// Check compares a picture with the one stored under testdata beside the test.
// No pixel may differ by more than Tolerance in any channel. Where one does, the
// test fails and names two pictures that it has left: what was made, and one
// that shows the differences in red over a faint copy of what was expected. With
// the flag -update the stored picture is written anew.
func Check(t testing.TB, name string, got image.Image) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		write(t, path, got)
		return
	}
	stored, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v (go test -update writes it)", err)
		return
	}
	want, err := png.Decode(bytes.NewReader(stored))
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return
	}
	if a, b := got.Bounds().Size(), want.Bounds().Size(); a != b {
		t.Errorf("%s: the picture is %d×%d, expected %d×%d", name, a.X, a.Y, b.X, b.Y)
		return
	}
	count, worst, marked := Compare(got, want)
	if count == 0 {
		return
	}
	folder, err := os.MkdirTemp("", "golden-")
	if err != nil {
		t.Fatal(err)
	}
	made, difference := filepath.Join(folder, name), filepath.Join(folder, "difference-"+filepath.Base(name))
	write(t, made, got)
	write(t, difference, marked)
	t.Errorf("%s: %d pixels differ by up to %d of 255, at most %d is allowed; see %s and %s", name, count, worst,
		Tolerance, made, difference)
}

// Compare returns how many pixels of two pictures of one size differ by more
// than Tolerance, the largest difference of a channel, and a picture of the
// differences.
func Compare(got, want image.Image) (count, worst int, marked *image.RGBA) {
	a, b := rgba(got), rgba(want)
	marked = image.NewRGBA(b.Rect)
	for k := 0; k < len(b.Pix); k += 4 {
		largest := 0
		for c := range 4 {
			d := int(a.Pix[k+c]) - int(b.Pix[k+c])
			largest = max(largest, d, -d)
		}
		worst = max(worst, largest)
		at := color.RGBA{255, 0, 0, 255}
		if largest <= Tolerance {
			grey := 160 + uint8((int(b.Pix[k])+int(b.Pix[k+1])+int(b.Pix[k+2]))/8)
			at = color.RGBA{grey, grey, grey, 255}
		} else {
			count++
		}
		marked.SetRGBA(k/4%b.Rect.Dx(), k/4/b.Rect.Dx(), at)
	}
	return count, worst, marked
}

// rgba returns a copy of a picture whose pixels begin at (0, 0).
func rgba(m image.Image) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

func write(t testing.TB, path string, m image.Image) {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
