package read

import (
	"bufio"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins/read/input"
)

// checkTracks checks what all tracks that were read promise.
func checkTracks(t *testing.T, s *Tracks) {
	rows, n := s.Pixels.Dims()
	if n < 2 || rows < 2 || rows%2 != 0 {
		t.Fatalf("pixels %d×%d", rows, n)
	}
	for _, v := range s.Pixels.RawMatrix().Data {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("found %v", v)
		}
	}
	if s.Truth != nil && (len(s.Truth) != n || slices.Min(s.Truth) < 0) {
		t.Fatalf("truth %v for %d points", s.Truth, n)
	}
	if s.IDs != nil && len(s.IDs) != n {
		t.Fatalf("%d names for %d points", len(s.IDs), n)
	}
	if s.Visible != nil && (len(s.Visible) != n || len(s.Visible[0]) != rows/2) {
		t.Fatalf("%d×%d entries of visibility for %d points in %d frames", len(s.Visible), len(s.Visible[0]), n, rows/2)
	}
	if s.TwoFrame && s.Frames() != 2 || s.Width < 0 || (s.Width == 0) != (s.Height == 0) {
		t.Fatalf("%d frames, two-frame %v, size %d×%d", s.Frames(), s.TwoFrame, s.Width, s.Height)
	}
}

// FuzzReadColumns reads any text by any columns, and shows the beginning of it.
func FuzzReadColumns(f *testing.F) {
	f.Add("ID,T,Y,X\n0,0,20,10\n0,1,21,11\n5,1,40.5,30.25\n", "id=ID,frame=T,x=X,y=Y,from=0")
	f.Add("LABEL,FRAME,POSITION_X,POSITION_Y\nLabel,Frame,X,Y\nID1,0,1,2\n", "id=LABEL,frame=FRAME,x=POSITION_X,y=4")
	f.Add("Particle\tFrame\tpx\tpy\tgroup\nb\t1\t10\t20\t2\na\t1\t\t\t1\n", "id=1,frame=2,x=4,y=3,label=5")
	f.Add("1 2 3 4\n2 2 3 4", "id=1,frame=2,x=4,y=3")
	f.Add("ID\n0,0,20,10\n0,1,21,11\n", "id=1,frame=2,x=4,y=3")
	f.Fuzz(func(t *testing.T, content, columns string) {
		c, err := ParseColumns(columns)
		if err != nil {
			if c != (Columns{}) {
				t.Fatalf("%q gives %v and an error", columns, c)
			}
			return
		}
		if back, err := ParseColumns(c.String()); err != nil || back != c {
			t.Fatalf("%q is %v, written %q and read as %v, %v", columns, c, c.String(), back, err)
		}
		if p, err := preview(bufio.NewReaderSize(strings.NewReader(content), input.SniffLength), 8); err == nil {
			if len(p.Rows) > 8 || p.Header != nil && len(p.Header) > p.Width {
				t.Fatalf("%d rows of %d fields below %q", len(p.Rows), p.Width, p.Header)
			}
			if n, err := p.Check(c); err == nil && (n < 1 || n > len(p.Rows)) {
				t.Fatalf("%d points in %d rows", n, len(p.Rows))
			}
		}
		s, err := From(t.Context(), strings.NewReader(content), "fuzz.txt", Options{Columns: c})
		if err == nil {
			checkTracks(t, s)
		}
	})
}

// TestMoreNames: other programs' names of the column with the track.
func TestMoreNames(t *testing.T) {
	for _, name := range []string{"point_id", "track_name", "tracker_id"} {
		s, err := reads(t, []byte(name+",frame,x,y\n1,1,5,6\n2,1,7,8\n"), "a.csv", Options{})
		if err != nil || s.Points() != 2 || s.Frames() != 1 {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

// TestOpenCV: matrices in YAML, XML and JSON, of twelve channels too, numbers that are none,
// and what is broken.
func TestOpenCV(t *testing.T) {
	for _, name := range []string{"opencv_lk.yml", "opencv_lk.xml", "opencv_lk.json"} {
		content := string(fileOf(t, "tools/"+name))
		read := func(o Options, changes ...string) (*Tracks, error) {
			return reads(t, []byte(strings.NewReplacer(changes...).Replace(content)), name, o)
		}
		s, err := read(Options{})
		if err != nil || s.Points() != sceneTracks || s.Frames() != sceneFrames || s.Visible != nil {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
		s, err = read(Options{Array: "tracks"}, "291.0", ".Nan", "291.", ".Nan")
		if err != nil || s.Seen(3, 0) || !s.Seen(3, 1) {
			t.Errorf("%s: a number that is none: %+v, %v", name, s, err)
		}
		s, err = read(Options{}, "14", "7", "12", "2", "dt: f", `dt: "12f"`, "<dt>f", `<dt>12f`, `"dt": "f"`, `"dt": "12f"`)
		if err != nil || s.Points() != sceneTracks || s.Frames() != sceneFrames || math.Abs(s.Pixels.At(3, 2)-124) > 0.1 {
			t.Errorf("%s: of twelve channels: %+v, %v", name, s, err)
		}
		for want, change := range map[string][]string{
			"array tracks: number 12":                            {"427.", "x"},
			"matrix tracks: expected rows, cols, dt and data":    {"cols", "kols"},
			"array tracks: expected 1200 numbers, found 168":     {"14", "100"},
			"array tracks: expected at most 6291456 tracks × fr": {"14", "900000000"},
		} {
			if _, err := read(Options{}, change...); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %s: error %v, expected %s", name, change, err, want)
			}
		}
	}
}

// TestListArrays: a file says on demand which arrays it has, though one is known as tracks, and
// a database which pictures.
func TestListArrays(t *testing.T) {
	for name, want := range map[string]string{
		"tools/numpy_compressed.npz": "tracks 7×12×2, visibility 7×12", "tools/scipy4.mat": "W 14×12",
		"tools/opencv_lk.yml": "tracks 14×12",
		"colmap.db":           "a.jpg 1000×6, b.jpg 1000×6, c.jpg 1000×6", "named.h5": "group/mine 7×12×2, other 5",
	} {
		content := []byte(nil)
		if strings.HasPrefix(name, "tools/") {
			content = fileOf(t, name)
		} else {
			content = unpacked(t, name)
		}
		_, err := reads(t, content, name, Options{Array: ListArrays})
		var list *ArrayError
		if !errors.As(err, &list) || strings.Join(list.Arrays, ", ") != want ||
			!strings.HasPrefix(err.Error(), "expected tracks under a known name") {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := reads(t, []byte("id,frame,x,y\n1,1,2,3\n2,1,3,4\n"), "a.csv", Options{Array: ListArrays})
	if err == nil || err.Error() != "expected a file with arrays, found a text file" {
		t.Errorf("a text: %v", err)
	}
}

// FuzzTrackFolder reads a folder with a file for each track.
func FuzzTrackFolder(f *testing.F) {
	f.Add("1,2,3\n2,3,4\n", "1 2 3\n4 5 6\n", ".csv")
	f.Add("frame;x;y\n0;0.5;0.25\n1;0.5;1\n", "0\t0.5\t0.25\n", ".txt")
	f.Add("# a track\n7,1e8,-3\n", "6,2.5,3\n9,nan,1\n", ".dat")
	f.Add("\xff\xfe1\x00,\x002\x00,\x003\x00\n\x00", "1,2\n", ".tsv")
	f.Fuzz(func(t *testing.T, first, second, extension string) {
		if len(extension) < 2 || extension[0] != '.' || !filepath.IsLocal("a"+extension) ||
			strings.ContainsAny(extension, "/\\\x00") {
			return
		}
		folder := t.TempDir()
		for name, content := range map[string]string{"t_2": first, "t_10": second, "t_1": first} {
			if err := os.WriteFile(filepath.Join(folder, name+extension), []byte(content), 0o666); err != nil {
				return // a name that the system does not have
			}
		}
		names := TrackFiles(folder)
		if names == nil {
			return
		}
		if len(names) != 3 || names[0] != "t_1"+extension || names[2] != "t_10"+extension {
			t.Fatalf("files %q", names)
		}
		if s, err := FromFolder(t.Context(), folder, names); err == nil {
			checkTracks(t, s)
			if s.Points() != 3 {
				t.Fatalf("%d tracks of three files", s.Points())
			}
		}
	})
}
