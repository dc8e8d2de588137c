package hopkins

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins/matfile"
)

// checkSequence checks what every sequence that was read promises.
func checkSequence(t *testing.T, s *Sequence) {
	rows, n := s.Pixels.Dims()
	if r, c := s.Normalized.Dims(); r != rows || c != n || n < 2 || rows < 2 || rows%2 != 0 {
		t.Fatalf("pixels %d×%d, normalised %d×%d", rows, n, r, c)
	}
	for _, m := range [][]float64{s.Pixels.RawMatrix().Data, s.Normalized.RawMatrix().Data} {
		for _, v := range m {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("found %v", v)
			}
		}
	}
	if s.Truth != nil && (len(s.Truth) != n || slices.Min(s.Truth) < 0) {
		t.Fatalf("truth %v for %d points", s.Truth, n)
	}
	if s.Visible != nil && (len(s.Visible) != n || len(s.Visible[0]) != rows/2) {
		t.Fatalf("%d×%d entries of visibility for %d points in %d frames", len(s.Visible), len(s.Visible[0]), n, rows/2)
	}
	if s.TwoFrame && s.Frames() != 2 || s.Width < 0 || (s.Width == 0) != (s.Height == 0) {
		t.Fatalf("%d frames, two-frame %v, size %d×%d", s.Frames(), s.TwoFrame, s.Width, s.Height)
	}
	for _, selection := range []FrameSelection{{}, {Mode: FirstLast}, {Mode: FrameRange, J: 1}} {
		data, tracks, err := s.Data(selection)
		if err == nil && (data.Points() != len(tracks) || len(tracks) < 2) {
			t.Fatalf("frames %v: %d columns, %d tracks", selection, data.Points(), len(tracks))
		}
	}
}

// inflated returns a MATLAB file with its compressed variables inflated: most
// changes to compressed data only break the compression.
func inflated(f *testing.F, content []byte) []byte {
	plain := bytes.Clone(content[:128])
	for rest := content[128:]; len(rest) > 0; {
		end := 8 + binary.LittleEndian.Uint32(rest[4:])
		z, err := zlib.NewReader(bytes.NewReader(rest[8:end]))
		if err != nil {
			f.Fatal(err)
		}
		matrix, err := io.ReadAll(z)
		if err != nil {
			f.Fatal(err)
		}
		plain = append(plain, matrix...)
		rest = rest[end:]
	}
	return plain
}

func FuzzReadMATLAB(f *testing.F) {
	for _, content := range [][]byte{
		matBytes(f, truthWith()...),
		matBytes(f, truthWith(double("m", slices.Repeat([]float64{1, 0, 1}, 8), 6, 4))...),
		matBytes(f, double("y", []float64{1, 2, 1, 3, 4, 1}, 3, 2), double("s", []float64{1, 2}, 1, 2)),
		structFile(f, double("ySparse", slices.Repeat([]float64{3, 4, 1}, 4), 3, 2, 2),
			double("visibleSparse", []float64{1, 1, 0, 1}, 2, 2), double("GtLabel", []float64{1, 2}, 2, 1)),
		matBytes(f, double("data", slices.Repeat([]float64{3, 4, 1}, 4), 6, 2), double("label", []float64{0, 1}, 1, 2)),
	} {
		f.Add(content)
		f.Add(inflated(f, content))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := Read(bytes.NewReader(content), "fuzz_truth.mat")
		if err != nil {
			return
		}
		checkSequence(t, s)
		var again bytes.Buffer
		if err := matfile.Write(&again, s.truthArrays()...); err != nil {
			t.Fatal(err)
		}
		back, err := Read(&again, "fuzz_truth.mat")
		if err != nil {
			t.Fatalf("what was written is not read: %v", err)
		}
		sameTracks(t, back, s)
	})
}

// rewritten checks that the tracks are read again as they were written, as far
// as the table that WriteTracks writes can hold them.
func rewritten(t *testing.T, s *Sequence) {
	if s.Points()*s.Frames() > 1<<16 || !s.seenThroughout() {
		return
	}
	var again bytes.Buffer
	if err := s.WriteTracks(&again, nil, nil); err != nil {
		t.Fatal(err)
	}
	back, err := Read(io.Reader(&again), "fuzz.csv")
	if err != nil {
		t.Fatalf("what was written is not read: %v", err)
	}
	sameTracks(t, back, s)
}

// seenThroughout reports whether every track is seen somewhere and some track in
// the last frame.
func (s *Sequence) seenThroughout() bool {
	last := false
	for i := range s.Points() {
		somewhere := false
		for f := range s.Frames() {
			somewhere = somewhere || s.Seen(i, f)
		}
		if !somewhere {
			return false
		}
		last = last || s.Seen(i, s.Frames()-1)
	}
	return last
}

func FuzzReadText(f *testing.F) {
	for _, text := range []string{
		"1 2 3 4\n5 6 7 8\n",
		"# two\nx1,y1,x2,y2,label\r\n1,2,3,4,0\r\n5,6,7,8,2\r\n",
		"\ufefflabel;x2;y2;x1;y1\n1;-2e3;.5;4;5\n2;5;6;7;8\n",
		"track,frame,x,y,truth\n1,1,2,3,1\n2,1,4,5,2\n1,2,3,3,1\n",
		napariTable, trackMateTable, deepLabCutTable, deepLabCutAnimals, broxTracks, tabTable,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, content string) {
		s, err := Read(strings.NewReader(content), "fuzz.txt")
		if err != nil {
			return
		}
		checkSequence(t, s)
		rewritten(t, s)
	})
}

func FuzzReadArrays(f *testing.F) {
	f.Add(cotracker(f))
	f.Add(tapvid(f))
	f.Add(npy("<f4", "(3, 2, 2)", false, float32s(1, 2, 30, 40, 2, 3, 31, 41, 3, 4, 32, 42)))
	f.Add(npy("<f8", "(4, 4)", false, float64s(7, 0, 1, 2, 7, 1, 1, 3, 9, 0, 5, 5, 9, 1, 5, 6)))
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := Read(bytes.NewReader(content), "fuzz.npz")
		if err == nil {
			checkSequence(t, s)
		}
	})
}

func FuzzParseFrames(f *testing.F) {
	for _, text := range []string{"all", "first-last", "1,30", "3-17", " 2 , 1 ", "0,0", "-", ",",
		"2147483647-2147483648"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		selection, err := ParseFrames(text)
		if err != nil {
			if selection != (FrameSelection{}) {
				t.Fatalf("%q gives %v and an error", text, selection)
			}
			return
		}
		if back, err := ParseFrames(selection.String()); err != nil || back != selection {
			t.Fatalf("%q is %v, written %q and read as %v, %v", text, selection, selection.String(), back, err)
		}
	})
}
