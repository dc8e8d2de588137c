package read

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// huginText is the scene's frames 1 and 2 as control points, a pair with fewer and a line.
func huginText() string {
	var b strings.Builder
	b.WriteString("# hugin project file\n#hugin_ptoversion 2\np f2 w3000 h1500 v360  n\"TIFF_m c:LZW r:CROP\"\nm " +
		"i0\n\n# image lines\n" +
		"i w640 h480 f0 v50 Ra0 y0 n\"a.png\"\ni w640 h480 f0 v=0 y0 n\"b.png\"\ni w640 h480 f0 v=0 n\"c.png\"\n\nv " +
		"v1\n\n# control points\nc n1 N2 x1 y2 X3 Y4 t0\n")
	for i := range sceneTracks {
		x0, y0 := place2(i, 0)
		x1, y1 := place2(i, 1)
		if i == 3 { // the same the other way round
			x0, y0, x1, y1 = x1, y1, x0, y0
			fmt.Fprintf(&b, "c n1 N0 x%g y%g X%g Y%g t0\n", x0, y0, x1, y1)
			continue
		}
		fmt.Fprintf(&b, "c n0 N1 x%g y%g X%g Y%g t0\n", x0, y0, x1, y1)
	}
	return b.String() + "c n0 N1 x5 y5 X6 Y6 t1\n"
}

func matchMoverText() string {
	return programText("imageSequence\t\"Sequence01\"\n{\n\t640\t480\tf( \"frame%02d.jpg\" )\tb( 12 18 1 )\t\n}\n",
		"pointTrack  \"Track ID\"  rgb( 0 0 0 )\t\n{\n",
		"\tFRAME\t   X\t  Y    ki( 0.8 )\t    s( 15 15 15 15 )  p( 7 7 7 7 )\n", "}\n", "", 12, nil)
}

func nukeText() string {
	var b strings.Builder
	b.WriteString("Root {\n inputs 0\n first_frame 1001\n last_frame 1007\n format \"640 480 0 0 640 480 1 " +
		"tracks\"\n}\nTracker4 {\n inputs 0\n tracks { { 1 31 12 } \n" +
		"{ { 5 1 20 enable e 1 } \n { 3 1 75 name name 1 } \n { 2 1 58 track_x track_x 1 } } \n{ \n")
	for i := range sceneTracks {
		x, y := " x1001", " x1001"
		for f := range sceneFrames {
			px, py := place2(i, f)
			x, y = fmt.Sprintf("%s %g", x, px), fmt.Sprintf("%s x%d %g", y, 1001+f, 480-py)
		}
		fmt.Fprintf(&b, " { {curve K x1001 1} \"track %d\" {curve%s} {curve L%s} {curve K x1001 0} 0 0 }\n", i+1, x, y)
	}
	return b.String() + "} }\n name Tracker1\n}\n"
}

// TestTrackers: control points of hugin, tracks of MatchMover and of Nuke.
func TestTrackers(t *testing.T) {
	s, err := reads(t, []byte(huginText()), "a.pto", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Points() != sceneTracks || !s.TwoFrame || s.Width != 640 || s.Height != 480 || len(s.Notes) != 1 ||
		!strings.Contains(s.Notes[0], "pictures 1 and 2") {
		t.Errorf("hugin: %+v", s)
	}
	for i := range sceneTracks {
		for f := range 2 {
			if x, y := place2(i, f); s.Pixels.At(2*f, i) != x || s.Pixels.At(2*f+1, i) != y {
				t.Errorf("hugin: point %d of picture %d is at %g, %g", i, f, s.Pixels.At(2*f, i), s.Pixels.At(2*f+1, i))
			}
		}
	}
	for name, text := range map[string]string{"a.rz3": matchMoverText(), "a.nk": nukeText()} {
		s, err := reads(t, []byte(text), name, Options{})
		isScene(t, name, s, err)
		if err == nil && (s.Width != 640 || s.Height != 480 || len(s.Notes) != 0) {
			t.Errorf("%s: size %d×%d, notes %q", name, s.Width, s.Height, s.Notes)
		}
	}
	hidden := strings.Replace(nukeText(), " x1004 ", " x1014 ", 1)
	if s, err = reads(t, []byte(hidden), "a.nk", Options{}); err != nil || s.Seen(0, 3) || !s.Seen(0, 4) || !s.Seen(1, 3) {
		t.Errorf("a point without a key is seen: %+v, %v", s, err)
	}
}

// TestTrackersErrors: what is broken is said in a sentence.
func TestTrackersErrors(t *testing.T) {
	for _, pair := range [][2]string{
		{"p f2\ni w1 h1\nc n0 N1 x1 X3 Y4 t0\n", "line 3: expected x, y, X and Y of a control point"},
		{"p f2\ni w1 h1\nc n0 x1 y2 X3 Y4 t0\n", "line 3: expected two pictures of a control point"},
		{"p f2\ni w1 h1\n", "expected at least 2 control points of two pictures, found 0"},
		{"imageSequence \"a\"\n{\n 4 4 b( 3 9 1 )\n}\npointTrack \"b\"\n{\n2 1 1\n}",
			`expected frame from 3, x and y of "b"`},
		{"Tracker4 {\n tracks {\n\"a\" {curve xx 1} {curve x1 1} } }", `track "a": expected a frame behind an x`},
		{"Tracker4 {\n}", "expected at least 2 tracks, found 0"},
	} {
		content, want := pair[0], pair[1]

		if _, err := reads(t, []byte(content), "bad", Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
}

func FuzzTrackers(f *testing.F) {
	for _, content := range append(slices.Collect(maps.Values(kinoveaTexts())), huginText(), matchMoverText(),
		nukeText(), blenderJSON()) {
		f.Add(content)
	}
	for _, name := range []string{"opencv_lk.yml", "opencv_lk.xml", "opencv_lk.json"} {
		f.Add(string(fileOf(f, "tools/"+name)))
	}
	f.Fuzz(func(t *testing.T, content string) {
		if s, err := reads(t, []byte(content), "fuzz.txt", Options{}); err == nil {
			checkTracks(t, s)
		}
	})
}
