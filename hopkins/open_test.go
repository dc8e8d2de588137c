package hopkins

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/matfile"
)

// truthWith returns the variables of a sound truth file with some replaced,
// added, or (those without data) left out.
func truthWith(changes ...*matfile.Array) []*matfile.Array {
	arrays := sampleSequence().truthArrays()
	for _, c := range changes {
		i := slices.IndexFunc(arrays, func(a *matfile.Array) bool { return a.Name == c.Name })
		switch {
		case i < 0:
			arrays = append(arrays, c)
		case c.Dims == nil:
			arrays = slices.Delete(arrays, i, i+1)
		default:
			arrays[i] = c
		}
	}
	return arrays
}

// changed returns a copy of data with one entry changed.
func changed(data []float64, at int, to float64) []float64 {
	data = slices.Clone(data)
	data[at] = to
	return data
}

// checkErrors reads every content and checks that the error names the file and
// says what is wanted.
func checkErrors(t *testing.T, cases map[string][]byte) {
	t.Helper()
	for want, content := range cases {
		_, err := Read(bytes.NewReader(content), "folder/bad_truth.mat")
		if err == nil || !strings.HasPrefix(err.Error(), "folder/bad_truth.mat: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want folder/bad_truth.mat: …%s…", err, want)
		}
	}
}

func TestHopkinsErrors(t *testing.T) {
	s := sampleSequence()
	x, y := homogeneous(s.Normalized), homogeneous(s.Pixels)
	with := func(changes ...*matfile.Array) []byte { return matBytes(t, truthWith(changes...)...) }
	text := &matfile.Array{Name: "width", Class: matfile.Char, Dims: []int{1, 3}, Data: []float64{'6', '4', '0'}}
	mask := slices.Repeat([]float64{1}, 24)
	checkErrors(t, map[string][]byte{
		"variable y: expected an array of size 3×points×frames, found none": with(
			&matfile.Array{Name: "y"}),
		"variable y: expected size 3×points×frames, found 2×6×4": with(
			double("y", nil, 2, 6, 4)),
		"variable y: expected size 3×points×frames, found 3×6×4×1": with(
			double("y", nil, 3, 6, 4, 1)),
		"variable y: expected at least 2 points, found 1 (size 3×1×4)": with(
			double("y", nil, 3, 1, 4)),
		"variable y: expected at least 1 frame, found 0 (size 3×6×0)": with(
			double("y", []float64{}, 3, 6, 0)),
		"variable x: expected size 3×6×4 like y, found 3×6×3": with(
			double("x", nil, 3, 6, 3)),
		"variable x: expected real numbers, found class char": with(
			&matfile.Array{Name: "x", Class: matfile.Char, Dims: []int{3, 6, 4}, Data: make([]float64, 72)}),
		"variable y: expected finite coordinates of at most 1e+09, found NaN in row 2 of point 3 in frame 2": with(
			double("y", changed(y, 3*(6+2)+1, math.NaN()), 3, 6, 4)),
		"variable x: expected finite coordinates of at most 1e+09, found -Inf in row 1 of point 1 in frame 1": with(
			double("x", changed(x, 0, math.Inf(-1)), 3, 6, 4)),
		"variable x: expected finite coordinates of at most 1e+09, found 2e+09": with(
			double("x", changed(x, 0, 2e9), 3, 6, 4)),
		"variable y: expected 1 in row 3 (homogeneous coordinates), found 2 for point 6 in frame 4": with(
			double("y", changed(y, 71, 2), 3, 6, 4)),
		"variable s: expected 6 labels, one for each point, found size 5×1": with(
			double("s", nil, 5, 1)),
		"variable s: expected 6 labels, one for each point, found size 2×3": with(
			double("s", nil, 2, 3)),
		"variable s: expected whole labels of at least 0, found -1 for point 2": with(
			double("s", []float64{1, -1, 1, 1, 1, 1}, 6, 1)),
		"variable s: expected whole labels of at least 0, found 1.5 for point 6": with(
			double("s", []float64{1, 1, 1, 1, 1, 1.5}, 6, 1)),
		"variable s: expected whole labels of at least 0, found NaN for point 1": with(
			double("s", []float64{math.NaN(), 1, 1, 1, 1, 1}, 1, 6)),
		"variable s: expected real numbers, found class char": with(
			&matfile.Array{Name: "s", Class: matfile.Char, Dims: []int{1, 6}, Data: make([]float64, 6)}),
		"variable width: expected whole pixels from 1 to 1048576, found 0": with(
			double("width", []float64{0}, 1, 1)),
		"variable width: expected one number, found class double of size 1×2": with(
			double("width", []float64{640, 480}, 1, 2)),
		"variable width: expected one number, found class char of size 1×3": with(text),
		"variable height: expected whole pixels from 1 to 1048576, found -480": with(
			double("height", []float64{-480}, 1, 1)),
		"variable height: expected whole pixels from 1 to 1048576, found NaN": with(
			double("height", []float64{math.NaN()}, 1, 1)),
		"variable points: expected 6 as in y (size 3×6×4), found 7": with(
			double("points", []float64{7}, 1, 1)),
		"variable frames: expected 4 as in y (size 3×6×4), found 3": with(
			double("frames", []float64{3}, 1, 1)),
		"variable m: expected size 6×4, found 4×6": with(
			double("m", mask, 4, 6)),
		"variable m: expected real numbers, found class char": with(
			&matfile.Array{Name: "m", Class: matfile.Char, Dims: []int{6, 4}, Data: make([]float64, 24)}),
		"variable m: expected 0 or 1, found 2 for point 2 in frame 3": with(
			double("m", changed(mask, 13, 2), 6, 4)),
		"expected tracks: variables x, y and s, a struct Data with ySparse, or data and label; found \"fea\"": matBytes(
			t, double("fea", nil, 4, 4)),
		"found no variable": matBytes(t),
	})
}

func TestHopkinsMask(t *testing.T) {
	s := sampleSequence()
	mask := slices.Repeat([]float64{1}, 24)
	nan := math.NaN()
	hidden := changed(homogeneous(s.Normalized), 3*(6+2), nan) // point 3 in frame 2
	got,
		err := Read(bytes.NewReader(matBytes(t,
		truthWith(double("m", changed(mask, 6+2, 0), 6, 4), double("x", hidden, 3, 6, 4))...)), "a_truth.mat")
	if err != nil {
		t.Fatal(err)
	}
	if got.Seen(2, 1) || !got.Seen(2, 0) || got.Normalized.At(2, 2) != 0 || got.Pixels.At(2, 2) != 0 {
		t.Errorf("point 3 in frame 2: seen %v, at %v", got.Seen(2, 1), got.Normalized.At(2, 2))
	}
	whole, err := Read(bytes.NewReader(matBytes(t, truthWith(double("m", mask, 6, 4))...)), "a_truth.mat")
	if err != nil {
		t.Fatal(err)
	}
	if whole.Visible != nil {
		t.Error("a mask of ones is not taken for complete tracks")
	}
}

// TestHopkinsOneFrame: MATLAB drops the last dimension when it is 1.
func TestHopkinsOneFrame(t *testing.T) {
	y := double("y", []float64{1, 2, 1, 3, 4, 1}, 3, 2)
	s, err := Read(bytes.NewReader(matBytes(t, y)), "one.mat")
	if err != nil {
		t.Fatal(err)
	}
	if s.Points() != 2 || s.Frames() != 1 || s.Truth != nil || s.Motions() != 0 {
		t.Errorf("%d points, %d frames, truth %v", s.Points(), s.Frames(), s.Truth)
	}
	if want := mat.NewDense(2, 2, []float64{-1, 1, -1, 1}); !mat.Equal(s.Normalized, want) {
		t.Errorf("normalised %v, want %v", mat.Formatted(s.Normalized), mat.Formatted(want))
	}
}

// TestHopkinsMissingSize: a size that is half there is completed from K.
func TestHopkinsMissingSize(t *testing.T) {
	none := func(name string) *matfile.Array { return &matfile.Array{Name: name} }
	other := double("K", []float64{300, 0, 0, 0, 300, 0, 300, 200, 1}, 3, 3)
	for _, c := range []struct {
		changes       []*matfile.Array
		width, height int
	}{
		{nil, 640, 480},
		{[]*matfile.Array{none("width")}, 640, 480},
		{[]*matfile.Array{none("height")}, 640, 480},
		{[]*matfile.Array{none("width"), none("height")}, 0, 0},
		{[]*matfile.Array{none("width"), none("K")}, 0, 0},
		{[]*matfile.Array{none("width"), other}, 0, 0},
	} {
		s, err := Read(bytes.NewReader(matBytes(t, truthWith(c.changes...)...)), "a_truth.mat")
		if err != nil {
			t.Fatal(err)
		}
		if s.Width != c.width || s.Height != c.height {
			t.Errorf("%d×%d, want %d×%d", s.Width, s.Height, c.width, c.height)
		}
	}
}

// structFile returns a file in the layout of KT3DMoSeg.
func structFile(t testing.TB, fields ...*matfile.Array) []byte {
	t.Helper()
	return matBytes(t, &matfile.Array{Name: "Data", Class: matfile.Struct, Dims: []int{1, 1}, Fields: fields})
}

func TestStructLayout(t *testing.T) {
	// Two frames of three points; the third is hidden, as zeros, in the second.
	tracks := double("ySparse", []float64{10, 20, 1, 30, 20, 1, 20, 60, 1, 12, 20, 1, 32, 20, 1, 0, 0, 0}, 3, 3, 2)
	visible := &matfile.Array{Name: "visibleSparse", Class: matfile.Uint8, Logical: true, Dims: []int{3, 2},
		Data: []float64{1, 1, 1, 1, 1, 0}}
	truth := double("GtLabel", []float64{1, 2, 0}, 3, 1)
	s, err := Read(bytes.NewReader(structFile(t, tracks, visible, truth)), "folder/Seq1_Tracks.mat")
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "Seq1" || s.Category != Other || s.Motions() != 2 || s.Points() != 3 || s.Frames() != 2 || s.Seen(2, 1) {
		t.Errorf("%+v", s)
	}
	// Without a size of the picture: x from 10 to 32, y from 20 to 60.
	want := mat.NewDense(4, 3, []float64{-11. / 20, 9. / 20, -1. / 20, -1, -1, 1, -9. / 20, 11. / 20, 0, -1, -1, 0})
	if !mat.EqualApprox(s.Normalized, want, 1e-15) {
		t.Errorf("normalised\n%v\nwant\n%v", mat.Formatted(s.Normalized), mat.Formatted(want))
	}

	renamed := func(a *matfile.Array, name string) *matfile.Array {
		b := *a
		b.Name = name
		return &b
	}
	checkErrors(t, map[string][]byte{
		"field Data.ySparse: expected size 3×points×frames, found 3×3×2×1": structFile(
			t, double("ySparse", nil, 3, 3, 2, 1)),
		"field Data.visibleSparse: expected size 3×2, found 2×3": structFile(
			t, tracks, double("visibleSparse", nil, 2, 3)),
		"field Data.GtLabel: expected 3 labels, one for each point, found size": structFile(
			t, tracks, visible, double("GtLabel", nil, 2, 1)),
		"field Data.ySparse: expected 1 in row 3 (homogeneous coordinates), found 0 for point 3 in frame 2": structFile(
			t, tracks),
		"expected tracks: ": structFile(t, renamed(tracks, "yAll")),
	})
}

// TestStructLayoutFrames: the pictures beside the tracks give the size, by
// which the coordinates are normalised.
func TestStructLayoutFrames(t *testing.T) {
	folder := t.TempDir()
	content := structFile(t, double("ySparse", []float64{100, 50, 1, 300, 150, 1}, 3, 2))
	path := testfile.Write(t, content, folder, "Seq1", "Seq1_Tracks.mat")
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 400, 200))); err != nil {
		t.Fatal(err)
	}
	frame := testfile.Write(t, picture.Bytes(), folder, "Seq1", "frames", "000001.png")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := mat.NewDense(2, 2, []float64{-0.5, 0.5, -0.25, 0.25}); s.Width != 400 || s.Height != 200 ||
		!mat.Equal(s.Normalized, want) {
		t.Errorf("size %d×%d, normalised\n%v", s.Width, s.Height, mat.Formatted(s.Normalized))
	}
	testfile.Write(t, []byte("no picture"), folder, "Seq1", "frames", "000001.png")
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), frame) {
		t.Errorf("error is %v, want one that names %s", err, frame)
	}
}

func TestTwoViewLayout(t *testing.T) {
	data := double("data", []float64{100, 40, 1, 120, 60, 1, 200, 100, 1, 210, 90, 1, 0, 0, 1, 5, 5, 1}, 6, 3)
	label := double("label", []float64{0, 1, 2}, 1, 3)
	picture := &matfile.Array{Name: "img1", Class: matfile.Uint8, Dims: []int{100, 200, 3}, Data: make([]float64, 60000)}
	s, err := Read(bytes.NewReader(matBytes(t, data, label, picture)), "pair.mat")
	if err != nil {
		t.Fatal(err)
	}
	if !s.TwoFrame || s.Width != 200 || s.Height != 100 || s.Motions() != 2 || s.Frames() != 2 {
		t.Errorf("%+v", s)
	}
	if want := mat.NewDense(4, 3, []float64{100, 200, 0, 40, 100, 0, 120, 210, 5, 60, 90, 5}); !mat.Equal(s.Pixels, want) {
		t.Errorf("pixels\n%v\nwant\n%v", mat.Formatted(s.Pixels), mat.Formatted(want))
	}
	if want := mat.NewDense(4, 3, []float64{0, 1, -1, -.1, .5, -.5, .2, 1.1, -.95, .1, .4, -.45}); !mat.EqualApprox(
		s.Normalized, want, 1e-15) {
		t.Errorf("normalised\n%v\nwant\n%v", mat.Formatted(s.Normalized), mat.Formatted(want))
	}
	checkErrors(t, map[string][]byte{
		"variable data: expected size 6×points with at least 2 points, found 6×1": matBytes(t,
			double("data", nil, 6, 1)),
		"variable data: expected size 6×points with at least 2 points, found 5×9": matBytes(t,
			double("data", nil, 5, 9), label),
		"variable label: expected 3 labels, one for each point, found size 1×2": matBytes(t,
			data, double("label", nil, 1, 2)),
		"variable data: expected 1 in row 3 (homogeneous coordinates), found 0 for point 1 in frame 1": matBytes(t,
			double("data", nil, 6, 3)),
		"variable data: expected real numbers, found class char": matBytes(t,
			&matfile.Array{Name: "data", Class: matfile.Char, Dims: []int{6, 2}, Data: make([]float64, 12)}),
	})
}

// TestOpenBroken: what is wrong with a file as a whole.
func TestOpenBroken(t *testing.T) {
	sound := matBytes(t, truthWith()...)
	corrupt := bytes.Clone(sound)
	corrupt[len(corrupt)-1] ^= 0x55 // in the checksum of the last variable
	v73 := append([]byte("MATLAB 7.3 MAT-file"), make([]byte, 512)...)
	v73[125], v73[126], v73[127] = 2, 'I', 'M'
	checkErrors(t, map[string][]byte{
		"expected tracks, found an empty file":                      {},
		"the file ends too early":                                   sound[:len(sound)-20],
		"found damaged data":                                        corrupt,
		"version 7.3 (HDF5); save it in MATLAB with the option -v7": v73,
		"expected a file of MATLAB or Octave (.mat) or with arrays of NumPy or HDF5 (.npy, .npz, .h5), a table " +
			"of tracks": []byte("\x00\x01\x02\xff binary"),
	})
	for _, path := range []string{filepath.Join(t.TempDir(), "none.mat"), filepath.Join(t.TempDir(), "none")} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("error is %v, want one that names %s", err, path)
		}
	}
}

func TestOpenFolder(t *testing.T) {
	root := t.TempDir()
	sound := matBytes(t, truthWith()...)
	pairs := []byte("1 2 3 4\n5 6 7 9\n")

	testfile.Write(t, sound, root, "cars3_g12", "cars3_g12_truth.mat")
	testfile.Write(t, []byte("x"), root, "cars3_g12", "other.mat")
	testfile.Write(t, []byte("Two cars. \n"), root, "cars3_g12", "description.txt")
	s, err := Open(filepath.Join(root, "cars3_g12"))
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "cars3_g12" || s.Parent != "cars3" || s.Category != Traffic || s.Description != "Two cars." ||
		s.Path != filepath.Join(root, "cars3_g12", "cars3_g12_truth.mat") {
		t.Errorf("%+v", s)
	}

	testfile.Write(t, sound, root, "plain", "some.mat")
	testfile.Write(t, pairs, root, "pairs", "points.txt")
	testfile.Write(t, []byte("read this first"), root, "pairs", "readme.txt")
	for folder, name := range map[string]string{"plain": "some", "pairs": "points"} {
		if s, err := Open(filepath.Join(root, folder)); err != nil || s.Name != name {
			t.Errorf("%s: %v", folder, err)
		}
	}

	testfile.Write(t, sound, root, "many", "a_truth.mat")
	testfile.Write(t, sound, root, "many", "b_truth.mat")
	testfile.Write(t, []byte("\x89PNG"), root, "many", "0001.png")
	testfile.Write(t, []byte("Not of one of them."), root, "many", "description.txt")
	if err := os.Mkdir(filepath.Join(root, "none"), 0o777); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]string{
		"many": "expected one sequence in the folder, found 2: a_truth.mat, b_truth.mat",
		"none": "expected a film, the pictures of one or a file of tracks in the folder, such as none.mp4 or " +
			"none_truth.mat, found none",
		"many/0001.png": "expected tracks or a film, found one picture; a folder of pictures is a film: open " +
			filepath.Join(root, "many"),
	} {
		if _, err := Open(filepath.Join(root, folder)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v, want %s", folder, err, want)
		}
	}
	if s, err := Open(filepath.Join(root, "many", "b_truth.mat")); err != nil || s.Name != "b" || s.Description != "" {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestFolderWithFilmsBeside: where a folder has films besides its one file of tracks, which
// are not theirs, that is noted; the film of the tracks is none.
func TestFolderWithFilmsBeside(t *testing.T) {
	folder := t.TempDir()
	testfile.Write(t, "x1 y1 x2 y2\n1 2 3 4\n5 6 7 8\n", folder, "pairs.txt")
	noted := func() []string {
		s, err := Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		return s.Notes
	}
	testfile.Write(t, "film", folder, "a.mp4")
	if notes := noted(); len(notes) > 0 {
		t.Errorf("of the one film, which is that of the tracks, is noted %q", notes)
	}
	testfile.Write(t, "film", folder, "b.mp4")
	want := "the folder has 2 films besides, such as a.mp4; pairs.txt was opened alone"
	if notes := noted(); !slices.Contains(notes, want) {
		t.Errorf("noted is %q, expected %q", notes, want)
	}
}

// TestSniffCutRune: text is text even when the first bytes that are looked at
// end within a character.
func TestSniffCutRune(t *testing.T) {
	for pad := range 4 {
		text := "#" + strings.Repeat("x", pad) + strings.Repeat("𝄞", 1<<12) + "\n1 2 3 4\n5 6 7 8\n"
		if s, err := Read(strings.NewReader(text), "a.txt"); err != nil || s.Points() != 2 {
			t.Errorf("with %d characters before: %v", pad, err)
		}
	}
}

// TestFolderWithOneMatrix: the one file of a folder that can be read is its tracks, whether or
// not it looks like them.
func TestFolderWithOneMatrix(t *testing.T) {
	for _, name := range []string{"numpy_fortran.npy", "opencv_lk.xml", "opencv_lk.json"} {
		content, err := os.ReadFile(filepath.Join("read", "testdata", "tools", name))
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		testfile.Write(t, content, folder, name)
		if s, err := Open(folder); err != nil || s.Points() != 12 || s.Frames() != 7 {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
		testfile.Write(t, "nothing", folder, name)
		if _, err := Open(folder); err == nil ||
			!strings.Contains(err.Error(), "found 1 file of the right ending that is none, the first: "+name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestFolderWithoutTracks: what is in a folder without tracks is said.
func TestFolderWithoutTracks(t *testing.T) {
	film := t.TempDir()
	testfile.Write(t, []byte("film"), film, "clip.mp4")
	tables := t.TempDir()
	for i := range 130 {
		testfile.Write(t, []byte("a,b\n1,2\n"), tables, fmt.Sprintf("cell%03d.csv", i))
	}
	for folder, want := range map[string]string{film: "found 1 film, such as clip.mp4: open that",
		tables: `found 130 files of the right endings that are none, the first: cell000.csv: expected columns`} {
		if _, err := Open(folder); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected …%s…", err, want)
		}
	}
}

// homogeneous returns the 2F×N matrix as 3×N×F, first index fastest, with ones in
// row 3.
func homogeneous(m *mat.Dense) []float64 {
	rows, n := m.Dims()
	var data []float64
	for r := 0; r < rows; r += 2 {
		for i := range n {
			data = append(data, m.At(r, i), m.At(r+1, i), 1)
		}
	}
	return data
}
