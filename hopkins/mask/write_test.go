package mask

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/internal/testfile"
)

// written returns the names of the files under a folder, and reads one as a picture.
func written(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, item os.DirEntry, err error) error {
		if err == nil && !item.IsDir() {
			name, _ := filepath.Rel(folder, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func readPNG(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return m
}

// named are names as a folder of pictures has.
func named(f int) string { return fmt.Sprintf("%05d.jpg", f) }

func TestWriteIndexed(t *testing.T) {
	s := newScene(12)
	folder := filepath.Join(t.TempDir(), "masks")
	told := 0
	summary, err := Write(t.Context(), s.Film,
		Output{Folder: folder, Name: named, Progress: func(done, total int) { told = 100*done + total }})
	if err != nil {
		t.Fatal(err)
	}
	if got := written(t, folder); !slices.Equal(got,
		[]string{"00000.png", "00001.png", "00002.png", "00003.png", "00004.png", "00005.png"}) || told != 606 {
		t.Errorf("files %v, told %d", got, told)
	}
	m, ok := readPNG(t, filepath.Join(folder, "00002.png")).(*image.Paletted)
	if !ok || m.ColorIndexAt(5, 5) != 1 || m.ColorIndexAt(40, 35) != 2 || len(m.Palette) != 3 {
		t.Errorf("expected an indexed picture with 1 outside the square and 2 inside")
	}
	if summary.Frames != sceneFrames || !slices.Equal(summary.Background, []int{1}) || summary.Shares[2] < 0.12 ||
		summary.Shares[2] > 0.14 {
		t.Errorf("summary %+v", summary)
	}
	if !strings.HasPrefix(summary.Text(), "6 frames, motion 1 (background) 8") {
		t.Errorf("summary %q", summary.Text())
	}
}

func TestWriteForeground(t *testing.T) {
	s := newScene(12)
	folder := t.TempDir() // empty
	if _, err := Write(t.Context(), s.Film, Output{Folder: folder, Foreground: true}); err != nil {
		t.Fatal(err)
	}
	m := readPNG(t, filepath.Join(folder, "0003.png")).(*image.Gray)
	if m.GrayAt(5, 5).Y != 0 || m.GrayAt(40, 35).Y != 255 {
		t.Errorf("expected 0 outside the square and 255 inside, found %d and %d", m.GrayAt(5, 5).Y, m.GrayAt(40, 35).Y)
	}
	// What is the background can be said.
	other := t.TempDir()
	_, err := Write(t.Context(), s.Film, Output{Folder: other, Foreground: true, Background: []int{2, 9}})
	if err == nil || err.Error() != "background: expected motions from 1 to 2, found 9" {
		t.Errorf("of a motion that is not there as background is said: %v", err)
	}
	if _, err := Write(t.Context(), s.Film, Output{Folder: other, Foreground: true, Background: []int{2}}); err != nil {
		t.Fatal(err)
	}
	if m := readPNG(t, filepath.Join(other, "0003.png")).(*image.Gray); m.GrayAt(5, 5).Y != 255 {
		t.Errorf("with motion 2 for the background the other is not the foreground")
	}
}

func TestWriteSeveral(t *testing.T) {
	s := newScene(12)
	folder := filepath.Join(t.TempDir(), "new", "masks")
	o := Output{Folder: folder, Name: named, Formats: []string{"png", "matte", "matte16", "alpha", "colmap",
		"nerfstudio", "coco", "yolo", "cvat", "labelstudio", "svg"}}
	if _, err := Write(t.Context(), s.Film, o); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"png/00001.png", "matte/motion 2/00001.png", "matte16/motion 2/00001.png", "alpha/00001.png",
		"colmap/00001.jpg.png", "nerfstudio/00001.png", "coco/annotations.json",
		"yolo/00001.txt", "cvat/SegmentationClass/00001.png", "cvat/labelmap.txt",
		"cvat/ImageSets/Segmentation/default.txt", "labelstudio/tasks.json", "svg/00001.svg",
	} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	if m := readPNG(t, filepath.Join(folder, "colmap", "00001.jpg.png")).(*image.Gray); m.GrayAt(5, 5).Y != 255 ||
		m.GrayAt(40, 35).Y != 0 {
		t.Errorf("COLMAP: what moves must be black")
	}
	// A step of the border is worth the same in both mattes, and there are more than 256 of them.
	deep := readPNG(t, filepath.Join(folder, "matte16", "motion 2", "00001.png")).(*image.Gray16)
	flat := readPNG(t, filepath.Join(folder, "matte", "motion 2", "00001.png")).(*image.Gray)
	between := 0
	for y := range sceneHeight {
		for x := range sceneWidth {
			d, f := int(deep.Gray16At(x, y).Y), int(flat.GrayAt(x, y).Y)
			if d-257*f > 257 || 257*f-d > 257 {
				t.Fatalf("mattes at %d, %d: found %d of 65535 and %d of 255", x, y, d, f)
			}
			if d%257 != 0 {
				between++
			}
		}
	}
	if between == 0 {
		t.Error("the matte of 16 bits says no more than that of 8")
	}
	if m := readPNG(t, filepath.Join(folder, "alpha", "00001.png")).(*image.NRGBA); m.NRGBAAt(5, 5).A != 0 ||
		m.NRGBAAt(40, 35).A != 255 || m.NRGBAAt(40, 35).R < 130 {
		t.Errorf("alpha: found %v and %v", m.NRGBAAt(5, 5), m.NRGBAAt(40, 35))
	}
	text, err := os.ReadFile(filepath.Join(folder, "coco", "annotations.json"))
	if err != nil {
		t.Fatal(err)
	}
	var coco cocoFile
	if err := json.Unmarshal(text, &coco); err != nil || len(coco.Images) != sceneFrames ||
		len(coco.Annotations) != sceneFrames || coco.Images[1].Name != "00001.jpg" {
		t.Errorf("COCO: %v, %d images, %d annotations", err, len(coco.Images), len(coco.Annotations))
	}
}

// TestWriteAfterAKill: a folder with nothing but what a killed program was writing in
// it is empty.
func TestWriteAfterAKill(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("cleared up after a day there")
	}
	folder := t.TempDir()
	testfile.Write(t, "half", folder, ".motionseg-0badcafe.png")
	if err := (Output{Folder: folder}).Check(); err != nil {
		t.Error(err)
	}
	if got := written(t, folder); len(got) != 0 {
		t.Errorf("files %v", got)
	}
}

func TestWriteRefuses(t *testing.T) {
	s := newScene(12)
	full := t.TempDir()
	testfile.Write(t, "kept", full, "mine.txt")
	for _, c := range []struct {
		o    Output
		want string
	}{
		{Output{Folder: full}, `expected a new or an empty folder, found one with "mine.txt"`},
		{Output{Folder: filepath.Join(full, "a"), Formats: []string{"tga"}}, `format of masks: expected png, matte,`},
		{Output{Folder: filepath.Join(full, "a"), Formats: []string{"png", "png"}}, "expected each once, found png twice"},
		{Output{Folder: filepath.Join(full, "mine.txt")}, "mine.txt"},
	} {
		if _, err := Write(t.Context(), s.Film, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, expected %q", err, c.want)
		}
	}
	if got := written(t, full); !slices.Equal(got, []string{"mine.txt"}) {
		t.Errorf("files %v", got)
	}
	// What is not complete is taken away.
	failure := errors.New("out of order")
	s.Picture = func(ctx context.Context, f int) (image.Image, error) {
		if f == 5 {
			return nil, failure
		}
		return image.NewGray(image.Rect(0, 0, sceneWidth, sceneHeight)), nil
	}
	folder := filepath.Join(full, "new")
	if _, err := Write(t.Context(), s.Film, Output{Folder: folder}); !errors.Is(err, failure) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Errorf("a folder half written is left")
	}
}

// TestMasksWithoutFFmpeg: formats that need the program are refused before anything is computed.
func TestMasksWithoutFFmpeg(t *testing.T) {
	t.Setenv(footage.FFmpegVariable, filepath.Join(t.TempDir(), "absent"))
	for _, format := range FormatNames() {
		needs := slices.Contains([]string{"exr", "overlay", "cutout", "prores", "vp9"}, format)
		err := Output{Folder: t.TempDir(), Formats: []string{format}}.Check()
		if needs != errors.Is(err, footage.ErrNoFFmpeg) || needs && !strings.HasPrefix(err.Error(), format+": ") {
			t.Errorf("%s: error %v", format, err)
		}
	}
}

func TestFilmsOfMasks(t *testing.T) {
	if _, err := footage.FindFFmpeg(); err != nil {
		t.Skip(err)
	}
	s := newScene(12)
	folder := t.TempDir()
	if _, err := Write(t.Context(), s.Film,
		Output{Folder: folder, Formats: []string{"overlay", "cutout", "prores", "vp9", "exr"}}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"overlay/overlay.mp4", "cutout/cutout.mp4", "prores/moving.mov", "vp9/moving.webm",
		"exr/motion 2/0003.exr"} {
		source, err := footage.OpenFilm(t.Context(), filepath.Join(folder, name), footage.Range{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if size, err := source.Size(t.Context()); err != nil || size != image.Pt(sceneWidth, sceneHeight) {
			t.Errorf("%s: %v, %v", name, size, err)
		}
		source.Close()
	}
}

// TestOutlines takes the outline of a ring with a pixel that touches it at a corner.
func TestOutlines(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 12, 10))
	for y := 1; y < 8; y++ {
		for x := 1; x < 8; x++ {
			if x < 3 || x > 5 || y < 3 || y > 5 {
				m.Pix[y*12+x] = 255
			}
		}
	}
	m.Pix[8*12+8] = 255
	var areas []int
	for _, line := range outlines(m) {
		areas = append(areas, enclosed(line))
		if got := enclosed(simpler(line)); got != enclosed(line) {
			t.Errorf("the outline of %d half pixels encloses %d when it is simpler", enclosed(line), got)
		}
	}
	if !slices.Equal(areas, []int{98, -18, 2}) {
		t.Errorf("outlines around %v half pixels, expected 98, −18 and 2", areas)
	}
}

func TestCOCOCounts(t *testing.T) {
	// 3×4 pixels, the columns 1 and 3: runs of 3, the fourth less the second.
	m := image.NewGray(image.Rect(0, 0, 4, 3))
	for y := range 3 {
		m.Pix[4*y+1], m.Pix[4*y+3] = 255, 255
	}
	if got := cocoCounts(m); got != "3330" {
		t.Errorf("found %q, expected \"3330\"", got)
	}
	// Long runs take several characters: 40 rows of 1 column, the upper half.
	m = image.NewGray(image.Rect(0, 0, 1, 40))
	for y := range 20 {
		m.Pix[y] = 255
	}
	if got, want := cocoCounts(m), "0d0d0"; got != want {
		t.Errorf("found %q, expected %q", got, want)
	}
}

// TestBrushRuns unpacks what Label Studio gets.
func TestBrushRuns(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 300, 200))
	for y := 50; y < 120; y++ {
		for x := 40; x < 200; x++ {
			m.Pix[y*300+x] = 255
		}
	}
	packed := brushRuns(m)
	at := 0
	read := func(n int) (v int) {
		for range n {
			v = v<<1 | packed[at/8]>>(7-at%8)&1
			at++
		}
		return v
	}
	n := read(32)
	if n != 4*len(m.Pix) || read(5)+1 != 8 {
		t.Fatalf("%d bytes", n)
	}
	var sizes [4]int
	for i := range sizes {
		sizes[i] = read(4) + 1
	}
	for i := 0; i < n; {
		if read(1) != 1 {
			t.Fatal("expected runs only")
		}
		length := read(sizes[read(2)]) + 1
		v := read(8)
		for range length {
			if int(m.Pix[i/4]) != v {
				t.Fatalf("byte %d: found %d, expected %d", i, v, m.Pix[i/4])
			}
			i++
		}
	}
}

// TestConstraints: masks that were written are obeyed when they are read again, and what
// doesn't fit is named.
func TestConstraints(t *testing.T) {
	s := newScene(12)
	folder := t.TempDir()
	put := func(name string, m image.Image) {
		t.Helper()
		if err := hopkins.WriteFile(filepath.Join(folder, name), func(w io.Writer) error {
			return png.Encode(w, m)
		}); err != nil {
			t.Fatal(err)
		}
	}
	// Of the third frame a part of the ground is motion 2, and the rest undecided.
	third := image.NewPaletted(image.Rect(0, 0, sceneWidth, sceneHeight), Palette(3))
	for y := range 10 {
		for x := range 10 {
			third.SetColorIndex(x, y, 2)
		}
	}
	write := func() (string, error) {
		out := t.TempDir()
		_, err := Write(t.Context(), s.Film, Output{Folder: out, Constraints: folder})
		return out, err
	}
	if _, err := write(); err == nil ||
		!strings.Contains(err.Error(), "expected masks with the names of the frames, as 0001.png, found none") {
		t.Errorf("an empty folder: %v", err)
	}
	put("0003.png", third)
	out, err := write()
	if err != nil {
		t.Fatal(err)
	}
	m := readPNG(t, filepath.Join(out, "0003.png")).(*image.Paletted)
	for y := range 10 {
		for x := range 10 {
			if m.ColorIndexAt(x, y) != 2 {
				t.Fatalf("pixel %d, %d has motion %d, expected 2", x, y, m.ColorIndexAt(x, y))
			}
		}
	}
	if m.ColorIndexAt(90, 5) != 1 {
		t.Errorf("what is undecided has motion %d, expected 1", m.ColorIndexAt(90, 5))
	}
	for want, bad := range map[string]image.Image{
		"0003.png: expected motions up to 2, 0 where undecided, found 7": image.NewUniform(color.Gray{Y: 7}),
		"0003.png: expected a mask of 96×72 pixels as the frame, found 5×5": image.NewGray(
			image.Rect(0, 0, 5, 5)),
		"0003.png: expected a mask, an indexed or grey PNG of 8 bits, found another kind": image.NewRGBA(
			image.Rect(0, 0, sceneWidth, sceneHeight)),
	} {
		if u, ok := bad.(*image.Uniform); ok {
			g := image.NewGray(third.Rect)
			draw.Draw(g, g.Rect, u, image.Point{}, draw.Src)
			bad = g
		}
		put("0003.png", bad)
		if _, err := write(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %q", err, want)
		}
	}
}
