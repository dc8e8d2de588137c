package read

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// blenderJSON is the scene as a script of Blender writes it, in a picture of 1024×512.
func blenderJSON() string {
	return strings.ReplaceAll(programText(`{"size":[1024,512],"tracks":[`, `{"name":"ID","markers":[`,
		`{"frame":FRAME,"co":[X,Y]},`, `]},`, `]}`, 1,
		func(x, y float64) (float64, float64) { return x / 1024, 1 - y/512 }), ",]", "]")
}

// oneTrackFolder writes the scene as a file for each track.
func oneTrackFolder(t *testing.T, separator string, place func(x, y float64) (float64, float64)) string {
	t.Helper()
	folder := t.TempDir()
	for i := range sceneTracks {
		var b strings.Builder
		for f := range sceneFrames {
			x, y := place(place2(i, f))
			fmt.Fprintf(&b, "%d%s%v%s%v\n", f+1, separator, x, separator, y)
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("film_Camera_tr_%d.csv", i+1)), []byte(b.String()),
			0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestBlender: JSON by the names of Blender's Python, and a folder with a file a track.
func TestBlender(t *testing.T) {
	s, err := reads(t, []byte(blenderJSON()), "a.json", Options{})
	if err == nil && !s.Relative || s.Width != 1024 || s.Height != 512 {
		t.Fatalf("size %d×%d, relative %v, %v", s.Width, s.Height, s.Relative, err)
	}
	scaled(s, 1024, 512)
	isScene(t, "JSON", s, err)
	list := strings.TrimSuffix(strings.TrimPrefix(blenderJSON(), `{"size":[1024,512],"tracks":`), "}")
	muted := strings.Replace(list, `{"frame":3,"co"`, `{"frame":3,"mute":true,"co"`, 1)
	if s, err = reads(t, []byte(muted), "a.json", Options{}); err != nil || s.Seen(0, 2) || !s.Seen(0, 3) ||
		!s.Seen(1, 2) {
		t.Errorf("a muted marker: %+v, %v", s, err)
	}

	relative := func(x, y float64) (float64, float64) { return x / 1024, 1 - y/512 }
	for separator, place := range map[string]func(x, y float64) (float64, float64){",": upwards, " ": upwards,
		";": relative, "\t": relative} {
		folder := oneTrackFolder(t, separator, place)
		names := TrackFiles(folder)
		if len(names) != sceneTracks || names[9] != "film_Camera_tr_10.csv" {
			t.Fatalf("%q: files %q", separator, names)
		}
		s, err := FromFolder(t.Context(), folder, names)
		if err != nil {
			t.Errorf("%q: %v", separator, err)
			continue
		}
		if len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "upwards") || s.IDs[0] != "film_Camera_tr_1" {
			t.Errorf("%q: notes %q, names %q", separator, s.Notes, s.IDs)
		}
		if s.Relative {
			scaled(s, 1024, 512)
		} else {
			_, y := place2(0, 0)
			shift := y - s.Pixels.At(1, 0)
			for r := 1; r < 2*sceneFrames; r += 2 {
				for i := range sceneTracks {
					s.Pixels.Set(r, i, s.Pixels.At(r, i)+shift)
				}
			}
		}
		isScene(t, separator, s, nil)
	}
}

// scaled brings relative coordinates to pixels, and takes what is rounded off as exact.
func scaled(s *Tracks, width, height float64) {
	rows, n := s.Pixels.Dims()
	for r := range rows {
		for i := range n {
			v := s.Pixels.At(r, i) * []float64{width, height}[r%2]
			x, y := place2(i, r/2)
			if want := []float64{x, y}[r%2]; v-want < 1e-9 && want-v < 1e-9 {
				v = want
			}
			s.Pixels.Set(r, i, v)
		}
	}
}

// TestTrackFiles: what is no folder with a file a track, and what is broken in one.
func TestTrackFiles(t *testing.T) {
	folder := oneTrackFolder(t, ",", upwards)
	// What macOS leaves beside a file is no track, and does not make the others none.
	testfile.Write(t, "\x00\x05", folder, "._other.csv")
	other := filepath.Join(folder, "other.csv")
	for content, is := range map[string]bool{"x,y\n1,2\n": false, "1.5,2,3\n": false, "1,2,3,4\n": false,
		"frame,x,y\n4,2,3\n": true, "1,2,3\n1,2,3\n": true} {
		testfile.Write(t, content, other)
		if names := TrackFiles(folder); (names != nil) != is {
			t.Errorf("%q beside tracks: files %q", content, names)
		}
	}
	for content, want := range map[string]string{
		"1,2,3\n1,2,3\n": "other.csv: line 2: expected frames in their order, found 1 behind 1",
		"1,2,3\n2,x,3\n": `other.csv: line 2: expected a finite coordinate of at most 1e+09, found "x"`,
		"1,2,3\n2,3\n":   "other.csv: line 2: expected frame, x and y, found 2 fields",
	} {
		testfile.Write(t, content, other)
		if _, err := FromFolder(t.Context(), folder, TrackFiles(folder)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %s", content, err, want)
		}
	}
	for _, c := range [][2]string{
		{`{"tracks":[{"name":"a","markers":[{"frame":1,"co":[1]}]}]}`,
			`track "a", marker 1: expected a frame from 0 and x and y in co, found frame 1 and 1 numbers`},
		{`[{"name":"a","markers":[{"frame":1,"co":[0,1]}]},{"name":"a","markers":[]}]`,
			`expected every name once, found "a" twice`},
		{`{"tracks":[{"name":"a","markers":[{"frame":"1","co":[0,1]}]}]}`, "expected tracks of Blender"},
		{`{"tracks":[{"name":"a","markers":[{"frame":1,"co":[0,1]}]},{"name":"b","markers":[]}]}`,
			"expected at least 2 tracks, found 1"},
	} {
		content, want := c[0], c[1]
		if _, err := reads(t, []byte(content), "a.json", Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, expected %s", content, err, want)
		}
	}
}
