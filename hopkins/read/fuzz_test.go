package read

import (
	"bufio"
	"math"
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
