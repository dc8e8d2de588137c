package command

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/internal/testfile"
)

// The files that the scripts of .ci/formats make are of three scenes: twelve tracks in
// seven frames, as place has them; matches of two pictures with three layers, of which layer
// k moves by (k+1)·(6, 3) pixels; and a film of a bright square, see square.
const toolTracks, toolFrames = 12, 7

func place(track, frame int) (x, y float64) {
	return float64(track*97%640) + 1.5*float64(frame), float64(track*61%480) + float64(frame*(track%3))
}

// square returns the middle of the bright square in a frame of the film.
func square(frame int) (x, y float64) { return 7.5 + 3*float64(frame), 6.5 + 2*float64(frame) }

// refusedFiles are those that hold nothing that can be read, and what is said of them.
var refusedFiles = map[string]string{
	"r.rds":                  "found none of them",
	"pandas.pkl":             "found none of them",
	"pandas_records.json":    "found JSON of another kind",
	"numpy_object.npy":       "expected an array of numbers or booleans, found type |O",
	"numpy_record.npy":       "expected an array of numbers or booleans, found type a record",
	"tifffile_truncated.tif": "page 1: expected a picture: unexpected EOF",
	"ffmpeg_ppm":             "no pictures found: expected JPEG, PNG",
}

// countedMatches returns how many matches the programs themselves counted in files of a
// folder, as the scripts noted it.
func countedMatches(t *testing.T, folder string) map[string]int {
	t.Helper()
	counts := map[string]int{}
	content, err := os.ReadFile(filepath.Join(folder, "matches.txt"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		var name string
		var n int
		if _, err := fmt.Sscan(line, &name, &n); err != nil {
			t.Fatalf("%s: %q: %v", folder, line, err)
		}
		counts[name] = n
	}
	return counts
}

// hiddenPoint is the one point, by track and frame from 0, that some files have as not seen.
func hiddenPoint(name string) (track, frame int) {
	switch {
	case strings.HasSuffix(name, "_na.csv"):
		return 5, 3
	case strings.HasPrefix(name, "octave_data"):
		return 2, 4
	case name == "sleap.h5", strings.HasPrefix(name, "deeplabcut"):
		return 5, 3
	}
	return -1, -1
}

// TestToolFiles opens every file that programs made by the scripts of .ci/formats and counts:
// each has the right tracks, frames, direction of y and visibility, or is refused in one
// sentence. TOOL_FILES names folders with files that were made just now in place of those
// that are kept.
func TestToolFiles(t *testing.T) {
	folders := []string{"../read/testdata", "../read/testdata/tools", "../footage/testdata/tools"}
	if fresh := os.Getenv("TOOL_FILES"); fresh != "" {
		folders = filepath.SplitList(fresh)
	}
	opened, refused, passed, wrong := 0, 0, 0, 0
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		matches := countedMatches(t, folder)
		for _, e := range entries {
			name := strings.TrimSuffix(e.Name(), ".gz")
			if name == "tools" || name == "matches.txt" || name == "colmap.db" { // whose schema alone is COLMAP's
				continue
			}
			path := plainFile(t, folder, e.Name())
			err := openToolFile(t.Context(), path, name, matches[name])
			says := refusedFiles[name]
			var missing needsProgram
			switch {
			case err == nil && says == "":
				opened++
			case err == nil:
				wrong++
				t.Errorf("%s: opened, expected to be refused with %s", name, says)
			case errors.As(err, &missing):
				passed++
			case says != "" && strings.Contains(err.Error(), says) && !strings.Contains(err.Error(), "\n"):
				refused++
			default:
				wrong++
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	t.Logf("%d files of programs: %d opened, %d refused in a sentence, %d read wrong, %d passed over without ffmpeg",
		opened+refused+wrong+passed, opened, refused, wrong, passed)
	if os.Getenv("TOOL_FILES") == "" && opened+passed < 90 {
		t.Errorf("expected 90 files or more that open, found %d", opened+passed)
	}
}

// plainFile returns the path of a file, unpacked where it is kept packed.
func plainFile(t *testing.T, folder, name string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	plain := strings.TrimSuffix(name, ".gz")
	if plain == name {
		return path
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), plain)
	testfile.Write(t, content, path)
	return path
}

// needsProgram marks that a file needs ffmpeg, which is missing.
type needsProgram struct{ error }

// openToolFile opens a file as the program does, and says what is wrong with what was read;
// matches is how many it has of two pictures, 0 for tracks and films.
func openToolFile(ctx context.Context, path, name string, matches int) error {
	o := hopkins.Options{}
	if name == "named.h5" {
		o.Array = "group/mine"
	}
	for _, film := range []string{"ffmpeg", "magick", "tifffile", "opencv.avi", "opencv_float"} {
		if strings.HasPrefix(name, film) {
			return checkFilm(ctx, path)
		}
	}
	s, err := hopkins.OpenContext(ctx, path, o)
	if err != nil {
		return err
	}
	if matches > 0 {
		return checkPair(s, matches)
	}
	return checkPlaces(s, name)
}

// checkFilm says what is wrong with the frames of the film.
func checkFilm(ctx context.Context, path string) error {
	s, err := footage.OpenFilm(ctx, path, footage.Range{})
	if err != nil {
		if _, missing := footage.FindFFmpeg(); missing != nil {
			return needsProgram{err}
		}
		return err
	}
	defer s.Close()
	frames := 0
	for ; ; frames++ {
		m, err := s.Gray(ctx, frames)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		x, y := middleOf(m)
		if wantX, wantY := square(frames); m.Rect.Dx() != 48 || m.Rect.Dy() != 32 || math.Hypot(x-wantX, y-wantY) > 0.6 {
			return fmt.Errorf("frame %d of %v has the square at %.2f, %.2f, expected %g, %g", frames, m.Rect, x, y, wantX, wantY)
		}
	}
	if n := s.Len(); frames != 5 || n != 5 {
		return fmt.Errorf("expected 5 frames, found %d, and %d said", frames, n)
	}
	return nil
}

// middleOf returns the middle of the bright half of a picture's grey values.
func middleOf(m *image.Gray) (x, y float64) {
	n := 0.0
	for v := range m.Rect.Dy() {
		for u := range m.Rect.Dx() {
			if m.GrayAt(u, v).Y > 135 {
				x, y, n = x+float64(u), y+float64(v), n+1
			}
		}
	}
	return x / n, y / n
}

// checkPair says what is wrong with matches of the two pictures.
func checkPair(s *hopkins.Sequence, matches int) error {
	if s.Points() != matches || s.Frames() != 2 || !s.TwoFrame || s.Visible != nil {
		return fmt.Errorf("found %d matches in %d frames, a pair %v", s.Points(), s.Frames(), s.TwoFrame)
	}
	layers := map[float64]int{}
	for i := range matches {
		dx, dy := s.Pixels.At(2, i)-s.Pixels.At(0, i), s.Pixels.At(3, i)-s.Pixels.At(1, i)
		layer, y := math.Round(dx/6), s.Pixels.At(1, i)
		if math.Hypot(dx-6*layer, dy-3*layer) < 1 && y > 80*(layer-1)-3 && y < 80*layer+3 {
			layers[layer]++
		}
	}
	// One in a hundred may be the program's own mistake, at the edge of a layer.
	if right := layers[1] + layers[2] + layers[3]; len(layers) != 3 || right < matches-matches/100 {
		return fmt.Errorf("found %d of %d matches in the layers, by layers %v", right, matches, layers)
	}
	return nil
}

// checkPlaces says what is wrong with the twelve tracks. Where y was turned at an unknown
// height it may be shifted.
func checkPlaces(s *hopkins.Sequence, name string) error {
	if s.Points() != toolTracks || s.Frames() != toolFrames || s.TwoFrame {
		return fmt.Errorf("found %d tracks in %d frames, a pair %v", s.Points(), s.Frames(), s.TwoFrame)
	}
	scale, shift := 1.0, 0.0
	if name == "numpy_i2.npy" { // twice, since it has whole numbers
		scale = 0.5
	}
	if strings.Contains(strings.Join(s.Notes, " "), "upwards") {
		_, y := place(0, 0)
		shift = y - scale*s.Pixels.At(1, 0)
	}
	hidden, at := hiddenPoint(name)
	for i := range toolTracks {
		for f := range toolFrames {
			if seen := s.Visible == nil || s.Visible[i][f]; seen != (i != hidden || f != at) {
				return fmt.Errorf("track %d in frame %d is seen: %v", i+1, f+1, seen)
			}
			wantX, wantY := place(i, f)
			x, y := scale*s.Pixels.At(2*f, i), scale*s.Pixels.At(2*f+1, i)+shift
			near := 1e-3
			if strings.HasPrefix(name, "opencv_lk") { // followed through pictures
				near = 0.02
			}
			if (s.Visible == nil || s.Visible[i][f]) && max(math.Abs(x-wantX), math.Abs(y-wantY)) > near {
				return fmt.Errorf("track %d in frame %d is at %g, %g, expected %g, %g (%q)", i+1, f+1, x, y, wantX, wantY, s.Notes)
			}
		}
	}
	return nil
}
