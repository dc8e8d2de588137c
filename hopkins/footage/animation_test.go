package footage

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"math"
	"os"
	"path/filepath"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// paletted returns a picture of one colour at a place.
func paletted(r image.Rectangle, c color.Color) *image.Paletted {
	m := image.NewPaletted(r, palette.Plan9)
	for i := range m.Pix {
		m.Pix[i] = uint8(m.Palette.Index(c))
	}
	return m
}

// animated returns an animation of 20×10: red, then blue on its left half, which
// is taken away again, then green on the right half, which goes back to the
// background, then a grey square.
func animated(t testing.TB) []byte {
	red, blue, green, grey := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}, color.RGBA{0, 255, 0, 255},
		color.RGBA{85, 85, 85, 255}
	g := &gif.GIF{
		Image: []*image.Paletted{
			paletted(image.Rect(0, 0, 20, 10), red), paletted(image.Rect(0, 0, 10, 10), blue),
			paletted(image.Rect(10, 0, 20, 10), green), paletted(image.Rect(5, 5, 15, 8), grey),
		},
		Delay:    []int{10, 20, 0, 5},
		Disposal: []byte{gif.DisposalNone, gif.DisposalPrevious, gif.DisposalBackground, gif.DisposalNone},
		Config:   image.Config{Width: 20, Height: 10},
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAnimatedGIF(t *testing.T) {
	content := animated(t)
	s, err := OpenFilm(t.Context(), testfile.Write(t, content, t.TempDir(), "clip.gif"), Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Kind() != Animation || s.Len() != 4 {
		t.Fatalf("found %v of %d frames, expected 4", s.Kind(), s.Len())
	}
	s.cache.setBudget(1)
	// Left, right and middle of every frame.
	white := "ffffff"
	want := [][3]string{{"ff0000", "ff0000", "ff0000"}, {"0000ff", "ff0000", "ff0000"}, {"ff0000", "00ff00", "00ff00"},
		{"ff0000", white, "555555"}}
	hex := func(c color.Color) string {
		v := color.RGBAModel.Convert(c).(color.RGBA)
		const digits = "0123456789abcdef"
		var out []byte
		for _, b := range []byte{v.R, v.G, v.B} {
			out = append(out, digits[b>>4], digits[b&15])
		}
		return string(out)
	}
	for _, i := range []int{0, 1, 2, 3, 1, 3, 0, 2} {
		m, err := s.Frame(i)
		if err != nil {
			t.Fatal(err)
		}
		if got := [3]string{hex(m.At(2, 2)), hex(m.At(17, 2)), hex(m.At(12, 6))}; got != want[i] {
			t.Errorf("frame %d is %v, expected %v", i, got, want[i])
		}
	}
	for i, want := range []float64{0, 0.1, 0.3, 0.4} {
		if at, known := s.Time(i); !known || math.Abs(at-want) > 1e-9 {
			t.Errorf("frame %d at %v (%v), expected %v", i, at, known, want)
		}
	}
	if math.Abs(s.Rate()-3/0.4) > 1e-9 {
		t.Errorf("rate is %v, expected 7.5", s.Rate())
	}

	// Without its last byte, which some programs leave out, nothing is missing.
	open, err := OpenFilm(t.Context(), testfile.Write(t, content[:len(content)-1], t.TempDir(), "open.gif"), Range{})
	if err != nil {
		t.Fatal(err)
	}
	if open.Len() != 4 || open.Note() != "" || s.Note() != "" {
		t.Errorf("without its end it has %d frames and says %q; whole %q", open.Len(), open.Note(), s.Note())
	}
	open.Close()
	// Cut off, it has the frames before.
	cut, err := OpenFilm(t.Context(), testfile.Write(t, content[:len(content)-30], t.TempDir(), "cut.gif"), Range{})
	if err != nil {
		t.Fatal(err)
	}
	if cut.Len() != 3 {
		t.Errorf("cut off it has %d frames, expected 3", cut.Len())
	}
	if note := cut.Note(); note != "the film ends early, after 3 frames" {
		t.Errorf("cut off it says %q", note)
	}
	cut.Close()
}

// tiffOf returns a TIFF of uncompressed grey pages.
func tiffOf(order binary.AppendByteOrder, w, h, bits int, pages ...[]uint16) []byte {
	mark := "II*\x00"
	if order == binary.AppendByteOrder(binary.BigEndian) {
		mark = "MM\x00*"
	}
	out := order.AppendUint32([]byte(mark), 0)
	link := 4 // where the offset of the next directory belongs
	for _, page := range pages {
		data := uint32(len(out))
		for _, v := range page {
			if bits == 16 {
				out = order.AppendUint16(out, v)
			} else {
				out = append(out, uint8(v))
			}
		}
		if len(out)%2 == 1 {
			out = append(out, 0)
		}
		copy(out[link:], order.AppendUint32(nil, uint32(len(out))))
		entries := [][2]uint32{{256, uint32(w)}, {257, uint32(h)}, {258, uint32(bits)}, {259, 1}, {262, 1}, {273, data},
			{277, 1}, {278, uint32(h)}, {279, uint32(w * h * bits / 8)}}
		out = order.AppendUint16(out, uint16(len(entries)))
		for _, e := range entries {
			const long = 4
			out = order.AppendUint16(out, uint16(e[0]))
			out = order.AppendUint16(out, long)
			out = order.AppendUint32(out, 1)
			out = order.AppendUint32(out, e[1])
		}
		link = len(out)
		out = order.AppendUint32(out, 0)
	}
	return out
}

func TestTIFFOfPages(t *testing.T) {
	page := func(low, high uint16) []uint16 {
		p := make([]uint16, 6*4)
		for i := range p {
			p[i] = low
		}
		p[7] = high
		return p
	}
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		content := tiffOf(order, 6, 4, 8, page(10, 20), page(30, 40), page(50, 60))
		s, err := OpenFilm(t.Context(), testfile.Write(t, content, t.TempDir(), "stack.tif"), Range{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Kind() != Pages || s.Len() != 3 {
			t.Errorf("found %v of %d", s.Kind(), s.Len())
		}
		for _, i := range []int{2, 0, 1} {
			m, err := s.Gray(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := m.GrayAt(0, 0).Y, m.GrayAt(1, 1).Y; int(a) != 10+20*i || int(b) != 20+20*i {
				t.Errorf("page %d has %d and %d", i, a, b)
			}
		}
		s.Close()
	}
	// 16 bits, of which a camera uses 12, and those not all.
	deep := tiffOf(binary.LittleEndian, 6, 4, 16, page(100, 1100), page(600, 4000))
	s, err := OpenFilm(t.Context(), testfile.Write(t, deep, t.TempDir(), "deep.tif"), Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i, want := range [][2]uint8{{0, 255}, {128, 255}} {
		m, err := s.Gray(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]uint8{m.GrayAt(0, 0).Y, m.GrayAt(1, 1).Y}; got != want {
			t.Errorf("page %d has %v, expected %v", i, got, want)
		}
	}
}

func FuzzOwnFormats(f *testing.F) {
	f.Add(animated(f))
	f.Add(tiffOf(binary.LittleEndian, 3, 2, 8, make([]uint16, 6), make([]uint16, 6)))
	f.Add(tiffOf(binary.BigEndian, 3, 2, 16, make([]uint16, 6)))
	f.Add([]byte("II*\x00\x08\x00\x00\x00\x00\x00\x08\x00\x00\x00"))
	for _, name := range []string{"tifffile_big_rgb_deflate.tif", "tifffile_float32_tiles.tif",
		"magick_float_predictor.tif", "magick_uint32_predictor.tif"} {
		content, err := os.ReadFile(filepath.Join("testdata", "tools", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := os.Create(filepath.Join(t.TempDir(), "clip"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(content); err != nil {
			t.Fatal(err)
		}
		s, err := openOwn(t.Context(), file, "clip", 0)
		if err != nil {
			return
		}
		defer s.Close()
		for i := range min(s.Len(), 3) {
			if m, err := s.Frame(i); err == nil && m.Bounds().Empty() {
				t.Fatalf("frame %d is empty", i)
			}
		}
	})
}

// endingAfter is a context that ends when it has been looked at so many times.
type endingAfter struct {
	context.Context
	looks int
}

func (c *endingAfter) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestPageIsCancelled: a page of a TIFF, which takes seconds to decode where it is large,
// is given up when the context ends within it.
func TestPageIsCancelled(t *testing.T) {
	content := tiffOf(binary.LittleEndian, 6, 4, 8, make([]uint16, 24))
	path := testfile.Write(t, content, t.TempDir(), "page.tif")
	s, err := OpenFilm(t.Context(), path, Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for looks := range 4 {
		if m, err := s.reader.read(&endingAfter{t.Context(), looks}, 0, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("the context ended after %d looks: picture %v, error %v", looks, m, err)
		}
	}
	if _, err := OpenFilm(&endingAfter{t.Context(), 1}, path, Range{}); !errors.Is(err, context.Canceled) {
		t.Errorf("opening: error %v", err)
	}
}
