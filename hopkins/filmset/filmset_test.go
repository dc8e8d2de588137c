package filmset

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
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
		if fmt.Sprintf("%.9f", got.Error) != fmt.Sprintf("%.9f", c.want.Error) || fmt.Sprintf("%.9f", got.MeanOfRegions) != fmt.Sprintf("%.9f", c.want.MeanOfRegions) ||
			got.Found != c.want.Found || got.Regions != c.want.Regions || got.Judged != c.want.Judged || got.Groups != c.want.Groups {
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
	for _, text := range []string{"P5\n3 2\n255\nabcdef", "P5 3 2 255 abcdef", "P5\n# a comment\n3 2\n# another\n255\nabcdef", "P5\r\n3 2 255\tabcdefghi"} {
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
	for _, text := range []string{"", "P", "P2\n3 2\n255\nabcdef", "P5\n3 2\n255\nabcde", "P5\n0 2\n255\n", "P5\n3 -2\n255\nabcdef",
		"P5\n3 2\n65535\nabcdefghijkl", "P5\n99999 99999\n255\nabc", "P5\n3 2", "P5 x 2 255 a", "P5 99999999999999999999 2 255 a"} {
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
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("P5 1 1 255 a"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(dir); err == nil {
		t.Error("an empty folder was taken")
	}
	for _, name := range []string{"b/frames/1.png", "b/truth/0001.pgm", "b/truth/0019.PGM", "b/truth/readme.txt", "b/truth/0000.pgm",
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
	if err := os.WriteFile(filepath.Join(dir, "b", "truth", "0003.pgm"), []byte("P6"), 0o666); err != nil {
		t.Fatal(err)
	}
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
