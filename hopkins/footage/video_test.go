package footage

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// ppm returns a picture of one grey value as ffmpeg writes it.
func ppm(w, h int, value byte) []byte {
	return append(fmt.Appendf(nil, "P6\n%d %d\n255\n", w, h), bytes.Repeat([]byte{value}, 3*w*h)...)
}

func TestReadPPM(t *testing.T) {
	// A value of 10 looks like the end of a line after the header.
	r := bufio.NewReader(bytes.NewReader(append(ppm(4, 3, 10), ppm(2, 2, 32)...)))
	for _, want := range []struct {
		size  image.Point
		value byte
	}{{image.Pt(4, 3), 10}, {image.Pt(2, 2), 32}} {
		m, err := readPPM(r)
		if err != nil {
			t.Fatal(err)
		}
		if m.Rect.Size() != want.size || m.Pix[0] != want.value || m.Pix[len(m.Pix)-2] != want.value || m.Pix[3] != 0xFF {
			t.Errorf("picture is %v of %d, expected %v of %d", m.Rect, m.Pix[0], want.size, want.value)
		}
	}
	if _, err := readPPM(r); err != io.EOF {
		t.Errorf("error is %v at the end, expected io.EOF", err)
	}
	for _, bad := range []string{"P5\n2 2\n255\n....", "P6\n2 2\n65535\n", "P6\n99999999 99999999\n255\n",
		"P6\n2 x\n255\n", "P6\n0 2\n255\n", "P6\n2 2\n255\nabc", strings.Repeat("9", 40)} {
		if _, err := readPPM(bufio.NewReader(strings.NewReader(bad))); err == nil || err == io.EOF {
			t.Errorf("%q: error is %v", bad, err)
		}
	}
}

func FuzzPPM(f *testing.F) {
	f.Add(ppm(3, 2, 7))
	f.Add([]byte("P6\n1 1\n255\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if m, err := readPPM(bufio.NewReader(bytes.NewReader(content))); err == nil &&
			3*m.Rect.Dx()*m.Rect.Dy() > len(content) {
			t.Fatalf("a picture of %v from %d bytes", m.Rect, len(content))
		}
	})
}

// pretend puts a program named ffmpeg on the PATH that runs a shell script.
func pretend(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "ffmpeg"), []byte("#!"+shell+"\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// video returns the path of a file that only ffmpeg could read.
func video(t *testing.T, name string) string {
	return testfile.Write(t, "\x1aE\xdf\xa3 not AVI", t.TempDir(), name)
}

func TestVideoThroughFFmpeg(t *testing.T) {
	folder := t.TempDir()
	var stream []byte
	for i := range 5 {
		stream = append(stream, ppm(6, 4, byte(10*i+1))...)
	}
	frames := testfile.Write(t, stream, folder, "frames.ppm")
	starts := filepath.Join(folder, "starts")
	pretend(t, fmt.Sprintf("echo \"$@\" >> '%s'\ncat '%s'\n", starts, frames))

	path := video(t, "-clip with spaces.mkv")
	s, err := openVideo(t.Context(), path, 0, 0, firstFrame(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Kind() != Video {
		t.Errorf("found %v", s.Kind())
	}
	for _, i := range []int{3, 1, 4, 0, 2} {
		if got := value(t, s, i); got != uint8(10*i+1) {
			t.Errorf("frame %d is %d, expected %d", i, got, 10*i+1)
		}
		if !s.Exact(i) {
			t.Errorf("frame %d is not exact", i)
		}
	}
	if got := value(t, s, 9); got != 41 || s.Exact(9) || s.Len() != 5 {
		t.Errorf("past the end: %d, exact %v, length %d, expected the last of 5", got, s.Exact(9), s.Len())
	}
	runs, err := os.ReadFile(starts)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(runs), "\n"); n != 1 {
		t.Errorf("ffmpeg was started %d times, expected once while all frames are kept", n)
	}
	if !strings.Contains(string(runs), "file:"+path) {
		t.Errorf("ffmpeg was called with %q", runs)
	}

	// With room for one picture it starts again for a frame that has passed.
	s.cache.setBudget(1)
	var wait sync.WaitGroup
	for i := range 5 {
		wait.Go(func() {
			if m, err := s.Frame(i); err != nil || m.(*image.RGBA).Pix[0] != uint8(10*i+1) {
				t.Errorf("frame %d: %v", i, err)
			}
		})
	}
	wait.Wait()
}

func TestFFmpegFails(t *testing.T) {
	pretend(t, "echo one >&2\necho 'clip.mkv: Invalid data found' >&2\nexit 1\n")
	path := video(t, "clip.mkv")
	if _, err := openVideo(t.Context(), path, 0, 0, firstFrame(t.Context())); err == nil ||
		!strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "Invalid data found") {
		t.Errorf("error is %v, expected it to name the file and the reason", err)
	}
}

// TestSoundAlone: of a file of sound alone is said that no picture is in it, not what ffmpeg
// calls that.
func TestSoundAlone(t *testing.T) {
	pretend(t, "echo \"[fatal] Stream map '0:V:0' matches no streams.\" >&2\nexit 1\n")
	path := video(t, "talk.mp4")
	if _, err := openVideo(t.Context(), path, 0, 0, firstFrame(t.Context())); err == nil ||
		err.Error() != path+": expected a film, found no picture in it, as where there is sound alone" {
		t.Errorf("of sound alone is said %v", err)
	}
}

func TestFFmpegBreaksOff(t *testing.T) {
	folder := t.TempDir()
	frames := testfile.Write(t, append(ppm(6, 4, 1), ppm(6, 4, 2)[:30]...), folder, "frames.ppm")
	pretend(t, fmt.Sprintf("cat '%s'\n", frames))
	s, err := openVideo(t.Context(), video(t, "clip.mkv"), 0, 0, firstFrame(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Frame(1); err == nil || !strings.Contains(err.Error(), "frame 2") {
		t.Errorf("error is %v, expected it to name frame 2", err)
	}
	if got := value(t, s, 0); got != 1 {
		t.Errorf("frame 0 is %d after the error, expected 1", got)
	}
}

func TestCloseStopsFFmpeg(t *testing.T) {
	folder := t.TempDir()
	frames := testfile.Write(t, ppm(6, 4, 1), folder, "frames.ppm")
	pretend(t, fmt.Sprintf("cat '%s'\nexec sleep 600\n", frames))
	s, err := openVideo(t.Context(), video(t, "clip.mkv"), 0, 0, firstFrame(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil { // hangs when the program is not stopped
		t.Fatal(err)
	}
	if _, err := s.Frame(0); err == nil {
		t.Error("expected an error after Close")
	}
}

func FuzzLuma(f *testing.F) {
	f.Add([]byte("YUV4MPEG2 W3 H2 F25:1 Ip A1:1 C420jpeg XYSCSS=420JPEG\nFRAME\n123456aabbFRAME\n654321aabb"))
	f.Add([]byte("YUV4MPEG2 W H2\nFRAME\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		l, r, read := lumaStream{}, bufio.NewReader(bytes.NewReader(content)), 0
		for {
			m, err := l.next(r)
			if err != nil {
				return
			}
			if read += len(m.Pix); read > len(content) {
				t.Fatalf("%d values from %d bytes", read, len(content))
			}
		}
	})
}

func TestLuma(t *testing.T) {
	l, r := lumaStream{},
		bufio.NewReader(strings.NewReader("YUV4MPEG2 W3 H2 F25:1 C420jpeg\nFRAME\n123456uuvvFRAME Ip\n654321uuvv"))
	for _, want := range []string{"123456", "654321"} {
		if m, err := l.next(r); err != nil || string(m.Pix) != want || m.Rect.Dx() != 3 {
			t.Fatalf("found %v, %v, expected %q", m, err, want)
		}
	}
	if _, err := l.next(r); err != io.EOF {
		t.Errorf("error is %v at the end, expected io.EOF", err)
	}
	for _, bad := range []string{"RIFF\n", "YUV4MPEG2 W3\nFRAME\n", "YUV4MPEG2 Wx H2\n",
		"YUV4MPEG2 W3 H2 C444\nFRAME\n", "YUV4MPEG2 W3 H2\nFRAM\n123456uuvv", "YUV4MPEG2 W3 H2\nFRAME\n123",
		"YUV4MPEG2 W99999999 H99999999\n", strings.Repeat("Y", 999)} {
		l := lumaStream{}
		if _, err := l.next(bufio.NewReader(strings.NewReader(bad))); err == nil || err == io.EOF {
			t.Errorf("%q: error is %v", bad, err)
		}
	}
}

// What ffmpeg says comes in pieces of any length.
func TestReportOfFFmpeg(t *testing.T) {
	said := "[info] Input #0, matroska,webm, from 'file:a.webm':\n" +
		"[info]   Duration: 00:01:02.50, start: 0.000000, bitrate: 76 kb/s\n" +
		"[info]   Stream #0:0: Video: vp9 (Profile 0), yuv420p(tv, progressive), 321x241, SAR 1:1 DAR 321:241, 29.97 " +
		"fps, 30 tbr, 1k tbn\n" +
		"[Parsed_showinfo_0 @ 0x55] [info] n:   0 pts:      0 pts_time:0       pos:      489 fmt:yuv420p\n" +
		"[info] Output #0, yuv4mpegpipe, to 'pipe:':\n" +
		"[info]   Stream #0:0: Video: wrapped_avframe, yuv420p, 321x241, q=2-31, 200 kb/s, 25 fps, 25 tbn\n" +
		"[Parsed_showinfo_0 @ 0x55] [info] n:   1 pts:     33 pts_time:0.033   pos:     4489 fmt:yuv420p\n" +
		"[h264 @ 0x55] [error] error while decoding MB 3 4\n" +
		"[Parsed_showinfo_0 @ 0x55] [info] n:   2 pts:   NOPTS pts_time:NOPTS   pos:     4489\n"
	for _, piece := range []int{1, 7, 1000} {
		r := &report{}
		for rest := []byte(said); len(rest) > 0; {
			n := min(piece, len(rest))
			if _, err := r.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if r.duration != 62.5 || r.rate != 29.97 || len(r.times) != 3 || r.times[1] != 0.033 ||
			r.times[2] == r.times[2] || r.reason(nil) != "error while decoding MB 3 4" {
			t.Errorf("in pieces of %d: %v s at %v, times %v, error %q", piece, r.duration, r.rate, r.times, r.reason(nil))
		}
	}
	for line, cut := range map[string]bool{
		"[mov,mp4,m4a,3gp,3g2,mj2 @ 0x55] [error] stream 0, offset 0x33d79: partial file": true,
		"[matroska,webm @ 0x55] [error] File ended prematurely at pos. 4489 (0x1189)":     true,
		"[h264 @ 0x55] [error] error while decoding MB 3 4":                               false,
	} {
		r := &report{}
		if fmt.Fprintln(r, line); r.cut != cut {
			t.Errorf("%q: cut off %v", line, r.cut)
		}
	}
	// Advice behind an error, and warnings, are no reasons.
	r := &report{}
	for _, line := range []string{"[fatal] Stream map '0:v:0' matches no streams.",
		"To ignore this, add a trailing '?' to the map.", "[avi @ 0x1] [warning] odd"} {
		if _, err := fmt.Fprintln(r, line); err != nil {
			t.Fatal(err)
		}
	}
	if got := r.reason(nil); got != "Stream map '0:v:0' matches no streams." {
		t.Errorf("the reason is %q", got)
	}
}
