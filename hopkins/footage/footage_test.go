package footage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"motionseg/hopkins"
	"motionseg/hopkins/internal/testfile"
)

// plain returns a picture of one grey value.
func plain(w, h int, value uint8) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = value
	}
	for i := 3; i < len(m.Pix); i += 4 {
		m.Pix[i] = 0xFF
	}
	return m
}

func pngBytes(t testing.TB, m image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegBytes(t testing.TB, m image.Image) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// value returns the red of the middle of a frame.
func value(t testing.TB, s *Source, i int) uint8 {
	t.Helper()
	m, err := s.Frame(i)
	if err != nil {
		t.Fatal(err)
	}
	r := m.Bounds()
	return color.RGBAModel.Convert(m.At(r.Dx()/2, r.Dy()/2)).(color.RGBA).R
}

func TestImages(t *testing.T) {
	fsys := fstest.MapFS{
		"seq/frames/notes.txt":   {Data: []byte("not a picture")},
		"seq/frames/img9.png":    {Data: pngBytes(t, plain(8, 6, 90))},
		"seq/frames/img10.png":   {Data: pngBytes(t, plain(8, 6, 100))},
		"seq/frames/img011.jpeg": {Data: jpegBytes(t, plain(8, 6, 110))},
		"seq/preview.jpg":        {Data: jpegBytes(t, plain(8, 6, 1))},
	}
	s, err := OpenFS(fsys, "seq")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Kind() != Images || s.Len() != 3 || s.Note() != "" {
		t.Errorf("found %v of %d, note %q, expected 3 images", s.Kind(), s.Len(), s.Note())
	}
	for i, want := range []uint8{90, 100, 110, 110, 110} {
		if got := value(t, s, i); got != want {
			t.Errorf("frame %d is %d, expected %d", i, got, want)
		}
		if exact := s.Exact(i); exact != (i < 3) {
			t.Errorf("frame %d: exact is %v", i, exact)
		}
	}
	m, _ := s.Frame(0)
	if _, ok := m.(*image.RGBA); !ok || m.Bounds() != image.Rect(0, 0, 8, 6) {
		t.Errorf("frame is %T %v, expected *image.RGBA of 8×6", m, m.Bounds())
	}
	if _, err := s.Frame(-1); err == nil || s.Exact(-1) {
		t.Error("expected an error for frame −1")
	}
}

func TestPreview(t *testing.T) {
	fsys := fstest.MapFS{"seq/preview.jpg": {Data: jpegBytes(t, plain(8, 6, 50))}}
	s, err := OpenFS(fsys, "seq")
	if err != nil {
		t.Fatal(err)
	}
	if s.Kind() != Preview || !s.Exact(0) || s.Exact(1) {
		t.Errorf("found %v, exact %v %v, expected a preview of frame 0", s.Kind(), s.Exact(0), s.Exact(1))
	}
	if a, b := value(t, s, 0), value(t, s, 20); a != 50 || b != 50 {
		t.Errorf("frames are %d, %d, expected the preview", a, b)
	}
	s.SetShown(20)
	if s.Exact(0) || !s.Exact(20) {
		t.Error("expected the preview to show frame 20")
	}
	s.SetShown(-1)
	if s.Exact(0) || s.Exact(20) || s.Exact(-1) {
		t.Error("expected the preview to show no frame")
	}
}

func TestTransparentImagesTurnOpaque(t *testing.T) {
	m := image.NewNRGBA(image.Rect(3, 4, 5, 6))
	m.SetNRGBA(3, 4, color.NRGBA{0, 0, 0, 0x80})
	out := opaque(m)
	if out.Rect != image.Rect(0, 0, 2, 2) || !out.Opaque() {
		t.Fatalf("picture is %v, opaque %v", out.Rect, out.Opaque())
	}
	if half, white := out.RGBAAt(0, 0).R, out.RGBAAt(1, 1).R; half != 0x7F || white != 0xFF {
		t.Errorf("pixels are %#x, %#x, expected them on white", half, white)
	}
}

func TestNoPictures(t *testing.T) {
	if _, err := OpenFS(fstest.MapFS{"seq/x.mat": {}}, "seq"); !errors.Is(err, ErrNone) {
		t.Errorf("error is %v, expected ErrNone", err)
	}
	if _, err := Open(t.Context(), hopkins.Entry{Name: "head"}); !errors.Is(err, ErrNone) ||
		!strings.Contains(err.Error(), "head") {
		t.Errorf("error is %v, expected ErrNone with the name", err)
	}
	if _, err := OpenSequence(t.Context(), &hopkins.Sequence{Name: "made"}); !errors.Is(err, ErrNone) {
		t.Errorf("error is %v, expected ErrNone", err)
	}
	if _, err := OpenFS(fstest.MapFS{}, "absent"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error is %v, expected that there is no such folder", err)
	}
}

// hugePNG has a header that claims a picture of w×h.
func hugePNG(t testing.TB, w, h uint32) []byte {
	b := pngBytes(t, plain(2, 2, 0))
	binary.BigEndian.PutUint32(b[16:], w)
	binary.BigEndian.PutUint32(b[20:], h)
	crc := crcOf(b[12:29])
	binary.BigEndian.PutUint32(b[29:], crc)
	return b
}

// crcOf is the checksum of a PNG chunk.
func crcOf(b []byte) uint32 {
	crc := ^uint32(0)
	for _, v := range b {
		crc ^= uint32(v)
		for range 8 {
			crc = crc>>1 ^ 0xEDB88320&-(crc&1)
		}
	}
	return ^crc
}

func TestBrokenImages(t *testing.T) {
	fsys := fstest.MapFS{
		"seq/frames/1.png": {Data: hugePNG(t, 1<<20, 1<<20)},
		"seq/frames/2.png": {Data: []byte("GIF89a")},
		"seq/frames/3.png": {Data: pngBytes(t, plain(8, 6, 1))[:40]},
		"seq/frames/4.png": {Data: pngBytes(t, plain(8, 6, 40))},
	}
	s, err := OpenFS(fsys, "seq")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"1048576×1048576", "expected a picture", "expected a picture"} {
		_, err := s.Frame(i)
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), fmt.Sprintf("seq/frames/%d.png", i+1)) {
			t.Errorf("frame %d: error is %v, expected it to name the file and %q", i, err, want)
		}
	}
	if got := value(t, s, 3); got != 40 {
		t.Errorf("the good picture is %d, expected 40", got)
	}
}

func TestOpenFallsBackToThePreview(t *testing.T) {
	t.Setenv("PATH", "")
	folder := t.TempDir()
	write := func(name string, content []byte) string {
		return testfile.Write(t, content, folder, name)
	}
	e := hopkins.Entry{
		Name:    "clip",
		Video:   write("clip.mp4", []byte("\x00\x00\x00\x12ftypisom\x00\x00\x00\x00\x00\x00")),
		Preview: write("preview.jpg", jpegBytes(t, plain(8, 6, 70))),
	}
	s, err := Open(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Kind() != Preview || !strings.Contains(s.Note(), "clip.mp4") || !strings.Contains(s.Note(), "ffmpeg") {
		t.Errorf("found %v, note %q, expected the preview and why not the video", s.Kind(), s.Note())
	}
	e.Preview = ""
	if _, err := Open(t.Context(), e); err == nil || !strings.Contains(err.Error(), "ffmpeg") {
		t.Errorf("error is %v, expected it to name ffmpeg", err)
	}
	e.Video = filepath.Join(folder, "gone.avi")
	if _, err := Open(t.Context(), e); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error is %v, expected that the file is missing", err)
	}
}

func TestSelectionsShowTheirParentsPictures(t *testing.T) {
	root := t.TempDir()
	sequence := &hopkins.Sequence{
		Width: 8, Height: 6, Truth: []int{1, 2, 1, 2},
		Pixels:     matrix(4, 4),
		Normalized: matrix(4, 4),
	}
	for _, name := range []string{"1R2RC", "1R2RC_g12"} {
		if err := os.Mkdir(filepath.Join(root, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := hopkins.WriteTruth(sequence, filepath.Join(root, name, name+"_truth.mat")); err != nil {
			t.Fatal(err)
		}
	}
	testfile.Write(t, jpegBytes(t, plain(8, 6, 30)), root, "1R2RC", "preview.jpg")
	selection, err := hopkins.Open(filepath.Join(root, "1R2RC_g12"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := OpenSequence(t.Context(), selection)
	if err != nil {
		t.Fatal(err)
	}
	if got := value(t, s, 0); got != 30 || s.Kind() != Preview {
		t.Errorf("found %v with %d, expected the parent's preview", s.Kind(), got)
	}
}

func TestCacheKeepsWithinItsBudget(t *testing.T) {
	c := newCache(3 * 4 * 100)
	decoded := map[int]int{}
	read := func(i int, _ func(int, *image.RGBA)) (*image.RGBA, error) {
		decoded[i]++
		return plain(10, 10, uint8(i)), nil
	}
	ask := func(i int) {
		t.Helper()
		m, err := c.get(i, read)
		if err != nil || m.Pix[0] != uint8(i) {
			t.Fatalf("picture %d is %v, %v", i, m.Pix[0], err)
		}
	}
	for _, i := range []int{0, 1, 2, 0, 3, 0, 1} {
		ask(i)
		if c.bytes > c.budget {
			t.Fatalf("%d bytes kept, expected at most %d", c.bytes, c.budget)
		}
	}
	// 3 pushed out 1, which was used longest ago, and 1 then 2.
	if want := (map[int]int{0: 1, 1: 2, 2: 1, 3: 1}); fmt.Sprint(decoded) != fmt.Sprint(want) {
		t.Errorf("decoded %v, expected %v", decoded, want)
	}
	c.setBudget(1)
	if c.recent.Len() != 1 {
		t.Errorf("%d pictures kept, expected the one used last", c.recent.Len())
	}
	ask(1)
	if decoded[1] != 2 {
		t.Error("the picture used last was decoded again")
	}
}

func TestCacheDecodesOnceForManyGoroutines(t *testing.T) {
	c := newCache(defaultBudget)
	var count atomic.Int32
	release := make(chan struct{})
	read := func(i int, _ func(int, *image.RGBA)) (*image.RGBA, error) {
		count.Add(1)
		<-release
		return plain(2, 2, uint8(i)), nil
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if m, err := c.get(5, read); err != nil || m.Pix[0] != 5 {
				t.Errorf("picture is %v, %v", m, err)
			}
		})
	}
	close(release)
	wait.Wait()
	if count.Load() != 1 {
		t.Errorf("decoded %d times, expected once", count.Load())
	}
}

func TestCacheForgetsErrors(t *testing.T) {
	c := newCache(defaultBudget)
	failure := errors.New("busy")
	fails := func(int, func(int, *image.RGBA)) (*image.RGBA, error) { return nil, failure }
	if _, err := c.get(0, fails); !errors.Is(err, failure) {
		t.Errorf("error is %v", err)
	}
	works := func(int, func(int, *image.RGBA)) (*image.RGBA, error) { return plain(2, 2, 9), nil }
	if m, err := c.get(0, works); err != nil || m.Pix[0] != 9 {
		t.Errorf("picture is %v, %v after an error, expected it to be decoded again", m, err)
	}
}
