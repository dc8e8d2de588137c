package ui

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
)

// TestPicturesOfASequence: a file with pictures of its first two frames beside
// it shows those and nothing past them.
func TestPicturesOfASequence(t *testing.T) {
	folder := t.TempDir()
	q := turning()
	q.Path = filepath.Join(folder, "turning_truth.mat")
	if err := hopkins.WriteTruth(q, q.Path); err != nil {
		t.Fatal(err)
	}
	if none, err := openPictures(t.Context(), q); none != nil || err != nil {
		t.Errorf("without pictures there are %v, %v", none, err)
	}
	if err := os.Mkdir(filepath.Join(folder, "frames"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"1.png", "2.png"} {
		m := image.NewGray(image.Rect(0, 0, 320, 240))
		m.SetGray(3, 3, color.Gray{uint8(100 + i)})
		var b bytes.Buffer
		if err := png.Encode(&b, m); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "frames", name), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := openPictures(t.Context(), q)
	if err != nil || p == nil {
		t.Fatalf("pictures %v, %v", p, err)
	}
	for frame, want := range map[int]uint8{0: 100, 1: 101} {
		m, err := p.Frame(frame)
		if err != nil || m == nil {
			t.Fatalf("frame %d: %v, %v", frame, m, err)
		}
		if got := color.GrayModel.Convert(m.At(3, 3)).(color.Gray).Y; got != want {
			t.Errorf("frame %d shows %d, want %d", frame, got, want)
		}
	}
	if m, _ := p.Frame(5); m != nil {
		t.Error("a picture of another frame is shown")
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if m, _ := p.Frame(0); m != nil {
		t.Error("closed pictures must show nothing")
	}
}

// TestExampleIsTheRightWayUp: what is known of the example is true.
func TestExampleIsTheRightWayUp(t *testing.T) {
	q, err := openExample()
	if err != nil {
		t.Fatal(err)
	}
	p, err := openPictures(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if up, decided := p.Upward(); up || !decided {
		t.Errorf("y runs up: %v, decided: %v", up, decided)
	}
	if j, err := footage.DirectionOf(q, p.(*pictures).source); err != nil || j.Direction != footage.Down {
		t.Errorf("the pictures say %v, %v", j.Direction, err)
	}
}

// TestCloseHangingPictures: to let go of pictures does not wait for one that never
// comes, which would stop the window.
func TestCloseHangingPictures(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	folder := t.TempDir()
	program, began := filepath.Join(folder, "ffmpeg"), filepath.Join(folder, "began")
	// The first frame, for which the brightness is asked, comes; its colours do not.
	script := "#!" + shell + "\ncase \"$*\" in *'-f yuv4mpegpipe'*) printf 'YUV4MPEG2 W2 H2\\nFRAME\\nabcdef';; " +
		"*) > '" + began + "'; exec sleep 600;; esac\n"
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv(footage.FFmpegVariable, program)
	film := filepath.Join(folder, "film.mkv")
	if err := os.WriteFile(film, []byte("\x1aE\xdf\xa3 no film"), 0o600); err != nil {
		t.Fatal(err)
	}
	source, err := footage.OpenFilm(t.Context(), film, footage.Range{})
	if err != nil {
		t.Fatal(err)
	}
	p := &pictures{source: source}
	type result struct {
		m   image.Image
		err error
	}
	read := make(chan result)
	go func() {
		m, err := p.Frame(0)
		read <- result{m, err}
	}()
	for {
		if _, err := os.Stat(began); err == nil {
			break
		}
		select {
		case r := <-read:
			t.Fatalf("the frame gave %v, %v, want it to hang", r.m, r.err)
		case <-time.After(time.Millisecond):
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if r := <-read; r.m != nil || r.err != nil {
		t.Errorf("the frame under way gave %v, %v, want nothing", r.m, r.err)
	}
	if m, err := p.Frame(0); m != nil || err != nil {
		t.Errorf("a frame of closed pictures gave %v, %v", m, err)
	}
}
