package read

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins/hdf5"
	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/read/arrays"
)

// unpacked returns a file of testdata.
func unpacked(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestHDF5 reads the files that .ci/formats/hdf5.py makes.
func TestHDF5(t *testing.T) {
	for name, c := range map[string]struct {
		options Options
		hidden  bool // track 6 in frame 4
		ids     string
	}{
		"sleap.h5":              {Options{}, true, "b n1"},
		"deeplabcut.h5":         {Options{}, true, "p5"},
		"deeplabcut_fixed.h5":   {Options{}, true, "p5"},
		"deeplabcut_animals.h5": {Options{}, true, "m1 p5"},
		"hopkins73_truth.mat":   {Options{}, false, ""},
		"W73.mat":               {Options{}, false, ""},
		"named.h5":              {Options{Array: "group/mine"}, false, ""},
	} {
		s, err := reads(t, unpacked(t, name), name, c.options)
		if err == nil && c.hidden {
			if s.Seen(5, 3) || s.Points() != sceneTracks || s.IDs[5] != c.ids {
				t.Errorf("%s: %d tracks, visible %v, names %q", name, s.Points(), s.Visible, s.IDs)
			}
			s.Visible = slices.Clone(s.Visible)
			for i := range s.Visible {
				for f, seen := range s.Visible[i] {
					if !seen && (i != 5 || f != 3) {
						t.Errorf("%s: track %d is not seen in frame %d", name, i, f)
					}
				}
			}
			x, y := place2(5, 3)
			s.Visible = nil
			s.Pixels.Set(6, 5, x)
			s.Pixels.Set(7, 5, y)
		}
		isScene(t, name, s, err)
		if name == "hopkins73_truth.mat" && (s.Width != 640 || s.Height != 480 ||
			!slices.Equal(s.Truth[:4], []int{1, 2, 3, 1}) || s.Normalized == nil || s.Normalized.At(0, 1) != 0.97) {
			t.Errorf("%s: %dx%d, truth %v", name, s.Width, s.Height, s.Truth)
		}
	}
	if _, err := reads(t, unpacked(t, "named.h5"), "named.h5", Options{}); err == nil ||
		!strings.Contains(err.Error(), `found the arrays "group/mine 7×12×2", "other 5": choose one of them (--array NAME)`) {
		t.Errorf("not chosen: %v", err)
	}
	s, err := reads(t, unpacked(t, "deeplabcut.h5"), "a.h5", Options{Likelihood: 0.1})
	isScene(t, "a lower likelihood", s, err)
	path := testfile.Write(t, unpacked(t, "hopkins73_truth.mat"), t.TempDir(), "a_truth.mat")
	if n, frames, truth, err := Shape(path); n != sceneTracks || frames != sceneFrames || len(truth) != n || err != nil {
		t.Errorf("shape %d, %d, %v, %v", n, frames, truth, err)
	}
}

// TestBrokenHDF5: a file that is cut off or changed anywhere is read or refused, and
// takes no more memory than its size allows.
func TestBrokenHDF5(t *testing.T) {
	for _, name := range []string{"sleap.h5", "W73.mat", "deeplabcut_fixed.h5"} {
		content := unpacked(t, name)
		for n := 0; n < len(content); n += 1 + len(content)/200 {
			if s, err := reads(t, content[:n], name, Options{}); err == nil {
				checkTracks(t, s)
			}
			for _, b := range []byte{0xff, 0x01, 0x80} {
				broken := bytes.Clone(content)
				broken[n] ^= b
				if s, err := reads(t, broken, name, Options{}); err == nil {
					checkTracks(t, s)
				}
			}
		}
	}
}

func FuzzHDF5(f *testing.F) {
	for _, name := range []string{"sleap.h5", "W73.mat", "deeplabcut_fixed.h5", "named.h5"} {
		f.Add(unpacked(f, name))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if s, err := reads(t, content, "fuzz.h5", Options{}); err == nil {
			checkTracks(t, s)
		}
		h, err := hdf5.Open(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			return
		}
		for _, d := range h.Datasets {
			d.Numbers(1 << 16)
			d.Texts(1 << 16)
		}
	})
}

// TestNamelessDeepLabCut: a table without names of its columns, or with more columns
// than it has numbers, is refused by what is missing.
func TestNamelessDeepLabCut(t *testing.T) {
	content := unpacked(t, "deeplabcut_fixed.h5")
	h, err := hdf5.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	shape := arrays.DeepLabCutTable(h).Shape
	size := func(rows, columns int) []byte {
		return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(rows)), uint64(columns))
	}
	nameless := bytes.ReplaceAll(content, []byte("block0_items_level0"), []byte("block0_items_levelX"))
	wide := bytes.Replace(content, size(shape[0], shape[1]), size(0, 1<<31), 1)
	for name, broken := range map[string][]byte{"nameless": nameless, "wide": wide} {
		if bytes.Equal(broken, content) {
			t.Fatalf("%s: nothing was changed", name)
		}
		_, err := reads(t, broken, name+".h5", Options{})
		if err == nil || !strings.HasPrefix(err.Error(), "expected") || !strings.Contains(err.Error(), "of every column") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
