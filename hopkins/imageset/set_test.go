package imageset

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/matfile"

	"motionseg/hopkins/files"
)

func double(name string, data []float64, dims ...int) *matfile.Array {
	return &matfile.Array{Name: name, Class: matfile.Double, Dims: dims, Data: data}
}

// matBytes returns the arrays as a MATLAB file.
func matBytes(t testing.TB, arrays ...*matfile.Array) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := matfile.Write(&b, arrays...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// subspaces returns pictures of 6×5 pixels in [0, 1], each classes in a plane
// of its own, in MATLAB's order with pictures as columns, and their labels.
func subspaces(classes, each int) (pixels, labels []float64) {
	r := rand.New(rand.NewPCG(3, 4))
	for c := range classes {
		var basis [2][30]float64
		for i := range basis {
			for j := range basis[i] {
				basis[i][j] = r.Float64()
			}
		}
		for range each {
			u := r.Float64()
			for j := range 30 {
				pixels = append(pixels, u*basis[0][j]+(1-u)*basis[1][j])
			}
			labels = append(labels, float64(10*c+5))
		}
	}
	return pixels, labels
}

// subspaceSet returns the set of subspaces.
func subspaceSet(t testing.TB, classes, each int) *Set {
	t.Helper()
	pixels, labels := subspaces(classes, each)
	s, err := readBytes(matBytes(t, double("X", pixels, 30, len(labels)), double("Y", labels, 1, len(labels))),
		"planes.mat", Options{Width: 5, Height: 6})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLayouts(t *testing.T) {
	// Three pictures of 2×2 pixels; the first is 1 2 / 3 4, stored 1 3 2 4.
	columns := []float64{1, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	rows := []float64{1, 5, 9, 3, 6, 10, 2, 7, 11, 4, 8, 12}
	labels := []float64{7, 0, 7}
	for name, file := range map[string][]*matfile.Array{
		"EYALEB": {double("EYALEB_LABEL", labels, 1, 3), double("EYALEB_DATA", columns, 4, 3)},
		"Cai":    {double("fea", rows, 3, 4), double("gnd", labels, 3, 1)},
		"X, Y":   {double("X", rows, 3, 4), double("Y", labels, 3, 1)},
		"others": {double("faces", columns, 4, 3), double("who", labels, 1, 3),
			double("version", []float64{2}, 1, 1)},
		"two fit, one usual": {double("fea", rows, 3, 4), double("gnd", labels, 3, 1),
			double("split", []float64{1, 2, 3}, 3, 1)},
	} {
		s, err := readBytes(matBytes(t, file...), "f.mat", Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := mat.NewDense(4, 3, []float64{1, 5, 9, 3, 6, 10, 2, 7, 11, 4, 8, 12})
		if !mat.Equal(s.X, want) || !slices.Equal(s.Truth, []int{2, 1, 2}) ||
			!slices.Equal(s.Classes, []string{"0", "7"}) || s.Width != 2 || s.Height != 2 {
			t.Errorf("%s: X %v, truth %v, classes %v, size %d×%d", name, mat.Formatted(s.X), s.Truth, s.Classes,
				s.Width, s.Height)
			continue
		}
		if got := s.Thumbnail(0).Pix; !slices.Equal(got, []uint8{1, 2, 3, 4}) {
			t.Errorf("%s: first picture has pixels %v", name, got)
		}
	}
}

// TestLayoutBySquare: with as many pictures as pixels the name decides whether
// pictures are rows.
func TestLayoutBySquare(t *testing.T) {
	for name, second := range map[string]float64{"fea": 2, "X": 3} {
		s, err := readBytes(matBytes(t, double(name, []float64{1, 2, 3, 4}, 2, 2),
			double("gnd", []float64{1, 2}, 2, 1)), "f.mat", Options{})
		if err != nil {
			t.Fatal(err)
		}
		// MATLAB stores columns: the matrix is 1 3 / 2 4.
		if got := s.X.At(0, 1); got != map[float64]float64{2: 2, 3: 3}[second] {
			t.Errorf("%s: first pixel of the second picture is %v, expected %v", name, got, second)
		}
	}
}

// TestLayoutByClass reads pixels×pictures×classes, as SSC's YaleBCrop025.mat.
func TestLayoutByClass(t *testing.T) {
	pixels := make([]float64, 4*3*2)
	for i := range pixels {
		pixels[i] = float64(i)
	}
	s, err := readBytes(matBytes(t, double("Y", pixels, 4, 3, 2), double("Ind", make([]float64, 6), 3, 2)), "f.mat",
		Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Truth, []int{1, 1, 1, 2, 2, 2}) || s.X.At(0, 4) != 16 || s.X.At(3, 5) != 23 {
		t.Errorf("truth %v, X %v", s.Truth, mat.Formatted(s.X))
	}
}

func TestVariablesByName(t *testing.T) {
	file := matBytes(t,
		double("fea", make([]float64, 12), 3, 4), double("gnd", []float64{1, 1, 2}, 3, 1),
		double("half", []float64{1, 2, 3, 4, 5, 6}, 3, 2), double("other", []float64{4, 5, 6}, 1, 3))
	s, err := readBytes(file, "f.mat", Options{Data: "half", Labels: "other"})
	if err != nil {
		t.Fatal(err)
	}
	if d, n := s.X.Dims(); d != 2 || n != 3 || len(s.Classes) != 3 || s.Thumbnail(0) != nil {
		t.Errorf("%d×%d, classes %v", d, n, s.Classes)
	}
}

func TestMATLABErrors(t *testing.T) {
	nan := []float64{1, 2, 3, 0, 5, 6}
	nan[3] /= nan[3]
	fea, gnd := double("fea", []float64{1, 2, 3, 4, 5, 6}, 3, 2), double("gnd", []float64{1, 1, 2}, 3, 1)
	for name, test := range map[string]struct {
		file    []*matfile.Array
		options Options
		want    string
	}{
		"no labels": {[]*matfile.Array{fea}, Options{}, "expected a matrix with pictures as rows or columns and a " +
			"vector with the class of each (such as fea and gnd), found fea (3×2 double)"},
		"no variable": {nil, Options{}, "found no variable"},
		"ambiguous": {[]*matfile.Array{double("a", fea.Data, 3, 2), double("b", fea.Data, 3, 2), gnd}, Options{},
			"several that fit: name them, found a (3×2 double), b (3×2 double), gnd (3×1 double)"},
		"not there": {[]*matfile.Array{fea, gnd}, Options{Data: "faces"},
			"variable faces: expected it in the file, found fea (3×2 double)"},
		"not numbers": {[]*matfile.Array{fea,
			{Name: "gnd", Class: matfile.Char, Dims: []int{1, 3}, Data: []float64{65, 66, 67}}}, Options{Labels: "gnd"},
			"variable gnd: expected real numbers, found class char"},
		"half label": {[]*matfile.Array{fea, double("gnd", []float64{1, 1.5, 2}, 3, 1)}, Options{},
			"variable gnd: expected a whole number for every picture, found 1.5 for picture 2"},
		"not finite": {[]*matfile.Array{double("fea", nan, 3, 2), gnd}, Options{},
			"variable fea: expected a finite value of at most 1e+09, found NaN in row 1, column 2"},
		"wrong size": {[]*matfile.Array{fea, gnd}, Options{Width: 3, Height: 4},
			"variable fea: expected pictures of 3×4 pixels, found 2 pixels"},
	} {
		_, err := readBytes(matBytes(t, test.file...), "bad.mat", test.options)
		if err == nil || !strings.HasPrefix(err.Error(), "bad.mat: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, expected …%s", name, err, test.want)
		}
	}
}

// TestTooManyPictures: a small file of very many pictures is refused by its sizes,
// before they are decoded.
func TestTooManyPictures(t *testing.T) {
	const pixels, n = 3, 1 << 21
	content := matBytes(t,
		&matfile.Array{Name: "fea", Class: matfile.Uint8, Dims: []int{pixels, n}, Data: make([]float64, pixels*n)},
		&matfile.Array{Name: "gnd", Class: matfile.Uint8, Dims: []int{n, 1}, Data: make([]float64, n)})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := readBytes(content, "f.mat", Options{})
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "variable fea: expected 2 to 131072 pictures, found 2097152") {
		t.Errorf("error %v", err)
	}
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<20 {
		t.Errorf("%d bytes were taken for a file that is refused", taken)
	}
}

// TestReadingEnds: reading a file ends with its context.
func TestReadingEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.mat")
	if err := os.WriteFile(path, matBytes(t, double("fea", []float64{1, 2, 3, 4}, 2, 2),
		double("gnd", []float64{1, 2}, 2, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Open(ctx, path, Options{}); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := Open(ctx, path, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestPictureSize(t *testing.T) {
	for pixels, want := range map[int][2]int{2016: {42, 48}, 1024: {32, 32}, 1025: {0, 0}} {
		if w, h, err := pictureSize(pixels, Options{}); err != nil || w != want[0] || h != want[1] {
			t.Errorf("%d pixels: %d×%d, %v", pixels, w, h, err)
		}
	}
}

// TestThumbnailRange: values in [0, 1] and in any other range span black to
// white.
func TestThumbnailRange(t *testing.T) {
	for _, values := range [][]float64{{0, 1, 0.5, 0.2}, {-3, 5, 1, -1.4}} {
		s, err := readBytes(matBytes(t, double("fea", append(values, values...), 4, 2),
			double("gnd", []float64{1, 2}, 2, 1)), "f.mat", Options{})
		if err != nil {
			t.Fatal(err)
		}
		// As a column by column picture.
		if got := s.Thumbnail(0).Pix; !slices.Equal(got, []uint8{0, 128, 255, 51}) {
			t.Errorf("%v: %v", values, got)
		}
	}
}

func TestSubset(t *testing.T) {
	s := subspaceSet(t, 4, 3)
	sub := s.Subset(2, 2)
	if sub.Images() != 6 || !slices.Equal(sub.Truth, []int{1, 1, 1, 2, 2, 2}) ||
		!slices.Equal(sub.Classes, []string{"15", "25"}) {
		t.Errorf("truth %v, classes %v", sub.Truth, sub.Classes)
	}
	for i := range 6 {
		if !slices.Equal(mat.Col(nil, i, sub.X), mat.Col(nil, i+3, s.X)) {
			t.Errorf("picture %d is not picture %d of the whole set", i, i+3)
		}
	}
	for text, want := range map[string]int{"": 4, "2": 1, " 2 - 4": 3} {
		if got, err := s.Select(text); err != nil || len(got.Classes) != want {
			t.Errorf("classes %q: %v", text, err)
		}
	}
	for _, text := range []string{"0-2", "3-2", "2-5", "x", "1-2-3"} {
		if _, err := s.Select(text); err == nil || !strings.Contains(err.Error(), "1 to 4") {
			t.Errorf("classes %q: error %v", text, err)
		}
	}
}

func TestParseSize(t *testing.T) {
	if w, h, err := ParseSize("42×48"); err != nil || w != 42 || h != 48 {
		t.Errorf("%d×%d, %v", w, h, err)
	}
	for _, text := range []string{"42", "0x3", "axb", "-1x-1", "99999x99999"} {
		if _, _, err := ParseSize(text); err == nil {
			t.Errorf("size %q is taken", text)
		}
	}
}

// pictureBytes returns a picture of that size, darker in the upper half.
func pictureBytes(t testing.TB, width, height int, format string) []byte {
	t.Helper()
	grey := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			v := uint8(40)
			if y >= height/2 {
				v = 200
			}
			grey.SetGray(x, y, color.Gray{Y: v})
		}
	}
	var b bytes.Buffer
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, grey)
	case "jpg":
		err = jpeg.Encode(&b, grey, &jpeg.Options{Quality: 100})
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFolder(t *testing.T) {
	root := filepath.Join(t.TempDir(), "faces.v2")
	testfile.Write(t, pictureBytes(t, 96, 192, "png"), root, "s10", "1.png")
	testfile.Write(t, pictureBytes(t, 96, 192, "jpg"), root, "s2", "10.JPG")
	testfile.Write(t, []byte("P5\n# a comment\n2 4 255\n\x28\x28\x28\x28\xc8\xc8\xc8\xc8"), root, "s2", "9.pgm")
	testfile.Write(t, []byte("not a picture"), root, "s2", "11.png")
	testfile.Write(t, pictureBytes(t, 192, 96, "png"), root, "s3", "wide.png")
	testfile.Write(t, []byte("text"), root, "s2", "readme.txt")
	testfile.Write(t, []byte("text"), root, "notes", "readme.txt")
	s, err := Open(t.Context(), root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Classes, []string{"s2", "s10"}) || !slices.Equal(s.Truth, []int{1, 1, 2}) || s.Name != "faces" {
		t.Errorf("classes %v, truth %v, name %q", s.Classes, s.Truth, s.Name)
	}
	// The first picture, 9.pgm, sets the size: no more than 48 is no reason to scale.
	if s.Width != 2 || s.Height != 4 {
		t.Errorf("size %d×%d", s.Width, s.Height)
	}
	for i := range 3 {
		for row := range 8 {
			want := 40.0
			if row%4 >= 2 {
				want = 200
			}
			if got := s.X.At(row, i); got < want-25 || got > want+25 {
				t.Errorf("picture %d, pixel %d: %v, expected about %v, blurred at the edge", i, row, got, want)
			}
		}
	}
	if len(s.Problems) != 2 || filepath.Base(s.Problems[0].Path) != "11.png" ||
		filepath.Base(s.Problems[1].Path) != "wide.png" ||
		!strings.Contains(s.Problems[1].Err.Error(), "found 192×96") {
		t.Errorf("problems %v", s.Problems)
	}

	if s, err = Open(t.Context(), root, Options{Width: 6, Height: 6}); err != nil {
		t.Fatal(err)
	}
	if d, n := s.X.Dims(); d != 36 || n != 4 || len(s.Classes) != 3 {
		t.Errorf("with a size: %d×%d, classes %v", d, n, s.Classes)
	}
}

func TestFolderScales(t *testing.T) {
	root := t.TempDir()
	testfile.Write(t, pictureBytes(t, 168, 192, "png"), root, "a", "1.png")
	testfile.Write(t, pictureBytes(t, 168, 192, "png"), root, "b", "1.png")
	s, err := Open(t.Context(), root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Width != 42 || s.Height != 48 {
		t.Errorf("size %d×%d, expected 42×48", s.Width, s.Height)
	}
}

func TestFolderErrors(t *testing.T) {
	root := t.TempDir()
	if _, err := Open(t.Context(), root, Options{}); err == nil || !strings.Contains(err.Error(), "found 0 pictures") {
		t.Errorf("empty folder: %v", err)
	}
	testfile.Write(t, []byte("x"), root, "a", "1.png")
	testfile.Write(t, []byte("x"), root, "a", "2.png")
	if _, err := Open(t.Context(), root, Options{}); err == nil || !strings.Contains(err.Error(), "1.png") {
		t.Errorf("broken pictures: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, root, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Open(t.Context(), filepath.Join(root, "nothing"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such folder: %v", err)
	}
}

func TestCompareNames(t *testing.T) {
	names := []string{"s10", "s2", "S1", "s02", "s2b", "s", "a9z", "a10"}
	slices.SortFunc(names, files.CompareNames)
	if want := []string{"S1", "a9z", "a10", "s", "s2", "s02", "s2b", "s10"}; !slices.Equal(names, want) {
		t.Errorf("%v, expected %v", names, want)
	}
}

func TestPGM(t *testing.T) {
	for name, content := range map[string]string{
		"binary":  "P5 2 2 255 \x00\x33\x66\xff",
		"text":    "P2\n# made by hand\n2 2\n5\n0 1 2\n5",
		"16 bits": "P5\n2 2\n65535\n\x00\x00\x33\x33\x66\x66\xff\xff",
	} {
		g, err := decodePicture(t.Context(), bytes.NewReader([]byte(content)))
		if err != nil || !slices.Equal(g.Pix, []uint8{0, 51, 102, 255}) {
			t.Errorf("%s: %v, %v", name, g, err)
		}
	}
	for content, want := range map[string]string{
		"P5 2 2 255 \x00":       "pixel 2 of 2×2: expected a value, found the end of the file",
		"P5 99999 99999 255 ":   "expected a picture of 1 to",
		"P5 2 x":                "height: expected a number",
		"P2 1 1 5 6":            "expected at most 5, found 6",
		"P5 1 1 70000 \x00\x00": "largest value",
		"P":                     "the end of the file",
	} {
		if _, err := decodePicture(t.Context(), bytes.NewReader([]byte(content))); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected …%s", content, err, want)
		}
	}
}

func FuzzReadBytes(f *testing.F) {
	fea, gnd := double("fea", []float64{1, 2, 3, 4, 5, 6}, 3, 2), double("gnd", []float64{1, 1, 2}, 3, 1)
	f.Add(matBytes(f, fea, gnd))
	f.Add(matBytes(f, double("EYALEB_DATA", make([]float64, 8), 4, 2), double("EYALEB_LABEL", []float64{1, 2}, 1, 2)))
	f.Add(matBytes(f, double("Y", make([]float64, 24), 4, 3, 2)))
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := readBytes(content, "fuzz.mat", Options{})
		if err != nil {
			return
		}
		d, n := s.X.Dims()
		if n != len(s.Truth) || n < 2 || s.Width*s.Height != d && s.Width != 0 {
			t.Fatalf("%d×%d, %d labels, size %d×%d", d, n, len(s.Truth), s.Width, s.Height)
		}
		for _, c := range s.Truth {
			if c < 1 || c > len(s.Classes) {
				t.Fatalf("class %d of %d", c, len(s.Classes))
			}
		}
		s.Thumbnail(n - 1)
		s.Subset(len(s.Classes), 1)
	})
}

func FuzzDecodePicture(f *testing.F) {
	f.Add([]byte("P5 2 2 255 \x00\x33\x66\xff"))
	f.Add([]byte("P2\n# made by hand\n2 2\n5\n0 1 2\n5"))
	f.Add(pictureBytes(f, 3, 4, "png"))
	f.Fuzz(func(t *testing.T, content []byte) {
		g, err := decodePicture(t.Context(), bytes.NewReader(content))
		if err == nil && (g.Rect.Empty() || len(g.Pix) < g.Rect.Dx()*g.Rect.Dy()) {
			t.Fatalf("%v with %d pixels", g.Rect, len(g.Pix))
		}
	})
}

// readBytes reads the set in the content of a MATLAB file as Open does; path
// names it in errors.
func readBytes(content []byte, path string, o Options) (*Set, error) {
	s, err := fromMATLAB(context.Background(), path, o, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	s.Path, s.Name = path, path
	s.low, s.high = greyRange(s.X)
	return s, nil
}
