package hopkins

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// aviHeader returns the header of an AVI film of w×h.
func aviHeader(w, h int) []byte {
	chunk := func(id string, content ...string) string {
		body := strings.Join(content, "")
		return id + string(binary.LittleEndian.AppendUint32(nil, uint32(len(body)))) + body
	}
	format := make([]byte, 40)
	binary.LittleEndian.PutUint32(format[4:], uint32(w))
	binary.LittleEndian.PutUint32(format[8:], uint32(h))
	copy(format[16:], "MJPG")
	return []byte(chunk("RIFF", "AVI ", chunk("LIST", "hdrl", chunk("LIST", "strl",
		chunk("strh", "vids"+strings.Repeat("\x00", 52)), chunk("strf", string(format))))))
}

func TestSizeFromTheFilmBesideTheTracks(t *testing.T) {
	folder := t.TempDir()
	var table strings.Builder
	table.WriteString("track_id,t,y,x\n")
	for track := range 5 {
		for frame := range 3 {
			fmt.Fprintf(&table, "%d,%d,%d,%d\n", track, frame, 200+10*track, 300+7*track+frame)
		}
	}
	write := func(name string, content []byte) {
		testfile.Write(t, content, folder, name)
	}
	write("tracks.csv", []byte(table.String()))
	write("movie.avi", aviHeader(640, 480))
	s, err := Open(filepath.Join(folder, "tracks.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if s.Width != 640 || s.Height != 480 {
		t.Errorf("size is %d×%d, expected that of the film, 640×480", s.Width, s.Height)
	}
	if got, want := s.Normalized.At(0, 0), (300-320)/320.0; got != want {
		t.Errorf("first x is %v, expected %v", got, want)
	}

	// A film that does not tell its size changes nothing.
	write("movie.avi", []byte("RIFF\x04\x00\x00\x00AVI "))
	if s, err = Open(filepath.Join(folder, "tracks.csv")); err != nil || s.Width != 0 {
		t.Errorf("width is %d, %v, expected 0", s.Width, err)
	}

	// One of two films might be another sequence's.
	write("movie.avi", aviHeader(640, 480))
	write("other.avi", aviHeader(320, 240))
	if s, err = Open(filepath.Join(folder, "tracks.csv")); err != nil || s.Width != 0 {
		t.Errorf("width is %d, %v, expected 0", s.Width, err)
	}
}

// TestSizeOfNumbersInTIFF: the size of frames in BigTIFF or of fractions is known beside tracks.
func TestSizeOfNumbersInTIFF(t *testing.T) {
	for _, name := range []string{"tifffile_big_be.tif", "tifffile_float32.tif", "tifffile_truncated.tif"} {
		content, err := os.ReadFile(filepath.Join("footage", "testdata", "tools", name))
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		if err := os.Mkdir(filepath.Join(folder, "frames"), 0o777); err != nil {
			t.Fatal(err)
		}
		for path, content := range map[string][]byte{
			"tracks.csv":   []byte("track,frame,x,y\n1,1,2,3\n1,2,3,4\n1,3,4,5\n2,1,5,6\n2,2,6,7\n2,3,7,8\n"),
			"frames/1.tif": content,
		} {
			testfile.Write(t, content, folder, filepath.FromSlash(path))
		}
		if s, err := Open(filepath.Join(folder, "tracks.csv")); err != nil || s.Width != 48 || s.Height != 32 {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

// TestHiddenBesideTracks: of hidden files, as macOS leaves them, none is the film of the tracks
// beside it or other tracks.
func TestHiddenBesideTracks(t *testing.T) {
	folder := t.TempDir()
	table := []byte("track,frame,x,y\n1,1,2,3\n1,2,3,4\n2,1,5,6\n2,2,7,7\n")
	for name, content := range map[string][]byte{"t.csv": table, "._t.csv": table, "._film.mp4": nil} {
		testfile.Write(t, content, folder, name)
	}
	if video := findVideo(folder, "t", true); video != "" {
		t.Errorf("the film is %s, expected none", video)
	}
	path := filepath.Join(folder, "t.csv")
	if !onlyTrackFile(path) {
		t.Error("other tracks are found beside the table")
	}
	if found, err := trackFile(folder); found != path {
		t.Errorf("the tracks are %q, %v", found, err)
	}
}
