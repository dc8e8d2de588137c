package footage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/synthetic"
)

// needsFFmpeg returns the program, and skips the test where there is none.
func needsFFmpeg(t testing.TB) string {
	t.Helper()
	program, err := FindFFmpeg()
	if err != nil {
		t.Skipf("needs ffmpeg: %v", err)
	}
	return program
}

// clipFrames are the frames of a small scene, w×h.
func clipFrames(t testing.TB, w, h, count int) []*image.RGBA {
	t.Helper()
	config := synthetic.Default()
	config.Width, config.Height, config.Frames, config.Tracks = w, h, count, 60
	scene, err := synthetic.New(config)
	if err != nil {
		t.Fatal(err)
	}
	frames := make([]*image.RGBA, count)
	for f := range frames {
		frames[f] = scene.Render(f)
	}
	return frames
}

// encode writes the frames as a film by ffmpeg with the given arguments.
func encode(t testing.TB, frames []*image.RGBA, name string, arguments ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	var in bytes.Buffer
	for _, m := range frames {
		in.Write(m.Pix)
	}
	size := frames[0].Rect.Size()
	command := exec.Command(needsFFmpeg(t), append(append([]string{"-v", "error", "-nostdin",
		"-f", "rawvideo", "-pix_fmt", "rgba", "-s", fmt.Sprintf("%dx%d", size.X, size.Y), "-r", "25", "-i", "pipe:0"},
		arguments...), "file:"+path)...)
	command.Stdin = &in
	if said, err := command.CombinedOutput(); err != nil {
		if strings.Contains(string(said), "Unknown encoder") {
			t.Skipf("this ffmpeg cannot encode with %v", arguments)
		}
		t.Fatalf("%v: %s", err, said)
	}
	return path
}

// psnr returns how alike two pictures of brightness are, in decibels. The
// second is of the range 16…235 that films have.
func psnr(full, film *image.Gray) float64 {
	sum := 0.0
	for y := range full.Rect.Dy() {
		for x := range full.Rect.Dx() {
			d := float64(full.GrayAt(x, y).Y) - (float64(film.GrayAt(x, y).Y)-16)*255/219
			sum += d * d
		}
	}
	return 10 * math.Log10(255*255*float64(full.Rect.Dx()*full.Rect.Dy())/sum)
}

func TestFilmsOfManyKinds(t *testing.T) {
	if testing.Short() {
		t.Skip("encodes films")
	}
	const count = 12
	frames := clipFrames(t, 160, 120, count)
	odd := clipFrames(t, 161, 119, count)
	x265 := "log-level=error:pools=1"
	// The middle frames are shown longer: 25 pictures a second, but for them.
	varying := "setpts='if(lt(N,4),N,if(lt(N,8),4+3*(N-4),16+(N-8)))/25/TB'"
	even := func(i int) float64 { return float64(i) / 25 }
	for _, c := range []struct {
		name   string
		frames []*image.RGBA
		args   []string
		time   func(int) float64
	}{
		{"h264.mp4", frames, []string{"-c:v", "libx264", "-crf", "12", "-pix_fmt", "yuv420p"}, even},
		{"h264 B-frames.mkv", frames, []string{"-c:v", "libx264", "-crf", "12", "-bf", "3", "-pix_fmt", "yuv420p"}, even},
		{"h264 10 bit.mp4", frames, []string{"-c:v", "libx264", "-crf", "12", "-pix_fmt", "yuv420p10le"}, even},
		{"h264 444 odd.mp4", odd, []string{"-c:v", "libx264", "-crf", "12", "-pix_fmt", "yuv444p"}, even},
		{"hevc.mp4", frames, []string{"-c:v", "libx265", "-crf", "12", "-x265-params", x265, "-tag:v", "hvc1",
			"-pix_fmt", "yuv420p"}, even},
		{"hevc 10 bit.mov", frames,
			[]string{"-c:v", "libx265", "-crf", "12", "-x265-params", x265, "-pix_fmt", "yuv420p10le"}, even},
		{"vp9.webm", frames,
			[]string{"-c:v", "libvpx-vp9", "-crf", "12", "-b:v", "0", "-cpu-used", "8", "-pix_fmt", "yuv420p"}, even},
		{"vp9 odd.webm", odd,
			[]string{"-c:v", "libvpx-vp9", "-crf", "12", "-b:v", "0", "-cpu-used", "8", "-pix_fmt", "yuv420p"}, even},
		{"mpeg2.mpg", frames, []string{"-c:v", "mpeg2video", "-q:v", "2", "-pix_fmt", "yuv420p"}, even},
		{"mpeg4.avi", frames, []string{"-c:v", "mpeg4", "-q:v", "2", "-pix_fmt", "yuv420p"}, even},
		{"varying.mp4", frames, []string{"-vf", varying, "-fps_mode", "passthrough", "-video_track_timescale", "600",
			"-c:v", "libx264", "-crf", "12", "-pix_fmt", "yuv420p"},
			func(i int) float64 {
				switch {
				case i < 4:
					return even(i)
				case i < 8:
					return even(4 + 3*(i-4))
				}
				return even(16 + i - 8)
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := encode(t, c.frames, c.name, c.args...)
			s, err := OpenFilm(t.Context(), path, Range{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if size, err := s.Size(t.Context()); err != nil || size != c.frames[0].Rect.Size() {
				t.Errorf("size is %v, %v, expected %v", size, err, c.frames[0].Rect.Size())
			}
			for i, want := range c.frames {
				got, err := s.Gray(t.Context(), i)
				if err != nil {
					t.Fatalf("frame %d: %v", i, err)
				}
				alike := psnr(GrayOf(want), got)
				other := psnr(GrayOf(c.frames[(i+3)%count]), got)
				if alike < 32 || other > alike-5 {
					t.Errorf("frame %d: %.1f dB like itself, %.1f dB like a later one", i, alike, other)
				}
				if at, known := s.Time(i); !known || math.Abs(at-c.time(i)) > 0.0021 {
					t.Errorf("frame %d: at %.4f s (%v), expected %.4f", i, at, known, c.time(i))
				}
				colours, err := s.Frame(i)
				if err != nil {
					t.Fatalf("frame %d: %v", i, err)
				}
				mean := [3]float64{}
				for p := 0; p < len(want.Pix); p += 4 {
					for channel := range mean {
						mean[channel] += float64(want.Pix[p+channel]) - float64(colours.(*image.RGBA).Pix[p+channel])
					}
				}
				for channel, sum := range mean {
					if off := sum / float64(len(want.Pix)/4); math.Abs(off) > 3 {
						t.Errorf("frame %d: channel %d is off by %.1f on average", i, channel, off)
					}
				}
			}
			if _, err := s.Gray(t.Context(), count); !errors.Is(err, io.EOF) {
				t.Errorf("past the end: %v, expected io.EOF", err)
			}
			if s.Len() != count {
				t.Errorf("found %d frames, expected %d", s.Len(), count)
			}
		})
	}
}

// TestCutOffThroughFFmpeg: of a film that is cut off the frames before are read,
// and once the end is reached it says how many.
func TestCutOffThroughFFmpeg(t *testing.T) {
	frames := clipFrames(t, 160, 120, 12)
	for _, c := range []struct {
		name      string
		arguments []string
	}{
		{"film.mp4", []string{"-c:v", "libx264", "-g", "1", "-crf", "12", "-pix_fmt", "yuv420p", "-movflags", "+faststart"}},
		{"film.mkv", []string{"-c:v", "ffv1"}},
	} {
		whole := encode(t, frames, c.name, c.arguments...)
		content, err := os.ReadFile(whole)
		if err != nil {
			t.Fatal(err)
		}
		cut := testfile.Write(t, content[:len(content)*6/10], t.TempDir(), c.name)
		for _, c := range []struct {
			path string
			r    Range
			says bool
		}{
			{whole, Range{}, false}, {cut, Range{First: 1, MaxSide: 80}, true}, {cut, Range{Count: 3}, false},
		} {
			s, err := OpenFilm(t.Context(), c.path, c.r)
			if err != nil {
				t.Fatal(err)
			}
			if s.Note() != "" {
				t.Errorf("%s: before the end it says %q", c.path, s.Note())
			}
			read := c.r.First
			for ; err == nil; read++ {
				_, err = s.Gray(t.Context(), read+1-c.r.First)
			}
			want := ""
			if c.says {
				want = fmt.Sprintf("the film ends early, after %d frames", read)
			}
			if s.Note() != want || !errors.Is(err, io.EOF) || c.path == cut && (read < 3 || read > 10) {
				t.Errorf("%s, %+v: %d frames, %v, note %q, expected %q", c.path, c.r, read, err, s.Note(), want)
			}
			s.Close()
		}
	}
}

// TestChangingSize: no frame is lost of a film whose pictures change their size, as those of
// recorded screens and calls do; all have the size of the first, wherever reading begins.
func TestChangingSize(t *testing.T) {
	const each = 130
	small, large := clipFrames(t, 64, 64, 8), clipFrames(t, 128, 96, 8)
	var parts [2][]*image.RGBA
	for i := range each {
		parts[0], parts[1] = append(parts[0], small[i%8]), append(parts[1], large[i%8])
	}
	list := ""
	for _, part := range parts {
		path := encode(t, part, "part.mkv", "-c:v", "mpeg2video", "-bf", "0", "-q:v", "2", "-pix_fmt", "yuv420p")
		list += "file '" + path + "'\n"
	}
	path := filepath.Join(t.TempDir(), "call.mkv")
	joined := exec.Command(needsFFmpeg(t), "-v", "error", "-f", "concat", "-safe", "0", "-i",
		testfile.Write(t, list, t.TempDir(), "list"), "-c", "copy", path)
	if said, err := joined.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	for _, side := range []int{0, 32} {
		s, err := OpenFilm(t.Context(), path, Range{MaxSide: side})
		if err != nil {
			t.Fatal(err)
		}
		size := image.Pt(64, 64)
		if side > 0 {
			size = image.Pt(32, 32)
		}
		for i := 0; err == nil; i++ {
			var m *image.Gray
			if m, err = s.Gray(t.Context(), i); err == nil && m.Rect.Size() != size {
				t.Fatalf("brightness of frame %d has %v pixels, expected %v", i, m.Rect.Size(), size)
			}
		}
		// The decoder drops the one that it holds back when the size changes.
		if s.Len() < 2*each-1 || !errors.Is(err, io.EOF) {
			t.Errorf("%d frames, expected %d; %v", s.Len(), 2*each, err)
		}
		for _, i := range []int{s.Len() - 1, 0, each + 50, 3} {
			m, err := s.Frame(i)
			if err != nil || m.Bounds().Size() != size {
				t.Fatalf("of %d frames frame %d: %v, expected one of %v", s.Len(), i, err, size)
			}
		}
		s.Close()
	}
}

func TestRotatedFilm(t *testing.T) {
	frames := clipFrames(t, 160, 120, 3)
	flat := encode(t, frames, "flat.mp4", "-c:v", "libx264", "-crf", "12", "-pix_fmt", "yuv420p")
	turned := filepath.Join(filepath.Dir(flat), "turned.mp4")
	// As a phone held upright writes it: the picture lies, the file says how to
	// turn it.
	command := exec.Command(needsFFmpeg(t), "-v", "error", "-nostdin", "-i", flat, "-c", "copy", "-metadata:s:v:0",
		"rotate=90", turned)
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	s, err := OpenFilm(t.Context(), turned, Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, err := s.Gray(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if got.Rect.Size() != image.Pt(120, 160) {
		t.Skipf("this ffmpeg does not write the rotation: size %v", got.Rect.Size())
	}
	want := GrayOf(frames[1])
	clockwise, counter := image.NewGray(got.Rect), image.NewGray(got.Rect)
	for y := range 160 {
		for x := range 120 {
			clockwise.Pix[y*clockwise.Stride+x] = want.Pix[(119-x)*want.Stride+y]
			counter.Pix[y*counter.Stride+x] = want.Pix[x*want.Stride+159-y]
		}
	}
	if a, b := psnr(clockwise, got), psnr(counter, got); max(a, b) < 32 {
		t.Errorf("turned clockwise %.1f dB, the other way %.1f dB, expected one to fit", a, b)
	}
}

func TestFilmRange(t *testing.T) {
	folder := t.TempDir()
	frames := make([]*image.RGBA, 11)
	for i := range frames {
		frames[i] = plain(40, 30, uint8(20*i+10))
		var b bytes.Buffer
		if err := png.Encode(&b, frames[i]); err != nil {
			t.Fatal(err)
		}
		testfile.Write(t, b.Bytes(), folder, fmt.Sprintf("img%d.png", i))
	}
	check := func(t *testing.T, path string, tolerance float64, level func(uint8) float64) {
		for _, c := range []struct {
			r    Range
			want []int
		}{
			{Range{}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
			{Range{First: 2, Step: 3, MaxSide: 20}, []int{2, 5, 8}},
			{Range{First: 1, Step: 2, Count: 3}, []int{1, 3, 5}},
			{Range{First: 9, Count: 5}, []int{9, 10}},
		} {
			s, err := OpenFilm(t.Context(), path, c.r)
			if err != nil {
				t.Fatal(err)
			}
			for i, frame := range c.want {
				m, err := s.Gray(t.Context(), i)
				if err != nil {
					t.Fatalf("%+v: frame %d: %v", c.r, i, err)
				}
				size := image.Pt(40, 30)
				if c.r.MaxSide > 0 {
					size = image.Pt(20, 15)
				}
				if m.Rect.Size() != size {
					t.Errorf("%+v: size is %v, expected %v", c.r, m.Rect.Size(), size)
				}
				if got := level(m.Pix[5]); math.Abs(got-float64(20*frame+10)) > tolerance {
					t.Errorf("%+v: frame %d is %v, expected %d", c.r, i, got, 20*frame+10)
				}
			}
			if _, err := s.Gray(t.Context(), len(c.want)); !errors.Is(err, io.EOF) {
				t.Errorf("%+v: past the end: %v", c.r, err)
			}
			if s.Len() != len(c.want) {
				t.Errorf("%+v: length %d, expected %d", c.r, s.Len(), len(c.want))
			}
			if got, want := value(t, s, 99), uint8(20*c.want[len(c.want)-1]+10); math.Abs(float64(got)-float64(want)) >
				tolerance {
				t.Errorf("%+v: the last frame is %d, expected %d", c.r, got, want)
			}
			s.Close()
		}
		for r, want := range map[Range]string{
			{First: 11}: "expected more than 11 frames, found 11",
			{First: -1}: "expected numbers from 0",
		} {
			if _, err := OpenFilm(t.Context(), path, r); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: error is %v, expected %q", r, err, want)
			}
		}
	}
	t.Run("folder", func(t *testing.T) {
		check(t, folder, 0, func(v uint8) float64 { return float64(v) })
	})
	t.Run("film", func(t *testing.T) {
		path := encode(t, frames, "clip.mp4", "-c:v", "libx264", "-crf", "4", "-pix_fmt", "yuv420p")
		check(t, path, 3, func(v uint8) float64 { return (float64(v) - 16) * 255 / 219 })
	})
}

func TestCancelledReading(t *testing.T) {
	pretend(t, "exec sleep 600\n")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := OpenFilm(ctx, video(t, "clip.mkv"), Range{})
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) { // hangs when the program is not stopped
		t.Errorf("error is %v, expected that it was cancelled", err)
	}
}

// lasting is a context that ends when it was asked so many times.
type lasting struct {
	context.Context
	left int
}

func (c *lasting) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledPicture ends the context in the middle of one picture, of which
// large ones take seconds.
func TestCancelledPicture(t *testing.T) {
	noise := image.NewGray(image.Rect(0, 0, 400, 400))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Pix {
		noise.Pix[i] = uint8(random.Uint32())
	}
	content := pngBytes(t, noise)
	const enough = 10000
	whole := &lasting{t.Context(), enough}
	if _, err := decode(whole, content); err != nil {
		t.Fatal(err)
	}
	asked := enough - whole.left
	if asked < len(content)/8192 {
		t.Errorf("a picture of %d bytes asks %d times whether to go on", len(content), asked)
	}
	if _, err := decode(&lasting{t.Context(), asked / 2}, content); err != context.Canceled {
		t.Errorf("error is %v, expected that it was cancelled", err)
	}
}

func TestFootageThatBeginsLate(t *testing.T) {
	folder := t.TempDir()
	for i := range 6 {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.png", i)), pngBytes(t, plain(8, 6, uint8(10*i))),
			0o666); err != nil {
			t.Fatal(err)
		}
	}
	// Frame 0 would be picture −3, frame 1 picture −1, frame 2 is picture 1.
	s, err := OpenSequence(t.Context(),
		&hopkins.Sequence{Name: "late", Footage: &hopkins.Footage{Path: folder, First: -3, Step: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != 5 {
		t.Errorf("found %d frames, expected 5", s.Len())
	}
	for i, want := range []uint8{10, 10, 10, 30, 50, 50} {
		if got := value(t, s, i); got != want {
			t.Errorf("frame %d is %d, expected %d", i, got, want)
		}
		if exact := i >= 2 && i < 5; s.Exact(i) != exact {
			t.Errorf("frame %d: exact is %v", i, s.Exact(i))
		}
	}
	if m, err := s.Gray(t.Context(), 3); err != nil || m.Pix[0] != 30 {
		t.Errorf("brightness of frame 3: %v", err)
	}
	if _, err := s.Gray(t.Context(), 1); err == nil {
		t.Error("expected an error for a frame before the pictures")
	}
}

func TestWithoutFFmpeg(t *testing.T) {
	t.Setenv("PATH", "")
	t.Setenv(FFmpegVariable, filepath.Join(t.TempDir(), "absent"))
	folder := t.TempDir()
	write := func(name, content string) string {
		return testfile.Write(t, content, folder, name)
	}
	whole := string(movie(t))
	for _, c := range []struct{ path, want string }{
		{
			write("clip.webm",
				"\x1aE\xdf\xa3\x84\x42\x82\x81w\x18S\x80g\x92\x16T\xaek\x8d\xae\x8b\x83\x81\x01\x86\x86V_MJPG"),
			"clip.webm: V_MJPG in Matroska: needs the program ffmpeg",
		},
		{write("xvid.avi", strings.ReplaceAll(strings.ReplaceAll(whole, "MJPG", "XVID"), "\xff\xd8\xff",
			"\x00\x00\x01")), "xvid.avi: MPEG-4 (XVID) in AVI: needs the program ffmpeg"},
		// What is wrong with it is not its codec.
		{write("empty.avi", string(group("RIFF", "AVI ", group("LIST", "hdrl", stream("vids", "MJPG"))))),
			"empty.avi: expected video frames (chunks 00dc), found none"},
		{write("cut.mp4", "\x00\x00\x00\x10ftypisom\x00\x00\x00\x00\x00\x00\x10\x00mdat____"),
			"cut.mp4: the film ends within its pictures"},
		{write("table.csv", "frame,x,y\n1,2,3\n"), "table.csv: expected a film, found another kind of file"},
		{write("nothing.mp4", ""), "nothing.mp4: expected a film, found an empty file"},
	} {
		_, err := OpenFilm(t.Context(), c.path, Range{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error is %v, expected %q", err, c.want)
		}
		if needs := strings.Contains(c.want, "ffmpeg"); errors.Is(err, ErrNoFFmpeg) != needs {
			t.Errorf("%s: that it needs ffmpeg is %v", c.path, !needs)
		}
	}
}

func TestAdvice(t *testing.T) {
	for _, c := range []struct{ system, release, want string }{
		{"linux", "NAME=x\nID=debian\n", "apt install"},
		{"linux", "ID=pop\nID_LIKE=\"ubuntu debian\"\n", "apt install"},
		{"linux", "ID='fedora'\n", "dnf install"},
		{"linux", "ID=unheard-of\n", "ffmpeg.org"},
		{"linux", "", "ffmpeg.org"},
		{"darwin", "", "brew install"},
		{"windows", "", "winget install"},
	} {
		if got := advice(c.system, c.release); !strings.Contains(got, c.want) {
			t.Errorf("%s, %q: %q, expected %q", c.system, c.release, got, c.want)
		}
	}
	found := usualFolders("windows", func(name string) string {
		return map[string]string{"SystemDrive": "C:", "ProgramFiles": `C:\Program Files`}[name]
	})
	if want := []string{`C:\Program Files\ffmpeg\bin`, `C:\ffmpeg\bin`}; fmt.Sprint(found) != fmt.Sprint(want) {
		t.Errorf("folders are %q, expected %q", found, want)
	}
}

func TestDamagedFilms(t *testing.T) {
	frames := clipFrames(t, 160, 120, 12)
	path := encode(t, frames, "whole.mp4", "-c:v", "libx264", "-crf", "12", "-g", "4", "-pix_fmt", "yuv420p",
		"-movflags", "faststart")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, content []byte) string {
		return testfile.Write(t, content, t.TempDir(), name)
	}
	damaged := bytes.Clone(content)
	for i := len(damaged) / 2; i < len(damaged)/2+300; i++ {
		damaged[i] ^= 0x5A
	}
	for name, content := range map[string][]byte{"cut.mp4": content[:len(content)*2/3], "damaged.mp4": damaged} {
		s, err := OpenFilm(t.Context(), write(name, content), Range{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		n := 0
		for ; n < 100; n++ {
			if _, err := s.Gray(t.Context(), n); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("%s: frame %d: %v", name, n, err)
				break
			}
		}
		if n < 4 || n > 12 {
			t.Errorf("%s: found %d frames, expected most of 12", name, n)
		}
		s.Close()
	}
	if _, err := OpenFilm(t.Context(), write("head.mp4", content[:200]), Range{}); err == nil ||
		!strings.Contains(err.Error(), "head.mp4") {
		t.Errorf("error is %v, expected it to name the file", err)
	}
}

// Frames far from the last are the same whether the film is entered there or
// decoded from its beginning.
func TestJumpsInLongFilms(t *testing.T) {
	const count = 400
	frames := make([]*image.RGBA, count)
	for i := range frames {
		// Every frame shows its number in base 4, four squares.
		m := plain(64, 16, 40)
		for digit, rest := 0, i; digit < 5; digit, rest = digit+1, rest/4 {
			for y := range 16 {
				for x := range 10 {
					v := uint8(40 + 60*(rest%4))
					m.SetRGBA(2+12*digit+x, y, color.RGBA{v, v, v, 255})
				}
			}
		}
		frames[i] = m
	}
	number := func(m *image.Gray) int {
		n := 0
		for digit := 4; digit >= 0; digit-- {
			level := (float64(m.GrayAt(2+12*digit+5, 8).Y) - 16) * 255 / 219
			n = 4*n + int(math.Round((level-40)/60))
		}
		return n
	}
	varying := "setpts='if(lt(mod(N,3),1),N,N+0.4)/25/TB'"
	for _, c := range []struct {
		name string
		args []string
	}{
		{"even.mp4", []string{"-c:v", "libx264", "-crf", "10", "-bf", "3", "-g", "48", "-pix_fmt", "yuv420p"}},
		{"varying.mkv", []string{"-vf", varying, "-fps_mode", "passthrough", "-c:v", "libx264", "-crf", "10", "-g",
			"48", "-pix_fmt", "yuv420p"}},
		{"stream.ts", []string{"-c:v", "mpeg2video", "-q:v", "2", "-pix_fmt", "yuv420p"}},
		// A stream of pictures alone, without times to enter by.
		{"raw.h264", []string{"-c:v", "libx264", "-crf", "10", "-bf", "0", "-g", "48", "-pix_fmt", "yuv420p", "-f", "h264"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := OpenFilm(t.Context(), encode(t, frames, c.name, c.args...), Range{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			s.cache.setBudget(1)
			for _, i := range []int{0, 150, 399, 20, 300, 301, 170, 380, 240} {
				m, err := s.Gray(t.Context(), i)
				if err != nil {
					t.Fatalf("frame %d: %v", i, err)
				}
				if got := number(m); got != i {
					t.Errorf("frame %d is number %d", i, got)
				}
				shown, err := s.Frame(i)
				if err != nil {
					t.Fatal(err)
				}
				level := func(digit int) int { return int(shown.(*image.RGBA).RGBAAt(2+12*digit+5, 8).R) }
				n := 0
				for digit := 4; digit >= 0; digit-- {
					n = 4*n + (level(digit)-40+30)/60
				}
				if n != i {
					t.Errorf("the picture of frame %d is number %d", i, n)
				}
			}
			if _, err := s.Gray(t.Context(), count); !errors.Is(err, io.EOF) || s.Len() != count {
				t.Errorf("found %d frames, %v", s.Len(), err)
			}
		})
	}
}

func BenchmarkJump(b *testing.B) {
	frames := make([]*image.RGBA, 3000)
	for i := range frames {
		frames[i] = plain(320, 240, uint8(i))
	}
	s, err := OpenFilm(b.Context(),
		encode(b, frames, "long.mp4", "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"), Range{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Gray(b.Context(), 2999); err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		if _, err := s.Gray(b.Context(), 2900-500*(i%3)); err != nil {
			b.Fatal(err)
		}
	}
}
