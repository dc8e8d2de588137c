package footage

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/image/bmp"

	"motionseg/hopkins/internal/testfile"
)

// TestFoldersOfOtherPictures: TIFF of 16 bits are shown from the darkest of the first to
// its brightest, BMP as they are, a preview beside them is no frame, and stacks are not
// frames.
func TestFoldersOfOtherPictures(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, content []byte) {
		testfile.Write(t, content, folder, name)
	}
	page := func(low, high uint16) []uint16 {
		p := bytes.Repeat([]byte{0}, 24)
		values := make([]uint16, len(p))
		for i := range values {
			values[i] = low
		}
		values[7] = high
		return values
	}
	write("preview.jpg", []byte("no picture"))
	for i, high := range []uint16{1100, 600, 4000} {
		write(fmt.Sprintf("f%d.tif", 8+i), tiffOf(binary.LittleEndian, 6, 4, 16, page(100, high)))
	}
	s, err := OpenFilm(t.Context(), folder, Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Len() != 3 {
		t.Fatalf("%d frames", s.Len())
	}
	for _, i := range []int{2, 0, 1} {
		m, err := s.Gray(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := [2]uint8{m.GrayAt(0, 0).Y, m.GrayAt(1, 1).Y}, [2]uint8{0, []uint8{255, 128, 255}[i]}; got != want {
			t.Errorf("frame %d has %v, expected %v", i, got, want)
		}
	}
	folder = t.TempDir()
	for i := range 2 {
		var b bytes.Buffer
		if err := bmp.Encode(&b, plain(8, 6, uint8(40+10*i))); err != nil {
			t.Fatal(err)
		}
		write(fmt.Sprintf("%d.bmp", i), b.Bytes())
	}
	of, err := OpenFilm(t.Context(), folder, Range{})
	if err != nil || of.Len() != 2 {
		t.Errorf("BMP: %v, %v", of, err)
	}
	folder = t.TempDir()
	for i := range 2 {
		write(fmt.Sprintf("%d.tif", i), tiffOf(binary.BigEndian, 6, 4, 8, make([]uint16, 24), make([]uint16, 24)))
	}
	if _, err := OpenFilm(t.Context(), folder, Range{}); err == nil ||
		!strings.Contains(err.Error(), "expected pictures of one page each, found 0.tif") {
		t.Errorf("stacks: %v", err)
	}
}
