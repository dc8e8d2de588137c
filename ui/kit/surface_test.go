package kit

import (
	"image"
	"strings"
	"sync"
	"testing"

	"fyne.io/fyne/v2/test"
)

// TestPainterThatPanics: a painter that panics is reported once, and the next one
// is painted.
func TestPainterThatPanics(t *testing.T) {
	test.NewTempApp(t)
	var mu sync.Mutex
	var waiting []func()
	var faults []error
	k := New(func(f func()) {
		mu.Lock()
		defer mu.Unlock()
		waiting = append(waiting, f)
	}, func(err error) { faults = append(faults, err) })
	s := NewSurface(k)
	s.Raster.Generator(20, 10)
	settle := func() {
		s.Workers.Wait()
		mu.Lock()
		now := waiting
		waiting = nil
		mu.Unlock()
		for _, f := range now {
			f()
		}
	}
	for range 3 {
		s.Paint(func(*image.RGBA, float64) { panic("no such colour") })
		settle()
	}
	if len(faults) != 1 ||
		!strings.Contains(faults[0].Error(), "Painting stopped with an internal error: no such colour") {
		t.Fatalf("faults are %v, want one", faults)
	}
	s.Paint(func(dst *image.RGBA, _ float64) { dst.Pix[0] = 7 })
	settle()
	if got := s.Raster.Generator(20, 10).(*image.RGBA); got.Rect.Dx() != 20 || got.Pix[0] != 7 {
		t.Error("after a panic nothing is painted any more")
	}
	if s.Picture(image.Pt(5, 5)).Pix[0] != 7 {
		t.Error("the picture is another one")
	}
}
