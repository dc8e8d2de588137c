package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins"
)

// TestTablesAreRemembered: how a table was read is written to the settings, and
// read from them.
func TestTablesAreRemembered(t *testing.T) {
	folder := t.TempDir()
	path, settings := filepath.Join(folder, "a.csv"), filepath.Join(folder, "settings.json")
	if err := os.WriteFile(path, []byte("who,when,u,v\na,1,1,2\nb,1,3,4\na,2,1,2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	columns := hopkins.Columns{Track: "who", Frame: "when", X: "u", Y: "v", From: "1"}
	start := func() (*Session, *[]func()) {
		var queue []func()
		s := New(Config{OnUI: func(f func()) { queue = append(queue, f) }, SettingsPath: settings})
		if note := s.LoadSettings(); note != "" {
			t.Fatal(note)
		}
		return s, &queue
	}
	settle := func(s *Session, queue *[]func()) {
		s.Wait()
		for len(*queue) > 0 {
			f := (*queue)[0]
			*queue = (*queue)[1:]
			f()
			s.Wait()
		}
	}
	s, queue := start()
	s.OpenTable(path, hopkins.Options{Columns: columns}, Attachment{})
	settle(s, queue)
	if q := s.Doc.Sequence(); q == nil || q.Points() != 2 || !s.Doc.HasGaps() {
		t.Fatalf("open is %+v", q)
	}
	if k := s.Plan.Kept(); len(k.Complete) != 1 || len(k.LeftOut) != 1 {
		t.Errorf("kept %+v", k)
	}
	if err := s.Plan.SetFrames(hopkins.FrameSelection{Mode: hopkins.BestRange}); err != nil ||
		s.Plan.Frames().Mode == hopkins.BestRange {
		t.Errorf("best stands for %v, %v", s.Plan.Frames(), err)
	}
	s.Close()

	s, queue = start()
	if s.Settings().Columns != columns {
		t.Errorf("the last columns are %v", s.Settings().Columns)
	}
	s.OpenPath(path)
	settle(s, queue)
	if q := s.Doc.Sequence(); q == nil || q.Pixels.At(1, 1) != 4 {
		t.Errorf("open is %+v", q)
	}
	// Without the file among the recent ones, nothing is kept of it.
	s.Library.ClearRecent()
	s.Close()
	s, _ = start()
	if len(s.Settings().Tables) != 0 || s.Settings().Columns != columns {
		t.Errorf("remembered %v, %v", s.Settings().Tables, s.Settings().Columns)
	}
	s.Close()
}

// TestNoCompleteTracks: who runs a method that takes complete tracks where there
// are none learns of the ways out.
func TestNoCompleteTracks(t *testing.T) {
	b := runTable(t, "track,frame,x,y\n1,1,1,2\n1,2,2,2\n2,2,3,4\n2,3,4,4\n3,1,7,1\n3,3,9,2\n")
	if len(b.problems) != 1 || !strings.Contains(b.problems[0].Advice, "Tracks with gaps, in the menu Run") {
		t.Errorf("problems %+v", b.problems)
	}
	b.Close()
}
