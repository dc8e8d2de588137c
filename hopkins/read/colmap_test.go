package read

import (
	"bytes"
	"strings"
	"testing"
)

// TestCOLMAP reads the database that .ci/formats/colmap_schema.py makes.
func TestCOLMAP(t *testing.T) {
	content := unpacked(t, "colmap.db")
	for chosen, c := range map[string]struct {
		points, frame int
		note          string
	}{
		"":             {12, 1, `12 verified matches of "a.jpg" and "b.jpg" were read, of 2 pairs of pictures`},
		"c.jpg, a.jpg": {9, 2, `9 verified matches of "a.jpg" and "c.jpg" were read`},
	} {
		s, err := reads(t, content, "database.db", Options{Array: chosen})
		if err != nil {
			t.Errorf("%q: %v", chosen, err)
			continue
		}
		if s.Points() != c.points || s.Frames() != 2 || !s.TwoFrame || s.Width != 640 || s.Height != 480 ||
			len(s.Notes) != 1 || !strings.Contains(s.Notes[0], c.note) {
			t.Errorf("%q: %d points in %d frames of %d×%d, notes %q", chosen, s.Points(), s.Frames(), s.Width, s.Height, s.Notes)
			continue
		}
		for i := range c.points {
			for k, frame := range []int{0, c.frame} {
				wantX, wantY := place2(i, frame)
				if x, y := s.Pixels.At(2*k, i), s.Pixels.At(2*k+1, i); x != wantX || y != wantY {
					t.Errorf("%q: match %d in picture %d is at %g, %g, expected %g, %g", chosen, i, k, x, y, wantX, wantY)
				}
			}
		}
	}
	for chosen, want := range map[string]string{
		"b.jpg,c.jpg": `expected matches of "b.jpg", "c.jpg", found none; pictures are "a.jpg", "b.jpg", "c.jpg"`,
		"b.jpg":       "expected two names of pictures",
	} {
		if _, err := reads(t, content, "database.db", Options{Array: chosen}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %s", chosen, err, want)
		}
	}
	other := bytes.ReplaceAll(content, []byte("keypoints"), []byte("keyprints"))
	if _, err := reads(t, other, "music.db", Options{}); err == nil ||
		!strings.Contains(err.Error(), "expected a database of COLMAP with the tables images and keypoints") {
		t.Errorf("another database: %v", err)
	}
}

// TestBrokenDatabase: a database that is cut off or changed anywhere is read or refused.
func TestBrokenDatabase(t *testing.T) {
	content := unpacked(t, "colmap.db")
	for n := 0; n < len(content); n += 1 + len(content)/400 {
		if s, err := reads(t, content[:n], "a.db", Options{}); err == nil {
			checkTracks(t, s)
		}
		for _, b := range []byte{0xff, 0x01, 0x80} {
			broken := bytes.Clone(content)
			broken[n] ^= b
			if s, err := reads(t, broken, "a.db", Options{}); err == nil {
				checkTracks(t, s)
			}
		}
	}
}

func FuzzCOLMAP(f *testing.F) {
	f.Add(unpacked(f, "colmap.db"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if s, err := reads(t, content, "fuzz.db", Options{}); err == nil {
			checkTracks(t, s)
		}
	})
}
