package filmset

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/bench"
	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/track"
	"motionseg/segment"
)

// halves is a truth picture with the value 10 on the left and 200 on the right.
func halves() *image.Gray {
	m := image.NewGray(image.Rect(0, 0, 40, 30))
	for i := range m.Pix {
		m.Pix[i] = 10
		if i%40 >= 20 {
			m.Pix[i] = 200
		}
	}
	return m
}

// at returns a sequence of one frame with points at these places.
func at(places ...[2]float64) *hopkins.Sequence {
	pixels := mat.NewDense(2, len(places), nil)
	for i, p := range places {
		pixels.Set(0, i, p[0])
		pixels.Set(1, i, p[1])
	}
	return hopkins.NewSequence("film", 40, 30, pixels, nil)
}

func TestJudge(t *testing.T) {
	s := at(
		[2]float64{5, 5}, [2]float64{6.4, 20}, [2]float64{10, 0}, // left
		[2]float64{30, 5}, [2]float64{39, 29}, // right
		[2]float64{18, 10}, [2]float64{22, 10}, // within 3 pixels of the border
		[2]float64{16, 10}, [2]float64{23, 10}, // just beyond
		[2]float64{-1, 4}, [2]float64{12, 30}, // outside
	)
	truth := map[int]*image.Gray{0: halves(), 7: halves()}
	for _, c := range []struct {
		labels []int
		want   Judgement
	}{
		{[]int{1, 1, 1, 2, 2, 1, 2, 1, 2, 3, 3}, Judgement{0, 0, 2, 2, 7, 2}},
		{[]int{2, 2, 2, 1, 1, 1, 1, 2, 1, 1, 1}, Judgement{0, 0, 2, 2, 7, 2}},
		{[]int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, Judgement{300. / 7, 50, 0, 2, 7, 1}},
		{[]int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, Judgement{100, 100, 0, 2, 7, 0}},
		{[]int{1, 1, 0, 2, 2, 0, 0, 3, 2, 0, 0}, Judgement{200. / 7, 25, 1, 2, 7, 3}},
	} {
		got := Judge(s, c.labels, truth)
		if fmt.Sprintf("%.9f", got.Error) != fmt.Sprintf("%.9f", c.want.Error) ||
			fmt.Sprintf("%.9f", got.MeanOfRegions) != fmt.Sprintf("%.9f", c.want.MeanOfRegions) ||
			got.Found != c.want.Found || got.Regions != c.want.Regions || got.Judged != c.want.Judged ||
			got.Groups != c.want.Groups {
			t.Errorf("labels %v: found %+v, expected %+v", c.labels, got, c.want)
		}
	}
	if j := Judge(at([2]float64{20, 5}), []int{1}, truth); j.Judged != 0 || j.Error != 100 || j.Regions != 0 {
		t.Errorf("no point to judge: found %+v", j)
	}
}

func TestRegions(t *testing.T) {
	m := halves()
	m.Pix[0] = 77
	truth := map[int]*image.Gray{0: halves(), 1: m}
	for least, want := range map[int]int{0: 3, 1: 2, 598: 2, 599: 2, 600: 0} {
		if got := Regions(truth, least); got != want {
			t.Errorf("more than %d pixels: found %d regions, expected %d", least, got, want)
		}
	}
}

func TestDecodePGM(t *testing.T) {
	for _, text := range []string{"P5\n3 2\n255\nabcdef", "P5 3 2 255 abcdef",
		"P5\n# a comment\n3 2\n# another\n255\nabcdef", "P5\r\n3 2 255\tabcdefghi"} {
		m, err := decodePGM([]byte(text))
		if text[2] == '\r' {
			// The line break has two bytes; the second is white space as well.
			if err != nil || string(m.Pix) != "abcdef" {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if err != nil || m.Rect != image.Rect(0, 0, 3, 2) || string(m.Pix) != "abcdef" {
			t.Errorf("%q: found %v, %v", text, m, err)
		}
	}
	if _, err := decodePGM([]byte("P5 3 2 255 abcde")); err == nil ||
		err.Error() != "pixel 6 of 3×2: expected a value, found the end of the file" {
		t.Errorf("a picture that is cut off: error %v", err)
	}
	for _, text := range []string{"", "P", "P2\n3 2\n255\nabcdef", "P5\n3 2\n255\nabcde", "P5\n0 2\n255\n",
		"P5\n3 -2\n255\nabcdef",
		"P5\n3 2\n65535\nabcdefghijkl", "P5\n99999 99999\n255\nabc", "P5\n3 2", "P5 x 2 255 a",
		"P5 99999999999999999999 2 255 a"} {
		if m, err := decodePGM([]byte(text)); err == nil {
			t.Errorf("%q: found %v", text, m)
		}
	}
}

func FuzzDecodePGM(f *testing.F) {
	f.Add([]byte("P5\n3 2\n255\nabcdef"))
	f.Add([]byte("P5 # c\n 1 1 7 x"))
	f.Fuzz(func(t *testing.T, content []byte) {
		m, err := decodePGM(content)
		if err == nil && len(m.Pix) != m.Rect.Dx()*m.Rect.Dy() {
			t.Errorf("%v has %d pixels", m.Rect, len(m.Pix))
		}
	})
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		testfile.Write(t, "P5 1 1 255 a", path)
	}
	if _, err := Open(dir); err == nil {
		t.Error("an empty folder was taken")
	}
	for _, name := range []string{"b/frames/1.png", "b/truth/0001.pgm", "b/truth/0019.PGM", "b/truth/readme.txt",
		"b/truth/0000.pgm",
		"a/a.AVI", "a/truth/0002.pgm", "none/truth/0001.pgm", "frames/1.png", "c/frames/1.png"} {
		write(name)
	}
	films, err := Open(dir)
	if err != nil || len(films) != 2 || films[0].Name != "a" || films[1].Name != "b" {
		t.Fatalf("found %+v, %v", films, err)
	}
	if filepath.Base(films[0].Path) != "a.AVI" || filepath.Base(films[1].Path) != "frames" {
		t.Errorf("found %s and %s", films[0].Path, films[1].Path)
	}
	truth, err := films[1].Truth()
	if err != nil || len(truth) != 2 || truth[0] == nil || truth[18] == nil {
		t.Errorf("found %v, %v", truth, err)
	}
	if one, err := Open(filepath.Join(dir, "b")); err != nil || len(one) != 1 || one[0].Name != "b" {
		t.Errorf("found %v, %v", one, err)
	}
	write("b/truth/0003.pgm")
	testfile.Write(t, "P6", dir, "b", "truth", "0003.pgm")
	if _, err := films[0].Truth(); err != nil {
		t.Error(err)
	}
	films, _ = Open(dir)
	if _, err := films[1].Truth(); err == nil {
		t.Error("a broken truth picture was taken")
	}
	if _, err := Open(filepath.Join(dir, "missing")); err == nil {
		t.Error("a missing folder was taken")
	}
}

// writeFilm writes a film of two motions into dir/name: a
// textured square that moves right over a textured ground that moves left, with
// truth pictures of the first and the last frame.
func writeFilm(t *testing.T, dir, name string, frames int) {
	t.Helper()
	const width, height = 160, 120
	for _, folder := range []string{"frames", "truth"} {
		if err := os.MkdirAll(filepath.Join(dir, name, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	noise := func(x, y, layer int) int {
		h := uint32(x/3*73856093) ^ uint32(y/3*19349663) ^ uint32(layer*83492791)
		h ^= h >> 13
		h *= 0x5bd1e995
		return int(h >> 24)
	}
	smooth := func(x, y, layer int) int {
		sum := 0
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				sum += noise(x+dx, y+dy, layer)
			}
		}
		return sum / 9
	}
	for f := range frames {
		m, truth := image.NewGray(image.Rect(0, 0, width, height)), image.NewGray(image.Rect(0, 0, width, height))
		for y := range height {
			for x := range width {
				v, region := smooth(x+f+1000, y, 0), uint8(255)
				if left := 30 + 2*f; x >= left && x < left+60 && y >= 5 && y < 55 {
					v, region = smooth(x-2*f+1000, y+2000, 1), 128
				}
				m.SetGray(x, y, color.Gray{Y: uint8(v)})
				truth.SetGray(x, y, color.Gray{Y: region})
			}
		}
		path := filepath.Join(dir, name, "frames", fmt.Sprintf("%04d.png", f+1))
		var b bytes.Buffer
		if err := png.Encode(&b, m); err != nil {
			t.Fatal(err)
		}
		testfile.Write(t, b.Bytes(), path)
		if f == 0 || f == frames-1 {
			pgm := append([]byte(fmt.Sprintf("P5\n%d %d\n255\n", width, height)), truth.Pix...)
			testfile.Write(t, pgm, dir, name, "truth", fmt.Sprintf("%04d.pgm", f+1))
		}
	}
}

func TestBenchmark(t *testing.T) {
	dir := t.TempDir()
	writeFilm(t, dir, "one", 8)
	writeFilm(t, dir, "short", 2)
	films, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	methods, err := segment.ParseSpecs([]string{"lrksc"}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	o := track.Default(track.Sparse)
	finished := 0
	b := Benchmark{Films: films, Methods: methods, Tracking: o, Workers: 2, Finished: func(Row) { finished++ }}
	rows, err := b.Run(t.Context())
	if err != nil || len(rows) != 2 || finished != b.Total() {
		t.Fatalf("%d rows, %d announced, %v", len(rows), finished, err)
	}
	if r := rows[0]; r.Film != "one" || r.Failure != "" || r.Motions != 2 || r.Frames != 8 || r.Found != 2 ||
		r.Regions != 2 || !(r.Error < 3) || r.Judged < 100 || r.Table == nil {
		t.Errorf("found %+v", r)
	}
	// No track is long enough.
	if r := rows[1]; r.Failure == "" || r.Table != nil {
		t.Errorf("found %+v", r)
	}
	report := Report{Rows: rows}
	s := report.Summaries()
	if len(s) != 1 || s[0].Films != 1 || s[0].Error != rows[0].Error || s[0].Found != 2 || len(report.Failures()) != 1 {
		t.Errorf("found %+v", s)
	}
	for _, format := range bench.ReportFormats {
		var out strings.Builder
		if err := report.Write(&out, format); err != nil || !strings.Contains(out.String(), "short") ||
			!strings.Contains(out.String(), "lrksc") {
			t.Errorf("%s: %v\n%s", format, err, out.String())
		}
	}
	if err := report.Write(io.Discard, "poem"); err == nil {
		t.Error("a report was written as a poem")
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if rows, err := b.Run(ctx); len(rows) != 0 || err == nil {
		t.Errorf("%d rows after the end, %v", len(rows), err)
	}
	if some, err := Select(films, "s*"); err != nil || len(some) != 1 || some[0].Name != "short" {
		t.Errorf("found %v, %v", some, err)
	}
	if _, err := Select(films, "["); err == nil {
		t.Error("a malformed pattern was taken")
	}
	testfile.Write(t, "P5 1 1 255 a", dir, "one", "truth", "0001.pgm")
	b.Films = films[:1]
	if rows, _ := b.Run(t.Context()); len(rows) != 1 ||
		!strings.Contains(rows[0].Failure, "expected 160×120 pixels as the film has, found 1×1") {
		t.Errorf("another size of the truth: found %+v", rows)
	}
}

// TestHiddenFilm: a hidden file beside the film of a folder, as macOS leaves it, is not the film.
func TestHiddenFilm(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"truth/0001.pgm", "._walk.avi", "walk.avi"} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		testfile.Write(t, "", path)
	}
	films, err := Open(folder)
	if err != nil || len(films) != 1 || films[0].Path != filepath.Join(folder, "walk.avi") {
		t.Errorf("found %+v, %v", films, err)
	}
}
