package mask

import (
	"image"
	"image/color"
	"image/png"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins"
)

// put writes a picture to a folder.
func put(t *testing.T, folder, name string, m image.Image) {
	t.Helper()
	if err := hopkins.WriteFile(filepath.Join(folder, name), func(w io.Writer) error {
		return png.Encode(w, m)
	}); err != nil {
		t.Fatal(err)
	}
}

// TestTruth: masks that were written tell the motions of the tracks that they came from.
func TestTruth(t *testing.T) {
	s := newScene(12)
	pictures := t.TempDir()
	for f := range sceneFrames {
		m, err := s.Picture(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		put(t, pictures, "shot"+string(rune('a'+f))+".png", m)
	}
	q := *s.Sequence
	q.Footage = &hopkins.Footage{Path: pictures}
	write := func(o Output) string {
		o.Folder = t.TempDir()
		if _, err := WriteSequence(t.Context(), &q, s.Labels, nil, o); err != nil {
			t.Fatal(err)
		}
		return o.Folder
	}
	for name, folder := range map[string]string{"motions": write(Output{}),
		"two values": write(Output{Foreground: true})} {
		labels, err := Truth(t.Context(), &q, folder)
		if err != nil || !slices.Equal(labels, s.Labels) {
			t.Errorf("%s: found %v, %v, expected %v", name, labels, err, s.Labels)
		}
	}
	// One mask of a frame is enough for what is seen there; what it does not decide has 0.
	one := t.TempDir()
	half := image.NewGray(image.Rect(0, 0, sceneWidth, sceneHeight))
	for i := range half.Pix {
		if i%sceneWidth < 48 {
			half.Pix[i] = 7
		}
	}
	put(t, one, "shotc.png", half)
	labels, err := Truth(t.Context(), &q, one)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range labels {
		x, _ := q.At(i, 2)
		if want := map[bool]int{true: 7, false: 0}[q.Seen(i, 2) && x < 47.5]; l != want {
			t.Errorf("track %d at %v: found motion %d, expected %d", i+1, x, l, want)
		}
	}
	grey := func(a, b uint8) image.Image {
		m := image.NewGray(half.Rect)
		for i := range m.Pix {
			m.Pix[i] = a
		}
		m.SetGray(3, 3, color.Gray{Y: b})
		return m
	}
	for want, m := range map[string]image.Image{
		"motions up to 64, or with 0 and 255 alone, found others":   grey(255, 3),
		"motions up to 64, or with 0 and 255 alone, found  others":  grey(1, 65),
		"expected masks that have motions where tracks are":         grey(0, 0),
		"expected a mask of 96×72 pixels as the frame, found 10×10": image.NewGray(image.Rect(0, 0, 10, 10)),
	} {
		put(t, one, "shotc.png", m)
		if _, err := Truth(t.Context(), &q, one); err == nil ||
			!strings.Contains(err.Error(), strings.ReplaceAll(want, "  ", " ")) {
			t.Errorf("found %v, expected %q", err, want)
		}
	}
}
