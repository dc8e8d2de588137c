package footage

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// described returns a TIFF of 6×4 whose pages are of these values, with a
// description in the first.
func described(description string, values ...uint16) []byte {
	var pages [][]uint16
	for _, v := range values {
		page := make([]uint16, 6*4)
		for i := range page {
			page[i] = v
		}
		pages = append(pages, page)
	}
	o := binary.LittleEndian
	out := tiffOf(o, 6, 4, 8, pages...)
	text := uint32(len(out))
	out = append(out, description...)
	for len(out)%2 == 1 || len(out) == int(text) {
		out = append(out, 0)
	}
	first := o.Uint32(out[4:])
	count := o.Uint16(out[first:])
	old := out[first+2 : first+2+12*uint32(count)+4]
	o.PutUint32(out[4:], uint32(len(out)))
	out = o.AppendUint16(out, count+1)
	const before = 5 * 12 // entries of smaller tags
	out = append(out, old[:before]...)
	out = o.AppendUint16(out, tagDescription)
	out = o.AppendUint16(out, 2)
	out = o.AppendUint32(out, uint32(len(description)+1))
	out = o.AppendUint32(out, text)
	return append(out, old[before:]...)
}

// TestStackOfChannels: a page of every channel and slice is not a frame.
func TestStackOfChannels(t *testing.T) {
	imageJ := "ImageJ=1.53t\nimages=6\nchannels=2\nframes=3\nhyperstack=true\n"
	ome :=
		`<?xml version="1.0"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image ` +
			`ID="Image:0"><Pixels DimensionOrder="XYTZC" SizeC="2" SizeT="3" SizeZ="1" SizeX="6" SizeY="4"/></Image></OME>`
	for name, c := range map[string]struct {
		description string
		channel     int
		pages, want []uint16
		note        string
	}{
		"ImageJ": {imageJ, 0, []uint16{10, 11, 20, 21, 30, 31}, []uint16{10, 20, 30},
			"of the stack, channel 1 of 2 was taken"},
		"ImageJ, second": {imageJ, 2, []uint16{10, 11, 20, 21, 30, 31}, []uint16{11, 21, 31},
			"of the stack, channel 2 of 2 was taken"},
		"ImageJ, slices": {"ImageJ=1.53t\nimages=6\nslices=3\nframes=2\n", 0, []uint16{10, 11, 12, 20, 21, 22},
			[]uint16{11, 21}, "of the stack, slice 2 of 3 was taken"},
		"ImageJ, slices alone": {"ImageJ=1.53t\nimages=4\nchannels=2\nslices=2\n", 0, []uint16{10, 11, 20, 21},
			[]uint16{10, 20},
			"of the stack, channel 1 of 2 was taken"},
		"ImageJ, plain": {"ImageJ=1.53t\nimages=2\nframes=2\n", 1, []uint16{10, 20}, []uint16{10, 20}, ""},
		"OME": {ome, 2, []uint16{10, 20, 30, 11, 21, 31}, []uint16{11, 21, 31},
			"of the stack, channel 2 of 2 was taken"},
		"no words": {"a film", 0, []uint16{10, 20}, []uint16{10, 20}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := OpenFilm(t.Context(), testfile.Write(t, described(c.description, c.pages...), t.TempDir(), "stack.tif"),
				Range{Channel: c.channel})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if s.Len() != len(c.want) || s.Note() != c.note {
				t.Fatalf("%d frames, note %q; expected %d, %q", s.Len(), s.Note(), len(c.want), c.note)
			}
			for i, want := range c.want {
				m, err := s.Gray(t.Context(), i)
				if err != nil {
					t.Fatal(err)
				}
				if got := m.GrayAt(2, 2).Y; got != uint8(want) {
					t.Errorf("frame %d is %d, expected %d", i, got, want)
				}
			}
		})
	}
	for description, want := range map[string]string{imageJ: "expected a channel from 1 to 2, found 5",
		"": "expected a TIFF with channels"} {
		_, err := OpenFilm(t.Context(), testfile.Write(t, described(description, 1, 2, 3, 4, 5, 6), t.TempDir(), "stack.tif"),
			Range{Channel: 5})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected …%s…", err, want)
		}
	}
	gif := testfile.Write(t, animated(t), t.TempDir(), "a.gif")
	if _, err := OpenFilm(t.Context(), gif, Range{Channel: 2}); err == nil ||
		!strings.Contains(err.Error(), "channel 2") {
		t.Errorf("an animation: error %v", err)
	}
}

// TestAnimatedPNG: its last picture was repeated by the program that decodes it.
func TestAnimatedPNG(t *testing.T) {
	path := filepath.Join(t.TempDir(), "clip.apng")
	if said, err := exec.Command(needsFFmpeg(t), "-v", "error", "-f", "lavfi", "-i", "testsrc=d=1.6:r=10:s=64x48",
		path).CombinedOutput(); err != nil {
		t.Skipf("ffmpeg: %v: %s", err, said)
	}
	s, err := OpenFilm(t.Context(), path, Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	last := 0
	for i := 0; ; i++ {
		if _, err := s.Gray(t.Context(), i); err != nil {
			break
		}
		last = i + 1
	}
	if last != 16 || s.Len() != 16 {
		t.Errorf("%d frames, %d promised, expected 16", last, s.Len())
	}
}

// TestNumbersInTIFF: fractions, numbers with a sign and of 32 bits, BigTIFF, tiles, both
// predictors and white for zero, as tifffile and ImageMagick write them, alone and as pictures
// of a folder: a bright square that moves.
func TestNumbersInTIFF(t *testing.T) {
	names, err := filepath.Glob("testdata/tools/*.tif")
	if err != nil || len(names) < 20 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		s, err := OpenFilm(t.Context(), name, Range{})
		if strings.HasSuffix(name, "truncated.tif") {
			if err == nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: error %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		for f := range 5 {
			m, err := s.Gray(t.Context(), f)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			dark, bright, beside := m.GrayAt(3+3*f, 3+2*f).Y, m.GrayAt(4+3*f, 3+2*f).Y, m.GrayAt(12+3*f, 10+2*f).Y
			if bright < dark+150 || beside != dark || s.Len() != 5 {
				t.Errorf("%s: frame %d of %d has %d inside the square, %d and %d beside it", name, f, s.Len(), bright, dark, beside)
			}
		}
		s.Close()
	}
	folder := t.TempDir()
	for i := range 2 {
		content, err := os.ReadFile("testdata/tools/tifffile_float64_big.tif")
		if err != nil {
			t.Fatal(err)
		}
		f, first, err := newTIFF(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		entries, _, err := f.Entries(first)
		if err != nil {
			t.Fatal(err)
		}
		clear(content[int(first)+8+len(entries):][:8]) // no other page
		testfile.Write(t, content, folder, []string{"1.tif", "2.tif"}[i])
	}
	s, err := OpenFilm(t.Context(), folder, Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if m, err := s.Gray(t.Context(), 1); err != nil || m.GrayAt(5, 5).Y != 255 || m.GrayAt(0, 0).Y != 0 {
		t.Errorf("a folder: %v", err)
	}
}

// TestBrokenNumbersInTIFF: a file that is cut off or changed anywhere is read or refused.
func TestBrokenNumbersInTIFF(t *testing.T) {
	for _, name := range []string{"tifffile_big.tif", "tifffile_float32_tiles.tif", "magick_float_predictor.tif"} {
		content, err := os.ReadFile(filepath.Join("testdata/tools", name))
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < len(content); n += 1 + len(content)/300 {
			for _, b := range []byte{0, 0xff, 0x01, 0x80} {
				broken := bytes.Clone(content)
				if broken[n] ^= b; b == 0 {
					broken = content[:n]
				}
				if f, first, err := newTIFF(bytes.NewReader(broken), int64(len(broken))); err == nil {
					if m, err := f.page(t.Context(), first); err == nil && m.Bounds().Empty() {
						t.Errorf("%s, byte %d: an empty picture", name, n)
					}
				}
			}
		}
	}
}
