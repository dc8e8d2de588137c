package footage

import (
	"bytes"
	"context"
	"errors"
	"image"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/container"
	"motionseg/hopkins/internal/testfile"
)

// filmOf returns a film of pictures.
func filmOf(frames []*image.RGBA, rate float64) Film {
	return Film{Size: frames[0].Rect.Size(), Frames: len(frames), Rate: rate,
		Picture: func(f int) (*image.RGBA, error) { return frames[f], nil }}
}

func TestWriteFilm(t *testing.T) {
	const count = 7
	frames := clipFrames(t, 97, 73, count)
	for _, name := range []string{"film.avi", "film.mp4", "film.webm", "film.mov", "film.mkv"} {
		t.Run(name, func(t *testing.T) {
			if name != "film.avi" {
				needsFFmpeg(t)
			}
			path := filepath.Join(t.TempDir(), name)
			told := 0
			if err := WriteFilm(t.Context(), path, filmOf(frames, 12.5), func(done, total int) {
				if told++; done != told || total != count {
					t.Errorf("progress is %d of %d after %d frames", done, total, told)
				}
			}); err != nil {
				t.Fatal(err)
			}
			if told != count {
				t.Errorf("progress was told %d times, expected %d", told, count)
			}
			s, err := OpenFilm(t.Context(), path, Range{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for i, want := range frames {
				got, err := s.Frame(i)
				if err != nil {
					t.Fatal(err)
				}
				sum := 0.0
				for y := range 73 {
					for x := range 97 {
						a, b := want.RGBAAt(x, y), got.(*image.RGBA).RGBAAt(x, y)
						for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
							sum += float64(d * d)
						}
					}
				}
				if alike := 10 * math.Log10(255*255*3*97*73/sum); alike < 25 {
					t.Errorf("frame %d is like itself by %.1f dB", i, alike)
				}
				if at, known := s.Time(i); !known || math.Abs(at-float64(i)/12.5) > 0.0021 {
					t.Errorf("frame %d: at %v s (%v), expected %v", i, at, known, float64(i)/12.5)
				}
			}
			if _, err := s.Frame(count); err != nil || s.Len() != count || math.Abs(s.Rate()-12.5) > 0.01 {
				t.Errorf("found %d frames at %v, %v", s.Len(), s.Rate(), err)
			}
			items, err := os.ReadDir(filepath.Dir(path))
			if err != nil || len(items) != 1 {
				t.Errorf("found %v, %v, expected the film alone", items, err)
			}
			if info, err := container.ReadFile(path); err != nil || info.Codec == "" || info.Width < 97 ||
				info.Width > 98 || info.Height < 73 || info.Height > 74 {
				t.Errorf("header is %+v, %v", info, err)
			}
		})
	}
}

// Another program finds nothing to complain about in our own format.
func TestFFmpegReadsOurAVI(t *testing.T) {
	program := needsFFmpeg(t)
	path := filepath.Join(t.TempDir(), "film.avi")
	if err := WriteFilm(t.Context(), path, filmOf(clipFrames(t, 64, 64, 5), 29.97), nil); err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(program, "-v", "info", "-hide_banner", "-i", path, "-f", "null", "-").CombinedOutput()
	if err != nil || !strings.Contains(string(said), "29.97 fps") || !strings.Contains(string(said), "64x64") ||
		!strings.Contains(string(said), "frame=    5") {
		t.Errorf("ffmpeg said %v\n%s", err, said)
	}
	if said, err := exec.Command(program, "-v", "warning", "-i", path, "-f", "null", "-").CombinedOutput(); err !=
		nil || bytes.Contains(bytes.ToLower(said), []byte("index")) {
		t.Errorf("ffmpeg warns %v\n%s", err, said)
	}
}

func TestWriteFilmFails(t *testing.T) {
	frames := []*image.RGBA{plain(8, 6, 1), plain(8, 6, 2), plain(8, 6, 3)}
	folder := t.TempDir()
	old := testfile.Write(t, "what was there", folder, "old.avi")
	failure := errors.New("no such picture")
	broken := filmOf(frames, 10)
	broken.Picture = func(f int) (*image.RGBA, error) {
		if f == 2 {
			return nil, failure
		}
		return frames[f], nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := filmOf(frames, 10)
	stopped.Picture = func(f int) (*image.RGBA, error) { cancel(); return frames[f], nil }
	wrong := filmOf(frames, 10)
	wrong.Size = image.Pt(9, 6)
	if err := WriteFilm(t.Context(), old, broken, nil); !errors.Is(err, failure) ||
		!strings.Contains(err.Error(), "old.avi") {
		t.Errorf("error is %v, expected the picture's", err)
	}
	if err := WriteFilm(ctx, old, stopped, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, expected that it was cancelled", err)
	}
	if err := WriteFilm(t.Context(), old, wrong, nil); err == nil || !strings.Contains(err.Error(), "frame 1") {
		t.Errorf("error is %v, expected the size of frame 1", err)
	}
	if err := WriteFilm(t.Context(), filepath.Join(folder, "film.wmv"), filmOf(frames, 10), nil); err == nil ||
		!strings.Contains(err.Error(), ".mp4") {
		t.Errorf("error is %v, expected the endings", err)
	}
	if content, err := os.ReadFile(old); err != nil || string(content) != "what was there" {
		t.Errorf("the old file is %q, %v", content, err)
	}
	if items, _ := os.ReadDir(folder); len(items) != 1 {
		t.Errorf("found %v, expected the old film alone", items)
	}

	pretend(t, "echo ' V..... wmv1  Windows Media'\n")
	if err := WriteFilm(t.Context(), filepath.Join(folder, "film.mp4"), filmOf(frames, 10), nil); err == nil ||
		!strings.Contains(err.Error(), "libx264") {
		t.Errorf("error is %v, expected the encoders", err)
	}
	t.Setenv("PATH", "")
	if err := WriteFilm(t.Context(), filepath.Join(folder, "film.mp4"), filmOf(frames, 10), nil); !errors.Is(err,
		ErrNoFFmpeg) || !strings.Contains(err.Error(), ".avi") {
		t.Errorf("error is %v, expected that ffmpeg is missing", err)
	}
}

func TestEncoderThatGivesUp(t *testing.T) {
	pretend(t, `case "$*" in *-encoders*) echo ' V..... libx264  H.264';; *) echo 'no room left' >&2; exit 1;; esac`+"\n")
	folder := t.TempDir()
	frames := []*image.RGBA{plain(640, 480, 1), plain(640, 480, 2)}
	err := WriteFilm(t.Context(), filepath.Join(folder, "film.mp4"), filmOf(frames, 10), nil)
	if err == nil || !strings.Contains(err.Error(), "no room left") {
		t.Errorf("error is %v, expected what the program said", err)
	}
	if items, _ := os.ReadDir(folder); len(items) != 0 {
		t.Errorf("left behind: %v", items)
	}
}

func BenchmarkWriteAVI(b *testing.B) {
	frames := clipFrames(b, 640, 480, 2)
	path := filepath.Join(b.TempDir(), "film.avi")
	for b.Loop() {
		if err := WriteFilm(b.Context(), path, filmOf(frames, 25), nil); err != nil {
			b.Fatal(err)
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size())/2, "bytes/frame")
}
