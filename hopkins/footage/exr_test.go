package footage

import (
	"context"
	"errors"
	"image"
	"path/filepath"
	"strings"
	"testing"
)

// TestWriteEXR: what is written is there again as ffmpeg reads it.
func TestWriteEXR(t *testing.T) {
	if _, err := FindFFmpeg(); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "a.exr")
	pixels := make([]float32, 24)
	for i := range pixels {
		pixels[i] = float32(i % 2) // ffmpeg's greys are not linear in between
	}
	if err := WriteEXR(t.Context(), path, image.Pt(6, 4), pixels); err != nil {
		t.Fatal(err)
	}
	source, err := OpenFilm(t.Context(), path, Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	m, err := source.Frame(0)
	if err != nil || m.Bounds().Size() != image.Pt(6, 4) {
		t.Fatalf("%v, %v", m, err)
	}
	for i, v := range pixels {
		if g, _, _, _ := m.At(i%6, i/6).RGBA(); (g > 0x7fff) != (v > 0.5) {
			t.Errorf("pixel %d: found %d of 65535, expected %v", i, g, v)
		}
	}
	if err := WriteEXR(t.Context(), path, image.Pt(7, 4), pixels); err == nil ||
		!strings.Contains(err.Error(), "expected 7×4 pixels, found 24") {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := WriteEXR(ctx, path, image.Pt(6, 4), pixels); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
