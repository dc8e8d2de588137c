package footage

import (
	"encoding/binary"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// TestFilmPictures: folders of OpenEXR and of DPX are films where ffmpeg is there.
func TestFilmPictures(t *testing.T) {
	program, err := FindFFmpeg()
	if err != nil {
		t.Skip(err)
	}
	for _, ending := range []string{"exr", "dpx"} {
		folder := t.TempDir()
		filter := "color=white:size=64x48:rate=25,drawbox=x=2*n:y=8:w=16:h=16:color=black:t=fill"
		made := exec.Command(program, "-v", "error", "-f", "lavfi", "-i", filter, "-frames:v", "3",
			filepath.Join(folder, "%04d."+ending))
		if out, err := made.CombinedOutput(); err != nil {
			t.Skipf("this ffmpeg writes no %s: %s", ending, out)
		}
		s, err := OpenFilm(t.Context(), folder, Range{})
		if err != nil {
			t.Errorf("%s: %v", ending, err)
			continue
		}
		m, err := s.Frame(2)
		if err != nil || s.Len() != 3 || m.Bounds().Size() != image.Pt(64, 48) {
			t.Errorf("%s: %d frames, %v", ending, s.Len(), err)
			continue
		}
		for at, want := range map[image.Point]uint32{{12, 16}: 0, {40, 16}: 0xFFFF} {
			if r, _, _, _ := m.At(at.X, at.Y).RGBA(); max(r, want)-min(r, want) > 0x600 {
				t.Errorf("%s: %v has red %x, expected %x", ending, at, r, want)
			}
		}
		s.Close()
		broken := filepath.Join(folder, "0001."+ending)
		content, err := os.ReadFile(broken)
		if err != nil {
			t.Fatal(err)
		}
		testfile.Write(t, content[:20], broken)
		if _, err := OpenFilm(t.Context(), folder, Range{}); err == nil || !strings.Contains(err.Error(), "0001."+ending) {
			t.Errorf("%s cut off: %v", ending, err)
		}
	}
}

// TestTIFFAdvice: what is no TIFF that can be read is told in a sentence, without ffmpeg's.
func TestTIFFAdvice(t *testing.T) {
	o := binary.LittleEndian
	of := func(side, bits, compression, format uint32) []byte {
		entries := [][2]uint32{{256, side}, {257, side}, {258, bits}, {259, compression}, {262, 1}, {273, 8}, {277, 1},
			{279, 4}, {339, format}}
		out := o.AppendUint16(append([]byte("II*\x00"), 12, 0, 0, 0, 0, 0, 0, 0), uint16(len(entries)))
		for _, e := range entries {
			const short = 3
			out = o.AppendUint32(o.AppendUint32(o.AppendUint16(o.AppendUint16(out, uint16(e[0])), short), 1), e[1])
		}
		return append(out, 0, 0, 0, 0)
	}
	for want, content := range map[string][]byte{
		"expected pages, found none":                      []byte("II+\x00\x08\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00"),
		"found 1 sample of 24 bits":                       of(1, 24, 1, 3),
		"found others (compression value 7): save it so":  of(1, 8, 7, 1),
		"found 8000×8000 pixels of 8 bytes in a file of ": of(8000, 64, 8, 3),
		"found 8000×8000 pixels of 4 bytes in a file of ": of(8000, 32, 8, 3),
		"found others (BitsPerSample of 12)":              of(1, 12, 1, 1),
	} {
		path := testfile.Write(t, content, t.TempDir(), "stack.tif")
		if _, err := OpenFilm(t.Context(), path, Range{}); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("error %v, expected one line with %s", err, want)
		}
	}
}
