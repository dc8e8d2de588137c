package hopkins

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// npy returns an array as NumPy saves it.
func npy(descr, shape string, fortran bool, data []byte) []byte {
	order := "False"
	if fortran {
		order = "True"
	}
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", descr, order, shape)
	head += strings.Repeat(" ", 64-(10+len(head)+1)%64) + "\n"
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), byte(len(head)>>8))
	return append(append(out, head...), data...)
}

func float32s(values ...float32) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

func float64s(values ...float64) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// npz returns an archive of members, name and content in turn.
func npz(t testing.TB, members ...any) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		f, err := w.Create(members[i].(string))
		if err == nil {
			_, err = f.Write(members[i+1].([]byte))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// cotracker is 1×T×N×2 with T = 3, N = 2; track 2 is hidden in frame 2.
func cotracker(t testing.TB) []byte {
	return npz(t, "pred_tracks.npy",
		npy("<f4", "(1, 3, 2, 2)", false, float32s(10, 20, 30, 40, 11, 21, 31, 41, 12, 22, 32, 42)),
		"pred_visibility.npy", npy("|b1", "(1, 3, 2)", false, []byte{1, 1, 1, 0, 1, 1}))
}

// tapvid is N×T×2 with N = 2, T = 3, relative to a picture of 200×100.
func tapvid(t testing.TB) []byte {
	return npz(t, "video.npy", npy("|u1", "(3, 100, 200, 3)", false, nil),
		"points.npy", npy("<f4", "(2, 3, 2)", false, float32s(0.25, 0.5, 0.5, 0.5, 0.75, 0.5, 0, 0, 0.5, 0.25, 1, 1)),
		"occluded.npy", npy("|b1", "(2, 3)", false, []byte{0, 0, 0, 0, 1, 0}))
}

func TestArrays(t *testing.T) {
	seen, hidden := []bool{true, true, true}, []bool{true, false, true}
	two := columnsOf([]float64{10, 20, 11, 21, 12, 22}, []float64{30, 40, 0, 0, 32, 42})
	all := columnsOf([]float64{10, 20, 11, 21, 12, 22}, []float64{30, 40, 31, 41, 32, 42},
		[]float64{50, 60, 51, 61, 52, 62}, []float64{70, 80, 71, 81, 72, 82})
	pairTime := float64s(10, 20, 30, 40, 11, 21, 31, 41, 12, 22, 32, 42)
	pairTrack := float64s(10, 20, 11, 21, 12, 22, 30, 40, 31, 41, 32, 42)
	byTime := float64s(10, 20, 30, 40, 50, 60, 70, 80, 11, 21, 31, 41, 51, 61, 71, 81, 12, 22, 32, 42, 52, 62, 72, 82)
	byTrack := float64s(10, 20, 11, 21, 12, 22, 30, 40, 31, 41, 32, 42, 50, 60, 51, 61, 52, 62, 70, 80, 71, 81, 72, 82)
	gap := [][]bool{seen, hidden}
	for name, c := range map[string]struct {
		content       []byte
		want          Sequence
		width, height int
	}{
		"CoTracker": {cotracker(t), Sequence{Pixels: two, Visible: gap}, 0, 0},
		"CoTracker, probabilities": {npz(t, "tracks.npy", npy("<f8", "(3, 2, 2)", false, pairTime), "visibility.npy",
			npy("<f4", "(3, 2, 1)", false, float32s(1, .9, 1, .2, 1, 1))),
			Sequence{Pixels: two, Visible: gap}, 0, 0},
		"TAP-Vid": {tapvid(t),
			Sequence{Pixels: columnsOf([]float64{50, 50, 100, 50, 150, 50}, []float64{0, 0, 0, 0, 200, 100}),
				Visible: gap}, 200, 100},
		"TAP-Vid, no video": {npz(t, "points.npy", npy("<f8", "(2, 1, 2)", false, float64s(0.25, 0.5, 1, 0)),
			"occluded.npy", npy("|b1", "(2, 1)", false, []byte{0, 0})),
			Sequence{Pixels: columnsOf([]float64{64, 128}, []float64{256, 0})}, 0, 0},
		"TAP-Vid in pixels": {npz(t, "points.npy", npy("<f8", "(2, 1, 2)", false, float64s(25, 0.5, 1, 0)),
			"occluded.npy", npy("|b1", "(2, 1)", false, []byte{0, 0})),
			Sequence{Pixels: columnsOf([]float64{25, 0.5}, []float64{1, 0})}, 0, 0},
		"TAPIR": {npz(t, "tracks.npy", npy("<f8", "(2, 3, 2)", false, pairTrack), "visibles.npy",
			npy("|b1", "(2, 3)", false, []byte{1, 1, 1, 1, 0, 1})),
			Sequence{Pixels: two, Visible: gap}, 0, 0},
		"tracks alone, by time": {npz(t, "tracks.npy", npy("<f8", "(3, 4, 2)", false, byTime)), Sequence{Pixels: all}, 0, 0},
		"tracks alone, by track": {npz(t, "tracks.npy", npy("<f8", "(4, 3, 2)", false, byTrack)),
			Sequence{Pixels: all}, 0, 0},
		"array by time":  {npy("<f8", "(3, 4, 2)", false, byTime), Sequence{Pixels: all}, 0, 0},
		"array by track": {npy("<f8", "(4, 3, 2)", false, byTrack), Sequence{Pixels: all}, 0, 0},
		"array, columns first": {npy("<f8", "(3, 4, 2)", true,
			float64s(10, 11, 12, 30, 31, 32, 50, 51, 52, 70, 71, 72, 20, 21, 22, 40, 41, 42, 60, 61, 62, 80, 81, 82)),
			Sequence{Pixels: all}, 0, 0},
		"no number is not seen": {npy("<f8", "(3, 3, 2)", false,
			float64s(10, 20, 30, 40, 50, 60, 11, 21, math.NaN(), 41, 50, 60, 12, 22, 32, 42, 50, 60)),
			Sequence{Pixels: columnsOf([]float64{10, 20, 11, 21, 12, 22}, []float64{30, 40, 0, 0, 32, 42},
				[]float64{50, 60, 50, 60, 50, 60}), Visible: [][]bool{seen, hidden, seen}}, 0, 0},
		"napari": {npy("<f8", "(5, 4)", false,
			float64s(4, 0, 20, 10, 4, 1, 21, 11, 4, 2, 22, 12, 9, 0, 40, 30, 9, 2, 42, 32)),
			Sequence{Pixels: two, Visible: gap, IDs: []string{"4", "9"}}, 0, 0},
		"napari with depth": {npy("<f8", "(2, 5)", false, float64s(1, 0, 99, 20, 10, 2, 0, 99, 40, 30)),
			Sequence{Pixels: columnsOf([]float64{10, 20}, []float64{30, 40})}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			// One way from memory, one from a file.
			s, err := Read(bytes.NewReader(c.content), "a.npz")
			if err != nil {
				t.Fatal(err)
			}
			opened, err := Open(testfile.Write(t, c.content, t.TempDir(), "a.dat"))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range []*Sequence{s, opened} {
				sameTracks(t, s, &c.want)
				if s.Width != c.width || s.Height != c.height || s.TwoFrame || !reflect.DeepEqual(s.IDs, c.want.IDs) {
					t.Errorf("size %d×%d, want %d×%d; tracks %q, want %q", s.Width, s.Height, c.width, c.height, s.IDs, c.want.IDs)
				}
			}
		})
	}
}

func TestArrayErrors(t *testing.T) {
	tracks := npy("<f8", "(1, 2, 2)", false, float64s(1, 2, 3, 4))
	for want, content := range map[string][]byte{
		"expected size [1×]frames×tracks×2 or [1×]tracks×frames×2, found 5×7": npy(
			"<f8", "(5, 7)", false, make([]byte, 280)),
		"expected size [1×]frames×tracks×2 or [1×]tracks×frames×2, found 2×1×2×2": npy(
			"<f8", "(2, 1, 2, 2)", false, make([]byte, 64)),
		"expected at least 2 tracks, found 1": npy(
			"<f8", "(1, 1, 2)", false, make([]byte, 16)),
		"expected more numbers, found the end of the file": npy(
			"<f8", "(2, 2, 2)", false, make([]byte, 16)),
		"expected at most 12582912 numbers, found size 2147483647×2147483647×2": npy(
			"<f8", "(2147483647, 2147483647, 2)", false, nil),
		"expected an array of numbers or booleans, found type |O": npy(
			"|O", "(1, 2, 2)", false, nil),
		"expected an array of numbers or booleans, found type <c8": npy(
			"<c8", "(1, 2, 2)", false, nil),
		"expected finite coordinates of at most 1e+09, found (+Inf, 2) for track 1 in frame 1": npy(
			"<f8", "(1, 2, 2)", false, float64s(math.Inf(1), 2, 3, 4)),
		"expected descr, fortran_order and shape in the header": npy(
			"<f8", "7", false, nil),
		"expected arrays of numbers, found none": npz(t,
			"readme.txt", []byte("hello")),
		`expected tracks under a known name, found the arrays "features 6×6": choose one of them (--array NAME)`: npz(t,
			"features.npy", npy("<f8", "(6, 6)", false, make([]byte, 288))),
		"array visibility: expected size 1×2 like the tracks, found 2×2": npz(t,
			"tracks.npy", tracks, "visibility.npy", npy("|b1", "(2, 2)", false, make([]byte, 4))),
		"array visibility: expected 0 to 1, found 7": npz(t,
			"tracks.npy", tracks, "visibility.npy", npy("|u1", "(1, 2)", false, []byte{7, 1})),
		"array tracks: expected at most 6291456 tracks × frames, found 1000000 × 1000000": npz(t,
			"tracks.npy", npy("<f8", "(1000000, 1000000, 2)", false, nil)),
		"array tracks: expected the end of the array of size 1×2×2, found more": npz(t,
			"tracks.npy", append(bytes.Clone(tracks), 1, 2, 3)),
		"expected a zip archive of NumPy arrays (.npz)":              []byte("PK\x03\x04 and no more"),
		"expected version 1 to 3 of NumPy's format, found 9":         []byte("\x93NUMPY\x09\x00\x00\x00"),
		"expected a header of at most 65536 bytes, found 2147483647": []byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"),
	} {
		_, err := Read(bytes.NewReader(content), "bad.npz")
		if err == nil || !strings.HasPrefix(err.Error(), "bad.npz: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want bad.npz: …%s…", err, want)
		}
	}
}

// TestArchiveBomb: an archive that inflates to far more than its arrays may
// hold is refused after its head.
func TestArchiveBomb(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("tracks.npy")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(npy("<f8", "(100000, 20000, 2)", false, nil)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(f, zeros{}, 1<<26); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 1<<18 {
		t.Fatalf("the bomb has %d bytes", b.Len())
	}
	if _, err := Read(bytes.NewReader(b.Bytes()), "bomb.npz"); err == nil ||
		!strings.Contains(err.Error(), "expected at most") {
		t.Errorf("error is %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestArrayOrders: the order of tracks and frames where several say it.
func TestArrayOrders(t *testing.T) {
	// moving is 12 tracks that move slowly in 7 frames, as tracks × frames × 2.
	var moving []float64
	for i := range 12 {
		for f := range 7 {
			moving = append(moving, float64(i*97%640)+float64(f), float64(i*61%480)+0.5*float64(f))
		}
	}
	// matched are 30 matches far apart, as matches × 2 pictures × 2.
	var matched, pictures []float64
	for i := range 30 {
		matched = append(matched, float64(i), float64(2*i), float64(300+i), float64(400-i))
	}
	for f := range 2 {
		for i := range 30 {
			pictures = append(pictures, matched[4*i+2*f:][:2]...)
		}
	}
	seen := npy("|b1", "(12, 7)", false, make([]byte, 84))
	all := npy("|b1", "(12, 7)", false, bytes.Repeat([]byte{1}, 84))
	tracks := npy("<f8", "(12, 7, 2)", false, float64s(moving...))
	for name, c := range map[string]struct {
		content        []byte
		points, frames int
		note           string
	}{
		"tracks, occluded": {npz(t, "tracks.npy", tracks, "occluded.npy", seen), 12, 7, ""},
		"tracks, visibles": {npz(t, "tracks.npy", tracks, "visibles.npy", all), 12, 7, ""},
		"tracks, visibility": {npz(t, "tracks.npy", tracks, "visibility.npy", all), 12, 7,
			"the names of the arrays stand for the other order"},
		"matches × pictures": {npy("<f8", "(30, 2, 2)", false, float64s(matched...)), 30, 2,
			"an index of 2 is that of two frames"},
		"pictures × matches": {npy("<f8", "(2, 30, 2)", false, float64s(pictures...)), 30, 2,
			"an index of 2 is that of two frames"},
		"matches × pictures in npz": {npz(t, "tracks.npy", npy("<f8", "(30, 2, 2)", false, float64s(matched...))), 30,
			2, "an index of 2 is that of two frames"},
	} {
		s, err := Read(bytes.NewReader(c.content), "a.npz")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		notes := strings.Join(s.Notes, "; ")
		if s.Points() != c.points || s.Frames() != c.frames || s.Visible != nil || c.note == "" && notes != "" ||
			!strings.Contains(notes, c.note) {
			t.Errorf("%s: %d tracks in %d frames, notes %q; expected %d in %d, %q", name, s.Points(), s.Frames(), notes,
				c.points, c.frames, c.note)
		}
		if x, y := s.Pixels.At(2, 5), s.Pixels.At(3, 5); c.frames == 2 && (x != 305 || y != 395) ||
			c.frames == 7 && (x != 486 || y != 305.5) {
			t.Errorf("%s: track 6 in frame 2 is at %g, %g", name, x, y)
		}
	}
}
